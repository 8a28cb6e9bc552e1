//! One question crossed with one attribute: weighted shares within each group, and how many it has.

use std::collections::BTreeMap;

use survey::report::{AnswerValue, Question, QuestionKind, RespondentRecord};

use crate::report_page::attributes::{Attribute, order};
use crate::report_page::heat::{Cell, cell};

/// The largest groups get a column; a table of fifty is read by nobody.
const COLUMNS_MAX: usize = 12;

pub struct CrossTable<'a> {
    pub question: &'a Question,
    pub attribute: &'static str,
    /// Everyone first, by no value.
    pub groups: Vec<Group>,
    pub rows: Vec<Row>,
    /// Of a rating, by group.
    pub means: Option<Vec<f64>>,
}

pub struct Group {
    pub value: Option<String>,
    pub base: usize,
}

pub struct Row {
    pub answer: Answer,
    pub cells: Vec<Cell>,
}

/// What a row counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Chosen(String),
    Rated(i64),
    Best(String),
    Worst(String),
}

impl Answer {
    fn is_in(&self, given: &AnswerValue) -> bool {
        match (self, given) {
            (Self::Chosen(option), AnswerValue::Text(text)) => option == text,
            (Self::Chosen(option), AnswerValue::Choices(choices)) => choices.contains(option),
            (Self::Rated(rating), AnswerValue::Rating(given)) => rating == given,
            (Self::Best(option), AnswerValue::BestWorst { best, .. }) => option == best,
            (Self::Worst(option), AnswerValue::BestWorst { worst, .. }) => option == worst,
            _ => false,
        }
    }
}

/// Words that everyone chose for themselves can't be counted.
pub fn is_crossable(question: &Question) -> bool {
    question.kind != QuestionKind::OpenText
}

type Voice<'a> = (&'a AnswerValue, f64);

/// None where nobody answered, or the question can't be counted.
pub fn table<'a>(
    question: &'a Question,
    attribute: &'static Attribute,
    people: &[&RespondentRecord],
) -> Option<CrossTable<'a>> {
    let voice = |respondent: &&'_ RespondentRecord| respondent.answers.contains_key(&question.id);
    let answered: Vec<&RespondentRecord> = people.iter().copied().filter(voice).collect();
    if answered.is_empty() || !is_crossable(question) {
        return None;
    }
    let columns = columns(question, attribute, &answered);
    let voices = || columns.iter().map(|(_, voices)| voices);
    let shares: Vec<(Answer, Vec<f64>)> = answers(question)
        .into_iter()
        .map(|answer| {
            let shares = voices().map(|voices| share(voices, &answer)).collect();
            (answer, shares)
        })
        .collect();
    let largest = shares.iter().flat_map(|(_, shares)| shares).copied().fold(0.0, f64::max);
    let shaded = |shares: Vec<f64>| shares.into_iter().map(|share| cell(share, largest)).collect();
    let rows = shares.into_iter().map(|(answer, shares)| Row { answer, cells: shaded(shares) }).collect();
    let means = (question.kind == QuestionKind::Rating).then(|| voices().map(|voices| mean(voices)).collect());
    let groups = columns.iter().map(|(value, voices)| Group { value: value.clone(), base: voices.len() }).collect();
    Some(CrossTable { question, attribute: attribute.name, groups, rows, means })
}

/// Everyone, then the groups in the attribute's order.
fn columns<'p>(
    question: &Question,
    attribute: &'static Attribute,
    people: &[&'p RespondentRecord],
) -> Vec<(Option<String>, Vec<Voice<'p>>)> {
    let mut groups: BTreeMap<String, Vec<Voice<'p>>> = BTreeMap::new();
    let mut everyone = Vec::with_capacity(people.len());
    for respondent in people {
        let Some(answer) = respondent.answers.get(&question.id) else { continue };
        everyone.push((answer, respondent.weight));
        if let Some(value) = attribute.of(&respondent.profile) {
            groups.entry(value).or_default().push((answer, respondent.weight));
        }
    }
    let mut groups: Vec<(String, Vec<Voice<'p>>)> = groups.into_iter().collect();
    if groups.len() > COLUMNS_MAX {
        groups.sort_by_key(|(_, voices)| std::cmp::Reverse(voices.len()));
        groups.truncate(COLUMNS_MAX);
    }
    groups.sort_by_key(|(value, _)| order(attribute.name, value));
    std::iter::once((None, everyone)).chain(groups.into_iter().map(|(value, voices)| (Some(value), voices))).collect()
}

fn answers(question: &Question) -> Vec<Answer> {
    let options = || question.options.iter().cloned();
    match (question.kind, &question.scale) {
        (QuestionKind::Rating, Some(scale)) => {
            (scale.min..=scale.max).map(|rating| Answer::Rated(rating.into())).collect()
        }
        (QuestionKind::BestWorst, _) => options().map(Answer::Best).chain(options().map(Answer::Worst)).collect(),
        _ => options().map(Answer::Chosen).collect(),
    }
}

fn share(voices: &[Voice<'_>], answer: &Answer) -> f64 {
    let weight = |voices: &mut dyn Iterator<Item = &Voice<'_>>| voices.map(|(_, weight)| weight).sum::<f64>();
    weight(&mut voices.iter().filter(|(given, _)| answer.is_in(given)))
        / weight(&mut voices.iter()).max(f64::MIN_POSITIVE)
}

fn mean(voices: &[Voice<'_>]) -> f64 {
    let rated = voices.iter().filter_map(|(given, weight)| match given {
        AnswerValue::Rating(rating) => Some((*rating as f64 * weight, *weight)),
        _ => None,
    });
    let (sum, weight) = rated.fold((0.0, 0.0), |(sum, all), (rating, weight)| (sum + rating, all + weight));
    sum / weight.max(f64::MIN_POSITIVE)
}
