//! Every sentence a reader sees, in the report's language, from the Fluent files in `locales/`.
//! Figures come in already computed; this file only words and formats them.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::langid;

use crate::brief::Language;

/// A message's argument: texts and numbers turn into one.
pub use fluent_bundle::FluentValue;

/// The files of each language: what reports say, and beside it what only one surface says.
const EN: &[&str] = &[
    include_str!("../../../locales/en.ftl"),
    include_str!("../../../locales/en.report.ftl"),
    include_str!("../../../locales/en.workspace.ftl"),
    include_str!("../../../locales/en.terminal.ftl"),
];
const ES: &[&str] = &[
    include_str!("../../../locales/es.ftl"),
    include_str!("../../../locales/es.report.ftl"),
    include_str!("../../../locales/es.workspace.ftl"),
    include_str!("../../../locales/es.terminal.ftl"),
];
const ZH: &[&str] = &[
    include_str!("../../../locales/zh.ftl"),
    include_str!("../../../locales/zh.report.ftl"),
    include_str!("../../../locales/zh.workspace.ftl"),
    include_str!("../../../locales/zh.terminal.ftl"),
];
/// A probability nearer to certainty than this is not printed as certainty.
const PROBABILITY_SHOWN_MAX: f64 = 0.99;

type Bundle = FluentBundle<FluentResource>;

static BUNDLE_EN: LazyLock<Bundle> = LazyLock::new(|| bundle(Language::En));
static BUNDLE_ES: LazyLock<Bundle> = LazyLock::new(|| bundle(Language::Es));
static BUNDLE_ZH: LazyLock<Bundle> = LazyLock::new(|| bundle(Language::Zh));

/// The message with its arguments filled in; an unknown id comes back as itself, which a test keeps from happening.
pub fn say(language: Language, id: &str, args: &[(&str, FluentValue<'_>)]) -> String {
    let bundle = bundle_of(language);
    let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else {
        return id.to_owned();
    };
    let args: FluentArgs<'_> = args.iter().map(|(name, value)| (*name, value.clone())).collect();
    bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned()
}

/// Whether every language has the message.
pub fn exists(id: &str) -> bool {
    Language::ALL.into_iter().all(|language| bundle_of(language).has_message(id))
}

/// Name of a profile or segment attribute such as `age_band`.
pub fn attribute(language: Language, attribute: &str) -> String {
    say(language, &format!("attribute-{}", dashed(attribute)), &[])
}

/// Name of an attribute's value such as `q1` of `income`; a value without a message, such as an age, names itself.
pub fn value(language: Language, attribute: &str, value: &str) -> String {
    let id = attribute_id("value", attribute, value);
    if exists(&id) { say(language, &id, &[]) } else { value.to_owned() }
}

/// The message of a family for an attribute's value, whether or not there is one.
pub fn attribute_id(family: &str, attribute: &str, value: &str) -> String {
    format!("{family}-{}-{}", dashed(attribute), dashed(value))
}

fn dashed(code: &str) -> String {
    code.replace('_', "-").replace('+', "-plus")
}

/// A fraction as whole per cent, the way the language writes it.
pub fn percent(language: Language, fraction: f64) -> String {
    let whole = integer(language, (fraction * 100.0).round() as i64);
    match language {
        // Spanish sets the sign apart by a space that must not break.
        Language::Es => format!("{whole}\u{a0}%"),
        Language::En | Language::Zh => format!("{whole}%"),
    }
}

/// A share that stands for a chance, which is never printed as certainty, nor as none.
pub fn probability(language: Language, probability: f64) -> String {
    let bound = probability.clamp(1.0 - PROBABILITY_SHOWN_MAX, PROBABILITY_SHOWN_MAX);
    let sign = if probability > bound {
        ">"
    } else if probability < bound {
        "<"
    } else {
        ""
    };
    format!("{sign}{}", percent(language, bound))
}

/// The two ends of an interval, in whole per cent.
pub fn percent_range(language: Language, interval: [f64; 2]) -> String {
    let [low, high] = interval.map(|end| percent(language, end));
    say(language, "range", &[("low", low.into()), ("high", high.into())])
}

/// A difference of two shares in percentage points, without the unit. One that is there is not printed as none.
pub fn points(language: Language, difference: f64) -> String {
    let whole = (difference * 100.0).round() as i64;
    if whole == 0 && difference > 0.0 { format!("<{}", integer(language, 1)) } else { integer(language, whole) }
}

/// A whole number with the language's grouping.
pub fn integer(language: Language, number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let (separator, grouped_from) = match language {
        Language::En | Language::Zh => (',', 4),
        // Spanish groups from five digits on, by a narrow space.
        Language::Es => ('\u{202f}', 5),
    };
    let sign = if number < 0 { "−" } else { "" };
    if digits.len() < grouped_from {
        return format!("{sign}{digits}");
    }
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(separator);
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}")
}

/// A number with that many decimals and the language's decimal mark.
pub fn decimal(language: Language, number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    if language == Language::Es { text.replace('.', ",") } else { text }
}

/// A day as the language writes it; `month` counts from 1.
pub fn date(language: Language, year: i32, month: u8, day: u8) -> String {
    let month = say(language, &format!("month-{month}"), &[]);
    say(
        language,
        "date",
        &[("year", year.to_string().into()), ("month", month.into()), ("day", day.to_string().into())],
    )
}

/// A name as it may stand in a sentence: one written from right to left is kept from reordering what is around it.
pub fn name(text: &str) -> String {
    let is_right_to_left = |c: char| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}');
    if text.contains(is_right_to_left) { format!("\u{2068}{text}\u{2069}") } else { text.to_owned() }
}

/// Sentences side by side, spaced as the language does.
pub fn sentences(language: Language, parts: &[String]) -> String {
    parts.join(if language == Language::Zh { "" } else { " " })
}

fn bundle_of(language: Language) -> &'static Bundle {
    match language {
        Language::En => &BUNDLE_EN,
        Language::Es => &BUNDLE_ES,
        Language::Zh => &BUNDLE_ZH,
    }
}

fn bundle(language: Language) -> Bundle {
    let (locale, texts) = match language {
        Language::En => (langid!("en"), EN),
        Language::Es => (langid!("es"), ES),
        Language::Zh => (langid!("zh"), ZH),
    };
    let mut bundle = Bundle::new_concurrent(vec![locale]);
    // Marks around every argument would end up in files and downloads; the page isolates texts itself.
    bundle.set_use_isolating(false);
    for text in texts {
        // A broken entry is left out rather than bringing the process down; a test reads every file in full.
        let resource = FluentResource::try_new((*text).to_owned()).unwrap_or_else(|(partial, _)| partial);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

#[cfg(test)]
mod tests;
