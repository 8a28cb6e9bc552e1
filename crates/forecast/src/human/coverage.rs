//! How many people's answers a forecast is worth: the largest size whose 95 % intervals hold people's figures that
//! often. Surveys weigh the same, since figures of one survey partly repeat each other. Coverage is judged with sizes
//! that were fitted without the survey.

use std::collections::{BTreeMap, BTreeSet};

use super::Prediction;
use super::pair::Pair;
use super::rounded;
use super::tune::{Folds, SURVEYS_MIN};
use crate::calibration::{ScaleRecord, ShareCoverage};
use foundation::Language;

/// A language with fewer surveys gets the figures of all languages.
pub(super) const SURVEYS_OWN_MIN: usize = 5;
/// How often intervals must hold on surveys that were left out, less a rounding error.
const WANTED: f64 = 0.95 - 1e-9;
/// Intervals hold less often on surveys that their size was not fitted to, so only a part of the size is kept: the
/// largest of these with which intervals hold often enough on surveys left out.
const KEPT_STEP: f64 = 0.04;
const KEPT_STEPS: u32 = 20;
/// The sizes that are tried, each greater than the one before by the same factor.
const SIZE_MIN: f64 = 1.0;
const SIZE_MAX: f64 = 400.0;
const SIZE_STEPS: u32 = 59;
/// The size of all languages counts as much as this many surveys of one language.
const BORROWED_SURVEYS: f64 = 10.0;
/// Where the spans of forecast shares begin and end.
const SPANS: [f64; 5] = [0.0, 0.05, 0.2, 0.5, 1.0];

/// What an engine's shares are worth, in all and by language.
pub(super) struct Coverage<'a> {
    pairs: Vec<Pair<'a>>,
    sizes: Sizes,
    /// By fold, the sizes fitted on the other folds.
    left_out: Vec<Sizes>,
}

