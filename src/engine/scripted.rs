//! Answers made up from the report's seed with no model: for tests and demonstrations. Behind each report lies a hidden
//! truth (how much each option appeals, and to whom) that depends on the option itself, never on where it is shown.

use std::time::Duration;

use async_trait::async_trait;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use survey::chance::stream;
use survey::codebook::{self, Code, Kind};
use survey::questionnaire::{LIKELIHOOD, PREFERENCE};
use survey::report::{Profile, QuestionKind};
use survey::wording;

use super::{ClosedAsk, Engine, EngineCard, EngineError, Given, OpenAsk, Subject};

/// How far options differ in base appeal, in units of utility.
const BASE_SPREAD: f64 = 0.9;
/// How far one attribute moves an option's appeal.
const TILT_SPREAD: f64 = 0.45;
const RATING_SPREAD: f64 = 0.9;

pub struct Scripted {
    latency: Duration,
    fail_rate: f64,
}

impl Scripted {
    /// Each call takes `latency_ms`; each respondent fails for good with probability `fail_rate`.
    pub fn new(latency_ms: u64, fail_rate: f64) -> Self {
        Self { latency: Duration::from_millis(latency_ms), fail_rate }
    }

    async fn begin(&self, seed: u64, respondent: Subject<'_>) -> Result<(), EngineError> {
        if !self.latency.is_zero() {
            tokio::time::sleep(self.latency).await;
        }
        if self.fail_rate > 0.0 && own_stream(seed, "fail", respondent).random::<f64>() < self.fail_rate {
            return Err(EngineError::Refused { message: "scripted to fail".to_owned() });
        }
        Ok(())
    }
}

#[async_trait]
impl Engine for Scripted {
    fn card(&self) -> EngineCard {
        EngineCard {
            name: "scripted".to_owned(),
            model: None,
            model_hash: None,
            scripted: true,
            lambda: 1.0,
            skill: None,
            winner_accuracy: None,
        }
    }

    async fn distribution(&self, ask: ClosedAsk<'_>) -> Result<Vec<f64>, EngineError> {
        self.begin(ask.seed, ask.respondent).await?;
        let utilities: Vec<f64> = match ask.question.kind {
            QuestionKind::Rating => rating_utilities(&ask),
            _ => ask.options.iter().map(|option| Truth::of(ask.seed, option.index).appeal(ask.respondent)).collect(),
        };
        Ok(softmax(&utilities))
    }

    async fn text(&self, ask: OpenAsk<'_>) -> Result<String, EngineError> {
        self.begin(ask.seed, ask.respondent).await?;
        Ok(open_answer(&ask))
    }
}

/// What is true of one option throughout a report.
struct Truth {
    base: f64,
    tilts: [f64; 4],
    rng: ChaCha8Rng,
}

impl Truth {
    fn of(seed: u64, option: usize) -> Self {
        let mut rng = stream(seed, &format!("scripted/option/{option}"));
        let base = rng.random_range(-BASE_SPREAD..BASE_SPREAD);
        let tilts = std::array::from_fn(|_| rng.random_range(-TILT_SPREAD..TILT_SPREAD));
        Self { base, tilts, rng }
    }

    fn appeal(&self, respondent: Subject<'_>) -> f64 {
        let tilted: f64 = self.tilts.iter().zip(leanings(respondent.profile)).map(|(tilt, lean)| tilt * lean).sum();
        self.base + tilted
    }

    /// Two reasons that speak for this option more than for others.
    fn reasons(mut self) -> Vec<&'static Code> {
        let drivers: Vec<&Code> = codebook::of_kind(Kind::Driver).map(|(_, code)| code).collect();
        drivers.sample(&mut self.rng, 2).copied().collect()
    }
}

/// Attributes as numbers about -1 to 1; an unknown one leans nowhere.
fn leanings(profile: &Profile) -> [f64; 4] {
    let sex = match profile.sex.as_deref() {
        Some("female") => 1.0,
        Some(_) => -1.0,
        None => 0.0,
    };
    let age = profile.age.map_or(0.0, |age| (f64::from(age) - 48.0) / 30.0);
    let quintile = profile.income.as_deref().and_then(|income| income.strip_prefix('q')?.parse::<f64>().ok());
    let income = quintile.map_or(0.0, |quintile| (quintile - 3.0) / 2.0);
    let education = match profile.education.as_deref() {
        Some("bachelor" | "master_or_more") => 1.0,
        Some(_) => -0.5,
        None => 0.0,
    };
    [sex, age, income, education]
}

/// A bell around what the chosen option's appeal suggests.
fn rating_utilities(ask: &ClosedAsk<'_>) -> Vec<f64> {
    let chosen = ask.given.iter().find(|given| given.question.id == PREFERENCE);
    let appeal = chosen.map_or(0.0, |given| Truth::of(ask.seed, given.index).appeal(ask.respondent));
    let mood: f64 = own_stream(ask.seed, "mood", ask.respondent).random_range(-0.8..0.8);
    let centre = 2.3 + 0.7 * appeal + mood;
    let bell = |option: &super::ServedOption<'_>| {
        let distance = (option.index as f64 - centre) / RATING_SPREAD;
        -0.5 * distance * distance
    };
    ask.options.iter().map(bell).collect()
}

