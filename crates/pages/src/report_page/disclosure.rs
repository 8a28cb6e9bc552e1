//! How people were asked, after the disclosure elements of AAPOR's Transparency Initiative, in the report's language.

use contract::{DisclosureView, PeopleView};
use wording::{Locale, about_people, say};

/// Returns pairs of a label and its lines. What is not known has no entry.
pub fn entries(locale: Locale, view: &PeopleView) -> Vec<(String, Vec<String>)> {
    let of = &view.disclosure;
    let chose: u32 = view.options.iter().map(|option| option.count).sum();
    let decimal = |figure: f64| wording::decimal(locale, figure, 2);
    let entries = [
        ("page-people-asker", asker(locale, of).into_iter().collect()),
        ("page-people-reached", reached(locale, of)),
        ("page-people-dates", dates(locale, of).into_iter().collect()),
        ("page-people-counted", vec![wording::integer(locale, view.people.into())]),
        ("page-people-eligibility", eligibility(locale, view)),
        ("page-people-weighting", vec![weighting(locale, of)]),
        ("page-people-design-effect", of.design_effect.map(decimal).into_iter().collect()),
        (
            "page-people-effective-size",
            of.effective_size.filter(|_| chose > 0).map(|size| wording::decimal(locale, size, 1)).into_iter().collect(),
        ),
        ("page-people-question-asked", vec![view.question.clone()]),
        ("page-people-options-asked", view.options.iter().map(|option| option.option.clone()).collect()),
    ];
    let is_known = |(_, lines): &(&str, Vec<String>)| !lines.is_empty();
    entries.into_iter().filter(is_known).map(|(id, lines)| (say(locale, id, &[]), lines)).collect()
}

/// Returns how many were screened out, and of how many it is not known whether they belong to the audience.
fn eligibility(locale: Locale, view: &PeopleView) -> Vec<String> {
    [("page-people-screened-out", view.screened_out), ("page-people-eligibility-unknown", view.eligibility_unknown)]
        .into_iter()
        .filter(|(_, people)| *people > 0)
        .map(|(id, people)| about_people(locale, id, people))
        .collect()
}

/// Who asked is known only of those who came by link.
fn asker(locale: Locale, of: &DisclosureView) -> Option<String> {
    let by_link = of.by_link + of.by_one_time_link > 0;
    by_link.then(|| of.asker.clone().unwrap_or_else(|| say(locale, "page-people-asker-unnamed", &[])))
}

fn reached(locale: Locale, of: &DisclosureView) -> Vec<String> {
    [
        ("page-people-reached-link", of.by_link),
        ("page-people-reached-once", of.by_one_time_link),
        ("page-people-reached-file", of.by_file),
    ]
    .into_iter()
    .filter(|(_, people)| *people > 0)
    .map(|(id, people)| about_people(locale, id, people))
    .collect()
}

fn dates(locale: Locale, of: &DisclosureView) -> Option<String> {
    let (first, last) = (of.first_day.as_deref()?, of.last_day.as_deref()?);
    let [told_first, told_last] = [first, last].map(|day| wording::day(locale, day));
    if first == last {
        return Some(told_first);
    }
    Some(say(locale, "page-people-dates-range", &[("first", told_first.into()), ("last", told_last.into())]))
}

fn weighting(locale: Locale, of: &DisclosureView) -> String {
    let mut by: Vec<String> = Vec::new();
    if !of.weighting_variables.is_empty() {
        by.push(wording::weighting_variables(locale, &of.weighting_variables));
    }
    if of.has_supplied_weights {
        by.push(say(locale, "page-people-weighting-supplied", &[]));
    }
    if by.is_empty() { say(locale, "page-people-weighting-none", &[]) } else { by.join(" · ") }
}
