//! Text and number formatting for the report's pages, always in the report's language.

use contract::{AnswerValue, ConfidenceLevel, Inquiry, Profile, ReportResult, Severity};
use foundation::Language;
use population::Attribute;
use wording::FluentValue;

/// Smaller p-values are shown as "less than" this one rather than as zero.
const P_VALUE_SHOWN_MIN: f64 = 0.001;
/// Separates the values of a profile.
const BETWEEN: &str = " · ";

/// The attributes of a one-line profile, in display order.
const SHOWN_IN_A_LINE: [Attribute; 10] = [
    Attribute::Age,
    Attribute::Sex,
    Attribute::City,
    Attribute::Region,
    Attribute::Country,
    Attribute::Education,
    Attribute::Employment,
    Attribute::Occupation,
    Attribute::Income,
    Attribute::Household,
];

/// Returns the country of the audience if there is exactly one.
pub fn one_country(result: &ReportResult) -> Option<&str> {
    match result.research_input.audience_filters.countries.as_slice() {
        [country] => Some(country),
        _ => None,
    }
}

/// A page in one language. Templates call these methods.
pub trait Localized {
    fn language(&self) -> Language;

    /// The only country of the audience, if any; it disambiguates place names.
    fn country(&self) -> Option<&str> {
        None
    }

    /// The audience's minimum and maximum age, which bound the names of age groups; open if the page has no audience.
    fn ages(&self) -> (Option<u8>, Option<u8>) {
        (None, None)
    }

    fn say(&self, id: &str) -> String {
        wording::say(self.language(), id, &[])
    }

    fn say_with(&self, id: &str, args: &[(&str, FluentValue<'_>)]) -> String {
        wording::say(self.language(), id, args)
    }

    /// Returns the separator between a label and its figure.
    fn colon(&self) -> &'static str {
        if self.language() == Language::Zh { "：" } else { ": " }
    }

    /// Returns the variant of a message for this kind of question, or the message itself if it has none.
    fn say_for_kind(&self, id: &str, inquiry: Inquiry) -> String {
        let of_answers = matches!(inquiry, Inquiry::Likelihood | Inquiry::FactualBelief).then_some("answer");
        let kind = match inquiry {
            Inquiry::Naming => Some("naming"),
            Inquiry::Pricing => Some("pricing"),
            Inquiry::FactualBelief => Some("belief"),
            Inquiry::Likelihood => Some("scale"),
            Inquiry::FeaturePriority | Inquiry::Preference => None,
        };
        let own = [kind, of_answers].into_iter().flatten().map(|kind| format!("{id}-{kind}"));
        own.into_iter().find(|own| wording::exists(own)).map_or_else(|| self.say(id), |own| self.say(&own))
    }

    fn percent(&self, fraction: &f64) -> String {
        wording::percent(self.language(), *fraction)
    }

    fn probability(&self, probability: &f64) -> String {
        wording::probability(self.language(), *probability)
    }

    fn range(&self, interval: &[f64; 2]) -> String {
        wording::percent_range(self.language(), *interval)
    }

    fn integer<N: Copy + TryInto<i64>>(&self, number: &N) -> String {
        wording::integer(self.language(), (*number).try_into().unwrap_or(i64::MAX))
    }

    fn decimal(&self, number: &f64, decimals: usize) -> String {
        wording::decimal(self.language(), *number, decimals)
    }

    fn p_value(&self, p: &f64) -> String {
        let shown = self.decimal(&p.max(P_VALUE_SHOWN_MIN), 3);
        if *p < P_VALUE_SHOWN_MIN { format!("<{shown}") } else { shown }
    }

    /// Formats a difference of shares in percentage points, with its sign.
    fn points(&self, difference: &f64) -> String {
        let whole = (difference * 100.0).round() as i64;
        let sign = if whole > 0 { "+" } else { "" };
        format!("{sign}{}", wording::integer(self.language(), whole))
    }

    fn attribute(&self, attribute: &str) -> String {
        wording::attribute(self.language(), attribute)
    }

    fn value(&self, attribute: &str, value: &str) -> String {
        wording::group(self.language(), self.country(), attribute, value, self.ages())
    }

    fn level(&self, level: &ConfidenceLevel) -> String {
        self.say(match level {
            ConfidenceLevel::Low => "level-low",
            ConfidenceLevel::Medium => "level-medium",
            ConfidenceLevel::High => "level-high",
        })
    }

    /// Returns the level as a CSS class.
    fn level_code(&self, level: &ConfidenceLevel) -> &'static str {
        match level {
            ConfidenceLevel::Low => "low",
            ConfidenceLevel::Medium => "medium",
            ConfidenceLevel::High => "high",
        }
    }

    fn severity(&self, severity: &Severity) -> String {
        self.say(match severity {
            Severity::Low => "level-low",
            Severity::Medium => "level-medium",
            Severity::High => "level-high",
        })
    }

    /// Describes a person in one line.
    fn profile_line(&self, profile: &Profile) -> String {
        let country = profile.value(Attribute::Country);
        let named = |attribute: Attribute| {
            let value = profile.value(attribute)?;
            Some(wording::value_in(self.language(), country.as_deref(), attribute.code(), &value))
        };
        SHOWN_IN_A_LINE.into_iter().filter_map(named).collect::<Vec<_>>().join(BETWEEN)
    }

    /// Formats an answer, one line per choice.
    fn answer_lines(&self, answer: &AnswerValue) -> Vec<String> {
        let option = |id: &str, option: &str| self.say_with(id, &[("option", option.into())]);
        match answer {
            AnswerValue::Text(text) => vec![text.clone()],
            AnswerValue::Choices(choices) => choices.clone(),
            AnswerValue::Rating(rating) => vec![wording::integer(self.language(), *rating)],
            AnswerValue::BestWorst { best, worst } => vec![option("page-best", best), option("page-worst", worst)],
        }
    }
}
