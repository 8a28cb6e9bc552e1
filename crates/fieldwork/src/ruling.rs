//! What forecast and people come to together, as data and in one sentence of the report's language. It has the kinds of the
//! report's own verdict, and says that people are in it.

use contract::{Inquiry, Openness, ReportResult, Verdict};
use foundation::Language;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wording::Join;

use super::joined::Judged;

/// More options than these are counted and not named.
const NAMED_MAX: usize = 3;

/// The verdict by forecast and people together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct JointRuling {
    pub verdict: Verdict,
    /// Why it is open; only where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<Openness>,
    /// The option to choose, the one that leads, or those to keep; empty where it is open or none will do.
    pub options: Vec<String>,
    /// Options that are out.
    pub dropped: Vec<String>,
    /// The verdict in one sentence, in the report's language.
    pub headline: String,
}

impl JointRuling {
    /// `people` is how many chose, `joined` what is believed by now.
    pub fn of(
        result: &ReportResult,
        judged: &Judged,
        verdict: &analysis::Verdict,
        joined: &[f64],
        people: u32,
    ) -> Self {
        let names = |options: &[foundation::OptionId]| -> Vec<String> {
            options.iter().map(|option| result.research_input.options[option.0].clone()).collect()
        };
        let (kind, open, options, dropped) = match verdict {
            analysis::Verdict::Clear(option) => (Verdict::Clear, None, names(&[*option]), Vec::new()),
            analysis::Verdict::Leaning(option) => (Verdict::Leaning, None, names(&[*option]), Vec::new()),
            analysis::Verdict::Shortlist { keep, drop } => (Verdict::Shortlist, None, names(keep), names(drop)),
            analysis::Verdict::Alike => (Verdict::Open, Some(Openness::Alike), Vec::new(), Vec::new()),
            analysis::Verdict::Unknown => (Verdict::Open, Some(Openness::Unknown), Vec::new(), Vec::new()),
            analysis::Verdict::None => (Verdict::None, None, Vec::new(), Vec::new()),
        };
        let mut ruling = Self { verdict: kind, open, options, dropped, headline: String::new() };
        ruling.headline = ruling.sentence(result, judged, joined, people);
        ruling
    }

    fn sentence(&self, result: &ReportResult, judged: &Judged, joined: &[f64], people: u32) -> String {
        let language = result.research_input.language;
        let (top, top_answers) = match judged {
            Judged::ByUpperEnd { steps, top } => upper_end(result, steps, top, joined),
            _ => (String::new(), String::new()),
        };
        let option = self.options.first().map_or_else(String::new, |option| wording::name(option));
        let fields = [
            ("option", option.as_str().into()),
            ("price", option.as_str().into()),
            ("keep", named(language, &self.options, Join::And).into()),
            ("keep_or", named(language, &self.options, Join::Or).into()),
            ("drop_or", named(language, &self.dropped, Join::Or).into()),
            ("drop", named(language, &self.dropped, Join::And).into()),
            ("dropped", self.dropped.len().into()),
            ("top", top.into()),
            ("top_answers", top_answers.into()),
        ];
        let told = wording::say(language, self.message(result, judged), &fields);
        let figures = [("n_count", people.into()), ("n", wording::integer(language, people.into()).into())];
        wording::sentences(language, &[told, wording::say(language, "people-together", &figures)])
    }

    fn message(&self, result: &ReportResult, judged: &Judged) -> &'static str {
        let are_answers =
            matches!(result.research_input.optimized.inquiry, Inquiry::Likelihood | Inquiry::FactualBelief);
        match (judged, self.verdict, are_answers) {
            (_, Verdict::None, false) => "verdict-none",
            (_, Verdict::None, true) => "verdict-none-answer",
            (Judged::ByUpperEnd { top, .. }, verdict, _) => {
                let is_most = top.iter().any(|at| self.options.contains(&result.research_input.options[*at]));
                match verdict {
                    Verdict::Clear if is_most => "verdict-scale-most",
                    Verdict::Clear => "verdict-scale-few",
                    Verdict::Leaning if is_most => "verdict-scale-most-leaning",
                    Verdict::Leaning => "verdict-scale-few-leaning",
                    _ => "people-scale-open",
                }
            }
            (Judged::ByRevenue { .. }, Verdict::Clear, _) => "verdict-price",
            (Judged::ByRevenue { .. }, Verdict::Leaning, _) => "people-price-leaning",
            (Judged::ByRevenue { .. }, ..) => "people-price-open",
            (_, Verdict::Clear, false) => "verdict-clear",
            (_, Verdict::Clear, true) => "verdict-clear-answer",
            (_, Verdict::Leaning, false) => "people-leaning",
            (_, Verdict::Leaning, true) => "people-leaning-answer",
            (_, Verdict::Shortlist, false) if self.dropped.len() > NAMED_MAX => "verdict-shortlist-rest",
            (_, Verdict::Shortlist, true) if self.dropped.len() > NAMED_MAX => "verdict-shortlist-answer-rest",
            (_, Verdict::Shortlist, false) => "verdict-shortlist",
            (_, Verdict::Shortlist, true) => "verdict-shortlist-answer",
            (_, Verdict::Open, false) if self.open == Some(Openness::Alike) => "verdict-alike",
            (_, Verdict::Open, true) if self.open == Some(Openness::Alike) => "verdict-alike-answer",
            (_, Verdict::Open, _) => "people-open",
        }
    }
}

/// The share at the upper end of a scale, and its steps in words.
fn upper_end(result: &ReportResult, steps: &[usize], top: &[usize], joined: &[f64]) -> (String, String) {
    let language = result.research_input.language;
    let sum = |places: &[usize]| places.iter().map(|at| joined[*at]).sum::<f64>();
    let share = sum(top) / sum(steps).max(f64::MIN_POSITIVE);
    let names: Vec<String> = top.iter().map(|at| result.research_input.options[*at].clone()).collect();
    (wording::percent(language, share), named(language, &names, Join::Or))
}

fn named(language: Language, options: &[String], join: Join) -> String {
    let quoted = |option: &String| wording::say(language, "quoted", &[("text", wording::name(option).into())]);
    wording::listed(language, &options.iter().map(quoted).collect::<Vec<_>>(), join)
}
