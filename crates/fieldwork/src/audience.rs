//! The report's audience: weights people to its margins of age, sex and country, finds groups that hardly anybody answered
//! for, and adjusts answers by the forecast for people's groups.

use std::collections::BTreeMap;

use forecast::joint::{Answers, ListAnswer, Predicted, rake, share_at_bound, temper};

use super::answer::CountedAnswer;

/// Age band, sex and country.
const MARGINS: usize = 3;
const ATTRIBUTES: [&str; MARGINS] = ["age_band", "sex", "country"];
/// Smaller groups change the audience's shares by less than the intervals are wide.
const GROUP_SHARE_MIN: f64 = 0.1;
/// With fewer people of a group than this, one person's answer moves the group's share by half or more.
const GROUP_PEOPLE_MIN: f64 = 3.0;
/// A group with fewer people than this part of its share would need weights above 3, near the bound of 4.
const GROUP_PART_MIN: f64 = 1.0 / 3.0;
/// Weights at their bound that hold a tenth of the total stand for groups that raking could not restore.
const BOUND_SHARE_MAX: f64 = 0.1;

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

/// A group of the audience of which hardly anybody answered.
#[derive(Debug, Clone, PartialEq)]
pub struct MissingGroup {
    /// `age_band`, `sex` or `country`.
    pub attribute: &'static str,
    pub value: String,
    /// Share of the audience.
    pub share: f64,
    /// Number of counted people.
    pub people: usize,
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
    /// `options` is the number of answers to the choice: the options, and of prices that none of them will do.
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
        self.counted(people, self.weights(people), |chose| self.adjusted(chose))
    }

    /// Returns weighted answers without adjustment.
    pub fn unadjusted_answers(&self, people: &[CountedAnswer]) -> Answers {
        self.counted(people, self.weights(people), |_| None)
    }

    /// Returns answers with raked weights that are not tempered, without adjustment.
    pub fn raked_answers(&self, people: &[CountedAnswer]) -> Answers {
        self.counted(people, self.weights_by(people, |raked| raked), |_| None)
    }

    /// Counts people who saw all options by their final choice, and others by a model of their short lists.
    fn counted(
        &self,
        people: &[CountedAnswer],
        weights: Vec<f64>,
        adjusted: impl FnOnce(&[(Cell, usize, f64)]) -> Option<Answers>,
    ) -> Answers {
        let mut lists: Vec<ListAnswer> = Vec::new();
        let mut chose: Vec<(Cell, usize, f64)> = Vec::new();
        for (person, weight) in people.iter().zip(weights) {
            match person.choice.filter(|choice| *choice < self.options) {
                Some(choice) if person.saw_all(self.options) => chose.push((self.cell(person), choice, weight)),
                _ => lists.extend(person.details.lists.iter().map(|list| ListAnswer { weight, ..list.clone() })),
            }
        }
        let plain = || Answers::of(chose.iter().map(|(_, choice, weight)| (*choice, *weight)), self.options);
        let choices = adjusted(&chose).unwrap_or_else(plain);
        if lists.is_empty() { choices } else { choices.and(&Answers::of_lists(&lists, self.options)) }
    }

    /// Returns a weight for each person. A weight that an upload supplied is kept; all others are raked and tempered.
    pub fn weights(&self, people: &[CountedAnswer]) -> Vec<f64> {
        self.weights_by(people, |raked| temper(&raked))
    }

    fn weights_by(&self, people: &[CountedAnswer], finish: impl FnOnce(Vec<f64>) -> Vec<f64>) -> Vec<f64> {
        let mut raked = finish(self.raked(people)).into_iter();
        let weight = |person: &CountedAnswer| {
            let raked = if is_raked(person) { raked.next() } else { None };
            raked.or(person.weight).unwrap_or(1.0)
        };
        people.iter().map(weight).collect()
    }

    /// Returns raked weights of the people to whom no weight was supplied.
    fn raked(&self, people: &[CountedAnswer]) -> Vec<f64> {
        let raked = people.iter().filter(|person| is_raked(person));
        rake(&raked.map(|person| self.cell(person).to_vec()).collect::<Vec<_>>(), &self.margins)
    }

    /// Returns whether bounded weights leave the sample unlike the audience.
    pub fn is_at_bound(&self, people: &[CountedAnswer]) -> bool {
        share_at_bound(&self.raked(people)) >= BOUND_SHARE_MAX
    }

    /// Returns the groups with a tenth of the audience or more of which hardly anybody answered: fewer than three people,
    /// or fewer than a third of the group's share. An attribute that nobody stated is left out.
    pub fn missing(&self, people: &[CountedAnswer]) -> Vec<MissingGroup> {
        let cells: Vec<Cell> = people.iter().filter(|it| it.has_choice()).map(|it| self.stated(it)).collect();
        let mut missing = Vec::new();
        for (margin, shares) in self.margins.iter().enumerate() {
            let known = cells.iter().filter(|cell| cell[margin].is_some()).count() as f64;
            for (group, share) in shares.iter().enumerate().filter(|(_, share)| **share >= GROUP_SHARE_MIN) {
                let people = cells.iter().filter(|cell| cell[margin] == Some(group)).count();
                let least = (GROUP_PART_MIN * share * known).max(GROUP_PEOPLE_MIN);
                if known > 0.0 && (people as f64) < least {
                    let (attribute, value) = (ATTRIBUTES[margin], self.groups[margin][group].clone());
                    missing.push(MissingGroup { attribute, value, share: *share, people });
                }
            }
        }
        missing
    }

    /// Returns the attributes that people's weights are raked to: those whose groups differ in the audience and are known of
    /// somebody to whom no weight was supplied.
    pub fn weighting_variables(&self, people: &[CountedAnswer]) -> Vec<&'static str> {
        let is_used = |margin: usize| {
            let is_known = |person: &CountedAnswer| is_raked(person) && self.cell(person)[margin].is_some();
            self.groups[margin].len() > 1 && people.iter().any(is_known)
        };
        let names = ATTRIBUTES.into_iter().enumerate();
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

    /// Returns the person's groups, with a place beyond the last for a value that the audience does not have.
    fn stated(&self, person: &CountedAnswer) -> Cell {
        let mut cell = self.cell(person);
        let own = [&person.age_band, &person.sex, &person.country];
        for (margin, _) in own.into_iter().enumerate().filter(|(_, own)| own.is_some()) {
            cell[margin].get_or_insert(self.groups[margin].len());
        }
        cell
    }

    fn cell(&self, person: &CountedAnswer) -> Cell {
        let place = |margin: usize, own: &Option<String>| {
            own.as_ref().and_then(|own| self.groups[margin].iter().position(|group| group == own))
        };
        [place(0, &person.age_band), place(1, &person.sex), place(2, &person.country)]
    }
}

