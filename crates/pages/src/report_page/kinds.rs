//! Which columns and sentences apply to this report, by its kind of question, verdict and engine.

use contract::ids::CONCERN;
use contract::{AskedOf, Inquiry, Question, QuestionKind, Verdict};
use questionnaire::bank::ListKind;

use super::ReportPage;
use super::bank_lists::{are_concerns_of_bank, are_of_bank, do_concerns_answer};
use super::questions::QuestionView;
use super::words::Localized;

impl ReportPage<'_> {
    /// Whether the verdict names one option, so that its choosers can be compared with everyone else.
    pub(super) fn has_leader(&self) -> bool {
        let ruling = self.ruling().map(|ruling| ruling.verdict);
        self.result.analysis.is_about_top_option()
            && !matches!(ruling, Some(Verdict::Open | Verdict::Shortlist | Verdict::None))
    }

    /// Whether the engine can't tell on such questions. Then the page leaves out what a forecast can't carry: groups, reach,
    /// severities and shares of reasons.
    pub(super) fn is_guessing(&self) -> bool {
        self.result.is_guessing()
    }

    pub(super) fn has_reach(&self) -> bool {
        self.result.analysis.reach.is_some() && !self.is_guessing()
    }

    /// Whether the scale has a section with its net figure and mean.
    pub(super) fn has_scale(&self) -> bool {
        self.result.analysis.scale.is_some() && !self.is_guessing()
    }

    /// Whether reasons are shown. Those of the question bank say nothing about this subject where the engine guesses.
    pub(super) fn has_reasons(&self) -> bool {
        !self.is_guessing() || !self.has_fixed_reasons()
    }

    /// Whether concerns are shown: those that answer their question, and of an engine that guesses only those written for this
    /// subject.
    pub(super) fn has_concerns(&self) -> bool {
        do_concerns_answer(self.result) && (!self.is_guessing() || !self.has_fixed_concerns())
    }

    /// Whether there is a section on open answers, which otherwise says why there are none.
    pub(super) fn has_themes(&self) -> bool {
        !self.is_guessing() || !self.result.analysis.open_text_themes.is_empty()
    }

    /// Whether the table shows each option's expected loss. It does not apply to beliefs about facts.
    pub(super) fn has_losses(&self) -> bool {
        self.result.analysis.is_about_top_option()
            && self.ruling().is_some()
            && self.result.research_input.optimized.inquiry != Inquiry::FactualBelief
    }

    /// Returns the wording in which an option was asked, if it differs from the client's. The answers of other questions
    /// are nobody's options, even where they read the same.
    pub(super) fn asked_for(&self, view: &QuestionView<'_>, option: &str) -> Option<&str> {
        let input = &self.result.research_input;
        let is_choice = view.question.options.starts_with(&input.options);
        let place = input.options.iter().position(|own| is_choice && own == option)?;
        input.optimized.options.get(place).filter(|asked| *asked != option).map(String::as_str)
    }

    /// Whether the options are answers to a question, not things to choose.
    pub(super) fn are_answers(&self) -> bool {
        matches!(self.result.research_input.optimized.inquiry, Inquiry::Likelihood | Inquiry::FactualBelief)
    }

    /// Explains the severity of concerns: of how many respondents, and from which shares on.
    pub(super) fn severity_note(&self) -> String {
        let respondents = &self.result.sample_data.respondents;
        let asked = respondents.iter().filter(|respondent| respondent.answers.contains_key(CONCERN)).count();
        wording::severity_note(self.locale(), asked)
    }

    /// Says which reason or concern was the only one.
    pub(super) fn only_motive(&self, motive: &str, share: &f64, interval: &[f64; 2]) -> String {
        let args =
            [("motive", motive.into()), ("share", self.percent(share).into()), ("range", self.range(interval).into())];
        self.say_with("page-only-motive", &args)
    }

    /// Says which group is ahead of the others on a card.
    pub(super) fn card_who(&self) -> String {
        if self.result.analysis.has_buyers() { self.say("page-card-who-price") } else { self.of_kind("page-card-who") }
    }

    pub(super) fn why_no_voices(&self) -> &'static str {
        let nobody =
            |question: &&Question| question.kind == QuestionKind::OpenText && question.asked_of == AskedOf::Some(0);
        let is_left_out = self.result.sample_data.questionnaire.questions.iter().any(|it| nobody(&it));
        if is_left_out { "page-no-voices" } else { "page-few-voices" }
    }

    /// Whether all reasons come from the question bank, because the engine proposed none for this subject.
    pub(super) fn has_fixed_reasons(&self) -> bool {
        let drivers = &self.result.analysis.driver_breakdown.drivers;
        are_of_bank(self.result, ListKind::Driver, drivers.iter().map(|driver| driver.driver.as_str()))
    }

    /// Whether all concerns come from the question bank.
    pub(super) fn has_fixed_concerns(&self) -> bool {
        are_concerns_of_bank(self.result)
    }
}
