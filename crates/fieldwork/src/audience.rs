//! The report's audience: rakes people's weights to its margins of age, sex and country, and adjusts their answers by the
//! forecast for their groups.

use std::collections::BTreeMap;

use forecast::joint::{Answers, ListAnswer, Predicted, rake};

use super::answer::CountedAnswer;

/// Age band, sex and country.
const MARGINS: usize = 3;

/// Index of a person's group in each margin; `None` where it is unknown or the audience has no such group.
type Cell = [Option<usize>; MARGINS];

#[derive(Debug, Clone, PartialEq)]
pub struct Audience {
    /// Groups of each margin.
    groups: [Vec<String>; MARGINS],
    /// Weighted share of each group in each margin.
    margins: Vec<Vec<f64>>,
    respondents: Vec<Respondent>,
    options: usize,
}

#[derive(Debug, Clone, PartialEq)]
struct Respondent {
    cell: Cell,
    weight: f64,
    /// Probabilities that the choice was drawn from; empty where the options were split into lists.
    forecast: Vec<f64>,
}

/// A synthetic respondent of the report.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// Age band, sex and country, where known.
    pub groups: [Option<String>; MARGINS],
    pub weight: f64,
    /// Probabilities that the choice was drawn from, by option; empty where the options were split into lists.
    pub forecast: Vec<f64>,
}

impl Audience {
    /// `options` is the number of options.
    pub fn new(members: impl IntoIterator<Item = Member>, options: usize) -> Self {
        let mut groups: [Vec<String>; MARGINS] = Default::default();
        let mut respondents = Vec::new();
        for member in members {
            let mut cell = Cell::default();
            for (margin, group) in member.groups.into_iter().enumerate() {
                let Some(group) = group else { continue };
                let known = groups[margin].iter().position(|it| *it == group);
                cell[margin] = Some(known.unwrap_or_else(|| {
                    groups[margin].push(group);
                    groups[margin].len() - 1
                }));
            }
            respondents.push(Respondent { cell, weight: member.weight, forecast: member.forecast });
        }
        let margins = (0..MARGINS).map(|margin| shares(&respondents, margin, groups[margin].len())).collect();
        Self { groups, margins, respondents, options }
    }

    /// Returns weighted answers, adjusted by the forecast for each person's groups from 100 people on.
    pub fn answers(&self, people: &[CountedAnswer]) -> Answers {
        self.counted(people, |chose| self.adjusted(chose))
    }

    /// Returns weighted answers without adjustment.
    pub fn unadjusted_answers(&self, people: &[CountedAnswer]) -> Answers {
        self.counted(people, |_| None)
    }

    fn counted(
        &self,
        people: &[CountedAnswer],
        adjusted: impl FnOnce(&[(Cell, usize, f64)]) -> Option<Answers>,
    ) -> Answers {
        let weights = self.weights(people);
        let mut lists: Vec<ListAnswer> = Vec::new();
        let mut chose: Vec<(Cell, usize, f64)> = Vec::new();
        for (person, weight) in people.iter().zip(weights) {
            if !person.details.lists.is_empty() {
                lists.extend(person.details.lists.iter().map(|list| ListAnswer { weight, ..list.clone() }));
            } else if let Some(choice) = person.choice.filter(|choice| *choice < self.options) {
                chose.push((self.cell(person), choice, weight));
            }
        }
        let plain = || Answers::of(chose.iter().map(|(_, choice, weight)| (*choice, *weight)), self.options);
        let choices = adjusted(&chose).unwrap_or_else(plain);
        if lists.is_empty() { choices } else { choices.and(&Answers::of_lists(&lists, self.options)) }
    }

    /// Returns a weight for each person. A weight that an upload supplied is kept; all others are raked.
    pub fn weights(&self, people: &[CountedAnswer]) -> Vec<f64> {
        let is_raked = |person: &&CountedAnswer| person.has_choice() && person.weight == 1.0;
        let cells: Vec<Vec<Option<usize>>> =
            people.iter().filter(is_raked).map(|person| self.cell(person).to_vec()).collect();
        let mut raked = rake(&cells, &self.margins).into_iter();
        let weight = |person: &CountedAnswer| {
            let raked = if is_raked(&person) { raked.next() } else { None };
            raked.unwrap_or(person.weight)
        };
        people.iter().map(weight).collect()
    }

