//! How results spell an engine's calibration, its record and its usage.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::mirrored::{ConfidenceLevel, Way};

/// How an engine is asked, and what is made of its answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Calibration {
    /// Exponent on the engine's probabilities.
    pub engine_weight: f64,
    /// Exponent on the prior's.
    pub prior_weight: f64,
    /// What is kept against a uniform answer: 1 keeps all of it.
    pub lambda: f64,
    /// What is kept of the differences between groups, from none (0) to all (1).
    #[serde(default)]
    pub group_weight: f64,
    /// How the engine is asked.
    #[serde(default)]
    pub way: Way,
    /// None for an engine that was never measured.
    pub measured: Option<Measured>,
}

/// What surveys of people say about an engine in one language. What an older report does not have is nothing.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Measured {
    /// Version of the calibration.
    pub version: String,
    pub cases: u32,
    #[serde(default)]
    pub surveys: u32,
    /// Cases whose result was published nowhere but in its data file.
    #[serde(default)]
    pub little_known_cases: u32,
    /// 0 is a uniform guess, 100 is perfect; of all cases, each survey left out of what is fitted.
    pub skill: f64,
    /// The same of little-known cases, which nobody can have remembered; none without any.
    #[serde(default)]
    pub skill_little_known: Option<f64>,
    /// The skill of what the engine says, taken as it is.
    #[serde(default)]
    pub engine_alone: f64,
    /// Whether that beats a uniform guess by more than two standard errors.
    #[serde(default = "yes")]
    pub knows: bool,
    pub winner_accuracy: f64,
    /// What a random pick would reach.
    pub chance: f64,
    /// How far an option's share was from people's, on average.
    pub share_error: f64,
    /// How many people's answers the engine's are worth: as many give intervals that hold people's shares.
    #[serde(default)]
    pub effective_size: f64,
    /// Whether size, coverage, levels and `knows` are those of all languages, since this one has too few surveys.
    #[serde(default)]
    pub pooled: bool,
    /// How many of the 95 % intervals held people's share, surveys weighing alike and each left out.
    #[serde(default)]
    pub coverage: f64,
    /// How likely a forecast is to be worth so many people: sizes with their weights. Absent in an older record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub worth: Vec<[f64; 2]>,
    #[serde(default)]
    pub coverage_by_share: Vec<ShareCoverage>,
    /// None where there are too few cases with an ordinal scale.
    #[serde(default)]
    pub scale: Option<ScaleRecord>,
    /// None where there are too few cases with groups.
    #[serde(default)]
    pub groups: Option<GroupRecord>,
    #[serde(default)]
    pub levels: Vec<LevelRate>,
}

/// How many of the intervals held people's share where the forecast share lay in one span.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ShareCoverage {
    pub from: f64,
    pub to: f64,
    /// Options of cases.
    pub pairs: u32,
    pub coverage: f64,
}

/// What means and top-two boxes on ordinal scales are worth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ScaleRecord {
    pub cases: u32,
    pub effective_size: f64,
    pub coverage: f64,
}

/// What an engine's differences between groups are worth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GroupRecord {
    pub cases: u32,
    pub groups: u32,
    /// What to keep of them to come nearest to people's differences.
    pub weight: f64,
    /// Between the engine's differences and people's.
    pub correlation: f64,
}

/// How often the top answer was people's where confidence of this level was stated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LevelRate {
    pub level: ConfidenceLevel,
    pub cases: u32,
    pub right: f64,
}

/// What forecasts were worth on the account's own studies of people, each made before any of its people answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OwnStudies {
    pub studies: u32,
    /// Over all studies.
    pub people: u32,
    /// 0 is a uniform guess, 100 is perfect.
    pub skill: f64,
    /// How often the top option was people's own.
    pub winner_accuracy: f64,
}

/// Calls and tokens. Adds up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Usage {
    pub calls: u64,
    pub prompt_tokens: u64,
    /// Those of the prompt tokens that an earlier prompt had already paid for.
    pub cached_tokens: u64,
    pub completion_tokens: u64,
}

/// Older reports lack `knows`; their engines were taken to know.
fn yes() -> bool {
    true
}

impl Calibration {
    /// For reports older than calibrations.
    pub(crate) fn as_it_is() -> Self {
        forecast::Calibration::as_it_is().into()
    }
}

impl Measured {
    /// The figure that reports print: of little-known cases where there are any.
    pub fn printed_skill(&self) -> f64 {
        self.skill_little_known.unwrap_or(self.skill)
    }
}

impl From<forecast::Calibration> for Calibration {
    fn from(domain: forecast::Calibration) -> Self {
        let forecast::Calibration { engine_weight, prior_weight, lambda, group_weight, way, measured } = domain;
        let measured = measured.map(Measured::from);
        Self { engine_weight, prior_weight, lambda, group_weight, way: way.into(), measured }
    }
}

impl From<forecast::calibration::Measured> for Measured {
    fn from(domain: forecast::calibration::Measured) -> Self {
        Self {
            version: domain.version,
            cases: domain.cases,
            surveys: domain.surveys,
            little_known_cases: domain.little_known_cases,
            skill: domain.skill,
            skill_little_known: domain.skill_little_known,
            engine_alone: domain.engine_alone,
            knows: domain.knows,
            winner_accuracy: domain.winner_accuracy,
            chance: domain.chance,
            share_error: domain.share_error,
            effective_size: domain.effective_size,
            pooled: domain.pooled,
            coverage: domain.coverage,
            worth: domain.worth,
            coverage_by_share: domain.coverage_by_share.into_iter().map(ShareCoverage::from).collect(),
            scale: domain.scale.map(ScaleRecord::from),
            groups: domain.groups.map(GroupRecord::from),
            levels: domain.levels.into_iter().map(LevelRate::from).collect(),
        }
    }
}

impl From<forecast::calibration::ShareCoverage> for ShareCoverage {
    fn from(domain: forecast::calibration::ShareCoverage) -> Self {
        let forecast::calibration::ShareCoverage { from, to, pairs, coverage } = domain;
        Self { from, to, pairs, coverage }
    }
}

impl From<forecast::calibration::ScaleRecord> for ScaleRecord {
    fn from(domain: forecast::calibration::ScaleRecord) -> Self {
        let forecast::calibration::ScaleRecord { cases, effective_size, coverage } = domain;
        Self { cases, effective_size, coverage }
    }
}

impl From<forecast::calibration::GroupRecord> for GroupRecord {
    fn from(domain: forecast::calibration::GroupRecord) -> Self {
        let forecast::calibration::GroupRecord { cases, groups, weight, correlation } = domain;
        Self { cases, groups, weight, correlation }
    }
}

impl From<forecast::calibration::LevelRate> for LevelRate {
    fn from(domain: forecast::calibration::LevelRate) -> Self {
        let forecast::calibration::LevelRate { level, cases, right } = domain;
        Self { level: level.into(), cases, right }
    }
}

impl From<forecast::human::OwnStudies> for OwnStudies {
    fn from(domain: forecast::human::OwnStudies) -> Self {
        let forecast::human::OwnStudies { studies, people, skill, winner_accuracy } = domain;
        Self { studies, people, skill, winner_accuracy }
    }
}

impl From<forecast::Usage> for Usage {
    fn from(domain: forecast::Usage) -> Self {
        let forecast::Usage { calls, prompt_tokens, cached_tokens, completion_tokens } = domain;
        Self { calls, prompt_tokens, cached_tokens, completion_tokens }
    }
}
