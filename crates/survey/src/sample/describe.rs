//! A respondent in a sentence or two of the report's language, for whoever answers in their place. Only what the profile
//! holds is said; the name is left out, since it must not move an answer.

use crate::brief::Language;
use crate::report::Profile;
use crate::sample::Respondent;
use crate::wording::{FluentValue, attribute_id, exists, say, sentences, value};

/// Who they are, then what else is known of them.
pub fn describe(language: Language, respondent: &Respondent) -> String {
    describe_profile(language, &respondent.profile)
}

/// The same for a profile alone.
pub fn describe_profile(language: Language, profile: &Profile) -> String {
    let parts: Vec<String> = who(language, profile).into_iter().chain(details(language, profile)).collect();
    sentences(language, &parts)
}

/// Nothing of somebody who stands for everybody: a sentence must not make up a sex or an age.
fn who(language: Language, profile: &Profile) -> Option<String> {
    profile.sex.as_ref()?;
    let place = place(language, profile);
    let id = if place.is_empty() { "describe-who-anywhere" } else { "describe-who" };
    let args = [("sex", sex(profile)), ("age", profile.age?.into()), ("place", place.into())];
    Some(say(language, id, &args))
}

fn place(language: Language, profile: &Profile) -> String {
    let country = profile.country.as_deref().map_or_else(String::new, |code| value(language, "country", code));
    let inside = profile.city.as_ref().or(profile.region.as_ref());
    let named = match inside {
        Some(inside) => say(language, "describe-inside", &[("inside", inside.into()), ("country", country.into())]),
        None => country,
    };
    match profile.area.as_deref() {
        Some("urban") if profile.city.is_none() => say(language, "describe-urban", &[("place", named.into())]),
        Some("rural") => say(language, "describe-rural", &[("place", named.into())]),
        _ => named,
    }
}

/// One sentence of everything else; none when nothing else is known.
fn details(language: Language, profile: &Profile) -> Option<String> {
    let said = |attribute: &str, code: Option<&String>| {
        let id = attribute_id("describe", attribute, code?);
        exists(&id).then(|| say(language, &id, &[("sex", sex(profile))]))
    };
    let job = profile
        .occupation
        .as_deref()
        .map(|code| say(language, "describe-job", &[("job", value(language, "occupation", code).into())]));
    let work = job.or_else(|| said("sector", profile.sector.as_ref()));
    let work = work.or_else(|| said("employment", profile.employment.as_ref()));
    let clauses: Vec<String> = [
        said("education", profile.education.as_ref()),
        work,
        said("worker_class", profile.worker_class.as_ref()),
        said("marital", profile.marital.as_ref()),
        said("household", profile.household.as_ref()),
        said("income", profile.income.as_ref()),
    ]
    .into_iter()
    .flatten()
    .collect();
    let (last, first) = clauses.split_last()?;
    let list = match first {
        [] => last.clone(),
        _ => {
            let comma = if language == Language::Zh { "，" } else { ", " };
            say(language, "describe-and", &[("first", first.join(comma).into()), ("last", last.into())])
        }
    };
    Some(say(language, "describe-details", &[("sex", sex(profile)), ("details", list.into())]))
}

/// Messages choose their form by it; where it is not told, their own default is taken.
fn sex(profile: &Profile) -> FluentValue<'static> {
    profile.sex.as_deref().unwrap_or("").to_owned().into()
}
