//! Whom a report is about, by its respondents: people who answered are weighed so that their ages, sexes and countries are the
//! audience's, and what is forecast for people like each of them steadies their answers.

use std::collections::BTreeMap;

use contract::ReportResult;
use contract::ids::PREFERENCE;
use forecast::together::{Answers, ListAnswer, Predicted, rake};
use population::Attribute;

use super::told::Answered;

const MARGINS: [Attribute; 3] = [Attribute::Age, Attribute::Sex, Attribute::Country];

/// The group of each margin that somebody belongs to, where it is known and the audience has it.
type Cell = [Option<usize>; MARGINS.len()];

#[derive(Debug, Clone, PartialEq)]
pub struct Audience {
    /// By margin, the groups.
    groups: [Vec<String>; MARGINS.len()],
    /// By margin, the share of each group.
    margins: Vec<Vec<f64>>,
    respondents: Vec<Respondent>,
    options: usize,
}

#[derive(Debug, Clone, PartialEq)]
struct Respondent {
    cell: Cell,
    weight: f64,
    /// The chances that their choice was drawn from; empty where options were not all asked about at once.
    forecast: Vec<f64>,
}

impl Audience {
    pub fn of(result: &ReportResult) -> Self {
        let options = &result.research_input.options;
        let mut groups: [Vec<String>; MARGINS.len()] = Default::default();
        let mut respondents = Vec::with_capacity(result.sample_data.respondents.len());
        for respondent in &result.sample_data.respondents {
            let mut place = |margin: usize| {
                let group = respondent.profile.group(MARGINS[margin])?;
                let known = groups[margin].iter().position(|it| *it == group);
                Some(known.unwrap_or_else(|| {
                    groups[margin].push(group);
                    groups[margin].len() - 1
                }))
            };
            let chances = respondent.distributions.get(PREFERENCE);
            let chance = |option: &String| chances.and_then(|chances| chances.get(option).copied());
            respondents.push(Respondent {
                cell: [place(0), place(1), place(2)],
                weight: respondent.weight,
                forecast: options.iter().map(chance).collect::<Option<_>>().unwrap_or_else(Vec::new),
            });
        }
        let margins = (0..MARGINS.len()).map(|margin| shares(&respondents, margin, groups[margin].len())).collect();
        Self { groups, margins, respondents, options: options.len() }
    }

    /// What people answered, as many plain answers as that is worth; from a hundred people on, what is forecast for each
    /// steadies it.
    pub fn answers(&self, people: &[Answered]) -> Answers {
        self.counted(people, |chose| self.steadied(chose))
    }

    /// What people answered, weighed and nothing else.
    pub fn plain_answers(&self, people: &[Answered]) -> Answers {
        self.counted(people, |_| None)
    }

    fn counted(&self, people: &[Answered], steadied: impl FnOnce(&[(Cell, usize, f64)]) -> Option<Answers>) -> Answers {
        let weights = self.weights(people);
        let mut lists: Vec<ListAnswer> = Vec::new();
        let mut chose: Vec<(Cell, usize, f64)> = Vec::new();
        for (person, weight) in people.iter().zip(weights) {
            if !person.told.lists.is_empty() {
                lists.extend(person.told.lists.iter().map(|list| ListAnswer { weight, ..list.clone() }));
            } else if let Some(choice) = person.choice.filter(|choice| *choice < self.options) {
                chose.push((self.cell(person), choice, weight));
            }
        }
        let plain = || Answers::of(chose.iter().map(|(_, choice, weight)| (*choice, *weight)), self.options);
        let choices = steadied(&chose).unwrap_or_else(plain);
        if lists.is_empty() { choices } else { choices.and(&Answers::of_lists(&lists, self.options)) }
    }

    /// A weight for each person. Whoever came with one from elsewhere keeps it.
    pub fn weights(&self, people: &[Answered]) -> Vec<f64> {
        let is_raked = |person: &&Answered| person.counts() && person.weight == 1.0;
        let cells: Vec<Vec<Option<usize>>> =
            people.iter().filter(is_raked).map(|person| self.cell(person).to_vec()).collect();
        let mut raked = rake(&cells, &self.margins).into_iter();
        let weight = |person: &Answered| {
            let raked = if is_raked(&person) { raked.next() } else { None };
            raked.unwrap_or(person.weight)
        };
        people.iter().map(weight).collect()
    }

