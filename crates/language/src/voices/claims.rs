//! Detects that a text states something of its speaker's life that their profile contradicts: small children of somebody aged 70,
//! a boss of somebody retired. The patterns are in the word lists; the limits of age are here. What the profile doesn't know
//! contradicts nothing, and what is said of the past only the speaker's age and sex can contradict.

use super::Speaker;
use super::lists::Claims;

/// From this age on, nobody has small children of their own.
const SMALL_CHILDREN_BELOW: u8 = 60;
/// Below these ages, nobody has a child at school, or any child, unless the profile has children.
const SMALL_CHILDREN_FROM: u8 = 23;
const CHILDREN_FROM: u8 = 20;
const GRANDCHILDREN_FROM: u8 = 38;
/// From these ages on, grandparents and parents are no longer alive.
const GRANDPARENTS_BELOW: u8 = 65;
const PARENTS_BELOW: u8 = 80;
/// From this age on, nobody works, whatever the tables say; and from the other on, nobody of whom they say nothing.
const WORKING_BELOW: u8 = 80;
const WORKING_UNKNOWN_BELOW: u8 = 75;
const STUDYING_BELOW: u8 = 60;
const RETIRED_FROM: u8 = 50;
/// Below this age, whoever has a job is not retired.
const RETIRED_EMPLOYED_FROM: u8 = 60;
const OLD_FROM: u8 = 40;
const YOUNG_BELOW: u8 = 50;

/// Returns whether the text makes a claim that the speaker's profile contradicts.
pub(super) fn contradict(claims: &Claims, text: &str, speaker: &Speaker<'_>) -> bool {
    let is_now = !claims.long_ago.is_in(text);
    let younger = |age: u8| speaker.age.is_some_and(|own| own < age);
    let at_least = |age: u8| speaker.age.is_some_and(|own| own >= age);
    let works = |codes: &[&str]| speaker.employment.is_some_and(|own| codes.contains(&own));
    let lives = |codes: &[&str]| speaker.household.is_some_and(|own| codes.contains(&own));
    let has_children = speaker.children.is_some_and(|own| own > 0) || lives(&["with_children"]);
    let is_without_children = speaker.children == Some(0) || lives(&["alone", "with_others"]);
    let is_out_of_work = works(&["retired", "homemaker", "unemployed", "not_in_labour_force"]);
    let was_never_married = speaker.marital == Some("never");
    let contradictions = [
        (
            &claims.small_children,
            is_now
                && (at_least(SMALL_CHILDREN_BELOW)
                    || is_without_children
                    || (younger(SMALL_CHILDREN_FROM) && !has_children)),
        ),
        (&claims.children, younger(CHILDREN_FROM) && !has_children),
        (&claims.grandchildren, younger(GRANDCHILDREN_FROM)),
        (&claims.grandparents, is_now && at_least(GRANDPARENTS_BELOW)),
        (&claims.parents, is_now && at_least(PARENTS_BELOW)),
        (
            &claims.working,
            is_now
                && (is_out_of_work
                    || at_least(WORKING_BELOW)
                    || (speaker.employment.is_none() && at_least(WORKING_UNKNOWN_BELOW))),
        ),
        (&claims.studying, is_now && (at_least(STUDYING_BELOW) || works(&["retired", "homemaker"]))),
        (
            &claims.retired,
            younger(RETIRED_FROM) || works(&["student"]) || (works(&["employed"]) && younger(RETIRED_EMPLOYED_FROM)),
        ),
        (&claims.spouse, was_never_married || (is_now && lives(&["alone"]))),
        (&claims.alone, is_now && speaker.household.is_some() && !lives(&["alone", "group_quarters"])),
        (&claims.old, younger(OLD_FROM)),
        (&claims.young, is_now && at_least(YOUNG_BELOW)),
        (&claims.female, speaker.sex == Some("male")),
        (&claims.male, speaker.sex == Some("female")),
    ];
    contradictions.iter().any(|(claim, is_contradicted)| *is_contradicted && claim.is_in(text))
}
