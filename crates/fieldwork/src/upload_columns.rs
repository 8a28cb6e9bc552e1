//! What each column of a table is read as: as the user says, else by its name, else by its cells. A form's export has a long
//! question as the header of each column, so a column of options is the choice, and a column whose header asks for age, sex or
//! country is read as that if every cell can be.

use super::upload_values::{self as values, Column};

/// So many rows are looked at to guess what a column holds.
const ROWS_LOOKED_AT: usize = 200;

/// A column, and what it is read as; `None` where it is left out.
pub type Columns = Vec<(String, Option<Column>)>;

/// A column by its place in the file, or by its header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnKey {
    Place(usize),
    Header(String),
}

/// What the user wants a column to be read as; `None` leaves it out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnRole {
    pub key: ColumnKey,
    pub role: Option<Column>,
}

impl ColumnRole {
    /// Reads `choice=Which name do you like?`, with `ignored` for a column that is left out.
    pub fn parse(text: &str) -> Option<Self> {
        let (role, header) = text.split_once('=')?;
        Some(Self { key: ColumnKey::Header(header.trim().to_owned()), role: role_of(role.trim())? })
    }

    fn is_of(&self, place: usize, header: &str) -> bool {
        match &self.key {
            ColumnKey::Place(wanted) => *wanted == place,
            ColumnKey::Header(wanted) => wanted.trim().to_lowercase() == header.trim().to_lowercase(),
        }
    }
}

/// Returns the role of a name: `Some(None)` for `ignored`, `None` for a name that is none.
pub fn role_of(name: &str) -> Option<Option<Column>> {
    let column = Column::ALL.into_iter().find(|column| column.name() == name);
    if name == "ignored" { Some(None) } else { column.map(Some) }
}

/// Returns what each column is read as, and whether the first row is a header.
pub(super) fn columns(rows: &[&csv::StringRecord], options: &[String], wanted: &[ColumnRole]) -> (Columns, bool) {
    let Some(first) = rows.first() else { return (Columns::new(), false) };
    let is_choice = |cell: &str| values::choice(cell, options).is_ok();
    let is_named = |name: &str| values::column(name) == Some(Column::Choice);
    let is_wanted = |name: &str| wanted.iter().any(|it| matches!(it.key, ColumnKey::Header(_)) && it.is_of(0, name));
    let is_answer = first.iter().any(is_choice);
    let has_header = !is_answer || first.iter().any(|name| is_named(name) || is_wanted(name));
    let width = rows.iter().take(ROWS_LOOKED_AT).map(|row| row.len()).max().unwrap_or(0);
    let name = |place: usize| if has_header { first.get(place).unwrap_or("").to_owned() } else { String::new() };
    let mut columns: Columns = (0..width).map(|place| (name(place), None)).collect();
    let mut is_free = vec![true; width];
    for (place, (name, column)) in columns.iter_mut().enumerate() {
        if let Some(said) = wanted.iter().rev().find(|it| it.is_of(place, name)) {
            (*column, is_free[place]) = (said.role, false);
        }
    }
    for place in 0..width {
        let named = values::column(&columns[place].0).filter(|named| is_free[place] && !is_taken(&columns, *named));
        if named.is_some() {
            (columns[place].1, is_free[place]) = (named, false);
        }
    }
    let rows: Vec<&csv::StringRecord> =
        rows.iter().skip(usize::from(has_header)).take(ROWS_LOOKED_AT).copied().collect();
    guess(&mut columns, &mut is_free, &rows, options);
    (columns, has_header)
}

fn is_taken(columns: &Columns, role: Column) -> bool {
    columns.iter().any(|(_, column)| *column == Some(role))
}

fn guess(columns: &mut Columns, is_free: &mut [bool], rows: &[&csv::StringRecord], options: &[String]) {
    let cells = |place: usize| {
        let cells = rows.iter().filter_map(move |row| row.get(place));
        cells.filter(|cell| !cell.trim().is_empty()).collect::<Vec<_>>()
    };
    if !is_taken(columns, Column::Choice) {
        let share = |place: usize| {
            let cells = cells(place);
            let options = cells.iter().filter(|cell| values::choice(cell, options).is_ok()).count();
            options as f64 / cells.len().max(1) as f64
        };
        let free = (0..columns.len()).filter(|place| is_free[*place]).rev();
        let best = free.max_by(|a, b| share(*a).total_cmp(&share(*b))).filter(|place| share(*place) >= 0.5);
        if let Some(place) = best {
            (columns[place].1, is_free[place]) = (Some(Column::Choice), false);
        }
    }
    for role in [Column::Age, Column::Sex, Column::Country] {
        let reads = |cell: &&str| match role {
            Column::Age => values::age(cell.trim()).is_ok(),
            Column::Sex => values::sex(cell.trim()).is_ok(),
            _ => values::country(cell.trim()).is_ok(),
        };
        let fits = |place: &usize| {
            let cells = cells(*place);
            values::asks_for(&columns[*place].0, role) && !cells.is_empty() && cells.iter().all(reads)
        };
        let place = (0..columns.len()).filter(|place| is_free[*place]).find(fits);
        if let Some(place) = place.filter(|_| !is_taken(columns, role)) {
            (columns[place].1, is_free[place]) = (Some(role), false);
        }
    }
}
