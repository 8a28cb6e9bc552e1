//! Order and lookup of respondents' attributes for tables, filters and downloads. The attributes themselves are
//! defined in `population::Attribute`.

use std::collections::HashMap;
use std::sync::LazyLock;

use population::{Attribute, Groups};

/// The rank of each value within its attribute, such as from least to most education.
static RANKS: LazyLock<HashMap<(Attribute, String), usize>> = LazyLock::new(|| {
    let values = |attribute: Attribute| attribute.worded_values().into_iter().enumerate();
    let ranks = |attribute| values(attribute).map(move |(rank, value)| ((attribute, value), rank));
    // Countries are listed by code there, which is not a meaningful order for readers.
    Attribute::all().filter(|attribute| *attribute != Attribute::Country).flat_map(ranks).collect()
});

/// Returns the attribute with this group code, if tables can show it.
pub fn grouping(name: &str) -> Option<Attribute> {
    Attribute::grouping(Groups::Shown).find(|attribute| attribute.group_code() == name)
}

/// Returns a sort key: the value's rank where the attribute is ordered, then the value itself.
pub fn order(attribute: Attribute, value: &str) -> (usize, String) {
    let rank = RANKS.get(&(attribute, value.to_owned())).copied().unwrap_or(usize::MAX);
    (rank, value.to_owned())
}
