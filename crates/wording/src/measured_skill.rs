//! States how well an engine did against real people on questions like the client's, before anything is spent on a report: its
//! record on the family of the question, and what to do if the record is poor or missing.

use forecast::Calibration;
use forecast::calibration::{FamilyRecord, Measured};
use foundation::Language;
use language::{QuestionFamily, Served};

use crate::{FluentValue, Join, Locale, integer, listed, percent, say, sentences, signed};

/// The command by which another engine is chosen.
const ENGINE_COMMAND: &str = "canvass engine use";

/// What an engine's record shows for the family of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkillStatus {
    /// It beats a uniform guess on questions of this family.
    Knows,
    /// It was shown no better than a uniform guess.
    Guesses,
    /// It was measured, but on too few questions of this family.
    UnmeasuredFamily,
    /// It was never measured.
    Unmeasured,
}

impl SkillStatus {
    /// Returns the code of the warning in responses of the API; `None` if there is nothing to warn of.
    pub fn warning_code(self) -> Option<&'static str> {
        match self {
            Self::Knows => None,
            Self::Guesses => Some("engine_guesses"),
            Self::UnmeasuredFamily => Some("engine_unmeasured_family"),
            Self::Unmeasured => Some("engine_unmeasured"),
        }
    }
}

/// An engine's measured skill on the family of a question, in the reader's language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeasuredSkill {
    pub status: SkillStatus,
    /// How the engine did on such questions, with figures.
    pub statement: String,
    /// What to do about it; `None` if the engine beats guessing on such questions.
    pub remedy: Option<String>,
}

impl MeasuredSkill {
    /// Returns the skill that counts for a brief under the calibration in force. `served` is the wording that will be asked,
    /// `language` the brief's language.
    pub fn of_brief(calibration: &Calibration, served: &Served, language: Language, reader: impl Into<Locale>) -> Self {
        let reader = reader.into();
        let calibration = calibration.for_question(served.asks_dearest_price);
        let measured = calibration.as_ref().and_then(|calibration| calibration.measured.as_ref());
        Self::of(measured, served.family(language), reader)
    }

    /// Returns the skill on a family of questions by `measured`, the record in force; `None` if the engine was never measured.
    pub fn of(measured: Option<&Measured>, family: QuestionFamily, reader: impl Into<Locale>) -> Self {
        let reader = reader.into();
        let status = status(measured, family);
        let statement = match (measured, measured.and_then(|measured| measured.for_family(family))) {
            (Some(_), Some(record)) => of_family(record, reader),
            (Some(measured), None) => overall(measured, family, reader),
            (None, _) => say(reader, "worth-unmeasured", &[]),
        };
        let remedy = match status {
            SkillStatus::Knows => None,
            SkillStatus::Guesses => Some("worth-remedy"),
            SkillStatus::UnmeasuredFamily | SkillStatus::Unmeasured => Some("worth-remedy-unmeasured"),
        };
        let remedy = remedy.map(|id| say(reader, id, &[("command", ENGINE_COMMAND.into())]));
        Self { status, statement, remedy }
    }

    /// Returns statement and remedy as one text.
    pub fn text(&self, reader: impl Into<Locale>) -> String {
        let reader = reader.into();
        let parts: Vec<String> = [Some(self.statement.clone()), self.remedy.clone()].into_iter().flatten().collect();
        sentences(reader, &parts)
    }
}

/// Returns the sentence that the engine in use is the scripted one, with the command that chooses another.
pub fn scripted_introduction(reader: impl Into<Locale>) -> String {
    let reader = reader.into();
    say(reader, "worth-engine-scripted", &[("command", ENGINE_COMMAND.into())])
}

