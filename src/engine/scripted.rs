//! Answers made up from the report's seed with no model: for tests and demonstrations. Behind each report lies a hidden
//! truth (how much each option appeals, to whom and why) that depends on the option itself, never on where it is shown.

use std::time::Duration;

use async_trait::async_trait;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use survey::bank::{self, Item, Kind};
use survey::brief::Language;
use survey::calibration::Calibration;
use survey::chance::stream;
use survey::questionnaire::{ACCEPTANCE, CONCERN, DRIVERS, LIKELIHOOD, PREFERENCE};
use survey::report::Profile;
use survey::wording;

use super::{
    CALL_TIMEOUT_MS, ClosedAsk, EFFECTIVE_SIZE_UNMEASURED, Engine, EngineCard, EngineError, Failure, Given, OpenAsk,
    Pick, Reply, ServedOption, Subject,
};

/// How far options differ in base appeal, in units of utility.
const BASE_SPREAD: f64 = 0.9;
/// How far one attribute moves an option's appeal.
const TILT_SPREAD: f64 = 0.45;
/// How far an option's reasons and concerns differ in weight.
const MOTIVE_SPREAD: f64 = 1.1;
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
    fn card(&self, _: Language) -> EngineCard {
        EngineCard {
            name: "scripted".to_owned(),
            model: None,
            model_hash: None,
            scripted: true,
            designs: false,
            calibration: Calibration::as_it_is(),
            effective_size: EFFECTIVE_SIZE_UNMEASURED,
            open_answers_max: None,
            texts_together: 1,
            retries: false,
            call_timeout_ms: CALL_TIMEOUT_MS,
            price: None,
        }
    }

    async fn distribution(&self, ask: ClosedAsk<'_>) -> Result<Reply<Vec<f64>>, Failure> {
        self.begin(ask.seed, ask.respondent).await?;
        let utility = |option: &ServedOption<'_>| match ask.question.id.as_str() {
            LIKELIHOOD => rating_utility(&ask, option.index),
            ACCEPTANCE => acceptance_utility(&ask, option.index),
            DRIVERS | CONCERN => motive_utility(&ask, option.index),
            _ => Truth::of(ask.seed, option.index).appeal(ask.respondent),
        };
        let sign = if ask.pick == Pick::Worst { -1.0 } else { 1.0 };
        Ok(softmax(&ask.options.iter().map(|option| sign * utility(option)).collect::<Vec<f64>>()).into())
    }

    async fn text(&self, ask: OpenAsk<'_>) -> Result<Reply<String>, Failure> {
        self.begin(ask.seed, ask.respondent).await?;
        Ok(open_answer(&ask).into())
    }
}

/// What is true of one option throughout a report.
struct Truth {
    base: f64,
    tilts: [f64; 4],
}

impl Truth {
    fn of(seed: u64, option: usize) -> Self {
        let mut rng = stream(seed, &format!("scripted/option/{option}"));
        let base = rng.random_range(-BASE_SPREAD..BASE_SPREAD);
        Self { base, tilts: std::array::from_fn(|_| rng.random_range(-TILT_SPREAD..TILT_SPREAD)) }
    }

