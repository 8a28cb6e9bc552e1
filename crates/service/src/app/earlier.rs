//! Drafts that name an earlier report: a follow-up takes sample size and audience from it, a wave all that it asked.

use language::brief::{Brief, BriefError, BriefFault, Draft};

use super::App;
use primitives::ids::{AccountId, ReportId};
use store::{KeyedReport, OwnReport, Status, StoreError};

/// Why a draft does not become a brief.
#[derive(Debug, thiserror::Error)]
pub enum DraftError {
    #[error(transparent)]
    Refused(#[from] BriefError),
    /// The request was made before, and the report it created was deleted.
    #[error("the report of this request was deleted")]
    Deleted,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What an earlier report is named for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Naming {
    /// Its respondents are asked something else.
    Panel,
    /// It is asked again.
    Wave,
}

impl Naming {
    /// Returns the report that a draft names and what for. A draft that names two is refused as a brief.
    fn of(draft: &Draft) -> Option<(Self, &str)> {
        let panel = draft.same_panel_as.as_deref().map(|id| (Self::Panel, id));
        panel.or_else(|| draft.wave_of.as_deref().map(|id| (Self::Wave, id)))
    }

    fn field(self) -> &'static str {
        match self {
            Self::Panel => "same_panel_as",
            Self::Wave => "wave_of",
        }
    }

    fn completed(self, draft: Draft, earlier: &Brief) -> Result<Draft, BriefError> {
        match self {
            Self::Panel => draft.for_panel_of(earlier),
            Self::Wave => draft.for_wave_of(earlier),
        }
    }

    fn unknown(self) -> BriefError {
        let fault = match self {
            Self::Panel => BriefFault::UnknownPanel,
            Self::Wave => BriefFault::UnknownWave,
        };
        let field = self.field();
        BriefError::new(field, fault, format!("{field} must be the id of a completed report of this account"))
    }

    fn unfinished(self) -> BriefError {
        let fault = match self {
            Self::Panel => BriefFault::UnfinishedPanel,
            Self::Wave => BriefFault::UnfinishedWave,
        };
        let field = self.field();
        let message = format!("the report in {field} is not completed; wait until it is, or name another one");
        BriefError::new(field, fault, message)
    }
}

impl App {
    /// Returns the draft with what it takes from the report that it names. A draft that names none is returned as it is. Another
    /// account's report and a deleted one do not exist. A request with an idempotency key that is repeated after the earlier report
    /// was deleted is the same request.
    pub(super) async fn with_earlier(
        &self,
        account: AccountId,
        draft: Draft,
        key: Option<&str>,
    ) -> Result<Draft, DraftError> {
        let Some((naming, named)) = Naming::of(&draft) else { return Ok(draft) };
        let completed = match self.earlier_report(account, naming, named).await {
            Ok(earlier) => naming.completed(draft.clone(), &earlier.brief).map_err(DraftError::from),
            Err(error) => Err(error),
        };
        let (refused, key) = match (completed, key) {
            (Err(DraftError::Refused(refused)), Some(key)) => (refused, key),
            (completed, _) => return completed,
        };
        match self.store.report_of_key(account, key, self.clock.now()).await? {
            Some(KeyedReport::Created(brief)) if names_the_same(&brief, &draft) => Ok(naming.completed(draft, &brief)?),
            Some(KeyedReport::Deleted) => Err(DraftError::Deleted),
            _ => Err(refused.into()),
        }
    }

    /// Returns the completed report whose respondents are to be asked.
    pub async fn panel_report(&self, account: AccountId, named: &str) -> Result<OwnReport, DraftError> {
        self.earlier_report(account, Naming::Panel, named).await
    }

    async fn earlier_report(&self, account: AccountId, naming: Naming, named: &str) -> Result<OwnReport, DraftError> {
        let id = ReportId::parse(named).ok_or_else(|| naming.unknown())?;
        let report = self.store.own_report(account, id).await?.ok_or_else(|| naming.unknown())?;
        match report.status {
            Status::Completed => Ok(report),
            _ => Err(naming.unfinished().into()),
        }
    }
}

fn names_the_same(brief: &Brief, draft: &Draft) -> bool {
    brief.same_panel_as() == draft.same_panel_as.as_deref() && brief.wave_of() == draft.wave_of.as_deref()
}
