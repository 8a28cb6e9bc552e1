//! The headline: which sentence states a verdict. Reports (forecast alone) and surveys (joint estimate of forecast and people)
//! take it from here.

use analysis::Verdict;
use foundation::OptionId;
use language::Inquiry;

use crate::{self as wording, Join, Locale};

/// At most so many dropped options are named; more are counted.
const NAMED_MAX: usize = 3;

/// What makes an option the best one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Criterion {
    /// The largest share.
    Choice,
    /// The largest revenue, of prices.
    Revenue,
    /// A majority at the upper end of a scale; `is_most` where there is one.
    UpperEnd { is_most: bool },
}

/// What the verdict rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The forecast alone, by an engine that was tested on such questions or not. `can_settle`: a feasible number of people would
    /// settle it.
    Forecast { is_guessing: bool, is_measured: bool, can_settle: bool },
    /// Forecast and people's answers.
    Joint,
}

/// Whether the options are answers to a question, not things to choose.
pub(super) fn are_answers(inquiry: Inquiry) -> bool {
    matches!(inquiry, Inquiry::Likelihood | Inquiry::FactualBelief)
}

/// Returns the id of the message that states the verdict.
pub(super) fn message(verdict: &Verdict, criterion: Criterion, inquiry: Inquiry, basis: Basis) -> &'static str {
    if matches!(basis, Basis::Forecast { is_guessing: true, .. }) {
        return "verdict-guessing";
    }
    let special = match criterion {
        Criterion::UpperEnd { is_most } => on_scale(verdict, is_most, basis),
        Criterion::Revenue => of_prices(verdict, basis),
        Criterion::Choice => None,
    };
    special.unwrap_or_else(|| of_choices(verdict, inquiry, basis))
}

fn of_choices(verdict: &Verdict, inquiry: Inquiry, basis: Basis) -> &'static str {
    let can_settle = matches!(basis, Basis::Forecast { can_settle: true, .. });
    let is_joint = basis == Basis::Joint;
    let is_feature = inquiry == Inquiry::FeaturePriority && !is_joint;
    match (verdict, are_answers(inquiry)) {
        (Verdict::Clear(_), false) => "verdict-clear",
        (Verdict::Clear(_), true) => "verdict-clear-answer",
        (Verdict::Leaning(_), false) if is_joint => "people-leaning",
        (Verdict::Leaning(_), true) if is_joint => "people-leaning-answer",
        (Verdict::Leaning(_), false) if can_settle => "verdict-leaning",
        (Verdict::Leaning(_), true) if can_settle => "verdict-leaning-answer",
        (Verdict::Leaning(_), false) => "verdict-leaning-many",
        (Verdict::Leaning(_), true) => "verdict-leaning-answer-many",
        (Verdict::Shortlist { drop, .. }, _) if is_feature => match drop.len() {
            1 => "verdict-shortlist-feature",
            _ => "verdict-shortlist-feature-rest",
        },
        (Verdict::Shortlist { drop, .. }, false) if drop.len() > NAMED_MAX => "verdict-shortlist-rest",
        (Verdict::Shortlist { drop, .. }, true) if drop.len() > NAMED_MAX => "verdict-shortlist-answer-rest",
        (Verdict::Shortlist { .. }, false) => "verdict-shortlist",
        (Verdict::Shortlist { .. }, true) => "verdict-shortlist-answer",
        (Verdict::Alike, false) => "verdict-alike",
        (Verdict::Alike, true) => "verdict-alike-answer",
        (Verdict::Unknown, _) if is_joint => "people-open",
        (Verdict::Unknown, _) if can_settle => "verdict-unknown",
        (Verdict::Unknown, _) if matches!(basis, Basis::Forecast { is_measured: false, .. }) => {
            "verdict-unknown-untested"
        }
        (Verdict::Unknown, _) => "verdict-unknown-many",
        (Verdict::None, false) => "verdict-none",
        (Verdict::None, true) => "verdict-none-answer",
    }
}

