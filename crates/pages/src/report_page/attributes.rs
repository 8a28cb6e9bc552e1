//! How respondents' attributes are ordered and read where a page counts, crosses or downloads by them. The table
//! `population::Attribute` says which there are.

use std::collections::HashMap;
use std::sync::LazyLock;

use population::{Attribute, Groups};

/// Where a value stands in the list of its attribute, from little schooling to much.
static RANKS: LazyLock<HashMap<(Attribute, String), usize>> = LazyLock::new(|| {
    let values = |attribute: Attribute| attribute.worded_values().into_iter().enumerate();
    let ranks = |attribute| values(attribute).map(move |(rank, value)| ((attribute, value), rank));
    // Countries are ordered by their codes, which means nothing to a reader.
    Attribute::all().filter(|attribute| *attribute != Attribute::Country).flat_map(ranks).collect()
});

/// The attribute whose groups have this name, if tables can show it.
pub fn grouping(name: &str) -> Option<Attribute> {
    Attribute::grouping(Groups::Shown).find(|attribute| attribute.group_code() == name)
}

/// Sorts by the attribute's own order where it has one, else by the value's letters.
pub fn order(attribute: Attribute, value: &str) -> (usize, String) {
    let rank = RANKS.get(&(attribute, value.to_owned())).copied().unwrap_or(usize::MAX);
    (rank, value.to_owned())
}
