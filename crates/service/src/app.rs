//! State and operations that the handlers of the API, the workspace and the public pages share. Nothing here uses an
//! engine or the pipeline: handlers only record work and read results.

mod api_limits;
mod audiences;
mod buckets;
mod comparisons;
mod counted_people;
mod earlier;
mod endings;
mod engine_in_use;
mod engine_record;
mod measured_skill;
mod origin;
mod people;
mod people_views;
mod phase;
mod public_limits;
mod sign_in_limits;
mod studies;
mod waves;

use std::ops::Deref;
use std::sync::Arc;

use language::brief::Brief;
use tokio::sync::{Notify, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::config::Config;
use primitives::chance::Chance;
use primitives::clock::Clock;
use primitives::ids::{AccountId, KeyId, LedgerId, ReportId};
use primitives::password::Passwords;
use primitives::secret::public_token;
use store::{NewReport, OpenError, Opened, Store, Visibility};

use api_limits::ApiLimits;
pub use api_limits::{ACCOUNT_FACTOR, Allowance};
pub use audiences::{AudienceError, described};
pub use comparisons::{CompareError, compared_ids};
pub use earlier::DraftError;
pub use engine_record::RecordLine;
pub use measured_skill::{ENGINE_PAGE, warnings};
pub use origin::Origins;
pub use people::{Added, FieldworkError, QUOTA_DEFAULT, SurveyParams, SurveyUpdate, SurveyWithLinks, UploadOptions};
use people_views::PeopleChanges;
pub use phase::{DESIGN_KEY, ENGINE_KEY, FORECAST_KEY, LOST_KEY, PART_KEY_PREFIX, Phase, VOICES_KEY_PREFIX};
pub use public_limits::{Denied, PublicLimits, Surface};
pub use sign_in_limits::{PeerAddress, SignInLimits};
pub use waves::Study;

/// Concurrent readings of briefs and audiences for previews, estimates and warnings. Each takes milliseconds of CPU time.
const PREVIEWS_AT_ONCE_MAX: usize = 4;
/// Concurrent renderings of reports for their owners. Each parses a full report and takes up to tenths of a second of
/// CPU time.
const OWN_PAGES_AT_ONCE_MAX: usize = 4;
/// Concurrent comparisons of reports, each of which parses up to six, one after the other. They have permits of their own, so
/// that readers of single reports do not wait for them.
const COMPARISONS_AT_ONCE_MAX: usize = 1;
/// Concurrent trials of engines by administrators.
const TRIALS_AT_ONCE_MAX: usize = 1;

/// The shared application state, behind one pointer because every layer clones it several times per request.
#[derive(Clone)]
pub struct App(Arc<Parts>);

pub struct Parts {
    pub config: Arc<Config>,
    pub store: Store,
    pub clock: Clock,
    pub chance: Chance,
    /// Notified when a report is opened, so that a worker in this process claims it at once.
    pub work_bell: Arc<Notify>,
    /// Notified when this process recorded a choice of engine, so that it takes the engine up at once.
    pub engine_bell: Arc<Notify>,
    pub passwords: Passwords,
    pub sign_in_limits: SignInLimits,
    pub public_limits: PublicLimits,
    people_changes: Arc<PeopleChanges>,
    /// One permit for each open event stream that follows a report.
    pub watchers: Arc<Semaphore>,
    /// One permit for each brief or audience that is being read.
    pub previews: Arc<Semaphore>,
    /// One permit for each rendering of a report for its owner.
    pub own_pages: Arc<Semaphore>,
    /// One permit for each comparison of reports.
    pub comparisons: Arc<Semaphore>,
    /// One permit for the trial of an engine.
    pub trials: Arc<Semaphore>,
    /// Cancelled when the process begins to shut down, so that event streams end and release their connections.
    pub closing: CancellationToken,
    api_limits: Option<ApiLimits>,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    pub fn new(config: Arc<Config>, store: Store, clock: Clock, chance: Chance) -> Self {
        Self(Arc::new(Parts {
            passwords: Passwords::default(),
            sign_in_limits: SignInLimits::new(config.sign_in_tries_per_minute),
            public_limits: PublicLimits::new(config.public_rate_limit_per_second),
            people_changes: Arc::default(),
            watchers: Arc::new(Semaphore::new(config.watchers_max)),
            previews: Arc::new(Semaphore::new(PREVIEWS_AT_ONCE_MAX)),
            own_pages: Arc::new(Semaphore::new(OWN_PAGES_AT_ONCE_MAX)),
            comparisons: Arc::new(Semaphore::new(COMPARISONS_AT_ONCE_MAX)),
            trials: Arc::new(Semaphore::new(TRIALS_AT_ONCE_MAX)),
            closing: CancellationToken::new(),
            work_bell: Arc::new(Notify::new()),
            engine_bell: Arc::new(Notify::new()),
            api_limits: ApiLimits::new(&config),
            config,
            store,
            clock,
            chance,
        }))
    }

    /// Records a report and wakes a worker. The account's country applies if the brief describes no audience; a wave keeps the one
    /// that the first report was asked in.
    pub async fn open_report(
        &self,
        account: AccountId,
        brief: &Brief,
        visibility: Visibility,
        key: Option<&str>,
    ) -> Result<Opened, OpenError> {
        let country = match brief.wave_of() {
            Some(_) => brief.country().map(str::to_owned),
            None => self.store.account(account).await?.and_then(|account| account.country),
        };
        let now = self.clock.now();
        let new = NewReport {
            id: ReportId::new(now, &self.chance),
            ledger_id: LedgerId::new(now, &self.chance),
            public_token: &public_token(&self.chance),
            brief: &brief.clone().from_country(country),
            seed: self.chance.u64(),
            visibility,
            idempotency_key: key,
            unfinished_max: self.config.unfinished_reports_max,
        };
        let opened = self.store.open_report(account, new, now).await?;
        self.work_bell.notify_one();
        Ok(opened)
    }

    /// Takes one request from the rate limits of a key and of its account.
    pub fn allow(&self, account: AccountId, key: KeyId) -> Allowance {
        self.api_limits.as_ref().map_or(Allowance::Unlimited, |limits| limits.take(account, key))
    }
}
