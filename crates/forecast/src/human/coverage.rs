//! Coverage of the 95 % intervals that reports print, and the largest single size at which 95 % intervals cover people's
//! figures at the nominal rate. Surveys have equal weight, since figures of one survey are correlated. Both are
//! cross-validated: they are scored with sizes fitted without the survey.

use std::collections::{BTreeMap, BTreeSet};

use super::Prediction;
use super::pair::Pair;
use super::rounded;
use super::tune::{Folds, SURVEYS_MIN};
use crate::calibration::{ScaleRecord, ShareCoverage};
use crate::joint::EffectiveSize;
use foundation::Language;

/// A language with fewer surveys uses the figures pooled over all languages.
pub(super) const SURVEYS_OWN_MIN: usize = 5;
/// Required coverage on held-out surveys, less a rounding error.
const WANTED: f64 = 0.95 - 1e-9;
/// Coverage is lower on held-out surveys than on those that a size was fitted to, so sizes are reduced: by the
/// smallest of these steps at which held-out coverage is sufficient.
const FACTOR_STEP: f64 = 0.04;
const FACTOR_STEPS: u32 = 20;
/// Geometric grid of candidate sizes.
const SIZE_MIN: f64 = 1.0;
const SIZE_MAX: f64 = 400.0;
const SIZE_STEPS: u32 = 59;
/// Weight of the pooled size in a language's estimate, in surveys.
const POOLED_WEIGHT_SURVEYS: f64 = 10.0;
/// Boundaries of the spans of forecast shares.
const SPANS: [f64; 5] = [0.0, 0.05, 0.2, 0.5, 1.0];

/// Coverage of an engine's intervals, and single sizes that would have sufficed, pooled and by language.
pub(super) struct Coverage<'a> {
    pairs: Vec<Pair<'a>>,
    sizes: Sizes,
}

impl<'a> Coverage<'a> {
    /// `effective_sizes`: by fold, the distribution fitted on the other folds.
    pub(super) fn of(scored: &[&Prediction<'a>], folds: &Folds<'a>, effective_sizes: &[EffectiveSize]) -> Self {
        let of_case = |it: &&Prediction<'a>| {
            let fold = folds.fold_of(it.case);
            Pair::of_shares(it, fold, &effective_sizes[fold])
        };
        let pairs: Vec<Pair<'a>> = scored.iter().flat_map(of_case).collect();
        let all: Vec<&Pair<'a>> = pairs.iter().collect();
        let left_out: Vec<Sizes> = (0..folds.count()).map(|fold| Sizes::of(&without(&pairs, fold))).collect();
        let kept = reduction_factor(|part| {
            coverage(pairs.iter().map(|pair| (pair, pair.covers(part * left_out[pair.fold].at(pair.language)))))
        });
        Self { sizes: Sizes::of(&all).times(kept), pairs }
    }

    /// Returns the effective sample size in a language.
    pub(super) fn size(&self, language: Language) -> f64 {
        self.sizes.at(language)
    }

    /// Returns the language if it has enough surveys for its own figures, `None` if it uses the pooled ones.
    pub(super) fn scope(&self, language: Language) -> Option<Language> {
        self.sizes.own.contains_key(&language).then_some(language)
    }

    /// Returns the coverage in a language, or over all languages.
    pub(super) fn rate(&self, scope: Option<Language>) -> f64 {
        coverage(self.scored(scope))
    }

