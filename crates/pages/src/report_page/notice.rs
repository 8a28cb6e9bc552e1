//! The notice that states the source of the figures: forecast, people beside a forecast, or the joint estimate. Only
//! figures without people's answers are called synthetic, and only figures from people's answers are called people's.

use contract::PeopleView;
use wording::{Locale, about_people};

/// A notice as a heading and a sentence.
pub struct Notice {
    pub heading: String,
    pub explained: String,
}

impl Notice {
    /// For outputs with the forecast only. If people answered, it says where their answers are shown.
    pub fn of_forecast(locale: Locale, people: Option<&PeopleView>) -> Self {
        let explained = match people {
            None => wording::say(locale, "page-not-people", &[]),
            Some(view) => about_people(locale, "page-people-forecast-alone", view.people),
        };
        Self { heading: wording::say(locale, "page-synthetic", &[]), explained }
    }

    /// For outputs that show both, each figure with its source; like [`Self::of_forecast`] if nobody answered.
    pub fn side_by_side(locale: Locale, people: Option<&PeopleView>) -> Self {
        let Some(view) = people else { return Self::of_forecast(locale, None) };
        Self { heading: view.banner(locale), explained: wording::say(locale, "page-people-band", &[]) }
    }

    /// For outputs that show the joint estimate; like [`Self::of_forecast`] if nobody answered.
    pub fn as_one(locale: Locale, people: Option<&PeopleView>) -> Self {
        let Some(view) = people else { return Self::of_forecast(locale, None) };
        Self { heading: view.banner(locale), explained: wording::say(locale, "page-people-as-one", &[]) }
    }
}