impl<'a> Coverage<'a> {
    pub(super) fn of(judged: &[&Prediction<'a>], folds: &Folds<'a>) -> Self {
        let pairs: Vec<Pair<'a>> = judged.iter().flat_map(|it| Pair::of_shares(it, folds.fold_of(it.case))).collect();
        let all: Vec<&Pair<'a>> = pairs.iter().collect();
        let left_out: Vec<Sizes> = (0..folds.count()).map(|fold| Sizes::of(&without(&pairs, fold))).collect();
        let kept =
            part_kept(|part| held(pairs.iter().map(|pair| (pair, part * left_out[pair.fold].at(pair.language)))));
        let left_out = left_out.into_iter().map(|sizes| sizes.times(kept)).collect();
        Self { sizes: Sizes::of(&all).times(kept), left_out, pairs }
    }

    /// How many people's answers the engine's are worth in a language.
    pub(super) fn size(&self, language: Language) -> f64 {
        self.sizes.at(language)
    }

    /// The same, fitted without one fold.
    pub(super) fn size_without(&self, fold: usize, language: Language) -> f64 {
        self.left_out[fold].at(language)
    }

    /// The language, if it has enough surveys for figures of its own.
    pub(super) fn scope(&self, language: Language) -> Option<Language> {
        self.sizes.own.contains_key(&language).then_some(language)
    }

    /// The part of the intervals that held, in a language or in all.
    pub(super) fn held(&self, scope: Option<Language>) -> f64 {
        held(self.judged(scope))
    }

    /// The same by forecast share; spans without any are left out.
    pub(super) fn by_share(&self, scope: Option<Language>) -> Vec<ShareCoverage> {
        let last = SPANS.len() - 2;
        let span = |(at, bounds): (usize, &[f64])| {
            let (from, to) = (bounds[0], bounds[1]);
            let is_inside = |said: f64| said >= from && (said < to || at == last);
            let inside = self.judged(scope).filter(|(pair, _)| pair.said_share().is_some_and(is_inside));
            let inside: Vec<(&Pair<'a>, f64)> = inside.collect();
            let pairs = u32::try_from(inside.len()).unwrap_or(u32::MAX);
            (pairs > 0).then(|| ShareCoverage { from, to, pairs, coverage: rounded(held(inside.into_iter()), 4) })
        };
        SPANS.windows(2).enumerate().filter_map(span).collect()
    }

    /// Every pair with the size that was fitted without its survey.
    fn judged(&self, scope: Option<Language>) -> impl Iterator<Item = (&Pair<'a>, f64)> {
        let own = self.pairs.iter().filter(move |pair| scope.is_none_or(|scope| pair.language == scope));
        own.map(move |pair| (pair, self.size_without(pair.fold, pair.language)))
    }
}

/// What means and top-two boxes are worth, in all languages; none where too few surveys have scales.
pub(super) fn scale_record(judged: &[&Prediction<'_>], folds: &Folds<'_>) -> Option<ScaleRecord> {
    let by_case: Vec<Vec<Pair<'_>>> =
        judged.iter().map(|it| Pair::of_scale(it, folds.fold_of(it.case))).filter(|pairs| !pairs.is_empty()).collect();
    let cases = u32::try_from(by_case.len()).unwrap_or(u32::MAX);
    let pairs: Vec<Pair<'_>> = by_case.into_iter().flatten().collect();
    let all: Vec<&Pair<'_>> = pairs.iter().collect();
    if surveys(&all) < SURVEYS_MIN {
        return None;
    }
    let left_out: Vec<f64> = (0..folds.count()).map(|fold| size(&without(&pairs, fold))).collect();
    let kept = part_kept(|part| held(pairs.iter().map(|pair| (pair, part * left_out[pair.fold]))));
    Some(ScaleRecord {
        cases,
        effective_size: rounded(kept * size(&all), 1),
        coverage: rounded(held(pairs.iter().map(|pair| (pair, kept * left_out[pair.fold]))), 4),
    })
}

/// Sizes that were fitted to some pairs.
struct Sizes {
    all: f64,
    /// Of the languages with surveys enough.
    own: BTreeMap<Language, f64>,
}

impl Sizes {
    fn of(pairs: &[&Pair<'_>]) -> Self {
        let all = size(pairs);
        let own = Language::ALL.into_iter().filter_map(|language| {
            let own: Vec<&Pair<'_>> = pairs.iter().copied().filter(|pair| pair.language == language).collect();
            let surveys = surveys(&own);
            (surveys >= SURVEYS_OWN_MIN).then(|| (language, drawn_in(size(&own), all, surveys)))
        });
        Self { own: own.collect(), all }
    }

    fn times(mut self, part: f64) -> Self {
        self.all *= part;
        self.own.values_mut().for_each(|size| *size *= part);
        self
    }

    fn at(&self, language: Language) -> f64 {
        self.own.get(&language).copied().unwrap_or(self.all)
    }
}

/// A language's size, drawn in toward that of all languages: with few surveys it owes much to chance.
fn drawn_in(own: f64, all: f64, surveys: usize) -> f64 {
    let kept = surveys as f64 / (surveys as f64 + BORROWED_SURVEYS);
    (all.ln() + kept * (own.ln() - all.ln())).exp()
}

/// The largest part of the sizes with which intervals hold on surveys left out; the smallest if none does.
fn part_kept(held: impl Fn(f64) -> f64) -> f64 {
    let part = |step: u32| 1.0 - KEPT_STEP * f64::from(step);
    (0..=KEPT_STEPS).map(part).find(|part| held(*part) >= WANTED).unwrap_or_else(|| part(KEPT_STEPS))
}

/// The largest size with which intervals hold as often as they say; the smallest if none does.
fn size(pairs: &[&Pair<'_>]) -> f64 {
    let step = |at: u32| SIZE_MIN * (SIZE_MAX / SIZE_MIN).powf(f64::from(at) / f64::from(SIZE_STEPS));
    let sizes: Vec<f64> = (0..=SIZE_STEPS).map(step).collect();
    // A greater size makes narrower intervals, so the sizes that hold often enough come first.
    let enough = sizes.partition_point(|size| held(pairs.iter().map(|pair| (*pair, *size))) >= WANTED);
    sizes[enough.saturating_sub(1)]
}

/// The part of the intervals that hold, with all surveys weighing the same; zero without any.
fn held<'p, 'a: 'p>(pairs: impl Iterator<Item = (&'p Pair<'a>, f64)>) -> f64 {
    let mut by_survey: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (pair, size) in pairs {
        let (held, all) = by_survey.entry(pair.survey).or_default();
        *held += if pair.holds(size) { 1.0 } else { 0.0 };
        *all += 1.0;
    }
    by_survey.values().map(|(held, all)| held / all).sum::<f64>() / by_survey.len().max(1) as f64
}

fn without<'p, 'a>(pairs: &'p [Pair<'a>], fold: usize) -> Vec<&'p Pair<'a>> {
    pairs.iter().filter(|pair| pair.fold != fold).collect()
}

fn surveys(pairs: &[&Pair<'_>]) -> usize {
    pairs.iter().map(|pair| pair.survey).collect::<BTreeSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::Case;
    use crate::human::panel::draw;
    use crate::human::tests::made;
    use foundation::chance::stream;

    fn people_s(cases: &[Case], people: u32) -> Vec<Prediction<'_>> {
        let drawn = |case: &Case| draw(&case.shares, people, &mut stream(5, &case.id));
        cases.iter().map(|case| Prediction { case, shares: drawn(case) }).collect()
    }

    fn within(found: f64, expected: f64, factor: f64) -> bool {
        found < expected * factor && found > expected / factor
    }

    #[test]
    fn a_forecast_made_of_so_many_people_s_answers_is_worth_them() {
        let cases = made(40, 8, 4);
        for people in [12, 40, 120] {
            let predictions = people_s(&cases, people);
            let pairs: Vec<Pair<'_>> = predictions.iter().flat_map(|it| Pair::of_shares(it, 0)).collect();
            let found = size(&pairs.iter().collect::<Vec<_>>());
            assert!(within(found, f64::from(people), 1.6), "{found} for {people}");
        }
    }

    #[test]
    fn so_are_its_means_and_top_two_boxes_on_a_scale() {
        let mut cases = made(30, 8, 5);
        cases.iter_mut().for_each(|case| case.ordinal_scale = (0..5).collect());
        let predictions = people_s(&cases, 40);
        let folds = Folds::new(predictions.clone(), &cases);
        let record = scale_record(&predictions.iter().collect::<Vec<_>>(), &folds).unwrap();
        assert_eq!(record.cases, 240);
        assert!(within(record.effective_size, 40.0, 1.6) && record.coverage > 0.92, "{record:?}");
    }

    #[test]
    fn too_few_surveys_with_scales_have_no_record() {
        let mut cases = made(5, 2, 5);
        cases.iter_mut().take(4).for_each(|case| case.ordinal_scale = (0..5).collect());
        let predictions = people_s(&cases, 40);
        let folds = Folds::new(predictions.clone(), &cases);
        assert_eq!(scale_record(&predictions.iter().collect::<Vec<_>>(), &folds), None);
    }

    #[test]
    fn how_often_intervals_hold_is_told_by_sizes_fitted_without_the_survey() {
        let cases = made(24, 5, 4);
        let predictions = people_s(&cases, 40);
        let folds = Folds::new(predictions.clone(), &cases);
        let coverage = Coverage::of(&predictions.iter().collect::<Vec<_>>(), &folds);
        let held = coverage.held(None);
        assert!(held > 0.9 && held < 0.99, "{held}");
        let spans = coverage.by_share(None);
        assert_eq!(spans.iter().map(|span| span.pairs).sum::<u32>(), 24 * 5 * 4);
        assert!(spans.iter().all(|span| span.from < span.to && span.coverage > 0.75), "{spans:?}");
    }

    #[test]
    fn a_language_with_few_surveys_has_the_size_of_all_and_others_come_near_it() {
        let mut cases = made(20, 5, 4);
        let (others, chinese) = cases.split_at_mut(80);
        others[..40].iter_mut().for_each(|case| case.language = Language::Es);
        chinese.iter_mut().for_each(|case| case.language = Language::Zh);
        let mut predictions = people_s(&cases, 100);
        // In Spanish the forecasts are of ten people each.
        predictions[..40].clone_from_slice(&people_s(&cases[..40], 10));
        let folds = Folds::new(predictions.clone(), &cases);
        let coverage = Coverage::of(&predictions.iter().collect::<Vec<_>>(), &folds);
        let (spanish, all) = (coverage.size(Language::Es), coverage.size(Language::Zh));
        assert_eq!((coverage.scope(Language::Es), coverage.scope(Language::Zh)), (Some(Language::Es), None));
        assert!(spanish < all && all < coverage.size(Language::En), "{spanish} {all}");
        // Ten surveys count as much as those of all languages: the geometric mean.
        assert!((drawn_in(10.0, 40.0, 10) - 20.0).abs() < 1e-9);
    }

    #[test]
    fn a_size_fitted_without_a_fold_does_not_know_it() {
        let cases = made(6, 4, 4);
        let mut altered = cases.clone();
        let first = altered[0].survey.clone();
        altered.iter_mut().filter(|case| case.survey == first).for_each(|case| case.shares.reverse());
        let without_first = |cases: &[Case]| {
            let predictions: Vec<_> =
                cases.iter().map(|case| Prediction { case, shares: vec![0.4, 0.3, 0.2, 0.1] }).collect();
            let folds = Folds::new(predictions.clone(), cases);
            let pairs: Vec<Pair<'_>> =
                predictions.iter().flat_map(|it| Pair::of_shares(it, folds.fold_of(it.case))).collect();
            Sizes::of(&without(&pairs, folds.fold_of(&cases[0]))).at(Language::En)
        };
        assert_eq!(without_first(&cases), without_first(&altered));
    }
}
