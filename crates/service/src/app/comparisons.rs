//! Comparisons of an account's reports, computed from their stored results whenever they are read. The number of reports at once is
//! bounded, and so is the number of comparisons that are computed at the same time.

use std::sync::Arc;
use std::time::Duration;

use contract::{ComparedReport, Comparison, ComparisonError, CompletedReport, PeopleView, ReportResult};
use fieldwork::People;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;
use url::form_urlencoded;
use wording::Locale;

use super::App;
use super::counted_people::day;
use primitives::ids::{AccountId, ReportId};
use store::body::{UnreadableJson, read_json, unpack};
use store::{BodyForm, Status, StoreError};

/// The longest that a comparison waits for its turn.
const WAIT_MAX: Duration = Duration::from_secs(10);

#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    #[error("the reports can't be compared")]
    Refused(ComparisonError),
    #[error("too many reports are being read; try again")]
    Busy,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("a stored result can't be read")]
    Broken(#[source] anyhow::Error),
}

impl From<ComparisonError> for CompareError {
    fn from(error: ComparisonError) -> Self {
        Self::Refused(error)
    }
}

impl From<UnreadableJson> for CompareError {
    fn from(error: UnreadableJson) -> Self {
        Self::Broken(error.into())
    }
}

/// Returns the reports that a query names (`report=…&report=…`), at most one more than can be compared.
pub fn compared_ids(query: Option<&str>) -> Vec<String> {
    let fields = form_urlencoded::parse(query.unwrap_or("").as_bytes());
    let reports = fields.filter(|(name, _)| name == "report").map(|(_, id)| id.into_owned());
    reports.take(Comparison::REPORTS_MAX + 1).collect()
}

/// A completed report with its stored body, not yet parsed.
struct Stored {
    id: ReportId,
    finished_on: Option<String>,
    body: bytes::Bytes,
    people: People,
}

/// A report as far as it is compared.
struct Parsed {
    name: String,
    finished_on: Option<String>,
    result: ReportResult,
    people: Option<PeopleView>,
}

impl Parsed {
    fn of(stored: &Stored) -> Result<Self, CompareError> {
        let body = unpack(&stored.body).map_err(|error| CompareError::Broken(error.into()))?;
        let mut result = read_json::<CompletedReport>(&body)?.result;
        let people = PeopleView::of_counted(&result, &stored.people);
        // The respondents are most of a result, and nothing below needs them.
        result.sample_data.respondents = Vec::new();
        Ok(Self { name: stored.id.to_string(), finished_on: stored.finished_on.clone(), result, people })
    }

    fn compared(&self) -> ComparedReport<'_> {
        ComparedReport {
            name: &self.name,
            result: &self.result,
            people: self.people.as_ref(),
            finished_on: self.finished_on.clone(),
        }
    }
}

impl App {
    /// Compares the named reports of an account. Sentences are in `locale`, or in that of the first report.
    pub async fn compare(
        &self,
        account: AccountId,
        named: &[String],
        locale: Option<Locale>,
    ) -> Result<Comparison, CompareError> {
        let ids = ids(named)?;
        let mut found = Vec::with_capacity(ids.len());
        for (place, id) in ids.into_iter().enumerate() {
            let report = self.store.own_report(account, id).await?.ok_or(ComparisonError::Unknown { place })?;
            if report.status != Status::Completed {
                return Err(ComparisonError::Unfinished { place }.into());
            }
            found.push((id, report.finished_at));
        }
        let turn = timeout(WAIT_MAX, Arc::clone(&self.comparisons).acquire_owned()).await;
        let mut turn = turn.map_err(|_| CompareError::Busy)?.map_err(|error| CompareError::Broken(error.into()))?;
        let mut parsed = Vec::with_capacity(found.len());
        for (place, (id, finished_at)) in found.into_iter().enumerate() {
            let body = self.store.result_body(account, id, BodyForm::Gzip).await?;
            let stored = Stored {
                id,
                finished_on: finished_at.and_then(day),
                // It may have been deleted meanwhile.
                body: body.ok_or(ComparisonError::Unknown { place })?,
                people: self.people_of(account, id).await?,
            };
            // One report at a time is held whole.
            let (report, returned) = in_turn(turn, move || Parsed::of(&stored)).await?;
            turn = returned;
            parsed.push(report?);
        }
        in_turn(turn, move || compared(&parsed, locale)).await?.0
    }
}

/// Reads the ids. What is no id names no report.
fn ids(named: &[String]) -> Result<Vec<ReportId>, ComparisonError> {
    Comparison::check_count(named.len())?;
    let mut ids = Vec::with_capacity(named.len());
    for (place, name) in named.iter().enumerate() {
        let id = ReportId::parse(name).ok_or(ComparisonError::Unknown { place })?;
        if ids.contains(&id) {
            return Err(ComparisonError::Twice { place });
        }
        ids.push(id);
    }
    Ok(ids)
}

/// Runs work of up to tenths of a second on a blocking thread. The permit goes with it and comes back, so that it is held while
/// the work runs on after a dropped request.
async fn in_turn<T: Send + 'static>(
    turn: OwnedSemaphorePermit,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<(T, OwnedSemaphorePermit), CompareError> {
    let done = tokio::task::spawn_blocking(move || (work(), turn)).await;
    done.map_err(|error| CompareError::Broken(error.into()))
}

fn compared(parsed: &[Parsed], locale: Option<Locale>) -> Result<Comparison, CompareError> {
    let locale = locale.unwrap_or_else(|| parsed[0].result.locale());
    let reports: Vec<ComparedReport<'_>> = parsed.iter().map(Parsed::compared).collect();
    Ok(Comparison::of(&reports, locale)?)
}
