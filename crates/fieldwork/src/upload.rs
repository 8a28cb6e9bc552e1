//! A file of people's answers, as CSV or JSON: a choice for each person and, where they are known, age, sex, country, weight
//! and a comment. Every row is read before anything is kept, and each that can't be read says why.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::answer::{Collected, CountedAnswer, Details, People};
use super::upload_values::{self as values, Column, Unread};

/// More people than this are a matter for other tools.
pub const ROWS_MAX: usize = 10_000;
/// Somebody who sent the wrong file wants to see some of what is wrong, not all.
const ERRORS_MAX: usize = 50;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Csv,
    Json,
}

impl Format {
    /// A list is JSON; anything else is a table.
    pub fn of(text: &[u8]) -> Self {
        let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
        match text.iter().find(|byte| !byte.is_ascii_whitespace()) {
            Some(b'[') => Self::Json,
            _ => Self::Csv,
        }
    }
}

/// One person of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Person {
    /// The option's place in the client's order.
    pub choice: usize,
    pub age_band: Option<String>,
    pub sex: Option<String>,
    pub country: Option<String>,
    pub weight: f64,
    pub comment: Option<String>,
}

/// Why a row can't be read; rows are counted as a reader of the file counts them, the header of a CSV as the first.
#[derive(Debug, Clone, PartialEq)]
pub struct RowError {
    pub row: usize,
    pub column: Option<Column>,
    pub why: Unread,
}

/// A file that was read whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Upload {
    pub people: Vec<Person>,
    /// How the columns of a CSV were taken: each as it is called, and what it was taken for.
    pub columns: Columns,
    /// Hash of the rows; the same for the same people, however they are spelled.
    pub rows_hash: [u8; 32],
}

impl Upload {
    /// Returns its people as counted answers, for use without a store.
    pub fn people(&self) -> People {
        let counted = |person: &Person| CountedAnswer {
            choice: Some(person.choice),
            details: Details::default(),
            weight: person.weight,
            age_band: person.age_band.clone(),
            sex: person.sex.clone(),
            country: person.country.clone(),
            comment: person.comment.clone(),
        };
        let collected =
            Collected { by_file: u32::try_from(self.people.len()).unwrap_or(u32::MAX), ..Collected::default() };
        People { counted: self.people.iter().map(counted).collect(), collected, ..People::default() }
    }
}

/// Reads a file; `options` are the client's.
pub fn read(text: &str, format: Format, options: &[String]) -> Result<Upload, Vec<RowError>> {
    let text = text.trim_start_matches('\u{feff}');
    let (people, columns) = match format {
        Format::Csv => from_csv(text, options)?,
        Format::Json => (from_json(text, options)?, Vec::new()),
    };
    if people.is_empty() {
        return Err(vec![whole(Unread::Empty)]);
    }
    let rows_hash = hash(&people);
    Ok(Upload { people, columns, rows_hash })
}

fn whole(why: Unread) -> RowError {
    RowError { row: 0, column: None, why }
}

/// Each column as it is called, and what it was taken for.
pub type Columns = Vec<(String, Option<Column>)>;

type Cells<'a> = Vec<(Column, &'a str)>;

fn from_csv(text: &str, options: &[String]) -> Result<(Vec<Person>, Columns), Vec<RowError>> {
    let delimiter = delimiter(text);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .delimiter(delimiter)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for (place, record) in reader.records().enumerate() {
        if place > ROWS_MAX {
            return Err(vec![whole(Unread::TooMany)]);
        }
        let row = place + 1;
        rows.push((row, record.map_err(|_| vec![RowError { row, column: None, why: Unread::Broken }])?));
    }
    let Some((_, first)) = rows.first() else { return Err(vec![whole(Unread::Empty)]) };
    let (columns, has_header) = columns(first, options);
    if !columns.iter().any(|(_, column)| *column == Some(Column::Choice)) {
        return Err(vec![RowError { row: 1, column: Some(Column::Choice), why: Unread::NoChoiceColumn }]);
    }
    let cells = |record: &'_ csv::StringRecord| -> Vec<(Column, String)> {
        let named = columns.iter().zip(record.iter());
        named.filter_map(|((_, column), cell)| Some(((*column)?, cell.to_owned()))).collect()
    };
    let people = rows.iter().skip(usize::from(has_header)).map(|(row, record)| {
        let owned = cells(record);
        let lent: Cells<'_> = owned.iter().map(|(column, cell)| (*column, cell.as_str())).collect();
        person(*row, &lent, options)
    });
    Ok((gathered(people)?, columns))
}

/// The names of the first line, or, where it is no header, a choice in the first column.
fn columns(first: &csv::StringRecord, options: &[String]) -> (Columns, bool) {
    let named: Columns = first.iter().map(|name| (name.to_owned(), values::column(name))).collect();
    let is_answer = first.iter().next().is_some_and(|cell| values::choice(cell, options).is_ok());
    let has_header = !is_answer || named.iter().any(|(_, column)| *column == Some(Column::Choice));
    if has_header {
        return (named, true);
    }
    let unnamed = |(place, _): (usize, &str)| (String::new(), (place == 0).then_some(Column::Choice));
    (first.iter().enumerate().map(unnamed).collect(), false)
}

/// Whichever sign is in the first line most often: spreadsheets of half the world write semicolons.
fn delimiter(text: &str) -> u8 {
    let line = text.lines().next().unwrap_or("");
    let times = |sign: u8| line.bytes().filter(|byte| *byte == sign).count();
    [b',', b';', b'\t'].into_iter().rev().max_by_key(|sign| times(*sign)).unwrap_or(b',')
}