fn on_scale(verdict: &Verdict, is_most: bool, basis: Basis) -> Option<&'static str> {
    match verdict {
        Verdict::Clear(_) if is_most => Some("verdict-scale-most"),
        Verdict::Clear(_) => Some("verdict-scale-few"),
        Verdict::Leaning(_) if is_most => Some("verdict-scale-most-leaning"),
        Verdict::Leaning(_) => Some("verdict-scale-few-leaning"),
        Verdict::Unknown if basis == Basis::Joint => Some("people-scale-open"),
        Verdict::Unknown => Some("verdict-scale-open"),
        Verdict::Shortlist { .. } | Verdict::Alike | Verdict::None => None,
    }
}

fn of_prices(verdict: &Verdict, basis: Basis) -> Option<&'static str> {
    match (verdict, basis) {
        (_, Basis::Forecast { is_measured: false, .. }) => Some("verdict-price-untested"),
        (Verdict::None, _) => Some("verdict-none-price"),
        (Verdict::Clear(_), _) => Some("verdict-price"),
        (Verdict::Leaning(_), Basis::Joint) => Some("people-price-leaning"),
        (Verdict::Leaning(_), _) => Some("verdict-price-leaning"),
        (_, Basis::Joint) => Some("people-price-open"),
        _ => Some("verdict-price-open"),
    }
}

/// A verdict by forecast and people.
#[derive(Debug, Clone, Copy)]
pub struct JointVerdict<'a> {
    pub locale: Locale,
    pub inquiry: Inquiry,
    /// The client's options, verbatim.
    pub options: &'a [String],
    pub verdict: &'a Verdict,
    /// On a scale: the joint share of its upper end, and the options that are the upper end.
    pub upper_end: Option<(f64, &'a [usize])>,
    pub is_price: bool,
    /// Number of people who were counted.
    pub people: u32,
}

/// Returns the verdict by forecast and people, and on how many people it rests, in the report's language.
pub fn joint_headline(of: &JointVerdict<'_>) -> String {
    let (kept, dropped): (&[OptionId], &[OptionId]) = match of.verdict {
        Verdict::Clear(option) | Verdict::Leaning(option) => (std::slice::from_ref(option), &[]),
        Verdict::Shortlist { keep, drop } => (keep, drop),
        Verdict::Alike | Verdict::Unknown | Verdict::None => (&[], &[]),
    };
    let criterion = match of.upper_end {
        Some((_, top)) => Criterion::UpperEnd { is_most: kept.iter().any(|option| top.contains(&option.0)) },
        None if of.is_price => Criterion::Revenue,
        None => Criterion::Choice,
    };
    let listed = |options: &[OptionId], join| of.listed(options.iter().map(|option| option.0), join);
    let option = kept.first().map_or_else(String::new, |option| wording::name(&of.options[option.0]));
    let (top, top_answers) = of.upper_end.map_or_else(Default::default, |(share, top)| {
        (wording::percent(of.locale, share), of.listed(top.iter().copied(), Join::Or))
    });
    let fields = [
        ("option", option.as_str().into()),
        ("price", option.as_str().into()),
        ("keep", listed(kept, Join::And).into()),
        ("keep_or", listed(kept, Join::Or).into()),
        ("drop_or", listed(dropped, Join::Or).into()),
        ("drop", listed(dropped, Join::And).into()),
        ("dropped", wording::small_number(of.locale, dropped.len()).into()),
        ("top", top.into()),
        ("top_answers", top_answers.into()),
    ];
    let verdict = wording::say(of.locale, message(of.verdict, criterion, of.inquiry, Basis::Joint), &fields);
    wording::sentences(of.locale, &[verdict, wording::about_people(of.locale, "people-together", of.people)])
}

impl JointVerdict<'_> {
    fn listed(&self, options: impl Iterator<Item = usize>, join: Join) -> String {
        let quoted = |option: usize| {
            wording::say(self.locale, "quoted", &[("text", wording::name(&self.options[option]).into())])
        };
        wording::listed(self.locale, &options.map(quoted).collect::<Vec<_>>(), join)
    }
}
