//! One question of a real survey: who was asked, the wording, and the share of each answer.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};
use language::QuestionFamily;
use language::brief::{OPTIONS_MAX, OPTIONS_MIN};

/// The widely known cases come first.
const OPEN: [DataFile; 3] = [
    data_file!("crates/forecast/data/human/cases.json"),
    data_file!("crates/forecast/data/human/benchmark.json"),
    data_file!("crates/forecast/data/human/recent.json"),
];
static CASES: Compiled<Vec<Case>> = Compiled::new(read_open);
/// Tolerance for the sum of published shares, which are rounded. They are then normalised.
const SHARES_SUM_TOLERANCE: f64 = 0.005;
/// The same tolerance for groups, whose shares were rounded more often.
const GROUP_SHARES_SUM_TOLERANCE: f64 = 0.02;
/// Smallest group that is kept. Shares of fewer people are mostly sampling noise.
const GROUP_PEOPLE_MIN: u32 = 30;

/// A single-choice question and people's answers to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    pub id: String,
    /// Cases of one survey share respondents and style, so cross-validation holds out whole surveys.
    pub survey: String,
    pub source: String,
    pub licence: String,
    /// Year of the fieldwork, if known.
    pub year: Option<u16>,
    /// ISO 3166-1 alpha-2 code, or `-` if people are not of one country.
    pub country: String,
    /// Description of the people who were asked.
    pub population: String,
    pub question: String,
    pub options: Vec<String>,
    /// One share per option, in their order; they sum to one.
    pub shares: Vec<f64>,
    /// Positions of the options that form an ordinal scale, from one end to the other; empty if none do.
    pub ordinal_scale: Vec<usize>,
    pub language: Language,
    pub topic: String,
    /// The family of the question: by the file's `kind`, or without one by the wording, as for a brief.
    pub family: QuestionFamily,
    /// Number of respondents, and their effective sample size after weighting.
    pub n: u32,
    pub n_eff: f64,
    /// Whether it belongs to the balanced subset by which engines are compared.
    pub core: bool,
    /// Whether a model may have seen the result in training.
    pub known: Known,
    /// Weight in fits; 1 is an ordinary case.
    pub weight: f64,
    /// Answers by group; empty if the source has no breakdown.
    pub groups: Vec<CaseAttribute>,
}

/// The kind of a question in files of cases; it determines the family.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum CaseKind {
    Opinion,
    Habit,
    /// A fact about the respondent.
    Fact,
    Likelihood,
    /// Among products, people or ways to do something.
    Choice,
    /// Whether a property of a product is wanted or how important it is.
    Feature,
    /// Whether or what people would buy at stated prices.
    Price,
}

impl CaseKind {
    fn family(self) -> QuestionFamily {
        match self {
            Self::Opinion | Self::Habit | Self::Fact | Self::Likelihood => QuestionFamily::Opinions,
            Self::Choice | Self::Feature => QuestionFamily::Choices,
            Self::Price => QuestionFamily::Prices,
        }
    }
}

/// How widely a result was published. A model may recall a widely known result instead of forecasting it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Known {
    Wide,
    /// Published only in its data file.
    #[default]
    Little,
}

/// Attribute such as age, with at least two groups that are large enough.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseAttribute {
    pub name: String,
    pub values: Vec<CaseGroup>,
}

/// One group and its answers.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseGroup {
    pub label: String,
    /// Number of respondents.
    pub n: u32,
    /// One share per option of the case, in their order; they sum to one.
    pub shares: Vec<f64>,
}

impl Case {
    pub fn option_texts(&self) -> Vec<&str> {
        self.options.iter().map(String::as_str).collect()
    }
}

/// Reason why a file of cases was rejected.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    #[error("the cases are not a JSON array of survey cases: {0}")]
    Format(#[from] serde_json::Error),
    #[error("case `{id}`: {problem}")]
    Case { id: String, problem: String },
}

/// Parses and validates a file of cases. Unknown fields are ignored.
pub fn parse(json: &str) -> Result<Vec<Case>, CaseError> {
    let raw: Vec<Raw> = serde_json::from_str(json)?;
    let mut ids = HashSet::new();
    raw.into_iter()
        .map(|case| {
            let id = case.id.clone();
            let refused = |problem| CaseError::Case { id: id.clone(), problem };
            if !ids.insert(id.clone()) {
                return Err(refused("its id is there twice".to_owned()));
            }
            case.checked().map_err(refused)
        })
        .collect()
}

/// Returns the compiled-in cases. `data/human/SOURCES.md` lists their sources and licences.
pub fn open() -> &'static [Case] {
    &CASES
}

/// Checks that the compiled-in cases can be parsed.
pub fn check() -> Result<(), DataError> {
    CASES.check()
}

fn read_open() -> Result<Vec<Case>, DataError> {
    let mut joined: Vec<Case> = Vec::new();
    for file in OPEN {
        let cases = parse(file.text).map_err(|error| file.wrong(error))?;
        if let Some(twice) = cases.iter().find(|case| joined.iter().any(|before| before.id == case.id)) {
            return Err(file.wrong(format!("case `{}` is in another file too", twice.id)));
        }
        joined.extend(cases);
    }
    Ok(joined)
}