fn softmax(utilities: &[f64]) -> Vec<f64> {
    let largest = utilities.iter().copied().fold(f64::MIN, f64::max);
    let weights: Vec<f64> = utilities.iter().map(|utility| (utility - largest).exp()).collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

/// A reason or two and perhaps a concern, in sentences of the report's language.
fn open_answer(ask: &OpenAsk<'_>) -> String {
    let mut rng = own_stream(ask.seed, "text", ask.respondent);
    let chosen = given(ask, PREFERENCE);
    let option = chosen.map_or("", |given| given.answer);
    let favoured = Truth::of(ask.seed, chosen.map_or(0, |given| given.index)).reasons();
    let all: Vec<&Code> = codebook::of_kind(Kind::Driver).map(|(_, code)| code).collect();
    let first = pick(if rng.random_bool(0.6) { &favoured } else { &all }, &mut rng);
    let mut parts = vec![sentence(ask, &mut rng, "scripted-reason", 4, first, option)];
    if rng.random_bool(0.35) {
        let second = pick(&all, &mut rng).filter(|code| first.is_none_or(|first| first.id != code.id));
        parts.extend(second.map(|code| sentence(ask, &mut rng, "scripted-also", 2, Some(code), option)));
    }
    parts.push(concern(ask, &mut rng, option));
    wording::sentences(ask.language, &parts)
}

/// The less likely somebody is to act, the likelier they have a concern.
fn concern(ask: &OpenAsk<'_>, rng: &mut ChaCha8Rng, option: &str) -> String {
    let rating = given(ask, LIKELIHOOD).map_or(2.0, |given| given.index as f64);
    let worry = (0.75 - 0.14 * rating).clamp(0.0, 1.0);
    if rng.random_bool(worry) {
        let risks: Vec<&Code> = codebook::of_kind(Kind::Risk).map(|(_, code)| code).collect();
        // The first concerns of the book come up more often, so that some stand out.
        let reach = rng.random_range(1..=risks.len().max(1)).min(risks.len());
        let code = pick(&risks[..reach], rng);
        sentence(ask, rng, "scripted-concern", 3, code, option)
    } else {
        sentence(ask, rng, "scripted-no-concern", 2, None, option)
    }
}

/// One of the `variants` of a message, with one of the code's clauses in it.
fn sentence(
    ask: &OpenAsk<'_>,
    rng: &mut ChaCha8Rng,
    message: &str,
    variants: u32,
    code: Option<&Code>,
    option: &str,
) -> String {
    let id = format!("{message}-{}", rng.random_range(1..=variants));
    let clauses = code.map(|code| code.words(ask.language).clauses.as_slice()).unwrap_or_default();
    let clause = clauses.choose(rng).map_or("", String::as_str);
    let args = [("option", option.into()), ("reason", clause.into()), ("concern", clause.into())];
    wording::say(ask.language, &id, &args)
}

fn pick(codes: &[&'static Code], rng: &mut ChaCha8Rng) -> Option<&'static Code> {
    codes.choose(rng).copied()
}

fn given<'a>(ask: &OpenAsk<'a>, question: &str) -> Option<&'a Given<'a>> {
    ask.given.iter().find(|given| given.question.id == question)
}

fn own_stream(seed: u64, purpose: &str, respondent: Subject<'_>) -> ChaCha8Rng {
    stream(seed, &format!("scripted/{purpose}/{}", respondent.id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ServedOption;
    use futures::FutureExt;
    use survey::brief::Language;
    use survey::report::{AskedOf, Everyone, Question};

    fn question() -> Question {
        Question {
            id: PREFERENCE.to_owned(),
            title: "Which?".to_owned(),
            kind: QuestionKind::SingleChoice,
            options: Vec::new(),
            scale: None,
            asked_of: AskedOf::Everyone(Everyone::All),
        }
    }

    async fn asked(engine: &Scripted, id: &str, order: &[usize]) -> Result<Vec<f64>, EngineError> {
        let options: Vec<ServedOption<'_>> =
            order.iter().map(|index| ServedOption { index: *index, text: "x" }).collect();
        let profile = Profile { age: Some(30), ..Profile::default() };
        let respondent = Subject { id, profile: &profile, description: "", traits: &[] };
        let question = question();
        let language = Language::En;
        let ask = ClosedAsk { seed: 3, language, respondent, question: &question, options: &options, given: &[] };
        engine.distribution(ask).await
    }

    #[tokio::test]
    async fn position_does_not_matter() {
        let engine = Scripted::new(0, 0.0);
        let forward = asked(&engine, "r0001", &[0, 1, 2]).await.unwrap();
        let mut backward = asked(&engine, "r0001", &[2, 1, 0]).await.unwrap();
        backward.reverse();
        assert!(forward.iter().zip(&backward).all(|(a, b)| (a - b).abs() < 1e-12));
        assert!((forward.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }

    #[tokio::test]
    async fn a_respondent_who_fails_always_fails() {
        let engine = Scripted::new(0, 0.5);
        let mut failed = 0;
        for number in 0..200 {
            let id = format!("r{number:04}");
            let first = asked(&engine, &id, &[0, 1]).await;
            assert_eq!(first, asked(&engine, &id, &[0, 1]).await);
            failed += usize::from(first.is_err_and(|error| !error.is_transient()));
        }
        assert!((70..130).contains(&failed), "{failed}");
    }

    #[tokio::test]
    async fn a_call_waits_for_the_latency_asked_for() {
        assert!(asked(&Scripted::new(3_600_000, 0.0), "r0001", &[0, 1]).now_or_never().is_none());
        assert!(asked(&Scripted::new(0, 0.0), "r0001", &[0, 1]).now_or_never().is_some());
    }
}
