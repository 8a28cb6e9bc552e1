//! The section on real people's answers: the verdict in force, for each option the forecast, people's count and the joint
//! estimate, groups, reasons, comments, and how people were asked. It is rendered separately and included in pages.

use askama::Template;
use contract::ids::LIKELIHOOD;
use contract::{MotivesView, OptionView, PeopleView, PrintedOption, RatingView, VerdictInForce};
use wording::{Locale, about_people};

use super::words::Localized;

/// The chart's width in user units, as in `bars`.
const WIDTH: f64 = 1000.0;

#[derive(Template)]
#[template(path = "report/people.html")]
pub struct PeopleSection<'a> {
    locale: Locale,
    view: &'a PeopleView,
    verdict: VerdictInForce<'a>,
}

impl Localized for PeopleSection<'_> {
    fn locale(&self) -> Locale {
        self.locale
    }
}

struct Line {
    label: String,
    /// The share in words: people's as a count before its share.
    figure: String,
    share: f64,
    interval: [f64; 2],
    is_joined: bool,
}

/// People of one group, with the share of each option where the group is large enough.
pub struct GroupRow<'a> {
    attribute: &'a str,
    /// `None`: not stated.
    value: Option<&'a str>,
    pub people: u32,
    /// One per option.
    pub shares: Vec<Option<f64>>,
}

impl<'a> PeopleSection<'a> {
    pub fn new(locale: Locale, view: &'a PeopleView, verdict: VerdictInForce<'a>) -> Self {
        Self { locale, view, verdict }
    }

    /// Returns the sentence on how many people answered and what else the figures rest on.
    pub fn banner(&self) -> String {
        self.view.banner(self.locale)
    }

    /// Whether the verdict rests on people and not on the forecast alone.
    pub fn is_joint(&self) -> bool {
        self.verdict.is_joint()
    }

    /// Returns the printed shares of one of the view's options.
    pub fn printed(&self, option: &OptionView) -> PrintedOption {
        let own = PrintedOption { forecast: option.forecast, together: option.together };
        self.view.printed_option(&option.option).unwrap_or(own)
    }

    fn lines(&self, option: &OptionView) -> Vec<Line> {
        let line = |id: &str, share: f64, interval: [f64; 2], is_joined: bool| Line {
            label: self.say(id),
            figure: self.percent(&share),
            share,
            interval,
            is_joined,
        };
        let printed = self.printed(option);
        let mut lines = vec![line("page-people-forecast", printed.forecast, option.forecast_interval, false)];
        if let (Some(share), Some(interval)) = (option.people, option.people_interval) {
            let figure = self.view.counted(option, self.locale);
            lines.push(Line { figure, ..line("page-people-people", share, interval, false) });
        }
        lines.push(line("page-people-together", printed.together, option.together_interval, true));
        lines
    }

    /// Returns people's count and share of an option; empty where nobody chose.
    pub fn counted(&self, option: &OptionView) -> String {
        if option.people.is_some() { self.view.counted(option, self.locale) } else { String::new() }
    }

    fn wide(&self, share: &f64) -> String {
        format!("{:.0}", share.clamp(0.0, 1.0) * WIDTH)
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

    /// Returns every group and those who did not state theirs, so that the numbers of an attribute add up.
    pub fn groups(&self) -> Vec<GroupRow<'a>> {
        let row = |size: &'a contract::GroupSizeView| {
            let is_same = |group: &&contract::GroupView| {
                group.attribute == size.attribute && Some(&group.value) == size.value.as_ref()
            };
            GroupRow {
                attribute: &size.attribute,
                value: size.value.as_deref(),
                people: size.people,
                shares: match self.view.groups.iter().find(is_same) {
                    Some(group) => self.view.printed_column(group.shares.clone()).into_iter().map(Some).collect(),
                    None => vec![None; self.view.options.len()],
                },
            }
        };
        self.view.group_sizes.iter().map(row).collect()
    }

    pub fn group_name(&self, row: &GroupRow<'_>) -> String {
        let value = row.value.map_or_else(|| self.say("page-people-not-stated"), |it| self.value(row.attribute, it));
        format!("{}{}{value}", self.attribute(row.attribute), self.colon())
    }

    /// Returns people's reasons and concerns, each with its title and the title of its column.
    pub fn motives(&self) -> Vec<(&'static str, &'static str, &'a MotivesView)> {
        let reasons = self.view.reasons.as_ref().map(|it| ("page-people-reasons", "page-driver", it));
        let concerns = self.view.concerns.as_ref().map(|it| ("page-people-concerns", "page-risk", it));
        reasons.into_iter().chain(concerns).collect()
    }

    pub fn about(&self, id: &str, people: &u32) -> String {
        about_people(self.locale, id, *people)
    }

    pub fn of_all(&self, count: &u32, all: &u32) -> String {
        wording::people_count(self.locale, *count, *all, None)
    }

    /// Says which reason or concern was the only one that people ticked.
    pub fn only_motive(&self, motive: &contract::MotiveView, people: &u32) -> String {
        let count = self.of_all(&motive.count, people);
        self.say_with("page-people-only-motive", &[("motive", motive.motive.as_str().into()), ("count", count.into())])
    }

    pub fn comments(&self) -> &'a contract::CommentsView {
        &self.view.comments
    }

    pub fn theme(&self, theme: &contract::CommentThemeView) -> String {
        theme.theme.clone().unwrap_or_else(|| self.say("page-people-theme-other"))
    }

    /// Whether comments are counted and no page may quote them.
    pub fn are_quotes_hidden(&self) -> bool {
        self.view.comments.people > 0 && self.view.comments.themes.iter().all(|theme| theme.quotes.is_empty())
    }

    /// Returns whether the study is settled, or how many more answers would settle it; `None` where that is unknown.
    pub fn settlement(&self) -> Option<String> {
        self.view.settlement(self.locale)
    }

    /// Returns what the figures are, why weighted shares differ from counts, and what is not counted.
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.view.why_weighted(self.locale).into_iter().collect();
        notes.push(self.say("page-people-intervals"));
        notes.extend(self.view.none_answer.as_ref().map(|_| self.say("page-people-price")));
        if self.view.unfinished > 0 {
            notes.push(about_people(self.locale, "page-people-unfinished", self.view.unfinished));
        }
        if self.view.flagged > 0 {
            notes.push(about_people(self.locale, "page-people-flagged", self.view.flagged));
        }
        notes
    }

    /// Returns how people were asked: pairs of a label and its lines.
    pub fn disclosure(&self) -> Vec<(String, Vec<String>)> {
        super::disclosure::entries(self.locale, self.view)
    }
}
