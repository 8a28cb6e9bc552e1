//! Headless Chromium for the tests, through the DevTools protocol. Opens pages as phone or desktop, light or dark, in
//! any language; clicks, types and waits for page events; runs axe-core; takes screenshots into `target/screenshots`.
//! Console messages are collected.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use chromiumoxide::BrowserConfig;
use chromiumoxide::cdp::browser_protocol::browser::{PermissionDescriptor, PermissionSetting, SetPermissionParams};
use chromiumoxide::cdp::browser_protocol::dom::SetFileInputFilesParams;
use chromiumoxide::cdp::browser_protocol::emulation::{
    MediaFeature, SetDeviceMetricsOverrideParams, SetScriptExecutionDisabledParams,
};
use chromiumoxide::cdp::browser_protocol::log::EventEntryAdded;
use chromiumoxide::cdp::browser_protocol::network::SetUserAgentOverrideParams;
use chromiumoxide::cdp::browser_protocol::page::{EventLoadEventFired, PrintToPdfParams};
use chromiumoxide::cdp::js_protocol::runtime::{EvaluateParams, EventConsoleApiCalled, EventExceptionThrown};
use chromiumoxide::listeners::EventStream;
use chromiumoxide::page::{MediaTypeParams, ScreenshotParams};
use futures::StreamExt;
use serde::de::DeserializeOwned;
use tokio_util::task::AbortOnDropHandle;

use crate::process::{SOON, until};

/// More focusable elements than any survey page has.
const TABS_MAX: usize = 40;

/// Options for axe-core: all rules, or only those that depend on colours.
const ALL_RULES: &str = "{ resultTypes: ['violations'] }";
const COLOUR_RULES: &str = "{ resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] }";

/// Device, colour scheme and language of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    pub device: Device,
    pub is_dark: bool,
    pub language: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Device {
    Desktop,
    Phone,
    /// The usual width of current phones.
    WidePhone,
}

impl Device {
    pub const ALL: [Self; 2] = [Self::Desktop, Self::Phone];

    fn size(self) -> (u32, u32) {
        match self {
            Self::Desktop => (1280, 900),
            Self::Phone => (390, 844),
            Self::WidePhone => (412, 915),
        }
    }
}

impl Look {
    pub const DESKTOP: Self = Self { device: Device::Desktop, is_dark: false, language: "en" };
    pub const WIDE_PHONE: Self = Self { device: Device::WidePhone, is_dark: false, language: "en" };
    pub const PHONE: Self = Self { device: Device::Phone, is_dark: false, language: "en" };

    pub fn dark(self) -> Self {
        Self { is_dark: true, ..self }
    }

    pub fn speaking(self, language: &'static str) -> Self {
        Self { language, ..self }
    }

    /// Returns the look on each device.
    pub fn on_all(language: &'static str) -> impl Iterator<Item = Self> {
        Device::ALL.into_iter().map(move |device| Self { device, is_dark: false, language })
    }

    /// Returns a screenshot's name, such as `report-desktop-dark-zh`.
    pub fn name(self, page: &str) -> String {
        let device = match self.device {
            Device::Desktop => "desktop",
            Device::Phone => "phone",
            Device::WidePhone => "wide-phone",
        };
        let light = if self.is_dark { "dark" } else { "light" };
        format!("{page}-{device}-{light}-{}", self.language)
    }
}

pub struct Browser {
    chromium: chromiumoxide::Browser,
    _driver: AbortOnDropHandle<()>,
    _profile: tempfile::TempDir,
}

impl Browser {
    pub async fn start() -> Self {
        let profile = tempfile::tempdir().unwrap();
        let config = BrowserConfig::builder()
            .chrome_executable(std::env::var_os("CANVASS_TEST_CHROMIUM").unwrap_or("chromium".into()))
            .user_data_dir(profile.path())
            .env("HOME", profile.path().display().to_string())
            .new_headless_mode()
            .no_sandbox()
            .viewport(None)
            .launch_timeout(SOON)
            .request_timeout(SOON)
            .arg("disable-gpu")
            .arg("disable-quic")
            .arg("disable-component-update")
            .build()
            .unwrap();
        let (chromium, mut events) = chromiumoxide::Browser::launch(config).await.unwrap();
        let driver = tokio::spawn(async move { while events.next().await.is_some() {} });
        Self { chromium, _driver: AbortOnDropHandle::new(driver), _profile: profile }
    }

    pub async fn open(&self, url: &str, look: Look) -> Page {
        let page = Page::blank(&self.chromium, look).await;
        page.go(url).await;
        page
    }

