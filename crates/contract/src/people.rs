//! Real people's answers to a report, as the wire spells them, and the conversion from `fieldwork`.

use fieldwork::{Findings, GroupShares, OptionFindings, People, Rating, SurveyedReport};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wording::Locale;
use wording::report::{JointVerdict, joint_headline};

use crate::ids::PREFERENCE;
use crate::people_audience::{AnswerEligibility, MissingGroupView, Unsettled};
use crate::printed::ScaleEnds;
use crate::verdict_in_force::people_to_joint_verdict;
use crate::{
    CommentsView, DisclosureView, GroupSizeView, MotivesView, Openness, PeopleRange, ReportResult, Verdict, surveyed,
};

/// Version of [`PeopleView`]. Raise it with every change of its content, so that stored views of another release are
/// computed again.
pub const VIEW_VERSION: u32 = 4;

/// One person's answer collected elsewhere. In a CSV file these are columns.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonRequest {
    /// One of the report's options as the client wrote it; case and spaces don't matter.
    pub choice: String,
    /// Age in years, or an age band: 18-29, 30-44, 45-64, 65+. Only the band is stored.
    #[schema(minimum = 1, maximum = 120)]
    pub age: Option<i64>,
    /// female or male; omit it for any other.
    pub sex: Option<String>,
    /// ISO 3166 code or name of the country.
    pub country: Option<String>,
    /// Survey weight of this person. Without weights, people are weighted to the audience's age, sex and country; among rows
    /// with weights, 1 when omitted.
    #[schema(minimum = 0.001, maximum = 1000)]
    pub weight: Option<f64>,
    #[schema(max_length = 2000)]
    pub comment: Option<String>,
    /// yes or no: whether the person belongs to the audience, as far as age, sex and country do not tell.
    pub eligible: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct PeopleAdded {
    /// Number of people in the file.
    pub people: i64,
    /// Whether the file was added before, in which case nothing was added this time.
    pub is_replay: bool,
    /// Number of people in the file who do not belong to the audience; they are stored and not counted.
    pub set_apart: i64,
    /// Number of counted people in the file of whom it is not known whether they belong to the audience.
    pub eligibility_unknown: i64,
    /// Number of counted people in the file by option, in the client's order.
    pub by_option: Vec<OptionCount>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct OptionCount {
    pub option: String,
    pub people: i64,
}

/// Forecast, people and joint estimate, with the individual answers.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct PeopleReport {
    pub request_id: String,
    #[serde(flatten)]
    pub view: PeopleView,
    /// Complete answers, oldest first.
    pub answers: Vec<PersonAnswer>,
}

/// What one person answered.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct PersonAnswer {
    /// Identifier, for changing or deleting the answer.
    pub answer_id: String,
    pub source: AnswerSource,
    pub choice: Option<String>,
    pub age_band: Option<String>,
    pub sex: Option<String>,
    pub country: Option<String>,
    /// The survey weight that a file supplied; null where none was.
    pub weight: Option<f64>,
    /// Whether the person belongs to the audience.
    pub eligibility: AnswerEligibility,
    /// The person's comment, verbatim.
    pub comment: Option<String>,
    /// Whether the owner hides the comment: it is in no report then.
    pub is_comment_hidden: bool,
    pub is_complete: bool,
    /// Whether the answer enters the estimates: the person is not outside the audience, and it has no flags or its owner
    /// accepted it.
    pub is_counted: bool,
    /// Signs of an automated answer: `hidden_field` or `fast`.
    pub flags: Vec<String>,
    /// Time from the first screen to the last, in seconds.
    pub seconds: Option<i64>,
    #[schema(format = DateTime)]
    pub answered_at: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AnswerSource {
    Link,
    Upload,
}

/// The owner's decision on an answer. At least one field is needed.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerChangeRequest {
    /// Whether the answer is counted despite its flags; unchanged when omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_kept: Option<bool>,
    /// Whether the comment is hidden from every report; unchanged when omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_comment_hidden: Option<bool>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct AnswerChanged {
    pub answer_id: String,
    pub is_counted: bool,
    pub is_comment_hidden: bool,
}

