//! Whole reports with a known truth behind them: what was planted is found, and what was not is not. Seeds are fixed, so
//! every rate below is a fact about them; the tolerances say how far it may be from the nominal one.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, Gamma};
use survey::calibration::{Agreement, Calibration, Measured};
use survey::chance::stream;
use survey::report::Profile;

use super::*;
use crate::engine::Pick;

const ENGINE_SIZE: f64 = 50.0;

/// Answers from a planted truth.
struct Planted {
    /// Shares of the options for somebody with this profile.
    truth: fn(&Profile) -> Vec<f64>,
    /// How many people's answers the engine's own error is worth; none for an engine without error.
    error_size: Option<f64>,
    /// Part of the answers that go to whatever stands first.
    first_place: f64,
    /// How much respondents differ from each other about the truth of their group: smaller is more.
    likeness: Option<f64>,
}

const PLAIN: Planted = Planted { truth: |_| Vec::new(), error_size: None, first_place: 0.0, likeness: None };

fn measured(skill: f64) -> Calibration {
    let agreement = Agreement { top_shares: [0.0, 0.0], right: [0.9; 3] };
    let measured = Measured {
        version: "test".to_owned(),
        cases: 10,
        skill,
        winner_accuracy: 0.6,
        chance: 0.3,
        share_error: 0.1,
        agreement,
    };
    Calibration { measured: Some(measured), ..Calibration::as_it_is() }
}

fn dirichlet(shares: &[f64], size: f64, rng: &mut ChaCha8Rng) -> Vec<f64> {
    let gammas: Vec<f64> = shares.iter().map(|share| Gamma::new(size * share, 1.0).unwrap().sample(rng)).collect();
    let total: f64 = gammas.iter().sum();
    gammas.into_iter().map(|gamma| gamma / total).collect()
}

impl Planted {
    fn shares(&self, ask: &ClosedAsk<'_>) -> Vec<f64> {
        let mut shares = (self.truth)(ask.respondent.profile);
        if let Some(size) = self.error_size {
            shares = dirichlet(&shares, size, &mut stream(ask.seed, "planted/error"));
        }
        if let Some(size) = self.likeness {
            shares = dirichlet(&shares, size, &mut stream(ask.seed, &format!("planted/{}", ask.respondent.id)));
        }
        shares
    }
}

#[async_trait]
impl Engine for Planted {
    fn card(&self, language: Language) -> EngineCard {
        let calibration = measured(50.0);
        EngineCard { calibration, effective_size: ENGINE_SIZE, ..Scripted::new(0, 0.0).card(language) }
    }

    async fn distribution(&self, ask: ClosedAsk<'_>) -> Result<Reply<Vec<f64>>, Failure> {
        if !survey::questionnaire::is_preference(&ask.question.id) {
            return Scripted::new(0, 0.0).distribution(ask).await;
        }
        let shares = self.shares(&ask);
        let worth = |index: usize| if ask.pick == Pick::Worst { 1.0 / shares[index] } else { shares[index] };
        let total: f64 = ask.options.iter().map(|option| worth(option.index)).sum();
        let by_worth = ask.options.iter().map(|option| (1.0 - self.first_place) * worth(option.index) / total);
        let favoured = |(place, p): (usize, f64)| if place == 0 { p + self.first_place } else { p };
        Ok(by_worth.enumerate().map(favoured).collect::<Vec<_>>().into())
    }

    async fn text(&self, _: OpenAsk<'_>) -> Result<Reply<String>, Failure> {
        Ok("No reason in particular.".to_owned().into())
    }
}

/// The reports of an engine over many seeds.
async fn reports(engine: &Planted, options: usize, size: i64, seeds: std::ops::Range<u64>) -> Vec<Findings> {
    let draft = Draft {
        question: "Which one would you choose?".to_owned(),
        options: numbered(options),
        sample_size: Some(size),
        audience_description: Some("adults in Mexico".to_owned()),
        language: None,
    };
    let brief = Brief::parse(draft).unwrap();
    let mut reports = Vec::new();
    for seed in seeds {
        let job = Job { brief: brief.clone(), seed, concurrency: 1 };
        reports.push(run(&job, engine, Checkpoints::default(), &Notebook::default()).await.unwrap());
    }
    reports
}

