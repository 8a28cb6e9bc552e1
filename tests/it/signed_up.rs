//! A service, a browser signed up there, and an API client of the same account.

use serde_json::Value;

use crate::browser::{Browser, Page};
use crate::process::{Client, Process, Site};
use testing::support::Backend;

pub const EMAIL: &str = "ana@example.com";
/// More than the tests of one account spend.
const CREDITS_GRANTED: &str = "2000";

pub struct SignedUp {
    pub site: Site,
    pub server: Process,
    pub browser: Browser,
    pub page: Page,
    pub program: Client,
}

impl SignedUp {
    pub async fn start(backend: Backend, settings: &[(&str, &str)]) -> Self {
        let mut site = Site::create(backend).await.with("SIGN_IN_TRIES_PER_MINUTE", "0");
        // Links to reports and surveys must lead to this server.
        site.set("PUBLIC_URL", &site.base());
        settings.iter().for_each(|(name, value)| site.set(name, value));
        let (server, browser) = (site.serve().await, Browser::start().await);
        let page = browser.sign_up(&site.base(), EMAIL).await;
        site.json(&["credits", "grant", EMAIL, CREDITS_GRANTED]);
        let key = site.json(&["key", "add", EMAIL, "--name", "program"]);
        let program = site.client_with(key["api_key"].as_str().unwrap());
        Self { site, server, browser, page, program }
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.site.base())
    }

    /// Creates a report, waits until it has ended, and returns its id.
    pub async fn ended(&self, request: &Value) -> String {
        let id = self.program.created(request).await;
        self.program.ended(&id).await;
        id
    }

    pub async fn stop(self) {
        self.browser.close().await;
        drop(self.server);
        self.site.end().await;
    }
}