    /// Opens a desktop page and signs up an account there.
    pub async fn sign_up(&self, base: &str, email: &str) -> Page {
        let page = self.open(&format!("{base}/sign-up"), Look::DESKTOP).await;
        page.fill("#email", email).await;
        page.fill("#password", "correct horse battery").await;
        page.follow("main form button").await;
        page
    }

    pub async fn close(mut self) {
        self.chromium.close().await.unwrap();
        self.chromium.wait().await.unwrap();
    }
}

pub struct Page {
    page: chromiumoxide::Page,
    look: Look,
    is_without_script: AtomicBool,
    complaints: Arc<Mutex<Vec<String>>>,
    _listeners: [AbortOnDropHandle<()>; 3],
}

impl Page {
    async fn blank(chromium: &chromiumoxide::Browser, look: Look) -> Self {
        let page = chromium.new_page("about:blank").await.unwrap();
        size(&page, look.device).await;
        colour(&page, look.is_dark).await;
        let mut agent = SetUserAgentOverrideParams::new(page.user_agent().await.unwrap());
        agent.accept_language = Some(look.language.to_owned());
        page.set_user_agent(agent).await.unwrap();
        let complaints = Arc::new(Mutex::new(Vec::new()));
        page.enable_log().await.unwrap();
        let listeners = [
            collect(page.event_listener().await.unwrap(), &complaints, |event: &EventEntryAdded| {
                format!("{} {}", event.entry.text, event.entry.url.as_deref().unwrap_or_default())
            }),
            collect(page.event_listener().await.unwrap(), &complaints, |event: &EventConsoleApiCalled| {
                format!("{:?}", event.args)
            }),
            collect(page.event_listener().await.unwrap(), &complaints, |event: &EventExceptionThrown| {
                format!("{:?}", event.exception_details)
            }),
        ];
        Self { page, look, is_without_script: AtomicBool::new(false), complaints, _listeners: listeners }
    }

    /// Opens another URL in the same tab and waits for the load event. A background tab renders nothing and ignores
    /// clicks.
    pub async fn go(&self, url: &str) {
        self.page.bring_to_front().await.unwrap();
        self.page.goto(url).await.unwrap();
    }