fn is_raked(person: &CountedAnswer) -> bool {
    person.has_choice() && person.weight.is_none()
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
        CountedAnswer { choice: Some(choice), age_band: Some(BANDS[band].to_owned()), ..CountedAnswer::default() }
    }

    /// Three quarters young, who choose the first option, and a quarter old, who choose the second.
    fn skewed(people: usize) -> Vec<CountedAnswer> {
        (0..people).map(|at| person(usize::from(at % 4 == 3), usize::from(at % 4 == 3))).collect()
    }

    #[test]
    fn weights_restore_the_age_margin_of_the_audience_the_more_the_more_people_answer() {
        let first = |answers: Answers| answers.alone()[0].value;
        assert!((first(audience().raked_answers(&skewed(40))) - 0.5).abs() < 1e-6);
        let [few, many] = [40, 4000].map(|people| first(audience().unadjusted_answers(&skewed(people))));
        assert!((0.6..0.7).contains(&few) && (0.5..0.51).contains(&many), "{few} {many}");
        assert!(audience().answers(&skewed(40)).size() < 40.0, "unequal weights tell less");
    }

    #[test]
    fn a_supplied_weight_of_one_is_not_raked() {
        let supplied = |people: &[CountedAnswer]| -> Vec<CountedAnswer> {
            people.iter().map(|it| CountedAnswer { weight: Some(1.0), ..it.clone() }).collect()
        };
        assert_eq!(audience().weights(&supplied(&skewed(40))), [1.0; 40]);
        assert_ne!(audience().weights(&skewed(40)), [1.0; 40]);
    }

    #[test]
    fn a_group_with_nearly_nobody_is_missing_unless_nobody_states_the_attribute() {
        let missing = |people: &[CountedAnswer]| {
            let all = audience().missing(people);
            all.into_iter().map(|it| (it.attribute, it.value, it.people)).collect::<Vec<_>>()
        };
        let old = |people| ("age_band", BANDS[1].to_owned(), people);
        let with = |young: usize, of_old: usize| {
            let (young, old) = ((0..young).map(|_| person(0, 0)), (0..of_old).map(|_| person(1, 1)));
            young.chain(old).collect::<Vec<_>>()
        };
        assert_eq!(missing(&with(30, 0)), [old(0)]);
        assert_eq!(missing(&with(95, 5)), [old(5)], "a third of an expected fifty are seventeen");
        assert_eq!(missing(&with(30, 10)), []);
        let silent = CountedAnswer { age_band: None, ..person(0, 0) };
        assert_eq!(missing(&vec![silent; 30]), []);
        assert!(audience().is_at_bound(&with(95, 5)) && !audience().is_at_bound(&with(30, 10)));
    }

    #[test]
    fn a_supplied_weight_is_kept_and_unknown_groups_weigh_one() {
        let weighed = CountedAnswer { weight: Some(3.0), ..person(0, 0) };
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
    fn who_saw_all_options_is_counted_by_the_final_choice() {
        let list = ListAnswer { list: vec![0, 1], best: 0, worst: Some(1), weight: 1.0 };
        let details = super::super::answer::Details { lists: vec![list], ..Default::default() };
        let people = vec![CountedAnswer { details, ..person(0, 1) }; 20];
        assert_eq!(audience().unadjusted_answers(&people).counts(), [0.0, 20.0]);
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