fn rate(reports: &[Findings], holds: impl Fn(&Findings) -> bool) -> f64 {
    reports.iter().filter(|report| holds(report)).count() as f64 / reports.len() as f64
}

fn is_woman(profile: &Profile) -> bool {
    profile.sex.as_deref() == Some("female")
}

#[tokio::test]
async fn shares_lie_within_their_intervals_at_the_nominal_rate() {
    let truth = [0.45, 0.3, 0.15, 0.1];
    let engine = Planted { truth: |_| vec![0.45, 0.3, 0.15, 0.1], error_size: Some(ENGINE_SIZE), ..PLAIN };
    let reports = reports(&engine, 4, 100, 0..500).await;
    for (option, share) in truth.into_iter().enumerate() {
        let covered = rate(&reports, |report| {
            let [low, high] = report.analysis.winner.shares[option].interval;
            (low..=high).contains(&share)
        });
        // Three standard errors of a rate over 500 runs; above, the interval also allows for the order served.
        assert!((0.92..=0.99).contains(&covered), "option {option}: {covered}");
    }
}

#[tokio::test]
async fn the_planted_winner_wins_and_a_planted_tie_is_called_one() {
    let clear = Planted { truth: |_| vec![0.15, 0.6, 0.25], error_size: Some(ENGINE_SIZE), ..PLAIN };
    let found = reports(&clear, 3, 100, 0..100).await;
    assert!(rate(&found, |report| report.analysis.winner.option == "Option 2") >= 0.98);
    let level = Planted { truth: |_| vec![0.4, 0.4, 0.2], error_size: Some(ENGINE_SIZE), ..PLAIN };
    let found = reports(&level, 3, 100, 0..200).await;
    let called = rate(&found, |report| report.analysis.winner.tie);
    assert!(called >= 0.92, "{called}");
    assert!(found.iter().filter(|report| report.analysis.winner.tie).all(|report| {
        report.analysis.overview.headline.starts_with("Too close to call")
            && report.analysis.recommendation.summary.contains("can’t tell")
    }));
}

#[tokio::test]
async fn a_planted_segment_is_found_and_hardly_any_that_was_not_planted() {
    let planted = Planted {
        truth: |profile| if is_woman(profile) { vec![0.75, 0.15, 0.1] } else { vec![0.35, 0.35, 0.3] },
        likeness: Some(8.0),
        ..PLAIN
    };
    let found = reports(&planted, 3, 200, 0..60).await;
    let is_found = |report: &Findings| {
        report.analysis.segment_breakdown.segments.iter().any(|segment| segment.value == "female" && segment.notable)
    };
    assert!(rate(&found, is_found) >= 0.95);
    let none = Planted { truth: |_| vec![0.5, 0.3, 0.2], likeness: Some(2.0), ..PLAIN };
    let found = reports(&none, 3, 200, 0..150).await;
    let segments: Vec<&Segment> = found.iter().flat_map(|report| &report.analysis.segment_breakdown.segments).collect();
    let notable = segments.iter().filter(|segment| segment.notable).count() as f64;
    assert!(segments.len() > 1500 && notable / segments.len() as f64 <= 0.05, "{notable} of {}", segments.len());
    assert!(rate(&found, |report| report.analysis.segment_breakdown.segments.iter().any(|one| one.notable)) <= 0.05);
}