    pub async fn evaluate<T: DeserializeOwned>(&self, expression: &str) -> T {
        let mut asked = EvaluateParams::new(expression);
        (asked.await_promise, asked.return_by_value) = (Some(true), Some(true));
        let answer = self.page.evaluate_expression(asked).await.unwrap_or_else(|error| panic!("{expression}: {error}"));
        answer.into_value().unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// Waits until a JavaScript expression is true, checked on every animation frame.
    pub async fn until(&self, expression: &str) {
        let watch = format!(
            "new Promise(seen => {{ const look = () => ({expression}) ? seen(true) : requestAnimationFrame(look); look(); }})"
        );
        let seen = tokio::time::timeout(SOON, self.evaluate::<bool>(&watch)).await;
        assert_eq!(seen.ok(), Some(true), "not within {SOON:?}: {expression}");
    }

    pub async fn click(&self, selector: &str) {
        if self.is_without_script.load(Ordering::Relaxed) {
            // With scripts disabled, waiting for the scroll into view would never end.
            let clicked = format!("(document.querySelector({selector:?}).click(), true)");
            assert!(self.evaluate::<bool>(&clicked).await);
            return;
        }
        let element = self.element(selector).await;
        // The position is looked up once, so scrolling and layout must have finished.
        let shown = "scrollIntoView({ behavior: 'instant', block: 'center' })";
        assert!(self.evaluate::<bool>(&format!("(document.querySelector({selector:?}).{shown}, true)")).await);
        self.laid_out().await;
        let clicked = tokio::time::timeout(SOON, element.click()).await;
        assert!(clicked.is_ok_and(|clicked| clicked.is_ok()), "{selector} can't be clicked");
    }

    /// Lets the page read the clipboard.
    pub async fn allow_clipboard(&self) {
        for permission in ["clipboard-read", "clipboard-write"].map(PermissionDescriptor::new) {
            let granted = SetPermissionParams::new(permission, PermissionSetting::Granted);
            self.page.execute(granted).await.unwrap();
        }
    }

    /// Clicks a link and waits until the next page has loaded.
    pub async fn follow(&self, selector: &str) {
        let mut loads = self.page.event_listener::<EventLoadEventFired>().await.unwrap();
        self.click(selector).await;
        let loaded = tokio::time::timeout(SOON, loads.next()).await;
        assert!(loaded.is_ok_and(|event| event.is_some()), "{selector} led nowhere");
    }

    /// Submits a form without client-side validation and waits until the response has loaded.
    pub async fn send(&self, form: &str) {
        let mut loads = self.page.event_listener::<EventLoadEventFired>().await.unwrap();
        let sent = format!("(HTMLFormElement.prototype.submit.call(document.querySelector({form:?})), true)");
        assert!(self.evaluate::<bool>(&sent).await);
        let loaded = tokio::time::timeout(SOON, loads.next()).await;
        assert!(loaded.is_ok_and(|event| event.is_some()), "{form} led nowhere");
    }

    /// Replaces a field's content by typing.
    pub async fn fill(&self, selector: &str, text: &str) {
        let field = self.element(selector).await;
        field.click().await.unwrap();
        field.call_js_fn("function() { this.select(); }", false).await.unwrap();
        field.type_str(text).await.unwrap();
    }

    /// Selects a value of a list and fires the events of a manual choice.
    pub async fn choose(&self, selector: &str, value: &str) {
        let choose = format!("function() {{ this.focus(); this.value = {value:?}; }}");
        let list = self.element(selector).await;
        list.call_js_fn(choose, false).await.unwrap();
        list.call_js_fn("function() { this.dispatchEvent(new Event('change', { bubbles: true })); }", false)
            .await
            .unwrap();
    }

    /// Focuses an element and presses a key.
    pub async fn press(&self, selector: &str, key: &str) {
        self.element(selector).await.focus().await.unwrap().press_key(key).await.unwrap();
    }

    /// Presses a key on the focused element.
    pub async fn key(&self, key: &str) {
        self.element("body").await.press_key(key).await.unwrap();
    }

    /// Presses Tab until an element that matches the selector has the focus.
    pub async fn tab_to(&self, selector: &str) {
        let reached = format!("document.activeElement.matches({selector:?})");
        for _ in 0..TABS_MAX {
            self.key("Tab").await;
            if self.evaluate(&reached).await {
                return;
            }
        }
        panic!("{selector} is not reached with the keyboard");
    }

    /// Presses Enter and waits until the next page has loaded.
    pub async fn enter(&self) {
        let mut loads = self.page.event_listener::<EventLoadEventFired>().await.unwrap();
        self.key("Enter").await;
        let loaded = tokio::time::timeout(SOON, loads.next()).await;
        assert!(loaded.is_ok_and(|event| event.is_some()), "Enter led nowhere");
    }

    /// Types into the focused element.
    pub async fn types(&self, text: &str) {
        self.element("body").await.type_str(text).await.unwrap();
    }

    /// Disables the page's scripts.
    pub async fn without_script(&self) {
        self.page.execute(SetScriptExecutionDisabledParams::new(true)).await.unwrap();
        self.is_without_script.store(true, Ordering::Relaxed);
    }

    /// Selects a file in a file input.
    pub async fn choose_file(&self, selector: &str, file: &Path) {
        let field = self.element(selector).await.backend_node_id;
        let mut chosen = SetFileInputFilesParams::new(vec![file.display().to_string()]);
        chosen.backend_node_id = Some(field);
        self.page.execute(chosen).await.unwrap();
    }

    async fn element(&self, selector: &str) -> chromiumoxide::Element {
        self.page.find_element(selector).await.unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    /// Returns the text content of every matching element.
    pub async fn texts(&self, selector: &str) -> Vec<String> {
        self.evaluate(&format!("[...document.querySelectorAll({selector:?})].map(found => found.textContent)")).await
    }

    /// Asserts what must hold for every page in light and dark: one heading, no horizontal overflow, no accessibility
    /// barriers. Only colours differ between the two, so only colour rules run twice.
    pub async fn assert_stands(&self, name: &str) {
        let looks = [false, true].map(|is_dark| Look { is_dark, ..self.look });
        assert_eq!(self.texts("h1").await.len(), 1, "{name} {:?}", self.look);
        assert!(self.fits().await, "{name} {:?}", self.look);
        for look in looks {
            colour(&self.page, look.is_dark).await;
            self.laid_out().await;
            let rules = if look.is_dark { COLOUR_RULES } else { ALL_RULES };
            assert_eq!(self.barriers_by(rules).await, [] as [&str; 0], "{name} {look:?}");
            self.picture_of(look, name).await;
        }
        colour(&self.page, self.look.is_dark).await;
        assert_eq!(self.complaints(), [] as [&str; 0], "{name} {:?}", self.look);
    }

    /// Returns axe-core's serious and critical findings, one line each.
    pub async fn barriers(&self) -> Vec<String> {
        self.barriers_by(ALL_RULES).await
    }

    async fn barriers_by(&self, rules: &str) -> Vec<String> {
        if !self.evaluate::<bool>("'axe' in window").await {
            let axe = std::fs::read_to_string(axe_file()).expect("axe-core is fetched by `scripts/need axe`");
            self.evaluate::<bool>(&format!("{axe}; true")).await;
        }
        self.evaluate(&format!(
            "axe.run(document, {rules}).then(found => found.violations
                .filter(violation => ['serious', 'critical'].includes(violation.impact))
                .flatMap(violation => violation.nodes.map(node => `${{violation.id}}: ${{node.html}} ${{node.failureSummary}}`)))",
        ))
        .await
    }

    /// Whether nothing overflows the window's width and a phone has not widened its viewport.
    pub async fn fits(&self) -> bool {
        let (width, _) = self.look.device.size();
        let fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
        self.evaluate(&format!("{fits} && innerWidth === {width}")).await
    }

    /// Returns the console messages so far.
    pub fn complaints(&self) -> Vec<String> {
        self.complaints.lock().unwrap().clone()
    }

    /// Waits for an expected console message and removes it.
    pub async fn expect_complaint(&self, words: &str) {
        let said = until("the page complains", SOON, || async { self.complaints.lock().unwrap().pop() }).await;
        assert!(said.contains(words), "{said}");
    }

    /// Takes a screenshot of the full page.
    pub async fn picture(&self, name: &str) {
        self.picture_of(self.look, name).await;
    }

    async fn picture_of(&self, look: Look, name: &str) {
        let picture = self.page.screenshot(ScreenshotParams::builder().full_page(true).build()).await.unwrap();
        // Taking it resets the device emulation.
        size(&self.page, self.look.device).await;
        self.laid_out().await;
        std::fs::write(pictures().join(format!("{}.png", look.name(name))), picture).unwrap();
    }

    /// Waits until the page has its size again and was drawn, since an earlier click may miss its target.
    async fn laid_out(&self) {
        if !self.is_without_script.load(Ordering::Relaxed) {
            let (width, _) = self.look.device.size();
            self.until(&format!("innerWidth === {width}")).await;
            let drawn = "new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))";
            assert!(self.evaluate::<bool>(drawn).await);
        }
    }

    /// Shows the page as it will be printed.
    pub async fn on_paper(&self) {
        self.page.emulate_media_type(MediaTypeParams::Print).await.unwrap();
    }

    /// Prints the page on A4 with its colours.
    pub async fn pdf(&self, name: &str) -> Vec<u8> {
        let paper = PrintToPdfParams {
            paper_width: Some(8.27),
            paper_height: Some(11.69),
            print_background: Some(true),
            ..PrintToPdfParams::default()
        };
        let pdf = self.page.pdf(paper).await.unwrap();
        std::fs::write(pictures().join(format!("{name}.pdf")), &pdf).unwrap();
        pdf
    }
}

/// Counts the pages of a PDF by its page objects.
pub fn sheets(pdf: &[u8]) -> usize {
    String::from_utf8_lossy(pdf).matches("/Type /Page\n").count()
}

/// Sets light or dark without animations, so that no colour is measured in transition.
async fn colour(page: &chromiumoxide::Page, is_dark: bool) {
    let scheme = MediaFeature::new("prefers-color-scheme", if is_dark { "dark" } else { "light" });
    let still = MediaFeature::new("prefers-reduced-motion", "reduce");
    page.emulate_media_features(vec![scheme, still]).await.unwrap();
}

async fn size(page: &chromiumoxide::Page, device: Device) {
    let (width, height) = device.size();
    let metrics = SetDeviceMetricsOverrideParams::new(width, height, 1.0, device != Device::Desktop);
    page.execute(metrics).await.unwrap();
}

fn collect<E: chromiumoxide::cdp::IntoEventKind + Unpin + Send + Sync + 'static>(
    mut events: EventStream<E>,
    complaints: &Arc<Mutex<Vec<String>>>,
    words: fn(&E) -> String,
) -> AbortOnDropHandle<()> {
    let complaints = Arc::clone(complaints);
    AbortOnDropHandle::new(tokio::spawn(async move {
        while let Some(event) = events.next().await {
            complaints.lock().unwrap().push(words(&event));
        }
    }))
}

fn axe_file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/tools/axe/node_modules/axe-core/axe.min.js")
}

fn pictures() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).with_file_name("screenshots");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