    /// Answers less what is forecast of who came; `None` with few people, or where nothing is forecast for them.
    fn steadied(&self, people: &[(Cell, usize, f64)]) -> Option<Answers> {
        let nobody: Cell = Default::default();
        let whole = self.forecast_for(&nobody)?;
        let mut known: BTreeMap<Cell, Vec<f64>> = BTreeMap::new();
        for (cell, ..) in people {
            if !known.contains_key(cell) {
                known.insert(*cell, self.forecast_for(cell).unwrap_or_else(|| whole.clone()));
            }
        }
        let predicted = |(cell, choice, weight): &(Cell, usize, f64)| {
            Some(Predicted { choice: *choice, weight: *weight, forecast: known.get(cell)?.clone() })
        };
        let predicted: Vec<Predicted> = people.iter().map(predicted).collect::<Option<_>>()?;
        Answers::rectified(&predicted, &whole)
    }

    /// The mean forecast over all respondents who are alike in what is known of somebody.
    fn forecast_for(&self, cell: &Cell) -> Option<Vec<f64>> {
        let is_like = |it: &&Respondent| cell.iter().zip(&it.cell).all(|(known, own)| known.is_none() || known == own);
        let (mut sum, mut total) = (vec![0.0; self.options], 0.0);
        for it in self.respondents.iter().filter(is_like).filter(|it| it.forecast.len() == self.options) {
            sum.iter_mut().zip(&it.forecast).for_each(|(sum, chance)| *sum += it.weight * chance);
            total += it.weight;
        }
        (total > 0.0).then(|| sum.into_iter().map(|sum| sum / total).collect())
    }

    fn cell(&self, person: &Answered) -> Cell {
        let place = |margin: usize, own: &Option<String>| {
            own.as_ref().and_then(|own| self.groups[margin].iter().position(|group| group == own))
        };
        [place(0, &person.age_band), place(1, &person.sex), place(2, &person.country)]
    }
}

fn shares(respondents: &[Respondent], margin: usize, groups: usize) -> Vec<f64> {
    let known = respondents.iter().filter_map(|it| Some((it.cell[margin]?, it.weight)));
    statistics::weighted_shares(known, groups)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BANDS: [&str; 2] = ["18-29", "30-44"];

    /// Half of the audience is in each band; the younger would choose the first option, the older the second.
    fn audience() -> Audience {
        let respondent = |at: usize| Respondent {
            cell: [Some(at % 2), None, None],
            weight: 1.0,
            forecast: if at.is_multiple_of(2) { vec![0.8, 0.2] } else { vec![0.2, 0.8] },
        };
        Audience {
            groups: [BANDS.map(str::to_owned).to_vec(), Vec::new(), Vec::new()],
            margins: vec![vec![0.5, 0.5], Vec::new(), Vec::new()],
            respondents: (0..40).map(respondent).collect(),
            options: 2,
        }
    }

    fn person(band: usize, choice: usize) -> Answered {
        Answered { choice: Some(choice), weight: 1.0, age_band: Some(BANDS[band].to_owned()), ..Answered::default() }
    }

    #[test]
    fn a_crowd_that_is_too_young_counts_as_the_audience_would() {
        let young = (0..30).map(|_| person(0, 0));
        let old = (0..10).map(|_| person(1, 1));
        let people: Vec<Answered> = young.chain(old).collect();
        let answers = audience().answers(&people);
        let shares: Vec<f64> = answers.alone().iter().map(|it| it.value).collect();
        assert!((shares[0] - 0.5).abs() < 1e-6, "{shares:?}");
        assert!(answers.size() < 40.0, "unequal weights tell less: {}", answers.size());
    }

    #[test]
    fn a_weight_from_elsewhere_stands_and_what_is_not_known_weighs_one() {
        let weighed = Answered { weight: 3.0, ..person(0, 0) };
        let unknown = Answered { age_band: None, ..person(0, 1) };
        assert_eq!(audience().weights(&[weighed, unknown]), [3.0, 1.0]);
    }

    #[test]
    fn from_a_hundred_people_on_the_forecast_for_each_steadies_their_answers() {
        let people: Vec<Answered> = (0..200).map(|at| person(at % 2, usize::from(at % 10 >= 5) ^ (at % 2))).collect();
        let few = audience().answers(&people[..90]);
        assert!(few.size() <= 90.0 + 1e-9);
        let agreeing: Vec<Answered> = (0..200).map(|at| person((at / 2) % 2, (at / 2) % 2)).collect();
        assert!(audience().answers(&agreeing).size() > 200.0);
    }

    #[test]
    fn best_and_worst_of_lists_count_beside_choices_from_elsewhere() {
        let list = ListAnswer { list: vec![0, 1], best: 1, worst: Some(0), weight: 1.0 };
        let told = super::super::told::Told { lists: vec![list], ..Default::default() };
        let by_list = Answered { choice: None, told, ..person(0, 0) };
        let people: Vec<Answered> = (0..20).flat_map(|_| [by_list.clone(), person(1, 1)]).collect();
        let alone = audience().answers(&people).alone();
        assert!(alone[1].value > 0.8, "{alone:?}");
    }
}
