//! What the handlers of the API, the workspace and the public pages share. No engine and no pipeline in here: handlers
//! only record work and read results.

mod api_limits;
mod buckets;
mod origin;
mod people;
mod people_views;
mod public_limits;
mod sign_in_limits;
mod studies;
mod unmeasured;

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
pub use origin::Origins;
pub use people::{Changing, Opening, PeopleFault, QUOTA_DEFAULT, Sent, SurveyWithLinks};
use people_views::PeopleChanges;
pub use public_limits::{Denied, PublicLimits, Surface};
pub use sign_in_limits::{PeerAddress, SignInLimits};

/// Each takes milliseconds of a processor.
const PREVIEWS_AT_ONCE_MAX: usize = 4;
/// Each reads a whole report, and takes a processor for up to tenths of a second.
const OWN_PAGES_AT_ONCE_MAX: usize = 4;

/// Cloned some times for each request, by every layer that holds it; hence one pointer.
#[derive(Clone)]
pub struct App(Arc<Parts>);

pub struct Parts {
    pub config: Arc<Config>,
    pub store: Store,
    pub clock: Clock,
    pub chance: Chance,
    /// Rung when a report is opened, so that a worker in this process starts it at once.
    pub work_bell: Arc<Notify>,
    pub passwords: Passwords,
    pub sign_in_limits: SignInLimits,
    pub public_limits: PublicLimits,
    people_changes: Arc<PeopleChanges>,
    /// A permit for each page that watches a report.
    pub watchers: Arc<Semaphore>,
    /// A permit for each audience that is being read while its form is filled in.
    pub previews: Arc<Semaphore>,
    /// A permit for each page that is made of a report for its owner.
    pub own_pages: Arc<Semaphore>,
    /// Cancelled when the process is about to stop, so that pages that watch let go of their connection.
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
            closing: CancellationToken::new(),
            work_bell: Arc::new(Notify::new()),
            api_limits: ApiLimits::new(&config),
            config,
            store,
            clock,
            chance,
        }))
    }

    /// Records a report, asked from the account's country, and wakes a worker for it.
    pub async fn open_report(
        &self,
        account: AccountId,
        brief: &Brief,
        visibility: Visibility,
        key: Option<&str>,
    ) -> Result<Opened, OpenError> {
        let country = self.store.account(account).await?.and_then(|account| account.country);
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

    /// Takes one request of what a key and its account may ask for.
    pub fn allow(&self, account: AccountId, key: KeyId) -> Allowance {
        self.api_limits.as_ref().map_or(Allowance::Unlimited, |limits| limits.take(account, key))
    }
}
