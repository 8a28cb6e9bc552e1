//! Cross tables: weighted shares of one question's answers within each group of an attribute, with unweighted bases.

use std::collections::BTreeMap;

use contract::{AnswerValue, Question, QuestionKind, RespondentRecord};
use population::Attribute;

use crate::report_page::attributes::order;
use crate::report_page::heat::{BASE_MIN, Cell, cell};

/// Only the largest groups get a column, to keep the table readable.
const COLUMNS_MAX: usize = 12;

pub struct CrossTable<'a> {
    pub question: &'a Question,
    pub attribute: &'static str,
    /// The first column is everyone and has no value.
    pub groups: Vec<Group>,
    pub rows: Vec<Row>,
    /// Weighted mean rating per group, for rating questions.
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

/// The answer that a row counts.
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

/// Whether the question can be tabulated; open answers cannot.
pub fn is_crossable(question: &Question) -> bool {
    question.kind != QuestionKind::OpenText
}

type Voice<'a> = (&'a AnswerValue, f64);

/// Returns `None` if nobody answered or the question cannot be tabulated.
pub fn table<'a>(question: &'a Question, attribute: Attribute, people: &[&RespondentRecord]) -> Option<CrossTable<'a>> {
    let voice = |respondent: &&'_ RespondentRecord| respondent.answers.contains_key(&question.id);
    let answered: Vec<&RespondentRecord> = people.iter().copied().filter(voice).collect();
    if answered.is_empty() || !is_crossable(question) {
        return None;
    }
    let columns = columns(question, attribute, &answered);
    let voices = || columns.iter().map(|(_, voices)| voices);
    let answers = answers(question);
    let printed: Vec<Vec<f64>> = voices().map(|voices| printed_shares(question.kind, voices, &answers)).collect();
    let by_group = |at: usize| printed.iter().map(|shares| shares[at]).collect::<Vec<_>>();
    let shares: Vec<(Answer, Vec<f64>)> =
        answers.into_iter().enumerate().map(|(at, answer)| (answer, by_group(at))).collect();
    let bases: Vec<usize> = voices().map(Vec::len).collect();
    let with_bases = |shares: &[f64]| shares.iter().copied().zip(bases.iter().copied()).collect::<Vec<_>>();
    let enough = |(share, base): (f64, usize)| (base >= BASE_MIN).then_some(share);
    let largest = shares.iter().flat_map(|(_, shares)| with_bases(shares)).filter_map(enough).fold(0.0, f64::max);
    let shaded =
        |shares: Vec<f64>| with_bases(&shares).into_iter().map(|(share, base)| cell(share, largest, base)).collect();
    let rows = shares.into_iter().map(|(answer, shares)| Row { answer, cells: shaded(shares) }).collect();
    let means = (question.kind == QuestionKind::Rating).then(|| voices().map(|voices| mean(voices)).collect());
    let groups = columns.iter().map(|(value, voices)| Group { value: value.clone(), base: voices.len() }).collect();
    Some(CrossTable { question, attribute: attribute.group_code(), groups, rows, means })
}