/// Groups by attribute and label.
type RawGroups = BTreeMap<String, BTreeMap<String, RawGroup>>;

#[derive(Deserialize)]
struct RawGroup {
    n: u32,
    shares: BTreeMap<String, f64>,
}

#[derive(Deserialize)]
struct Raw {
    id: String,
    survey: String,
    #[serde(default)]
    source: String,
    #[serde(default)]
    licence: String,
    #[serde(default)]
    year: Option<u16>,
    country: String,
    population: String,
    question: String,
    options: Vec<String>,
    shares: BTreeMap<String, f64>,
    #[serde(default)]
    ordinal: bool,
    #[serde(default)]
    ordinal_scale: Option<Vec<String>>,
    language: String,
    #[serde(default)]
    topic: String,
    #[serde(default)]
    kind: Option<CaseKind>,
    n: u32,
    #[serde(default)]
    n_eff: Option<f64>,
    #[serde(default)]
    core: bool,
    #[serde(default)]
    known: Known,
    /// Files use either name.
    #[serde(default)]
    by_segment: RawGroups,
    #[serde(default)]
    groups: RawGroups,
}

impl Raw {
    fn checked(self) -> Result<Case, String> {
        let language: Language =
            self.language.parse().map_err(|_| format!("its language `{}` is none of en, es, zh", self.language))?;
        if !(OPTIONS_MIN..=OPTIONS_MAX).contains(&self.options.len()) {
            return Err(format!("it has {} options; {OPTIONS_MIN} to {OPTIONS_MAX} can be asked", self.options.len()));
        }
        if self.question.trim().is_empty() {
            return Err("its question is empty".to_owned());
        }
        let shares = self.checked_shares()?;
        let ordinal_scale = self.positions_on_scale()?;
        let groups = self.attributes();
        let by_wording = || QuestionFamily::of(language, &self.question, &self.options);
        let family = self.kind.map_or_else(by_wording, CaseKind::family);
        Ok(Case {
            id: self.id,
            survey: self.survey,
            source: self.source,
            licence: self.licence,
            year: self.year,
            country: self.country,
            population: self.population,
            question: self.question,
            options: self.options,
            shares,
            ordinal_scale,
            language,
            topic: self.topic,
            family,
            n: self.n,
            n_eff: self.n_eff.unwrap_or(f64::from(self.n)),
            core: self.core,
            known: self.known,
            weight: 1.0,
            groups,
        })
    }

    fn checked_shares(&self) -> Result<Vec<f64>, String> {
        let distinct: HashSet<_> = self.options.iter().collect();
        if distinct.len() < self.options.len() {
            return Err("two of its options are the same".to_owned());
        }
        if let Some(stranger) = self.shares.keys().find(|option| !distinct.contains(option)) {
            return Err(format!("it has a share for `{stranger}`, which is no option"));
        }
        let share = |option| self.shares.get(option).copied().ok_or_else(|| format!("option `{option}` has no share"));
        let shares: Vec<f64> = self.options.iter().map(share).collect::<Result<_, _>>()?;
        if let Some(bad) = shares.iter().find(|share| !(0.0..=1.0).contains(*share)) {
            return Err(format!("a share is {bad}; shares lie between 0 and 1"));
        }
        let sum: f64 = shares.iter().sum();
        if (sum - 1.0).abs() > SHARES_SUM_TOLERANCE {
            return Err(format!("its shares sum to {sum:.4}, not to 1"));
        }
        Ok(shares.into_iter().map(|share| share / sum).collect())
    }

    fn positions_on_scale(&self) -> Result<Vec<usize>, String> {
        if !self.ordinal {
            return Ok(Vec::new());
        }
        // If all options form the scale, the file need not repeat them.
        let scale = self.ordinal_scale.as_deref().unwrap_or(&self.options);
        let position = |step: &String| {
            let found = self.options.iter().position(|option| option == step);
            found.ok_or_else(|| format!("`{step}` is on its scale, but no option"))
        };
        scale.iter().map(position).collect()
    }

    /// Drops groups that are too small or whose shares don't sum to one; the case stays valid without them.
    fn attributes(&self) -> Vec<CaseAttribute> {
        let named = self.by_segment.iter().chain(&self.groups);
        let attributes = named.map(|(name, labelled)| {
            let values = labelled.iter().filter_map(|(label, group)| group.checked(label, &self.options)).collect();
            CaseAttribute { name: name.clone(), values }
        });
        attributes.filter(|attribute| attribute.values.len() >= 2).collect()
    }
}

impl RawGroup {
    /// `None` if the group is too small or its shares don't sum to one.
    fn checked(&self, label: &str, options: &[String]) -> Option<CaseGroup> {
        // An option that nobody in the group chose may be missing.
        let shares: Vec<f64> = options.iter().map(|option| self.shares.get(option).copied().unwrap_or(0.0)).collect();
        let sum: f64 = shares.iter().sum();
        let adds_up = (sum - 1.0).abs() <= GROUP_SHARES_SUM_TOLERANCE && shares.iter().all(|share| *share >= 0.0);
        let shares = shares.into_iter().map(|share| share / sum).collect();
        (adds_up && self.n >= GROUP_PEOPLE_MIN).then(|| CaseGroup { label: label.to_owned(), n: self.n, shares })
    }
}
