//! The record of an engine: its skill against surveys of people in one language.

use serde::{Deserialize, Serialize};

use language::QuestionFamily;

use super::ConfidenceLevel;

/// Smallest recorded hit rate at which a level may still be stated.
const RIGHT_HIGH_MIN: f64 = 0.65;
const RIGHT_MEDIUM_MIN: f64 = 0.4;
/// Smallest number of recorded cases at which the hit rate of a level is used.
const LEVEL_CASES_MIN: u32 = 5;

/// Standard deviation of the difference between a group's share of the leading option and everyone else's, over the 547
/// groups of the shipped cases, without sampling error.
const DIFFERENCE_SD: f64 = 0.107;

/// Record of an engine in one language. Fields that older reports lack take their defaults.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Measured {
    /// Version of the measuring method.
    pub version: String,
    pub cases: u32,
    #[serde(default)]
    pub surveys: u32,
    /// Cases whose result was published only in its data file.
    #[serde(default)]
    pub little_known_cases: u32,
    /// Cross-validated skill over all cases: 0 equals a uniform guess, 100 is perfect.
    pub skill: f64,
    /// Skill over little-known cases, which a model hardly remembers; `None` if there are none.
    #[serde(default)]
    pub skill_little_known: Option<f64>,
    /// Skill of the engine's uncalibrated shares.
    #[serde(default)]
    pub engine_alone: f64,
    /// Whether the uncalibrated shares beat a uniform guess by more than two standard errors.
    #[serde(default = "yes")]
    pub knows: bool,
    pub winner_accuracy: f64,
    /// Expected accuracy of a random pick.
    pub chance: f64,
    /// Mean absolute error of an option's share.
    pub share_error: f64,
    /// Single size at which 95 % intervals would reach their nominal coverage. Used only where `worth` is empty.
    #[serde(default)]
    pub effective_size: f64,
    /// Whether size, coverage, levels and `knows` are pooled over all languages, as this one has too few surveys.
    #[serde(default)]
    pub pooled: bool,
    /// Cross-validated coverage of 95 % intervals; all surveys have equal weight.
    #[serde(default)]
    pub coverage: f64,
    /// Distribution of the effective sample size: pairs of size and weight. Empty in older records.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub worth: Vec<[f64; 2]>,
    #[serde(default)]
    pub coverage_by_share: Vec<ShareCoverage>,
    /// `None` if too few cases have an ordinal scale.
    #[serde(default)]
    pub scale: Option<ScaleRecord>,
    /// `None` if too few cases have groups.
    #[serde(default)]
    pub groups: Option<GroupRecord>,
    #[serde(default)]
    pub levels: Vec<LevelRate>,
    /// By family of question; a family with too few cases is absent. Empty in older records.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_family: Vec<FamilyRecord>,
}

/// Record of an engine on one family of questions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FamilyRecord {
    pub family: QuestionFamily,
    /// Cases and surveys that the other figures rest on: little-known ones if they span enough surveys, otherwise all.
    pub cases: u32,
    pub surveys: u32,
    /// Whether the figures are pooled over all languages, as this one has too few cases of the family.
    pub pooled: bool,
    /// Cross-validated skill: 0 equals a uniform guess, 100 is perfect. Without `knows`, the skill of the uncalibrated shares.
    pub skill: f64,
    /// Whether the uncalibrated shares beat a uniform guess by more than two standard errors.
    pub knows: bool,
    /// How often the top option was people's first choice.
    pub winner_accuracy: f64,
    /// Expected accuracy of a random pick.
    pub chance: f64,
}

/// The part of a record that counts for a question: that on its family, or over all questions where the family has none. Whether the
/// engine guesses, and which figures of its skill are stated, follow from this.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CountedRecord {
    /// `None`: over all questions.
    pub family: Option<QuestionFamily>,
    /// Whether questions in all languages were counted.
    pub pooled: bool,
    pub cases: u32,
    pub skill: f64,
    /// Whether the engine beats a uniform guess.
    pub knows: bool,
    pub winner_accuracy: f64,
    pub chance: f64,
}

/// Coverage of the intervals whose forecast share lies in one span.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShareCoverage {
    pub from: f64,
    pub to: f64,
    /// Number of options in the span, over all cases.
    pub pairs: u32,
    pub coverage: f64,
}

/// Effective sample size for means and top-two boxes on ordinal scales.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ScaleRecord {
    pub cases: u32,
    pub effective_size: f64,
    pub coverage: f64,
}

/// How well an engine predicts differences between groups.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GroupRecord {
    pub cases: u32,
    pub groups: u32,
    /// Shrinkage factor that minimises the squared error of the differences.
    pub weight: f64,
    /// Pearson correlation between the engine's and people's differences.
    pub correlation: f64,
    /// Standard deviation of the error of a shrunk difference in the leading option's share. Absent in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
}

impl GroupRecord {
    /// Returns the standard deviation of the error of a difference. For a record without it: what remains of people's own
    /// differences at this correlation.
    pub fn error(&self) -> f64 {
        self.error.unwrap_or_else(|| DIFFERENCE_SD * (1.0 - self.correlation.powi(2)).max(0.0).sqrt())
    }
}

/// Hit rate of the top option among cases for which this confidence level was stated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LevelRate {
    pub level: ConfidenceLevel,
    pub cases: u32,
    pub right: f64,
}

/// Default of `knows` for older reports, which lack the field.
fn yes() -> bool {
    true
}

impl Measured {
    /// Returns the skill that reports print: over little-known cases if there are any.
    pub fn printed_skill(&self) -> f64 {
        self.skill_little_known.unwrap_or(self.skill)
    }

    /// Returns the record on a family of questions; `None` if it was measured on too few of them, or by an older version.
    pub fn for_family(&self, family: QuestionFamily) -> Option<&FamilyRecord> {
        self.by_family.iter().find(|record| record.family == family)
    }

    /// Returns the record that counts for a question of this family; `None` is a question whose family isn't known.
    ///
    /// A record of other languages' questions shows skill only if the engine beats guessing in this language at all.
    pub fn record_for(&self, family: Option<QuestionFamily>) -> CountedRecord {
        let overall = CountedRecord {
            family: None,
            pooled: false,
            cases: self.cases,
            skill: self.printed_skill(),
            knows: self.knows,
            winner_accuracy: self.winner_accuracy,
            chance: self.chance,
        };
        let of_family = |record: &FamilyRecord| CountedRecord {
            family: Some(record.family),
            pooled: record.pooled,
            cases: record.cases,
            skill: record.skill,
            knows: record.knows && (self.knows || !record.pooled),
            winner_accuracy: record.winner_accuracy,
            chance: record.chance,
        };
        family.and_then(|family| self.for_family(family)).map_or(overall, of_family)
    }

    /// Lowers a level whose recorded hit rate is too small. A level with few recorded cases is kept.
    pub fn capped_by_record(&self, level: ConfidenceLevel) -> ConfidenceLevel {
        match level {
            ConfidenceLevel::High if self.hit_rate_below(level, RIGHT_HIGH_MIN) => {
                self.capped_by_record(ConfidenceLevel::Medium)
            }
            ConfidenceLevel::Medium if self.hit_rate_below(level, RIGHT_MEDIUM_MIN) => ConfidenceLevel::Low,
            capped_by_record => capped_by_record,
        }
    }

    fn hit_rate_below(&self, level: ConfidenceLevel, right_min: f64) -> bool {
        let mut on_record = self.levels.iter().filter(|rate| rate.level == level && rate.cases >= LEVEL_CASES_MIN);
        on_record.any(|rate| rate.right < right_min)
    }
}