#[tokio::test]
async fn a_planted_order_effect_is_flagged_and_none_where_there_is_none() {
    let moved = Planted { truth: |_| vec![0.4, 0.3, 0.2, 0.1], first_place: 0.2, ..PLAIN };
    let found = reports(&moved, 4, 200, 0..60).await;
    assert!(rate(&found, |report| report.analysis.quality.order_effect) >= 0.95);
    let still = Planted { truth: |_| vec![0.4, 0.3, 0.2, 0.1], likeness: Some(2.0), ..PLAIN };
    let found = reports(&still, 4, 200, 0..150).await;
    let flagged = rate(&found, |report| report.analysis.quality.order_effect);
    assert!(flagged <= 0.08, "{flagged}");
}

#[tokio::test]
async fn the_order_shown_widens_the_intervals_that_it_moves() {
    let width = |reports: &[Findings]| {
        let widths = reports.iter().map(|report| report.analysis.winner.interval).map(|[low, high]| high - low);
        widths.sum::<f64>() / reports.len() as f64
    };
    let moved = Planted { truth: |_| vec![0.5, 0.3, 0.2], first_place: 0.5, ..PLAIN };
    let still = Planted { truth: |_| vec![0.5, 0.3, 0.2], ..PLAIN };
    assert!(width(&reports(&moved, 3, 100, 0..10).await) > 1.2 * width(&reports(&still, 3, 100, 0..10).await));
}

#[tokio::test]
async fn short_lists_recover_the_shares_of_many_options() {
    const WORTHS: [f64; 12] = [0.22, 0.15, 0.12, 0.1, 0.09, 0.08, 0.07, 0.05, 0.04, 0.03, 0.03, 0.02];
    let engine = Planted { truth: |_| WORTHS.to_vec(), ..PLAIN };
    let found = reports(&engine, 12, 200, 0..60).await;
    assert!(rate(&found, |report| report.analysis.winner.option == "Option 1") >= 0.98);
    for (option, worth) in WORTHS.into_iter().enumerate() {
        let shares: Vec<f64> = found.iter().map(|report| report.analysis.winner.shares[option].share).collect();
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        assert!((mean - worth).abs() < 0.015, "option {option}: {mean} for {worth}");
        let covered = rate(&found, |report| {
            let [low, high] = report.analysis.winner.shares[option].interval;
            (low..=high).contains(&worth)
        });
        assert!(covered >= 0.95, "option {option}: {covered}");
    }
}

#[tokio::test]
async fn shares_from_short_lists_allow_for_the_engines_own_error() {
    let truths: [fn(&Profile) -> Vec<f64>; 3] = [|_| falling(8), |_| falling(12), |_| falling(20)];
    for (truth, options) in truths.into_iter().zip([8, 12, 20]) {
        let engine = Planted { truth, error_size: Some(ENGINE_SIZE), ..PLAIN };
        let found = reports(&engine, options, 100, 0..50).await;
        let covered: Vec<bool> = found
            .iter()
            .flat_map(|report| report.analysis.winner.shares.iter().zip(falling(options)))
            .map(|(share, truth)| (share.interval[0]..=share.interval[1]).contains(&truth))
            .collect();
        let rate = covered.iter().filter(|covered| **covered).count() as f64 / covered.len() as f64;
        assert!((0.91..=0.99).contains(&rate), "{options} options: {rate}");
    }
}

/// Shares that fall from the first option to the last.
fn falling(options: usize) -> Vec<f64> {
    let worths: Vec<f64> = (0..options).map(|option| 1.0 / (option as f64 + 3.0)).collect();
    let total: f64 = worths.iter().sum();
    worths.into_iter().map(|worth| worth / total).collect()
}

#[tokio::test]
async fn options_that_are_all_level_are_called_so() {
    let level = Planted { truth: |_| vec![0.25; 4], ..PLAIN };
    let analysis = &reports(&level, 4, 100, 0..1).await[0].analysis;
    assert_eq!(analysis.winner.contenders.len(), 4);
    assert!(
        analysis.overview.headline.contains("4 of 4 options can’t be told apart"),
        "{}",
        analysis.overview.headline
    );
    assert!(analysis.recommendation.summary.contains("can’t tell which option is ahead"));
}

