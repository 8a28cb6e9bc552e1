//! The notice that states the source of the figures: forecast, people beside a forecast, or the joint estimate. Only
//! figures without people's answers are called synthetic, and only figures from people's answers are called people's.

use foundation::Language;

use contract::PeopleView;
use wording::about_people;

/// A notice as a heading and a sentence.
pub struct Notice {
    pub heading: String,
    pub explained: String,
}

impl Notice {
    /// For outputs with the forecast only. If people answered, it says where their answers are shown.
    pub fn of_forecast(language: Language, people: Option<&PeopleView>) -> Self {
        let explained = match people {
            None => wording::say(language, "page-not-people", &[]),
            Some(view) => about_people(language, "page-people-forecast-alone", view.people),
        };
        Self { heading: wording::say(language, "page-synthetic", &[]), explained }
    }

    /// For outputs that show both, each figure with its source; like [`Self::of_forecast`] if nobody answered.
    pub fn side_by_side(language: Language, people: Option<&PeopleView>) -> Self {
        let Some(view) = people else { return Self::of_forecast(language, None) };
        Self { heading: view.banner(language), explained: wording::say(language, "page-people-band", &[]) }
    }

    /// For outputs that show the joint estimate; like [`Self::of_forecast`] if nobody answered.
    pub fn as_one(language: Language, people: Option<&PeopleView>) -> Self {
        let Some(view) = people else { return Self::of_forecast(language, None) };
        Self { heading: view.banner(language), explained: wording::say(language, "page-people-as-one", &[]) }
    }
}
