//! A file of people's answers, as CSV or JSON: a choice for each person and, where they are known, age, sex, country, weight
//! and a comment. Every row is read before anything is kept, and each that can't be read says why.

use foundation::Language;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::answer::{Collected, CountedAnswer, Details, People};
use super::screening::Eligibility;
use super::upload_columns::{self, ColumnKey, ColumnRole, Columns};
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
    /// Age in years, where the file has it. It decides on eligibility and is not stored; the band is.
    pub age: Option<u8>,
    pub age_band: Option<String>,
    pub sex: Option<String>,
    pub country: Option<String>,
    /// `None` where the file supplies no weights. In a file that supplies some, an empty cell is 1.
    pub weight: Option<f64>,
    pub comment: Option<String>,
    /// Whether the file states that the person belongs to the audience.
    pub is_eligible: Option<bool>,
}

impl From<&Person> for CountedAnswer {
    fn from(person: &Person) -> Self {
        Self {
            choice: Some(person.choice),
            details: Details::default(),
            weight: person.weight,
            age: person.age,
            age_band: person.age_band.clone(),
            sex: person.sex.clone(),
            country: person.country.clone(),
            is_eligible: person.is_eligible,
            eligibility: Eligibility::Unscreened,
            comment: person.comment.clone(),
        }
    }
}

/// Why a row can't be read; rows are counted as a reader of the file counts them, the header of a CSV as the first.
#[derive(Debug, Clone, PartialEq)]
pub struct RowError {
    pub row: usize,
    pub column: Option<Column>,
    pub why: Unread,
    /// The beginning of what the cell says, where it is a cell that can't be read.
    pub cell: Option<String>,
}

impl RowError {
    /// Says why, and repeats what the cell says.
    pub fn words(&self, language: Language) -> String {
        let why = self.why.words(language);
        match &self.cell {
            Some(cell) => wording::say(language, "upload-cell", &[("cell", cell.as_str().into()), ("why", why.into())]),
            None => why,
        }
    }
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
        let collected =
            Collected { by_file: u32::try_from(self.people.len()).unwrap_or(u32::MAX), ..Collected::default() };
        People { counted: self.people.iter().map(CountedAnswer::from).collect(), collected, ..People::default() }
    }
}

/// Reads a file; `options` are the client's.
pub fn read(text: &str, format: Format, options: &[String]) -> Result<Upload, Vec<RowError>> {
    read_as(text, format, options, &[])
}

/// Reads a file whose columns are read as the user says, where they say it.
pub fn read_as(text: &str, format: Format, options: &[String], roles: &[ColumnRole]) -> Result<Upload, Vec<RowError>> {
    let text = text.trim_start_matches('\u{feff}');
    let (mut people, columns) = match format {
        Format::Csv => from_csv(text, options, roles)?,
        Format::Json => (from_json(text, options)?, Vec::new()),
    };
    if people.iter().any(|person| person.weight.is_some()) {
        people.iter_mut().for_each(|person| person.weight = person.weight.or(Some(1.0)));
    }
    if people.is_empty() {
        return Err(vec![whole(Unread::Empty)]);
    }
    let rows_hash = hash(&people);
    Ok(Upload { people, columns, rows_hash })
}

fn whole(why: Unread) -> RowError {
    RowError { row: 0, column: None, why, cell: None }
}

/// Returns what the columns of a file are read as, whether or not its rows can be read. JSON has none.
pub fn columns(text: &str, format: Format, options: &[String], roles: &[ColumnRole]) -> Columns {
    let rows = match format {
        // Why rows can't be read is said by reading them.
        Format::Csv => records(text.trim_start_matches('\u{feff}')).unwrap_or_else(|_| Vec::new()),
        Format::Json => Vec::new(),
    };
    upload_columns::columns(&rows.iter().collect::<Vec<_>>(), options, roles).0
}

type Cells<'a> = Vec<(Column, &'a str)>;