#[tokio::test]
async fn clones_are_told_from_individuals() {
    let clones = Planted { truth: |_| vec![0.5, 0.3, 0.2], ..PLAIN };
    let found = &reports(&clones, 3, 50, 0..1).await[0].analysis.quality;
    assert!(found.diversity < 1e-6 && found.distinct < 0.1, "{found:?}");
    let people = Planted { truth: |_| vec![0.5, 0.3, 0.2], likeness: Some(5.0), ..PLAIN };
    let found = &reports(&people, 3, 50, 0..1).await[0].analysis.quality;
    assert!(found.diversity > 0.05 && found.distinct > 0.95, "{found:?}");
    assert!(found.near_duplicates > 0.9, "everyone gives the same reason");
}

/// An engine that is certain of whatever stands first, best and worst alike.
struct Certain;

#[async_trait]
impl Engine for Certain {
    fn card(&self, language: Language) -> EngineCard {
        Scripted::new(0, 0.0).card(language)
    }

    async fn distribution(&self, ask: ClosedAsk<'_>) -> Result<Reply<Vec<f64>>, Failure> {
        let certain = (0..ask.options.len()).map(|place| if place == 0 { 1.0 } else { 0.0 });
        Ok(certain.collect::<Vec<_>>().into())
    }

    async fn text(&self, _: OpenAsk<'_>) -> Result<Reply<String>, Failure> {
        Ok("It came first.".to_owned().into())
    }
}

#[tokio::test]
async fn two_picks_of_one_list_are_never_the_same_however_certain_the_engine_is() {
    for options in [4, 9, 20] {
        let job = job_of(numbered(options), Language::En, 60, 4);
        let findings = run(&job, &Certain, Checkpoints::default(), &Notebook::default()).await.unwrap();
        for respondent in &findings.sample_data.respondents {
            for answer in respondent.answers.values() {
                match answer {
                    AnswerValue::BestWorst { best, worst } => {
                        assert_ne!(best, worst);
                        assert!(respondent.form.contains(best) && respondent.form.contains(worst));
                    }
                    AnswerValue::Choices(picked) => assert!(picked.len() == 2 && picked[0] != picked[1], "{picked:?}"),
                    AnswerValue::Text(_) | AnswerValue::Rating(_) => {}
                }
            }
        }
        assert!(findings.analysis.quality.order_effect);
    }
}

#[tokio::test]
async fn a_tenth_that_fails_leaves_the_numbers_of_the_rest() {
    /// Every tenth respondent can't be read, whatever is asked.
    struct Flaky(Planted);

    #[async_trait]
    impl Engine for Flaky {
        fn card(&self, language: Language) -> EngineCard {
            self.0.card(language)
        }

        async fn distribution(&self, ask: ClosedAsk<'_>) -> Result<Reply<Vec<f64>>, Failure> {
            let mut dice = stream(ask.seed, &format!("flaky/{}", ask.respondent.id));
            if dice.random_bool(0.1) {
                return Ok(vec![f64::NAN; ask.options.len()].into());
            }
            self.0.distribution(ask).await
        }

        async fn text(&self, ask: OpenAsk<'_>) -> Result<Reply<String>, Failure> {
            self.0.text(ask).await
        }
    }

    let engine = Flaky(Planted { truth: |_| vec![0.6, 0.3, 0.1], ..PLAIN });
    let job = job_of(numbered(3), Language::En, 200, 8);
    let findings = run(&job, &engine, Checkpoints::default(), &Notebook::default()).await.unwrap();
    let failed = findings.statistics.failed_respondent_count;
    assert!((10..32).contains(&failed), "{failed}");
    assert_eq!(findings.statistics.failure_rate, f64::from(failed) / 200.0);
    assert_recounts(&findings);
    assert_systematic(&findings);
    assert!((findings.analysis.winner.support - 0.6).abs() < 0.03);
    assert!(findings.analysis.overview.summary.contains(&format!("the other {failed} interviews failed")));
}
