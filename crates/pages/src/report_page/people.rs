//! The section on real people's answers: for each option the forecast, people's share and the joint estimate. It is
//! rendered separately and included in pages.

use askama::Template;
use contract::ids::LIKELIHOOD;
use foundation::Language;

use super::words::Localized;
use contract::OptionView;
use contract::{PeopleView, RatingView};
use wording::about_people;

/// The chart's width in user units, as in `bars`.
const WIDTH: f64 = 1000.0;

#[derive(Template)]
#[template(path = "report/people.html")]
pub struct PeopleSection<'a> {
    language: Language,
    view: &'a PeopleView,
}

impl Localized for PeopleSection<'_> {
    fn language(&self) -> Language {
        self.language
    }
}

struct Line {
    label: String,
    share: f64,
    interval: [f64; 2],
    is_joined: bool,
}

impl<'a> PeopleSection<'a> {
    pub fn new(language: Language, view: &'a PeopleView) -> Self {
        Self { language, view }
    }

    /// Returns the sentence on how many people answered and what else the figures rest on.
    pub fn banner(&self) -> String {
        self.view.banner(self.language)
    }

    fn lines(&self, option: &OptionView) -> Vec<Line> {
        let line = |id: &str, share: f64, interval: [f64; 2], is_joined: bool| Line {
            label: self.say(id),
            share,
            interval,
            is_joined,
        };
        let mut lines = vec![line("page-people-forecast", option.forecast, option.forecast_interval, false)];
        if let (Some(share), Some(interval)) = (option.people, option.people_interval) {
            lines.push(line("page-people-people", share, interval, false));
        }
        lines.push(line("page-people-together", option.together, option.together_interval, true));
        lines
    }

    fn wide(&self, share: &f64) -> String {
        format!("{:.0}", share.clamp(0.0, 1.0) * WIDTH)
    }

    pub fn headline(&self) -> Option<&str> {
        self.view.verdict.as_ref().map(|verdict| verdict.headline.as_str())
    }

    /// Returns the verdict with whether it is settled.
    fn lead(&self) -> Option<String> {
        let said: Vec<String> = self.headline().map(str::to_owned).into_iter().chain(self.settlement()).collect();
        self.headline().map(|_| wording::sentences(self.language, &said))
    }

    /// Returns one sentence per rating question.
    fn ratings(&self) -> Vec<String> {
        let rating = |it: &RatingView| {
            let id = if it.question == LIKELIHOOD { "page-people-likelihood" } else { "page-people-scale" };
            let figures = [
                ("mean", self.decimal(&it.mean, 1).into()),
                ("low", self.decimal(&it.mean_interval[0], 1).into()),
                ("high", self.decimal(&it.mean_interval[1], 1).into()),
                ("steps", self.integer(&it.steps).into()),
                ("top", self.percent(&it.top_two).into()),
                ("top_range", self.range(&it.top_two_interval).into()),
            ];
            self.say_with(id, &figures)
        };
        self.view.ratings.iter().map(rating).collect()
    }

    pub fn options(&self) -> &[OptionView] {
        &self.view.options
    }

    /// Returns whether the study is settled, or how many more answers would settle it; `None` where that is unknown.
    pub fn settlement(&self) -> Option<String> {
        self.view.settlement(self.language)
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![self.say("page-people-intervals")];
        notes.extend(self.view.none_answer.as_ref().map(|_| self.say("page-people-price")));
        if self.view.unfinished > 0 {
            notes.push(about_people(self.language, "page-people-unfinished", self.view.unfinished));
        }
        if self.view.flagged > 0 {
            notes.push(about_people(self.language, "page-people-flagged", self.view.flagged));
        }
        if self.view.screened_out > 0 {
            notes.push(about_people(self.language, "page-people-screened-out", self.view.screened_out));
        }
        if self.view.eligibility_unknown > 0 {
            notes.push(about_people(self.language, "page-people-eligibility-unknown", self.view.eligibility_unknown));
        }
        notes
    }
}
