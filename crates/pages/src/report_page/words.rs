//! Text and number formatting for the report's pages, always in the report's locale.

use std::fmt;

use askama::filters::{Escaper, Html};
use contract::{AnswerValue, Compared, ConfidenceLevel, Inquiry, Profile, Severity};
use foundation::Language;
use population::Attribute;
use wording::{FluentValue, Locale};

use super::cards::CHOOSERS_MIN;

/// Smaller p-values are shown as "less than" this one rather than as zero.
const P_VALUE_SHOWN_MIN: f64 = 0.001;
/// From here on, two decimals say enough.
const P_VALUE_EXACT_MAX: f64 = 0.01;
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

/// A page in one language. Templates call these methods.
pub trait Localized {
    fn locale(&self) -> Locale;

    fn language(&self) -> Language {
        self.locale().language
    }

    /// The only country of the audience, if any; it disambiguates place names.
    fn country(&self) -> Option<&str> {
        None
    }

    /// The audience's minimum and maximum age, which bound the names of age groups; open if the page has no audience.
    fn ages(&self) -> (Option<u8>, Option<u8>) {
        (None, None)
    }

    fn say(&self, id: &str) -> String {
        wording::say(self.locale(), id, &[])
    }

    fn say_with(&self, id: &str, args: &[(&str, FluentValue<'_>)]) -> String {
        wording::say(self.locale(), id, args)
    }

    /// Returns a title as HTML that breaks between words only.
    fn title(&self, text: &str) -> Result<String, fmt::Error> {
        let mut html = String::new();
        for (at, part) in wording::phrases(self.locale(), text).into_iter().enumerate() {
            html.push_str(if at == 0 { "" } else { "<wbr>" });
            Html.write_escaped_str(&mut html, part)?;
        }
        Ok(html)
    }

    /// Returns the separator between a label and its figure.
    fn colon(&self) -> &'static str {
        if self.language() == Language::Zh { "：" } else { ": " }
    }

    /// Returns the space between two sentences, which Chinese does not have.
    fn gap(&self) -> &'static str {
        if self.language() == Language::Zh { "" } else { " " }
    }

    /// Separates the items of a list that contain commas.
    fn semicolon(&self) -> &'static str {
        if self.language() == Language::Zh { "；" } else { "; " }
    }

    /// Puts an addition in parentheses, with the space before them where the language has one.
    fn bracketed(&self, text: String) -> String {
        if self.language() == Language::Zh { format!("（{text}）") } else { format!(" ({text})") }
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
        wording::percent(self.locale(), *fraction)
    }

    fn probability(&self, probability: &f64) -> String {
        wording::probability(self.locale(), *probability)
    }

    fn range(&self, interval: &[f64; 2]) -> String {
        wording::percent_range(self.locale(), *interval)
    }

    fn integer<N: Copy + TryInto<i64>>(&self, number: &N) -> String {
        wording::integer(self.locale(), (*number).try_into().unwrap_or(i64::MAX))
    }

    fn decimal(&self, number: &f64, decimals: usize) -> String {
        wording::decimal(self.locale(), *number, decimals)
    }

    fn p_value(&self, p: &f64) -> String {
        let decimals = if *p < P_VALUE_EXACT_MAX { 3 } else { 2 };
        let shown = self.decimal(&p.max(P_VALUE_SHOWN_MIN), decimals);
        if *p < P_VALUE_SHOWN_MIN { format!("<{shown}") } else { shown }
    }

    /// States a group's share beside that of everyone else.
    fn beside_others(&self, of: &Compared) -> String {
        let args = [("share", self.percent(&of.share).into()), ("others", self.percent(&of.others).into())];
        self.say_with("page-card-compared", &args)
    }

    /// Explains why an option's card has no reasons and concerns.
    fn few_choosers(&self, choosers: &usize) -> String {
        self.say_with("page-card-few", &[("n_count", (*choosers).into()), ("n", self.integer(choosers).into())])
    }

    /// Explains why there are no cards, where every option was chosen by too few.
    fn few_choosers_of_any(&self) -> String {
        self.say_with("page-cards-few", &[("n", self.integer(&CHOOSERS_MIN).into())])
    }

    /// Formats whole percentage points with their sign.
    fn points(&self, whole: &i64) -> String {
        let sign = if *whole > 0 { "+" } else { "" };
        format!("{sign}{}", wording::integer(self.locale(), *whole))
    }

    fn attribute(&self, attribute: &str) -> String {
        wording::attribute(self.language(), attribute)
    }

    fn value(&self, attribute: &str, value: &str) -> String {
        wording::group(self.language(), self.country(), attribute, value, self.ages())
    }

    /// Names the people of a group as a sentence does.
    fn people_of(&self, attribute: &str, value: &str) -> String {
        wording::people_of(self.locale(), self.country(), attribute, value, self.ages())
    }

    fn level(&self, level: &ConfidenceLevel) -> String {
        self.say(match level {
            ConfidenceLevel::Low => "level-low",
            ConfidenceLevel::Medium => "level-medium",
            ConfidenceLevel::High => "level-high",
        })
    }

    /// Returns the level after a colon, where a label stands before it.
    fn level_in_text(&self, level: &ConfidenceLevel) -> String {
        self.say(match level {
            ConfidenceLevel::Low => "terminal-level-low",
            ConfidenceLevel::Medium => "terminal-level-medium",
            ConfidenceLevel::High => "terminal-level-high",
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
            AnswerValue::Rating(rating) => vec![wording::integer(self.locale(), *rating)],
            AnswerValue::BestWorst { best, worst } => vec![option("page-best", best), option("page-worst", worst)],
        }
    }
}
