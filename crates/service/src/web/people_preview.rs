//! Preview of an upload: what each column is read as, which can be changed, how many people chose each option or which rows
//! can't be read, and whether the same rows are stored already. Nothing is stored before the owner has seen it.

use serde::Deserialize;

use super::fault::Fault;
use super::session::Member;
use super::shell::{Section, Shell};
use crate::app::{Added, App};
use fieldwork::{
    Column, ColumnRole, CountedAnswer, Eligibility, Format, RowError, Screening, Upload, columns, read_as,
};
use store::OwnReport;

/// Longest name or example of a column, in characters.
const CELL_CHARS_SHOWN: usize = 80;

/// A parsed upload before it is stored.
pub struct Preview {
    pub text: String,
    pub columns: Vec<ColumnLine>,
    /// What a column can be read as, by name and in words.
    pub roles: Vec<(&'static str, String)>,
    /// Message with the number of people in the file.
    pub people: String,
    /// Number of people who chose each option.
    pub by_option: Vec<(String, String)>,
    /// How many people do not belong to the audience, and of how many that is not known.
    pub notes: Vec<String>,
    pub errors: Vec<String>,
    /// Whether exactly these rows were added before.
    pub is_there_already: bool,
}

/// A column of the file, and what it is read as.
pub struct ColumnLine {
    pub place: usize,
    pub name: String,
    /// The first cell that says something.
    pub example: String,
    pub role: &'static str,
}

/// Detects the format of an upload: JSON if its first character is `[`, else CSV.
pub fn format(text: &str) -> Format {
    if text.trim_start().starts_with('[') { Format::Json } else { Format::Csv }
}

pub async fn preview(
    app: &App,
    member: &Member,
    own: &OwnReport,
    text: &str,
    roles: &[ColumnRole],
) -> Result<Preview, Fault> {
    let shell = Shell::of(member, Section::Reports);
    let options = own.brief.options();
    let mut shown = Preview {
        text: text.to_owned(),
        columns: lines(&shell, text, options, roles),
        roles: role_names(&shell),
        people: String::new(),
        by_option: Vec::new(),
        notes: Vec::new(),
        errors: Vec::new(),
        is_there_already: false,
    };
    match read_as(text, format(text), options, roles) {
        Ok(upload) => {
            shown.is_there_already = app.store.has_rows(member.id(), own.id, upload.rows_hash).await?;
            let screening = app.screening(member.id(), own.id).await?;
            describe(&shell, &upload, &screening, options, &mut shown);
        }
        Err(errors) => shown.errors = errors.iter().map(|error| told(&shell, error)).collect(),
    }
    Ok(shown)
}

fn describe(shell: &Shell, upload: &Upload, screening: &Screening, options: &[String], shown: &mut Preview) {
    let eligible: Vec<Eligibility> =
        upload.people.iter().map(|person| screening.eligibility(&CountedAnswer::from(person))).collect();
    let count = |wanted| number(eligible.iter().filter(|it| **it == wanted).count());
    let counted = |option: usize| {
        let people = upload.people.iter().zip(&eligible);
        number(people.filter(|(person, it)| person.choice == option && **it != Eligibility::Out).count())
    };
    shown.people = shell.counted("work-people-read", number(upload.people.len()));
    shown.by_option =
        options.iter().enumerate().map(|(place, option)| (option.clone(), shell.number(counted(place)))).collect();
    // Of prices, a file may say that somebody would buy at none.
    let none = Some(counted(options.len())).filter(|none| *none > 0);
    shown.by_option.extend(none.map(|none| (fieldwork::no_price(shell.language).to_owned(), shell.number(none))));
    shown.notes = notes(shell, count(Eligibility::Out), count(Eligibility::Unknown));
}

fn notes(shell: &Shell, set_apart: i64, unknown: i64) -> Vec<String> {
    let notes = [("work-people-set-apart", set_apart), ("work-people-unknown", unknown)];
    notes.into_iter().filter(|(_, people)| *people > 0).map(|(id, people)| shell.counted(id, people)).collect()
}

fn lines(shell: &Shell, text: &str, options: &[String], roles: &[ColumnRole]) -> Vec<ColumnLine> {
    let examples = fieldwork::examples(text, format(text));
    let line = |(place, (name, column)): (usize, (String, Option<Column>))| ColumnLine {
        name: match name.is_empty() {
            true => shell.say_with("work-people-column-number", &[("n", shell.number(number(place + 1)).into())]),
            false => cut(&name),
        },
        example: examples.get(place).map_or_else(String::new, |cell| cut(cell)),
        role: column.map_or("ignored", Column::name),
        place,
    };
    columns(text, format(text), options, roles).into_iter().enumerate().map(line).collect()
}

fn role_names(shell: &Shell) -> Vec<(&'static str, String)> {
    let names = Column::ALL.into_iter().map(Column::name).chain(["ignored"]);
    names.map(|name| (name, shell.say(&format!("work-people-column-{name}")))).collect()
}

fn told(shell: &Shell, error: &RowError) -> String {
    let why = error.words(shell.language);
    match error.row {
        0 => why,
        row => shell.say_with("work-people-row", &[("row", shell.number(number(row)).into()), ("why", why.into())]),
    }
}

fn cut(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(CELL_CHARS_SHOWN).collect()
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// What an upload added, for the page after the redirect.
#[derive(Debug, Default, Deserialize)]
pub struct AddedQuery {
    added: Option<u32>,
    #[serde(default)]
    apart: u32,
    #[serde(default)]
    unknown: u32,
}

impl AddedQuery {
    pub fn of(added: &Added) -> String {
        let counted = if added.is_replay { 0 } else { added.people - added.set_apart };
        let (apart, unknown) = if added.is_replay { (0, 0) } else { (added.set_apart, added.eligibility_unknown) };
        format!("added={counted}&apart={apart}&unknown={unknown}")
    }

    pub fn words(&self, shell: &Shell) -> Option<String> {
        let said = shell.counted("work-people-added", i64::from(self.added?));
        let notes = notes(shell, self.apart.into(), self.unknown.into());
        Some(wording::sentences(shell.language, &[vec![said], notes].concat()))
    }
}
