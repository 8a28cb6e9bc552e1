//! Where figures come from, said wherever they are shown: of a forecast, of people and a forecast side by side, or of both as
//! one estimate. Nothing that people answered into is called synthetic, and nothing else is called people's.

use foundation::Language;

use fieldwork::{PeopleView, counted};

/// In a few words, and in a sentence.
pub struct Notice {
    pub heading: String,
    pub explained: String,
}

impl Notice {
    /// Of what shows the forecast alone. Where people answered, it says where that is to be read.
    pub fn of_forecast(language: Language, people: Option<&PeopleView>) -> Self {
        let explained = match people {
            None => wording::say(language, "page-not-people", &[]),
            Some(view) => counted(language, "page-people-forecast-alone", view.people),
        };
        Self { heading: wording::say(language, "page-synthetic", &[]), explained }
    }

    /// Of what shows both, each figure with its source; of a forecast where nobody answered.
    pub fn side_by_side(language: Language, people: Option<&PeopleView>) -> Self {
        let Some(view) = people else { return Self::of_forecast(language, None) };
        Self { heading: view.banner(language), explained: wording::say(language, "page-people-band", &[]) }
    }

    /// Of what shows both as one estimate; of a forecast where nobody answered.
    pub fn as_one(language: Language, people: Option<&PeopleView>) -> Self {
        let Some(view) = people else { return Self::of_forecast(language, None) };
        Self { heading: view.banner(language), explained: wording::say(language, "page-people-as-one", &[]) }
    }
}