/// A forecast and real people's answers to the same question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PeopleView {
    /// What was asked.
    pub question: String,
    /// Number of counted people: their answer is complete and has no flags, or its owner accepted it.
    pub people: u32,
    /// Number of people who began and did not finish; they are not counted.
    pub unfinished: u32,
    /// Number of complete answers flagged as automated; they are not counted until the owner accepts them.
    pub flagged: u32,
    /// Number of people who do not belong to the audience; they are not counted.
    #[serde(default)]
    pub screened_out: u32,
    /// Number of counted people of whom it is not known whether they belong to the audience.
    #[serde(default)]
    pub eligibility_unknown: u32,
    /// Groups with a tenth of the audience or more of which hardly anybody answered.
    #[serde(default)]
    pub missing_groups: Vec<MissingGroupView>,
    /// In the client's order.
    pub options: Vec<OptionView>,
    /// The option with the largest joint share; of prices, the one that earns most.
    pub first: String,
    /// Of prices, the answer of those who would buy at none of them, as it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub none_answer: Option<String>,
    /// On a scale: the options of its two ends. Absent where an answer such as "not sure" is beside the scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale_ends: Option<ScaleEnds>,
    /// The verdict by the joint estimate, which is the report's from ten counted people on; null before, while the forecast's
    /// verdict stands.
    pub verdict: Option<JointRuling>,
    /// Number of further counted people until the joint verdict is the report's; 0 where it is.
    #[serde(default)]
    pub people_to_verdict: u32,
    /// Whether the stopping rule is met and the people can stand for the audience: further answers would hardly change the
    /// finding. Never before there is a verdict.
    pub is_settled: bool,
    /// Why it is not settled; empty where it is, or nobody chose.
    #[serde(default)]
    pub unsettled: Vec<Unsettled>,
    /// Number of further people who settle it in four cases of five; null where it is settled, unknown or over a thousand.
    pub people_to_settle: Option<u32>,
    /// The same as a range with its probability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub people_range: Option<PeopleRange>,
    /// Means on scales, where people rated.
    pub ratings: Vec<RatingView>,
    /// People's shares by age band, sex and country, for groups in which at least 20 people chose.
    pub groups: Vec<GroupView>,
    /// Number of people in every group and of those who did not state theirs; those of one attribute add up to `people`.
    #[serde(default)]
    pub group_sizes: Vec<GroupSizeView>,
    /// Reasons that people ticked; null where nobody did.
    #[serde(default)]
    pub reasons: Option<MotivesView>,
    /// Main concerns that people ticked; null where nobody did.
    #[serde(default)]
    pub concerns: Option<MotivesView>,
    /// People's comments by theme.
    #[serde(default)]
    pub comments: CommentsView,
    #[serde(default)]
    pub disclosure: DisclosureView,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OptionView {
    pub option: String,
    /// Forecast share, as in the report. Of prices, every share and count is of those who would buy at this price.
    pub forecast: f64,
    /// The 95 % simulation interval of the forecast.
    pub forecast_interval: [f64; 2],
    /// Number of people who chose it, unweighted.
    pub count: u32,
    /// Share of the people, weighted to the audience's margins of age, sex and country; null while nobody chose.
    pub people: Option<f64>,
    pub people_interval: Option<[f64; 2]>,
    /// Joint estimate of the share, from forecast and people.
    pub together: f64,
    /// 95 % credible interval of the joint estimate.
    pub together_interval: [f64; 2],
    /// Probability that it is the best by the joint estimate: chosen most, or among prices with the largest revenue; null
    /// while nobody chose.
    pub probability_best: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GroupView {
    /// `age_band`, `sex` or `country`.
    pub attribute: String,
    pub value: String,
    /// Number of people in the group who chose.
    pub people: u32,
    /// In the client's order.
    pub shares: Vec<f64>,
}

/// Joint estimate of a mean on a scale. Steps count from 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RatingView {
    /// The id of the question.
    pub question: String,
    pub steps: u32,
    /// Number of people who rated.
    pub people: u32,
    /// Mean of the forecast alone.
    pub forecast_mean: f64,
    pub mean: f64,
    pub mean_interval: [f64; 2],
    /// Share of the two highest steps.
    pub top_two: f64,
    pub top_two_interval: [f64; 2],
}

/// The verdict by the joint estimate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct JointRuling {
    pub verdict: Verdict,
    /// Why it is open; only where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<Openness>,
    /// The option to choose, the one that leads, those to keep, or the upper end of a scale; empty where it is open or none will do.
    pub options: Vec<String>,
    /// Options that are out.
    pub dropped: Vec<String>,
    /// The verdict in one sentence, in the report's language.
    pub headline: String,
}

impl PeopleView {
    /// Returns the view of a report and the people who answered.
    pub fn of(result: &ReportResult, people: &People) -> Self {
        let report = surveyed(result);
        let findings = fieldwork::findings(&report, people);
        let options: Vec<OptionView> =
            report.options.iter().zip(&findings.options).map(|(option, of)| OptionView::new(option, of)).collect();
        let people_to_verdict = people_to_joint_verdict(count(findings.people));
        let in_force = findings.verdict.as_ref().filter(|_| people_to_verdict == 0);
        let none_answer = report.ladder().and_then(|_| none_of(result));
        Self {
            first: first(&report, &options),
            none_answer,
            scale_ends: ScaleEnds::of(result),
            verdict: in_force.map(|verdict| JointRuling::of(result.locale(), &report, &findings, verdict)),
            people_to_verdict,
            question: report.question,
            people: count(findings.people),
            unfinished: findings.unfinished,
            flagged: findings.flagged,
            screened_out: findings.screened_out,
            eligibility_unknown: count(findings.unknown_eligibility),
            missing_groups: findings.missing.into_iter().map(MissingGroupView::from).collect(),
            unsettled: findings.unsettled.into_iter().map(Unsettled::from).collect(),
            is_settled: findings.is_settled && people_to_verdict == 0,
            people_to_settle: findings.people_needed.and_then(|needed| needed.people_to_settle()),
            people_range: findings.people_needed.map(PeopleRange::from),
            ratings: findings.ratings.into_iter().map(RatingView::from).collect(),
            groups: findings.groups.into_iter().map(GroupView::from).collect(),
            group_sizes: findings.sizes.into_iter().map(GroupSizeView::from).collect(),
            reasons: findings.reasons.map(|of| MotivesView::of_reasons(of, result)),
            concerns: findings.concerns.map(|of| MotivesView::of_concerns(of, result)),
            comments: findings.comments.into(),
            disclosure: findings.disclosure.into(),
            options,
        }
    }