    fn appeal(&self, respondent: Subject<'_>) -> f64 {
        let tilted: f64 = self.tilts.iter().zip(leanings(respondent.profile)).map(|(tilt, lean)| tilt * lean).sum();
        self.base + tilted
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

/// The option that the respondent chose, by its place in the client's order.
fn chosen(given: &[Given<'_>]) -> Option<usize> {
    let choice = given.iter().find(|given| given.question.id == PREFERENCE)?;
    choice.picked.first().map(|option| option.index)
}

/// How much the chosen option appeals to the respondent.
fn appeal_of_choice(seed: u64, respondent: Subject<'_>, given: &[Given<'_>]) -> f64 {
    chosen(given).map_or(0.0, |option| Truth::of(seed, option).appeal(respondent))
}

/// A bell around what the chosen option's appeal suggests.
fn rating_utility(ask: &ClosedAsk<'_>, rating: usize) -> f64 {
    let mood: f64 = own_stream(ask.seed, "mood", ask.respondent).random_range(-0.8..0.8);
    let worry = if is_worried(ask.given) { 0.5 } else { 0.0 };
    let centre = 2.3 + 0.7 * appeal_of_choice(ask.seed, ask.respondent, ask.given) + mood - worry;
    let distance = (rating as f64 - centre) / RATING_SPREAD;
    -0.5 * distance * distance
}

/// Most would take one of the options, the more so the more their own choice appeals to them.
fn acceptance_utility(ask: &ClosedAsk<'_>, answer: usize) -> f64 {
    if answer == 0 { 1.6 + 0.5 * appeal_of_choice(ask.seed, ask.respondent, ask.given) } else { 0.0 }
}

/// What speaks for or against an option is a trait of that option.
fn motive_utility(ask: &ClosedAsk<'_>, answer: usize) -> f64 {
    let option = chosen(ask.given).unwrap_or(0);
    let label = format!("scripted/{}/{option}/{answer}", ask.question.id);
    let weight: f64 = stream(ask.seed, &label).random_range(-MOTIVE_SPREAD..MOTIVE_SPREAD);
    // The last answer names nothing, so it is given less often.
    if answer + 1 == ask.question.options.len() && ask.question.id == DRIVERS { weight - 1.5 } else { weight }
}

fn softmax(utilities: &[f64]) -> Vec<f64> {
    let largest = utilities.iter().copied().fold(f64::MIN, f64::max);
    let weights: Vec<f64> = utilities.iter().map(|utility| (utility - largest).exp()).collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

/// The reasons and the concern that were picked, in sentences of the report's language.
fn open_answer(ask: &OpenAsk<'_>) -> String {
    let mut rng = own_stream(ask.seed, "text", ask.respondent);
    let mut reasons = picked(ask, DRIVERS, Kind::Driver).into_iter().filter(|item| !item.is_residual);
    let mut parts = vec![sentence(ask, &mut rng, "scripted-reason", 4, reasons.next())];
    if let Some(second) = reasons.next().filter(|_| rng.random_bool(0.5)) {
        parts.push(sentence(ask, &mut rng, "scripted-also", 2, Some(second)));
    }
    let concern = picked(ask, CONCERN, Kind::Concern).into_iter().find(|item| !item.is_residual);
    parts.push(match concern {
        Some(concern) => sentence(ask, &mut rng, "scripted-concern", 3, Some(concern)),
        None => sentence(ask, &mut rng, "scripted-no-concern", 2, None),
    });
    wording::sentences(ask.language, &parts)
}

/// The bank's items that were picked; answers that are not the bank's have none.
fn picked(ask: &OpenAsk<'_>, question: &str, kind: Kind) -> Vec<&'static Item> {
    let items = bank::items(ask.inquiry, kind);
    let given = ask.given.iter().filter(|given| given.question.id == question).flat_map(|given| &given.picked);
    given.filter_map(|option| items.iter().find(|item| item.label(ask.language) == option.text).copied()).collect()
}

fn is_worried(given: &[Given<'_>]) -> bool {
    given
        .iter()
        .filter(|given| given.question.id == CONCERN)
        .any(|given| given.picked.first().is_some_and(|option| option.index + 1 < given.question.options.len()))
}

/// One of the `variants` of a message, with one of the item's clauses in it. Without an item it is a reason that names
/// nothing.
fn sentence(ask: &OpenAsk<'_>, rng: &mut ChaCha8Rng, message: &str, variants: u32, item: Option<&Item>) -> String {
    let clauses = item.map_or(&[][..], |item| item.clauses(ask.language));
    let clause = clauses.choose(rng).map_or("", String::as_str);
    let choice = ask.given.iter().find(|given| given.question.id == PREFERENCE);
    let option = choice.and_then(|given| given.picked.first()).map_or("", |option| option.text);
    let id = match (item, message) {
        (None, "scripted-reason") => "scripted-reason-none".to_owned(),
        _ => format!("{message}-{}", rng.random_range(1..=variants)),
    };
    let args = [("option", option.into()), ("reason", clause.into()), ("concern", clause.into())];
    wording::say(ask.language, &id, &args)
}

fn own_stream(seed: u64, purpose: &str, respondent: Subject<'_>) -> ChaCha8Rng {
    stream(seed, &format!("scripted/{purpose}/{}", respondent.id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Choice, ServedForm};
    use futures::FutureExt;
    use survey::brief::Language;
    use survey::report::{AskedOf, Everyone, Inquiry, Question, QuestionKind};

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

    async fn asked(engine: &Scripted, id: &str, order: &[usize]) -> Result<Vec<f64>, Failure> {
        let options: Vec<ServedOption<'_>> =
            order.iter().map(|index| ServedOption { index: *index, text: "x" }).collect();
        let profile = Profile { age: Some(30), ..Profile::default() };
        let respondent = Subject { id, profile: &profile, description: "", traits: &[] };
        let question = question();
        let ask = ClosedAsk {
            seed: 3,
            language: Language::En,
            inquiry: Inquiry::Preference,
            form: &ServedForm {
                number: 0,
                audience: "",
                countries: Vec::new(),
                choice: Choice::default(),
                questions: Vec::new(),
            },
            respondent,
            question: &question,
            pick: Pick::Best,
            options: &options,
            given: &[],
        };
        engine.distribution(ask).await.map(|reply| reply.value)
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
