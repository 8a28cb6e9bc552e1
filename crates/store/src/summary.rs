//! The summary of a result that is stored in the report's row, so that lists need not unpack megabytes; and the
//! duration of recent reports.

use contract::{Analysis, ConfidenceLevel, Openness, PeopleView, Verdict, VerdictInForce};
use serde::{Deserialize, Serialize};
use sqlx::AnyConnection;

use super::{Store, StoreError};
use crate::body::OpenBody;
use primitives::ids::ReportId;

/// How many of the newest reports the usual duration is taken from; older ones may have run on other hardware.
const RECENT_MAX: i64 = 21;

/// The summary of a completed report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    pub finding: Option<Finding>,
    /// The name of the engine that made it.
    pub engine: Option<String>,
}

/// All that is stored when a report completes.
pub struct Finished<'a> {
    /// The result, which lacks only the balance after settlement.
    pub body: OpenBody,
    pub sampled: i64,
    pub summary: &'a Summary,
}

/// The main finding of a report, in the report's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub statement: String,
    /// Absent in reports made before there were verdicts.
    pub verdict: Option<Verdict>,
    /// Why it is open; absent where it is not, and in older reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Openness>,
    /// The option to choose, the one that leads, or those to keep; absent in older reports.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    pub confidence: ConfidenceLevel,
}

impl Finding {
    pub fn of(analysis: &Analysis) -> Self {
        let VerdictInForce { headline, verdict, open, options, .. } = VerdictInForce::of_forecast(analysis);
        Self {
            statement: headline.to_owned(),
            verdict,
            open,
            options: options.to_vec(),
            confidence: analysis.confidence.level,
        }
    }
}

/// The joint verdict of forecast and people, in the report's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JointFinding {
    pub statement: String,
    pub verdict: Verdict,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Openness>,
    /// The option to choose, the one that leads, or those to keep.
    #[serde(default)]
    pub options: Vec<String>,
    /// Number of counted people.
    pub people: u32,
}

impl JointFinding {
    /// Returns `None` while the forecast's verdict is in force.
    pub fn of(view: &PeopleView) -> Option<Self> {
        let VerdictInForce { headline, verdict, open, options, .. } = VerdictInForce::of_people(view)?;
        let (statement, options) = (headline.to_owned(), options.to_vec());
        Some(Self { statement, verdict: verdict?, open, options, people: view.people })
    }
}

pub(super) async fn keep(
    connection: &mut AnyConnection,
    report: ReportId,
    summary: &Summary,
) -> Result<(), StoreError> {
    let finding = summary.finding.as_ref().map(serde_json::to_string).transpose();
    sqlx::query(
        "UPDATE reports SET finding = $2, engine = $3, took_ms = (SELECT now_ms FROM clock) - started_at WHERE id = $1",
    )
    .bind(report.to_string())
    .bind(finding.map_err(|error| StoreError::Unreadable(error.to_string()))?)
    .bind(summary.engine.as_deref())
    .execute(connection)
    .await?;
    Ok(())
}

impl Store {
    /// Returns the median duration of this engine's newest reports, from the first claim to the result.
    pub async fn usual_ms(&self, engine: &str) -> Result<Option<i64>, StoreError> {
        let mut took: Vec<i64> = sqlx::query_scalar(
            "SELECT took_ms FROM reports WHERE engine = $1 AND took_ms IS NOT NULL ORDER BY finished_at DESC LIMIT $2",
        )
        .bind(engine)
        .bind(RECENT_MAX)
        .fetch_all(self.db.reads())
        .await?;
        took.sort_unstable();
        Ok(took.get(took.len() / 2).copied())
    }
}