/// Returns everyone, then the groups in the attribute's order.
fn columns<'p>(
    question: &Question,
    attribute: Attribute,
    people: &[&'p RespondentRecord],
) -> Vec<(Option<String>, Vec<Voice<'p>>)> {
    let mut groups: BTreeMap<String, Vec<Voice<'p>>> = BTreeMap::new();
    let mut everyone = Vec::with_capacity(people.len());
    for respondent in people {
        let Some(answer) = respondent.answers.get(&question.id) else { continue };
        everyone.push((answer, respondent.weight));
        if let Some(value) = respondent.profile.group(attribute) {
            groups.entry(value).or_default().push((answer, respondent.weight));
        }
    }
    let mut groups: Vec<(String, Vec<Voice<'p>>)> = groups.into_iter().collect();
    if groups.len() > COLUMNS_MAX {
        groups.sort_by_key(|(_, voices)| std::cmp::Reverse(voices.len()));
        groups.truncate(COLUMNS_MAX);
    }
    groups.sort_by_key(|(value, _)| order(attribute, value));
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

/// Returns the shares of the answers in one group. Those of which everybody gave one add up.
fn printed_shares(kind: QuestionKind, voices: &[Voice<'_>], answers: &[Answer]) -> Vec<f64> {
    let shares: Vec<f64> = answers.iter().map(|answer| share(voices, answer)).collect();
    match kind {
        QuestionKind::MultipleChoice | QuestionKind::OpenText => shares,
        QuestionKind::SingleChoice | QuestionKind::Rating => wording::whole_shares(&shares),
        // The first half is of the best, the second of the worst.
        QuestionKind::BestWorst => {
            shares.chunks(shares.len().div_ceil(2).max(1)).flat_map(wording::whole_shares).collect()
        }
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

#[cfg(test)]
mod tests {
    use contract::{AskedOf, Everyone, Scale};

    use super::*;
    use crate::report_page::attributes::grouping;

    fn question(kind: QuestionKind, options: &[&str]) -> Question {
        let scale = Scale { min: 1, max: 5, min_label: String::new(), max_label: String::new() };
        Question {
            id: "asked".to_owned(),
            title: String::new(),
            kind,
            options: options.iter().map(|option| (*option).to_owned()).collect(),
            scale: Some(scale),
            asked_of: AskedOf::Everyone(Everyone::All),
        }
    }

    fn respondent(sex: &str, weight: f64, answer: Option<AnswerValue>) -> RespondentRecord {
        RespondentRecord {
            respondent_id: String::new(),
            display_name: String::new(),
            profile: (&population::Profile::default().with(Attribute::Sex, sex)).into(),
            weight,
            form_number: 1,
            form: Vec::new(),
            answers: answer.into_iter().map(|answer| ("asked".to_owned(), answer)).collect(),
            distributions: BTreeMap::new(),
        }
    }

    fn crossed<'a>(question: &'a Question, people: &[RespondentRecord]) -> Option<CrossTable<'a>> {
        table(question, grouping("sex").unwrap(), &people.iter().collect::<Vec<_>>())
    }

    fn shares(table: &CrossTable<'_>) -> Vec<Vec<f64>> {
        table.rows.iter().map(|row| row.cells.iter().map(|cell| cell.share).collect()).collect()
    }

    #[test]
    fn shares_are_weighted_within_each_group_of_those_who_answered() {
        let chose = |option: &str| Some(AnswerValue::Text(option.to_owned()));
        let people = [
            respondent("female", 1.5, chose("a")),
            respondent("female", 0.5, chose("b")),
            respondent("male", 2.0, chose("b")),
            respondent("male", 1.0, None),
        ];
        let asked = question(QuestionKind::SingleChoice, &["a", "b"]);
        let table = crossed(&asked, &people).unwrap();
        assert_eq!(table.groups.iter().map(|group| group.base).collect::<Vec<_>>(), [3, 2, 1]);
        // 37.5 % and 62.5 %, printed so that they add up.
        assert_eq!(shares(&table), [[0.37, 0.75, 0.0], [0.63, 0.25, 1.0]]);
        assert!(table.means.is_none());
    }

    #[test]
    fn several_choices_count_each_and_first_and_last_count_apart() {
        let both = AnswerValue::Choices(vec!["a".to_owned(), "b".to_owned()]);
        let asked = question(QuestionKind::MultipleChoice, &["a", "b"]);
        assert_eq!(shares(&crossed(&asked, &[respondent("male", 1.0, Some(both))]).unwrap()), [[1.0, 1.0], [1.0, 1.0]]);
        let ends = AnswerValue::BestWorst { best: "a".to_owned(), worst: "b".to_owned() };
        let asked = question(QuestionKind::BestWorst, &["a", "b"]);
        let table = crossed(&asked, &[respondent("male", 1.0, Some(ends))]).unwrap();
        assert_eq!(shares(&table), [[1.0, 1.0], [0.0, 0.0], [0.0, 0.0], [1.0, 1.0]]);
    }

    #[test]
    fn a_rating_has_a_weighted_mean() {
        let rated = |rating| Some(AnswerValue::Rating(rating));
        let people = [respondent("female", 1.0, rated(5)), respondent("male", 3.0, rated(1))];
        let asked = question(QuestionKind::Rating, &[]);
        let table = crossed(&asked, &people).unwrap();
        assert_eq!(table.means, Some(vec![2.0, 5.0, 1.0]));
        assert_eq!(table.rows.len(), 5);
    }

    #[test]
    fn what_nobody_answered_has_no_table() {
        assert!(crossed(&question(QuestionKind::SingleChoice, &["a"]), &[respondent("male", 1.0, None)]).is_none());
        let text = Some(AnswerValue::Text("because".to_owned()));
        assert!(crossed(&question(QuestionKind::OpenText, &[]), &[respondent("male", 1.0, text)]).is_none());
    }
}