    /// Returns the attributes that people's weights are raked to: those whose groups differ in the audience and are known of
    /// somebody.
    pub fn weighting_variables(&self, people: &[CountedAnswer]) -> Vec<&'static str> {
        let is_used = |margin: usize| {
            self.groups[margin].len() > 1 && people.iter().any(|person| self.cell(person)[margin].is_some())
        };
        let names = ["age_band", "sex", "country"].into_iter().enumerate();
        names.filter(|(margin, _)| is_used(*margin)).map(|(_, name)| name).collect()
    }

    /// Returns answers with a difference estimator that uses the forecast as the auxiliary variable; `None` below 100 people or
    /// without forecasts.
    fn adjusted(&self, people: &[(Cell, usize, f64)]) -> Option<Answers> {
        let nobody: Cell = Default::default();
        let total = self.forecast_for(&nobody)?;
        let mut known: BTreeMap<Cell, Vec<f64>> = BTreeMap::new();
        for (cell, ..) in people {
            if !known.contains_key(cell) {
                known.insert(*cell, self.forecast_for(cell).unwrap_or_else(|| total.clone()));
            }
        }
        let predicted = |(cell, choice, weight): &(Cell, usize, f64)| {
            Some(Predicted { choice: *choice, weight: *weight, forecast: known.get(cell)?.clone() })
        };
        let predicted: Vec<Predicted> = people.iter().map(predicted).collect::<Option<_>>()?;
        Answers::rectified(&predicted, &total)
    }

    /// Returns the weighted mean forecast of the respondents who match every known group of `cell`.
    fn forecast_for(&self, cell: &Cell) -> Option<Vec<f64>> {
        let is_like = |it: &&Respondent| cell.iter().zip(&it.cell).all(|(known, own)| known.is_none() || known == own);
        let (mut sum, mut total) = (vec![0.0; self.options], 0.0);
        for it in self.respondents.iter().filter(is_like).filter(|it| it.forecast.len() == self.options) {
            sum.iter_mut().zip(&it.forecast).for_each(|(sum, chance)| *sum += it.weight * chance);
            total += it.weight;
        }
        (total > 0.0).then(|| sum.into_iter().map(|sum| sum / total).collect())
    }

    fn cell(&self, person: &CountedAnswer) -> Cell {
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

    fn person(band: usize, choice: usize) -> CountedAnswer {
        CountedAnswer {
            choice: Some(choice),
            weight: 1.0,
            age_band: Some(BANDS[band].to_owned()),
            ..CountedAnswer::default()
        }
    }

    #[test]
    fn weights_restore_the_age_margin_of_the_audience() {
        let young = (0..30).map(|_| person(0, 0));
        let old = (0..10).map(|_| person(1, 1));
        let people: Vec<CountedAnswer> = young.chain(old).collect();
        let answers = audience().answers(&people);
        let shares: Vec<f64> = answers.alone().iter().map(|it| it.value).collect();
        assert!((shares[0] - 0.5).abs() < 1e-6, "{shares:?}");
        assert!(answers.size() < 40.0, "unequal weights tell less: {}", answers.size());
    }

    #[test]
    fn a_supplied_weight_is_kept_and_unknown_groups_weigh_one() {
        let weighed = CountedAnswer { weight: 3.0, ..person(0, 0) };
        let unknown = CountedAnswer { age_band: None, ..person(0, 1) };
        assert_eq!(audience().weights(&[weighed, unknown]), [3.0, 1.0]);
    }

    #[test]
    fn from_a_hundred_people_on_the_forecast_adjusts_their_answers() {
        let people: Vec<CountedAnswer> =
            (0..200).map(|at| person(at % 2, usize::from(at % 10 >= 5) ^ (at % 2))).collect();
        let few = audience().answers(&people[..90]);
        assert!(few.size() <= 90.0 + 1e-9);
        let agreeing: Vec<CountedAnswer> = (0..200).map(|at| person((at / 2) % 2, (at / 2) % 2)).collect();
        assert!(audience().answers(&agreeing).size() > 200.0);
    }

    #[test]
    fn best_and_worst_of_lists_count_beside_choices_from_elsewhere() {
        let list = ListAnswer { list: vec![0, 1], best: 1, worst: Some(0), weight: 1.0 };
        let details = super::super::answer::Details { lists: vec![list], ..Default::default() };
        let by_list = CountedAnswer { choice: None, details, ..person(0, 0) };
        let people: Vec<CountedAnswer> = (0..20).flat_map(|_| [by_list.clone(), person(1, 1)]).collect();
        let alone = audience().answers(&people).alone();
        assert!(alone[1].value > 0.8, "{alone:?}");
    }
}