/// Returns the first cell of each column that says something below the first row.
pub fn examples(text: &str, format: Format) -> Vec<String> {
    let rows = match format {
        // Why rows can't be read is said by reading them.
        Format::Csv => records(text.trim_start_matches('\u{feff}')).unwrap_or_else(|_| Vec::new()),
        Format::Json => Vec::new(),
    };
    let mut examples: Vec<String> = vec![String::new(); rows.iter().map(csv::StringRecord::len).max().unwrap_or(0)];
    for row in rows.iter().skip(1) {
        for (example, cell) in examples.iter_mut().zip(row).filter(|(example, _)| example.is_empty()) {
            cell.clone_into(example);
        }
    }
    examples
}

/// Returns every row of a table, the header too.
fn records(text: &str) -> Result<Vec<csv::StringRecord>, Vec<RowError>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for (place, record) in reader.records().enumerate() {
        if place > ROWS_MAX {
            return Err(vec![whole(Unread::TooMany)]);
        }
        let broken = |_| vec![RowError { row: place + 1, column: None, why: Unread::Broken, cell: None }];
        rows.push(record.map_err(broken)?);
    }
    Ok(rows)
}

fn from_csv(text: &str, options: &[String], roles: &[ColumnRole]) -> Result<(Vec<Person>, Columns), Vec<RowError>> {
    let rows = records(text)?;
    if rows.is_empty() {
        return Err(vec![whole(Unread::Empty)]);
    }
    let (columns, has_header) = upload_columns::columns(&rows.iter().collect::<Vec<_>>(), options, roles);
    check(&columns, roles)?;
    let people = rows.iter().enumerate().skip(usize::from(has_header)).map(|(place, record)| {
        let named = columns.iter().zip(record.iter());
        let cells: Cells<'_> = named.filter_map(|((_, column), cell)| Some(((*column)?, cell))).collect();
        person(place + 1, &cells, options)
    });
    Ok((gathered(people)?, columns))
}

