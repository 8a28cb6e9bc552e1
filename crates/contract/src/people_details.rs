//! What people gave beside their choice, and how their answers were collected, as the wire spells them.

use fieldwork::{CommentTheme, CommentThemes, Disclosure, GroupSize, Motive, Motives};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ReportResult;
use crate::people::count;

/// Number of people in one group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GroupSizeView {
    /// `age_band`, `sex` or `country`.
    pub attribute: String,
    /// Null: not stated.
    pub value: Option<String>,
    pub people: u32,
}

/// Reasons or concerns that people ticked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MotivesView {
    /// Number of people who answered the question.
    pub people: u32,
    /// The most frequent first.
    pub motives: Vec<MotiveView>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MotiveView {
    pub motive: String,
    /// Number of people who gave it, unweighted.
    pub count: u32,
    /// Forecast share of the respondents who cite it; null where the report has none.
    pub forecast: Option<f64>,
}

/// People's comments.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CommentsView {
    /// Number of people who wrote a comment that the owner does not hide.
    pub people: u32,
    /// The most frequent first; comments without a listed reason come last.
    pub themes: Vec<CommentThemeView>,
}

/// Comments of people whose first reason is the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CommentThemeView {
    /// The first listed reason that they ticked; null where they ticked none.
    pub theme: Option<String>,
    /// Number of people whose comment counts here.
    pub count: u32,
    /// In people's own words, with personal data masked; at most three.
    pub quotes: Vec<String>,
}

/// How the counted answers were collected and weighted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DisclosureView {
    /// Who asked, as people were told; null where they were told no name.
    pub asker: Option<String>,
    /// Number of counted answers by a link that works for everybody.
    pub by_link: u32,
    /// Number of counted answers by links that work once.
    pub by_one_time_link: u32,
    /// Number of counted answers from files.
    pub by_file: u32,
    /// Days of the first and the last counted answer, in UTC; of a file, of its upload.
    #[schema(format = Date)]
    pub first_day: Option<String>,
    #[schema(format = Date)]
    pub last_day: Option<String>,
    /// Attributes that the weights follow; empty where answers are not weighted to the audience.
    pub weighting_variables: Vec<String>,
    /// Whether a file supplied weights, which are used as they are.
    pub has_supplied_weights: bool,
    /// Design effect of the weights: n · Σw² / (Σw)²; null where nobody chose.
    pub design_effect: Option<f64>,
    /// Number of people who chose over the design effect.
    pub effective_size: Option<f64>,
}

impl From<GroupSize> for GroupSizeView {
    fn from(of: GroupSize) -> Self {
        Self { attribute: of.attribute.to_owned(), value: of.value, people: count(of.people) }
    }
}

impl MotivesView {
    /// Sets people's reasons beside the forecast's.
    pub(crate) fn of_reasons(of: Motives, result: &ReportResult) -> Self {
        let drivers = &result.analysis.driver_breakdown.drivers;
        Self::new(of, |text| drivers.iter().find(|it| it.driver == text).map(|it| it.share))
    }

    /// Sets people's concerns beside the forecast's.
    pub(crate) fn of_concerns(of: Motives, result: &ReportResult) -> Self {
        let risks = &result.analysis.risk_breakdown.risks;
        Self::new(of, |text| risks.iter().find(|it| it.risk == text).map(|it| it.share))
    }

    /// Leaves out what neither people nor the forecast name.
    fn new(of: Motives, forecast: impl Fn(&str) -> Option<f64>) -> Self {
        let view = |it: Motive| MotiveView { forecast: forecast(&it.text), count: count(it.people), motive: it.text };
        let is_named = |it: &MotiveView| it.count > 0 || it.forecast.is_some();
        Self { people: count(of.people), motives: of.motives.into_iter().map(view).filter(is_named).collect() }
    }
}

impl From<CommentThemes> for CommentsView {
    fn from(of: CommentThemes) -> Self {
        Self { people: count(of.people), themes: of.themes.into_iter().map(CommentThemeView::from).collect() }
    }
}

impl From<CommentTheme> for CommentThemeView {
    fn from(of: CommentTheme) -> Self {
        Self { theme: of.reason, count: count(of.people), quotes: of.quotes }
    }
}

impl From<Disclosure> for DisclosureView {
    fn from(of: Disclosure) -> Self {
        let collected = of.collected;
        Self {
            asker: collected.asker,
            by_link: collected.by_link,
            by_one_time_link: collected.by_one_time_link,
            by_file: collected.by_file,
            first_day: collected.first_day,
            last_day: collected.last_day,
            weighting_variables: of.weighting_variables.into_iter().map(str::to_owned).collect(),
            has_supplied_weights: of.has_supplied_weights,
            design_effect: of.design_effect,
            effective_size: of.effective_size,
        }
    }
}