/// Returns sentences that name the engine in use, the families on which it beats guessing or does not, and the command that chooses
/// another. `name` is the model's.
pub fn introduction(name: &str, measured: Option<&Measured>, reader: impl Into<Locale>) -> String {
    let reader = reader.into();
    let mut parts = vec![say(reader, "worth-engine", &[("engine", name.into())])];
    match measured {
        None => parts.push(say(reader, "worth-unmeasured", &[])),
        Some(measured) if measured.by_family.is_empty() => {
            let args: [(&str, FluentValue<'_>); 2] =
                [("scopes", scope(reader, None).into()), ("skill", signed(reader, measured.printed_skill()).into())];
            parts.push(say(reader, if measured.knows { "worth-engine-knows" } else { "worth-engine-guesses" }, &args));
        }
        Some(measured) => parts.extend(by_family(measured, reader)),
    }
    parts.push(say(reader, "worth-engine-better", &[("command", ENGINE_COMMAND.into())]));
    sentences(reader, &parts)
}

fn by_family(measured: &Measured, reader: Locale) -> Vec<String> {
    let listing = |knows: bool, id: &str| {
        let records = measured.by_family.iter().filter(|record| record.knows == knows);
        let scopes: Vec<String> = records.map(|record| scope(reader, Some(record.family))).collect();
        (!scopes.is_empty()).then(|| say(reader, id, &[("scopes", listed(reader, &scopes, Join::And).into())]))
    };
    [listing(true, "worth-engine-knows"), listing(false, "worth-engine-guesses")].into_iter().flatten().collect()
}

/// Renders a skill above zero: the share of the gap between guessing and people's real percentages that the forecasts close, in whole
/// percent. It is rounded down, so that a skill below a level's limit never prints as that limit.
pub fn gap_closed(reader: impl Into<Locale>, skill: f64) -> String {
    percent(reader, skill.max(0.0).floor() / 100.0)
}

/// Names the language in which the questions of a record were asked; `None` if questions in all languages were counted.
pub fn asked_in(reader: impl Into<Language>, language: Option<Language>) -> String {
    let code = language.map_or("all", Language::code);
    say(reader.into(), &format!("asked-in-{code}"), &[])
}

/// Names the questions that a record covers: those of a family, or survey questions of all kinds.
pub fn scope(language: impl Into<Language>, family: Option<QuestionFamily>) -> String {
    say(language.into(), family.map_or("worth-scope-all", scope_id), &[])
}

fn scope_id(family: QuestionFamily) -> &'static str {
    match family {
        QuestionFamily::Opinions => "worth-scope-opinions",
        QuestionFamily::Choices => "worth-scope-choices",
        QuestionFamily::Prices => "worth-scope-prices",
    }
}

fn status(measured: Option<&Measured>, family: QuestionFamily) -> SkillStatus {
    match measured {
        None => SkillStatus::Unmeasured,
        Some(measured) => match measured.record_for(Some(family)) {
            record if !record.knows => SkillStatus::Guesses,
            record if record.family.is_none() => SkillStatus::UnmeasuredFamily,
            _ => SkillStatus::Knows,
        },
    }
}

fn of_family(record: &FamilyRecord, reader: Locale) -> String {
    let args: [(&str, FluentValue<'_>); 5] = [
        ("scope", scope(reader, Some(record.family)).into()),
        ("skill", if record.knows { gap_closed(reader, record.skill) } else { signed(reader, record.skill) }.into()),
        ("cases", integer(reader, record.cases.into()).into()),
        ("right", percent(reader, record.winner_accuracy).into()),
        ("chance", percent(reader, record.chance).into()),
    ];
    let mut parts = vec![say(reader, if record.knows { "worth-knows" } else { "worth-guesses" }, &args)];
    parts.extend(record.pooled.then(|| say(reader, "worth-pooled", &[])));
    sentences(reader, &parts)
}

/// States the record over all questions, for a family on which it has no figures.
fn overall(measured: &Measured, family: QuestionFamily, reader: Locale) -> String {
    let args: [(&str, FluentValue<'_>); 3] = [
        ("scope", say(reader, scope_id(family), &[]).into()),
        ("skill", gap_closed(reader, measured.printed_skill()).into()),
        ("cases", integer(reader, measured.cases.into()).into()),
    ];
    say(reader, if measured.knows { "worth-family-unmeasured" } else { "worth-family-unmeasured-guesses" }, &args)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(family: QuestionFamily, knows: bool) -> FamilyRecord {
        let (cases, surveys, skill) = (17, 10, 24.2);
        FamilyRecord { family, cases, surveys, pooled: false, skill, knows, winner_accuracy: 0.65, chance: 0.27 }
    }

    fn measured() -> Measured {
        let by_family = vec![record(QuestionFamily::Opinions, true), record(QuestionFamily::Choices, false)];
        Measured { knows: true, cases: 74, skill: 16.0, by_family, ..Measured::default() }
    }

    #[test]
    fn an_engine_that_guesses_at_choices_is_said_to_with_what_to_do() {
        let skill = MeasuredSkill::of(Some(&measured()), QuestionFamily::Choices, Language::En);
        assert_eq!(skill.status, SkillStatus::Guesses);
        assert!(skill.statement.contains("on choices among products"), "{}", skill.statement);
        assert!(skill.statement.contains("no better than guessing") && skill.statement.contains("17"));
        assert!(skill.text(Language::En).contains("canvass engine use"), "{skill:?}");
    }

    #[test]
    fn an_engine_is_introduced_with_its_strengths_and_weaknesses() {
        let text = introduction("qwen-1.5b", Some(&measured()), Language::En);
        assert_eq!(
            text,
            "The engine in use is qwen-1.5b. Tested against real people, it beats guessing on opinions and habits. It did no \
             better than guessing on choices among products, names and features. To use a better one: “canvass engine use”."
        );
        assert!(introduction("x", None, Language::En).contains("never been tested"));
    }

    #[test]
    fn a_skill_is_the_gap_closed_in_whole_percent_and_never_rounded_up() {
        assert_eq!([75.0, 29.99, 9.6, -3.0].map(|skill| gap_closed(Language::En, skill)), ["75%", "29%", "9%", "0%"]);
    }

    #[test]
    fn every_status_has_its_words_in_every_language() {
        let measured = measured();
        for language in Language::ALL {
            let of = |measured, family| MeasuredSkill::of(measured, family, language);
            let all = [
                of(Some(&measured), QuestionFamily::Opinions),
                of(Some(&measured), QuestionFamily::Choices),
                of(Some(&measured), QuestionFamily::Prices),
                of(None, QuestionFamily::Prices),
            ];
            let statuses = all.each_ref().map(|skill| skill.status);
            let expected =
                [SkillStatus::Knows, SkillStatus::Guesses, SkillStatus::UnmeasuredFamily, SkillStatus::Unmeasured];
            assert_eq!(statuses, expected);
            assert!(all[0].remedy.is_none() && all[1..].iter().all(|skill| skill.remedy.is_some()));
            let texts: std::collections::BTreeSet<String> = all.iter().map(|skill| skill.text(language)).collect();
            assert_eq!(texts.len(), 4, "{texts:?}");
        }
    }
}