/// Refuses a table without a choice, and one that lacks a column that the user names.
fn check(columns: &Columns, roles: &[ColumnRole]) -> Result<(), Vec<RowError>> {
    let is_there = |wanted: &str| columns.iter().any(|(name, _)| name.trim().to_lowercase() == wanted.to_lowercase());
    let refused = |column, why, cell| Err(vec![RowError { row: 1, column, why, cell }]);
    for role in roles {
        if let ColumnKey::Header(header) = &role.key
            && !is_there(header)
        {
            return refused(role.role, Unread::NoColumn, Some(values::shown(header)));
        }
    }
    match columns.iter().any(|(_, column)| *column == Some(Column::Choice)) {
        true => Ok(()),
        false => refused(Some(Column::Choice), Unread::NoChoiceColumn, None),
    }
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
        _ => return Err(RowError { row, column: None, why: Unread::NoPerson, cell: None }),
    };
    let mut owned = Vec::new();
    for (name, value) in fields {
        let column = Column::ALL.into_iter().find(|column| column.name() == name);
        let unknown = || RowError { row, column: None, why: Unread::UnknownField, cell: Some(values::shown(name)) };
        let column = column.ok_or_else(unknown)?;
        owned.push((
            column,
            match value {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                _ => return Err(RowError { row, column: Some(column), why: Unread::NoValue, cell: None }),
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
    let at = |column: Column| {
        // The words for a weight repeat it themselves.
        let shown = Some(values::shown(cell(column))).filter(|cell| column != Column::Weight && !cell.is_empty());
        move |why: Unread| RowError { row, column: Some(column), why, cell: shown }
    };
    let (age, age_band) = values::age(cell(Column::Age)).map_err(at(Column::Age))?;
    Ok(Person {
        choice: values::choice(cell(Column::Choice), options).map_err(at(Column::Choice))?,
        age,
        age_band,
        sex: values::sex(cell(Column::Sex)).map_err(at(Column::Sex))?,
        country: values::country(cell(Column::Country)).map_err(at(Column::Country))?,
        weight: values::weight(cell(Column::Weight)).map_err(at(Column::Weight))?,
        comment: values::comment(cell(Column::Comment)).map_err(at(Column::Comment))?,
        is_eligible: values::eligible(cell(Column::Eligible)).map_err(at(Column::Eligible))?,
    })
}

/// Of the people in their order: the same file with other line ends, quotes or names of columns is the same file.
fn hash(people: &[Person]) -> [u8; 32] {
    let mut sha = Sha256::new();
    for person in people {
        let about = [&person.age_band, &person.sex, &person.country, &person.comment];
        let about: Vec<&str> = about.into_iter().map(|value| value.as_deref().unwrap_or("")).collect();
        // A missing weight is hashed as 1, as it was when batches of earlier releases were hashed.
        let weight = person.weight.unwrap_or(1.0);
        sha.update(format!("{}\u{1f}{weight}\u{1f}{}\u{1e}", person.choice, about.join("\u{1f}")));
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
    fn a_file_supplies_weights_where_any_cell_has_one() {
        let weights = |text| csv(text).unwrap().people.iter().map(|person| person.weight).collect::<Vec<_>>();
        assert_eq!(weights("choice,weight\nDrift,1\nNod,1.0\n"), [Some(1.0), Some(1.0)]);
        assert_eq!(weights("choice,weight\nDrift,2\nNod,\n"), [Some(2.0), Some(1.0)]);
        assert_eq!(weights("choice,weight\nDrift,\nNod,\n"), [None, None]);
        assert_eq!(weights("choice\nDrift\n"), [None]);
    }

    #[test]
    fn an_export_of_a_form_is_read_as_it_is() {
        let file =
            csv("Timestamp,Which name fits a calm sleep app best?,How old are you?,Gender,Where did you hear of us?\n\
             2026/01/02 10:00:00,Nod,34,Female,Friends\n2026/01/02 10:05:00,\"Lull, the app\",61,Male,Drift\n")
            .unwrap();
        assert_eq!(file.people.iter().map(|person| person.choice).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(file.people[1].age_band.as_deref(), Some("45-64"));
        assert_eq!(file.people[0].sex.as_deref(), Some("female"));
        let taken: Vec<Option<Column>> = file.columns.iter().map(|(_, column)| *column).collect();
        assert_eq!(taken, [None, Some(Column::Choice), Some(Column::Age), Some(Column::Sex), None]);
    }

    #[test]
    fn the_user_says_what_a_column_is_read_as_by_its_header_or_its_place() {
        let text = "first,second,edad\nNod,Drift,34\nNod,Nod,35\n";
        let choices = |roles: &[ColumnRole]| {
            let file = read_as(text, Format::Csv, &options(), roles).unwrap();
            let age = file.people[0].age;
            (file.people.iter().map(|person| person.choice).collect::<Vec<_>>(), age)
        };
        assert_eq!(choices(&[]), (vec![2, 2], Some(34)));
        let second = ColumnRole::parse("choice=Second").unwrap();
        assert_eq!(choices(&[second, ColumnRole::parse("ignored=edad").unwrap()]), (vec![0, 2], None));
        let by_place = ColumnRole { key: ColumnKey::Place(1), role: Some(Column::Choice) };
        assert_eq!(choices(&[by_place]).0, [0, 2]);
        let missing = ColumnRole::parse("age=Years").unwrap();
        let errors = read_as(text, Format::Csv, &options(), &[missing]).unwrap_err();
        assert!(errors[0].words(Language::En).contains("Years"), "{errors:?}");
        assert_eq!((ColumnRole::parse("height=x"), ColumnRole::parse("choice")), (None, None));
    }

    #[test]
    fn an_error_repeats_the_beginning_of_the_cell() {
        let errors = csv(&format!("choice,age\nZ<b>zz{},34\nNod,old\n", "z".repeat(500))).unwrap_err();
        for language in Language::ALL {
            assert!(errors[0].words(language).contains("Z<b>zz"), "{errors:?}");
            assert!(errors[0].words(language).chars().count() < 120 && errors[1].words(language).contains("old"));
        }
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
