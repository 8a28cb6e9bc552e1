//! Reports on questions of every kind, from forecasts that a seed draws: near a half and far from it, by engines of any worth.

use std::collections::BTreeMap;

use analysis::EngineQuality;
use analysis::interviews::{InterviewInput, interviews};
use forecast::calibration::Measured;
use forecast::joint::EffectiveSize;
use forecast::{Calibration, Choosers, Forecast, Usage};
use foundation::Language;
use foundation::chance::stream;
use language::brief::Draft;
use language::{Brief, QuestionFamily, Served};
use population::{Filters, Respondent, sample};
use questionnaire::{QuestionId, Questionnaire, design};
use rand::{Rng, RngExt};

use super::{Asked, Outcome};

pub(super) const KINDS: [PanelKind; 6] =
    [PanelKind::Preference, PanelKind::Name, PanelKind::Price, PanelKind::Feature, PanelKind::Scale, PanelKind::Belief];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PanelKind {
    Preference,
    Name,
    Price,
    Feature,
    Scale,
    Belief,
}

impl PanelKind {
    /// A question of this kind and its options, separated by `|`.
    fn asked(self, language: Language) -> (&'static str, &'static str) {
        match (self, language) {
            (Self::Preference, Language::En) => ("Which drink do you prefer?", "tea|coffee|water"),
            (Self::Preference, Language::Es) => ("¿Qué bebida prefiere?", "té|café|agua"),
            (Self::Preference, Language::Zh) => ("您更喜欢哪种饮料？", "茶|咖啡|水"),
            (Self::Name, Language::En) => {
                ("Which name do you like best for a new tea?", "Hush Hour|Nodwell|Somnara|Lull")
            }
            (Self::Name, Language::Es) => ("¿Qué nombre le gusta más para un pan?", "Miga Mía|Tahona|Fermento|Loaf"),
            (Self::Name, Language::Zh) => ("我们要开早餐店，您觉得叫哪个名字最好？", "一笼热乎|七点有粥|晨小满|早安"),
            (Self::Price, Language::En) => ("How much would you pay per month?", "$9|$14|$19|$29|$39"),
            (Self::Price, Language::Es) => ("¿Cuánto es lo máximo que pagaría?", "$25|$35|$45|$55|$70"),
            (Self::Price, Language::Zh) => ("您最多愿意付多少钱？", "19元|29元|39元|49元|69元"),
            (Self::Feature, Language::En) => ("Which feature should we add next?", "Maps|Alerts|Offline|Badges|Chat"),
            (Self::Feature, Language::Es) => {
                ("¿Qué función debemos agregar primero a la app?", "Mapas|Avisos|Sin conexión|Chat|Alarma")
            }
            (Self::Feature, Language::Zh) => ("接下来要加一个功能，您最想先用上哪个？", "地图|提醒|离线|勋章|聊天"),
            (Self::Scale, Language::En) => {
                ("How likely would you be to repair it?", "Very unlikely|Unlikely|Neutral|Likely|Very likely")
            }
            (Self::Scale, Language::Es) => (
                "¿Con qué frecuencia lleva almuerzo al trabajo?",
                "Nunca|Casi nunca|Algunas veces|Casi siempre|Siempre",
            ),
            (Self::Scale, Language::Zh) => ("您有多大可能预约一次？", "肯定不会|多半不会|说不准|多半会|肯定会"),
            (Self::Belief, Language::En) => {
                ("Which of these do you think carries the most germs?", "The sponge|The phone|The toilet|The handles")
            }
            (Self::Belief, Language::Es) => {
                ("Cuando le da gripa, ¿qué cree que ayuda más a curarla?", "Reposo|Té con miel|Antigripal|Antibiótico")
            }
            (Self::Belief, Language::Zh) => ("您觉得普通感冒主要是怎么得上的？", "着凉|劳累|被传染|上火"),
        }
    }

    fn brief(self, language: Language, size: u32) -> Brief {
        let (question, options) = self.asked(language);
        let options = options.split('|').map(str::to_owned).collect();
        let draft = Draft {
            question: question.to_owned(),
            options,
            sample_size: Some(i64::from(size)),
            language: Some(language.code().to_owned()),
            ..Draft::default()
        };
        Brief::parse(draft).unwrap()
    }
}