    /// Returns the coverage by forecast share; empty spans are omitted.
    pub(super) fn by_share(&self, scope: Option<Language>) -> Vec<ShareCoverage> {
        let last = SPANS.len() - 2;
        let span = |(at, bounds): (usize, &[f64])| {
            let (from, to) = (bounds[0], bounds[1]);
            let is_inside = |share: f64| share >= from && (share < to || at == last);
            let inside = self.scored(scope).filter(|(pair, _)| pair.forecast_share().is_some_and(is_inside));
            let inside: Vec<(&Pair<'a>, bool)> = inside.collect();
            let pairs = u32::try_from(inside.len()).unwrap_or(u32::MAX);
            (pairs > 0).then(|| ShareCoverage { from, to, pairs, coverage: rounded(coverage(inside.into_iter()), 4) })
        };
        SPANS.windows(2).enumerate().filter_map(span).collect()
    }

    /// Pairs each figure with whether the interval fitted without its survey covers it.
    fn scored(&self, scope: Option<Language>) -> impl Iterator<Item = (&Pair<'a>, bool)> {
        let own = self.pairs.iter().filter(move |pair| scope.is_none_or(|scope| pair.language == scope));
        own.map(|pair| (pair, pair.is_covered))
    }
}

/// Returns the effective sample size of means and top-two boxes, over all languages. `None` if too few surveys have
/// scales.
pub(super) fn scale_record(scored: &[&Prediction<'_>], folds: &Folds<'_>) -> Option<ScaleRecord> {
    let by_case: Vec<Vec<Pair<'_>>> =
        scored.iter().map(|it| Pair::of_scale(it, folds.fold_of(it.case))).filter(|pairs| !pairs.is_empty()).collect();
    let cases = u32::try_from(by_case.len()).unwrap_or(u32::MAX);
    let pairs: Vec<Pair<'_>> = by_case.into_iter().flatten().collect();
    let all: Vec<&Pair<'_>> = pairs.iter().collect();
    if surveys(&all) < SURVEYS_MIN {
        return None;
    }
    let left_out: Vec<f64> = (0..folds.count()).map(|fold| size(&without(&pairs, fold))).collect();
    let kept =
        reduction_factor(|part| coverage(pairs.iter().map(|pair| (pair, pair.covers(part * left_out[pair.fold])))));
    Some(ScaleRecord {
        cases,
        effective_size: rounded(kept * size(&all), 1),
        coverage: rounded(coverage(pairs.iter().map(|pair| (pair, pair.covers(kept * left_out[pair.fold])))), 4),
    })
}

/// Sizes fitted to one set of pairs.
struct Sizes {
    all: f64,
    /// Only languages with enough surveys.
    own: BTreeMap<Language, f64>,
}

impl Sizes {
    fn of(pairs: &[&Pair<'_>]) -> Self {
        let all = size(pairs);
        let own = Language::ALL.into_iter().filter_map(|language| {
            let own: Vec<&Pair<'_>> = pairs.iter().copied().filter(|pair| pair.language == language).collect();
            let surveys = surveys(&own);
            (surveys >= SURVEYS_OWN_MIN).then(|| (language, shrunk_to_pooled(size(&own), all, surveys)))
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

/// Shrinks a language's size toward the pooled size on the log scale; with few surveys it is noisy.
fn shrunk_to_pooled(own: f64, all: f64, surveys: usize) -> f64 {
    let kept = surveys as f64 / (surveys as f64 + POOLED_WEIGHT_SURVEYS);
    (all.ln() + kept * (own.ln() - all.ln())).exp()
}

/// Returns the largest reduction factor with sufficient held-out coverage, or the smallest factor if none suffices.
fn reduction_factor(coverage: impl Fn(f64) -> f64) -> f64 {
    let part = |step: u32| 1.0 - FACTOR_STEP * f64::from(step);
    (0..=FACTOR_STEPS).map(part).find(|part| coverage(*part) >= WANTED).unwrap_or_else(|| part(FACTOR_STEPS))
}

/// Returns the largest size with nominal coverage, or the smallest size if none has it.
fn size(pairs: &[&Pair<'_>]) -> f64 {
    let step = |at: u32| SIZE_MIN * (SIZE_MAX / SIZE_MIN).powf(f64::from(at) / f64::from(SIZE_STEPS));
    let sizes: Vec<f64> = (0..=SIZE_STEPS).map(step).collect();
    // Coverage falls as the size grows, so a binary search applies.
    let enough = sizes.partition_point(|size| coverage(pairs.iter().map(|pair| (*pair, pair.covers(*size)))) >= WANTED);
    sizes[enough.saturating_sub(1)]
}

/// Returns the share of intervals that cover people's figure; surveys have equal weight. Zero without pairs.
fn coverage<'p, 'a: 'p>(pairs: impl Iterator<Item = (&'p Pair<'a>, bool)>) -> f64 {
    let mut by_survey: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (pair, is_covered) in pairs {
        let (covered, all) = by_survey.entry(pair.survey).or_default();
        *covered += if is_covered { 1.0 } else { 0.0 };
        *all += 1.0;
    }
    by_survey.values().map(|(covered, all)| covered / all).sum::<f64>() / by_survey.len().max(1) as f64
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
    fn a_forecast_made_of_so_many_people_s_answers_has_that_effective_size() {
        let cases = made(40, 8, 4);
        for people in [12, 40, 120] {
            let predictions = people_s(&cases, people);
            let pairs: Vec<Pair<'_>> =
                predictions.iter().flat_map(|it| Pair::of_shares(it, 0, &EffectiveSize::about(40.0))).collect();
            let found = size(&pairs.iter().collect::<Vec<_>>());
            assert!(within(found, f64::from(people), 1.6), "{found} for {people}");
        }
    }

    #[test]
    fn means_and_top_two_boxes_of_so_many_people_s_answers_have_that_effective_size() {
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
    fn coverage_is_measured_with_effective_sizes_fitted_without_the_survey() {
        let cases = made(24, 5, 4);
        let predictions = people_s(&cases, 40);
        let folds = Folds::new(predictions.clone(), &cases);
        let coverage = Coverage::of(
            &predictions.iter().collect::<Vec<_>>(),
            &folds,
            &vec![EffectiveSize::about(40.0); folds.count()],
        );
        let held = coverage.rate(None);
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
        // The Spanish forecasts are samples of ten people each.
        predictions[..40].clone_from_slice(&people_s(&cases[..40], 10));
        let folds = Folds::new(predictions.clone(), &cases);
        let coverage = Coverage::of(
            &predictions.iter().collect::<Vec<_>>(),
            &folds,
            &vec![EffectiveSize::about(40.0); folds.count()],
        );
        let (spanish, all) = (coverage.size(Language::Es), coverage.size(Language::Zh));
        assert_eq!((coverage.scope(Language::Es), coverage.scope(Language::Zh)), (Some(Language::Es), None));
        assert!(spanish < all && all < coverage.size(Language::En), "{spanish} {all}");
        // With ten surveys, own and pooled sizes have equal weight: the geometric mean.
        assert!((shrunk_to_pooled(10.0, 40.0, 10) - 20.0).abs() < 1e-9);
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
            let pairs: Vec<Pair<'_>> = predictions
                .iter()
                .flat_map(|it| Pair::of_shares(it, folds.fold_of(it.case), &EffectiveSize::about(40.0)))
                .collect();
            Sizes::of(&without(&pairs, folds.fold_of(&cases[0]))).at(Language::En)
        };
        assert_eq!(without_first(&cases), without_first(&altered));
    }
}