    /// Returns the view, or `None` where no answer is counted.
    pub fn of_counted(result: &ReportResult, people: &People) -> Option<Self> {
        let view = (!people.counted.is_empty()).then(|| Self::of(result, people));
        view.filter(|view| view.people > 0)
    }
}

impl OptionView {
    fn new(option: &str, of: &OptionFindings) -> Self {
        Self {
            option: option.to_owned(),
            forecast: of.forecast.value,
            forecast_interval: of.forecast.interval,
            count: count(of.count),
            people: of.people.map(|people| people.value),
            people_interval: of.people.map(|people| people.interval),
            together: of.joint.value,
            together_interval: of.joint.interval,
            probability_best: of.probability_best,
        }
    }
}

impl From<GroupShares> for GroupView {
    fn from(of: GroupShares) -> Self {
        Self { attribute: of.attribute.to_owned(), value: of.value, people: count(of.people), shares: of.shares }
    }
}

impl From<Rating> for RatingView {
    fn from(of: Rating) -> Self {
        Self {
            question: of.question.to_string(),
            steps: count(of.steps),
            people: count(of.people),
            forecast_mean: of.forecast_mean,
            mean: of.mean.value,
            mean_interval: of.mean.interval,
            top_two: of.top_two.value,
            top_two_interval: of.top_two.interval,
        }
    }
}

impl JointRuling {
    fn of(locale: Locale, report: &SurveyedReport, findings: &Findings, verdict: &analysis::Verdict) -> Self {
        use analysis::Verdict as Domain;
        let upper_end = match (&report.forecast.criterion, findings.upper_end) {
            (fieldwork::Criterion::UpperEnd { top, .. }, Some(share)) => Some((share.value, top.as_slice())),
            _ => None,
        };
        // The verdict on a scale is about its upper end, whether or not a majority is there.
        let judged = |option: &foundation::OptionId| match upper_end {
            Some((_, top)) => top.iter().map(|at| report.options[*at].clone()).collect(),
            None => vec![report.options[option.0].clone()],
        };
        let names = |options: &[foundation::OptionId]| -> Vec<String> {
            options.iter().map(|option| report.options[option.0].clone()).collect()
        };
        let (kind, open, options, dropped) = match verdict {
            Domain::Clear(option) => (Verdict::Clear, None, judged(option), Vec::new()),
            Domain::Leaning(option) => (Verdict::Leaning, None, judged(option), Vec::new()),
            Domain::Shortlist { keep, drop } => (Verdict::Shortlist, None, names(keep), names(drop)),
            Domain::Alike => (Verdict::Open, Some(Openness::Alike), Vec::new(), Vec::new()),
            Domain::Unknown => (Verdict::Open, Some(Openness::Unknown), Vec::new(), Vec::new()),
            Domain::None => (Verdict::None, None, Vec::new(), Vec::new()),
        };
        let headline = joint_headline(&JointVerdict {
            locale,
            inquiry: report.inquiry,
            options: &report.options,
            verdict,
            upper_end,
            is_price: matches!(
                report.forecast.criterion,
                fieldwork::Criterion::Revenue { .. } | fieldwork::Criterion::DearestPrice(_)
            ),
            people: count(findings.people),
        });
        Self { verdict: kind, open, options, dropped, headline }
    }
}

/// Returns the option with the largest joint share; of prices, the one that earns most by the joint estimate, as the verdict has it.
fn first(report: &SurveyedReport, options: &[OptionView]) -> String {
    let rank = |(at, option): &(usize, &OptionView)| {
        report.ladder().map_or(option.together, |ladder| ladder.revenue(*at, option.together))
    };
    let first = options.iter().enumerate().max_by(|a, b| rank(a).total_cmp(&rank(b)));
    first.map_or_else(String::new, |(_, first)| first.option.clone())
}

/// Returns the answer after the options: that none of them will do.
fn none_of(result: &ReportResult) -> Option<String> {
    let asked = result.sample_data.questionnaire.questions.iter().find(|question| question.id == PREFERENCE)?;
    asked.options.get(result.research_input.options.len()).cloned()
}

/// Converts a number of people, which is far smaller than the range of `u32`.
pub(crate) fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}