fn from_json(text: &str, options: &[String]) -> Result<Vec<Person>, Vec<RowError>> {
    let Ok(Value::Array(items)) = serde_json::from_str(text) else { return Err(vec![whole(Unread::NoArray)]) };
    if items.len() > ROWS_MAX {
        return Err(vec![whole(Unread::TooMany)]);
    }
    gathered(items.iter().enumerate().map(|(place, item)| of_json(place + 1, item, options)))
}

fn of_json(row: usize, item: &Value, options: &[String]) -> Result<Person, RowError> {
    let fields = match item {
        Value::String(choice) => return person(row, &vec![(Column::Choice, choice.as_str())], options),
        Value::Object(fields) => fields,
        _ => return Err(RowError { row, column: None, why: Unread::NoPerson }),
    };
    let mut owned = Vec::new();
    for (name, value) in fields {
        let column = Column::ALL.into_iter().find(|column| column.name() == name);
        let column = column.ok_or(RowError { row, column: None, why: Unread::UnknownField })?;
        owned.push((
            column,
            match value {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                _ => return Err(RowError { row, column: Some(column), why: Unread::NoValue }),
            },
        ));
    }
    person(row, &owned.iter().map(|(column, cell)| (*column, cell.as_str())).collect(), options)
}

fn gathered(rows: impl Iterator<Item = Result<Person, RowError>>) -> Result<Vec<Person>, Vec<RowError>> {
    let (mut people, mut errors) = (Vec::new(), Vec::new());
    for row in rows {
        match row {
            Ok(person) => people.push(person),
            Err(error) => errors.push(error),
        }
        if errors.len() >= ERRORS_MAX {
            break;
        }
    }
    if errors.is_empty() { Ok(people) } else { Err(errors) }
}

fn person(row: usize, cells: &Cells<'_>, options: &[String]) -> Result<Person, RowError> {
    let cell = |wanted: Column| cells.iter().find(|(column, _)| *column == wanted).map_or("", |(_, cell)| cell.trim());
    let at = |column: Column| move |why: Unread| RowError { row, column: Some(column), why };
    Ok(Person {
        choice: values::choice(cell(Column::Choice), options).map_err(at(Column::Choice))?,
        age_band: values::age_band(cell(Column::Age)).map_err(at(Column::Age))?,
        sex: values::sex(cell(Column::Sex)).map_err(at(Column::Sex))?,
        country: values::country(cell(Column::Country)).map_err(at(Column::Country))?,
        weight: values::weight(cell(Column::Weight)).map_err(at(Column::Weight))?,
        comment: values::comment(cell(Column::Comment)).map_err(at(Column::Comment))?,
    })
}

/// Of the people in their order: the same file with other line ends, quotes or names of columns is the same file.
fn hash(people: &[Person]) -> [u8; 32] {
    let mut sha = Sha256::new();
    for person in people {
        let about = [&person.age_band, &person.sex, &person.country, &person.comment];
        let about: Vec<&str> = about.into_iter().map(|value| value.as_deref().unwrap_or("")).collect();
        sha.update(format!("{}\u{1f}{}\u{1f}{}\u{1e}", person.choice, person.weight, about.join("\u{1f}")));
    }
    sha.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Vec<String> {
        ["Drift", "Lull, the app", "Nod"].map(str::to_owned).to_vec()
    }

    fn csv(text: &str) -> Result<Upload, Vec<RowError>> {
        read(text, Format::Csv, &options())
    }

    #[test]
    fn columns_are_taken_by_their_names_in_any_order_and_language() {
        let file = csv("Edad;Opción;Otra\n34;drift;x\n70; NOD ;y\n").unwrap();
        assert_eq!(file.people.iter().map(|person| person.choice).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(file.people[0].age_band.as_deref(), Some("30-44"));
        assert_eq!(file.columns[2], ("Otra".to_owned(), None));
    }

    #[test]
    fn a_plain_list_of_choices_needs_no_header() {
        let file = csv("Drift\n\"Lull, the app\"\nDrift\n").unwrap();
        assert_eq!(file.people.iter().map(|person| person.choice).collect::<Vec<_>>(), [0, 1, 0]);
    }

    #[test]
    fn every_bad_row_says_why_by_its_number() {
        let errors = csv("choice,age,weight\nDrift,34,1\nZzz,34,1\nNod,old,1\nNod,34,-2\n").unwrap_err();
        let found: Vec<_> = errors.iter().map(|error| (error.row, error.column.unwrap().name())).collect();
        assert_eq!(found, [(3, "choice"), (4, "age"), (5, "weight")]);
    }

    #[test]
    fn the_same_people_are_the_same_file_however_it_is_written() {
        let json = r#"[{"choice":"Drift","age":34},{"choice":"Nod"}]"#;
        let read_json = read(json, Format::Json, &options()).unwrap();
        assert_eq!(read_json.rows_hash, csv("age,choice\r\n34,Drift\r\n,nod\r\n").unwrap().rows_hash);
        assert_ne!(read_json.rows_hash, csv("choice\nDrift\nNod\n").unwrap().rows_hash);
    }

    #[test]
    fn json_that_is_no_list_of_people_is_refused() {
        for json in ["{}", "[1]", "[{\"choice\":[]}]", "[{\"choise\":\"Nod\"}]", "[", "[]"] {
            assert!(read(json, Format::Json, &options()).is_err(), "{json}");
        }
    }
}