/// Draws the n-th report of a kind.
pub(super) fn drawn(number: u64, kind: PanelKind, language: Language) -> Outcome {
    let mut rng = stream(number, &format!("contradictions/{kind:?}/{language}"));
    let size = if rng.random_bool(0.2) { 150 } else { 50 };
    let brief = kind.brief(language, size);
    let served = Served { wants_none: kind != PanelKind::Scale, ..design::served(&brief) };
    let questionnaire = design::questionnaire(&brief, &served);
    let forms = design::forms(&served, 1);
    let respondents = sample::draw(&Filters::adults(), size, 1).unwrap();
    let present: Vec<&Respondent> = respondents.iter().collect();
    let interviews = interviews(&InterviewInput {
        language,
        questionnaire: &questionnaire,
        options: &served.options,
        forms: &forms,
        present: &present,
        forecast: &forecast(kind, &questionnaire, &served, &mut rng),
        calibration: &Calibration::identity(),
        seed: number,
    });
    let interviews: Vec<_> = interviews.unwrap().into_iter().map(Some).collect();
    Asked { brief: &brief, served: &served, questionnaire: &questionnaire, forms: &forms, respondents: &respondents }
        .outcome(&interviews, &engine_quality(&mut rng))
}

/// An engine that guesses, was never measured, is scripted, or is worth up to 300 people.
fn engine_quality(rng: &mut impl Rng) -> EngineQuality {
    let (worth, skill, kind): (f64, f64, f64) = (rng.random(), rng.random(), rng.random());
    EngineQuality {
        measured: (kind > 0.15).then(|| Measured { skill: skill * 80.0, knows: kind > 0.25, ..Measured::default() }),
        family: QuestionFamily::Choices,
        effective_size: EffectiveSize::about(1.0 + worth * worth * 300.0),
        group_error: None,
        scale_size: 30.0,
        readings_apart: skill * 0.3,
        levelled: false,
        is_scripted: kind > 0.95,
    }
}

fn forecast(kind: PanelKind, questionnaire: &Questionnaire, served: &Served, rng: &mut impl Rng) -> Forecast {
    let answers = questionnaire.answers(QuestionId::Preference).len();
    let mut whole = shares(answers, rng);
    if kind == PanelKind::Scale && rng.random_bool(0.5) {
        near_half(&mut whole, rng);
    }
    if kind == PanelKind::Price && rng.random_bool(0.15) {
        mostly_none(&mut whole);
    }
    let count = |id| questionnaire.answers(id).len();
    let mut choosers = || Choosers {
        reasons: shares(count(QuestionId::Drivers), rng),
        concerns: shares(count(QuestionId::Concern), rng),
        none: rng.random(),
        likelihood: shares(5, rng),
    };
    let choosers = (0..served.options.len()).map(|_| Some(choosers())).collect();
    Forecast {
        whole,
        spread: 0.0,
        levelled: false,
        apart: 0.0,
        readings: 1,
        groups: BTreeMap::new(),
        choosers,
        usage: Usage::default(),
    }
}

/// Draws shares that are anything from even to all but one's.
fn shares(many: usize, rng: &mut impl Rng) -> Vec<f64> {
    let uneven: f64 = [0.1, 1.0, 4.0][rng.random_range(0..3)];
    let raw: Vec<f64> = (0..many).map(|_| (0.02 + 0.98 * rng.random::<f64>()).powf(uneven)).collect();
    let total: f64 = raw.iter().sum();
    raw.into_iter().map(|share| share / total).collect()
}

/// Makes nine of ten choose the last answer, which is "none" where there is one.
fn mostly_none(whole: &mut [f64]) {
    let Some((none, others)) = whole.split_last_mut() else { return };
    let rest: f64 = others.iter().sum();
    others.iter_mut().for_each(|share| *share *= 0.1 / rest);
    *none = 0.9;
}

/// Moves the two last shares to between 46 % and 54 % of all.
fn near_half(shares: &mut [f64], rng: &mut impl Rng) {
    let (low, high) = shares.split_at_mut(shares.len() - 2);
    let top = 0.46 + 0.08 * rng.random::<f64>();
    for (part, wanted) in [(low, 1.0 - top), (high, top)] {
        let total: f64 = part.iter().sum();
        part.iter_mut().for_each(|share| *share *= wanted / total);
    }
}
