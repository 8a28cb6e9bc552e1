//! The Engine page in a real browser: a capable server is found on this machine, used, measured and left again, and a
//! server that does not answer as it should is refused. Screenshots are under `target/screenshots`.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use crate::browser::{Browser, Look, Page};
use crate::chat_server::{ChatServer, Mode as Chat};
use crate::process::{SOON, Site, until};
use crate::recorded_server::{Behaviour, Mode, Recording, serve};
use testing::support::Backend;

const FORECASTS: &str = include_str!("data/recorded_forecasts.json");
const CASES: &str = include_str!("../../crates/forecast/data/human/cases.json");
/// Where Jan listens: the finder looks at fixed ports, and this one is the least used.
const FOUND_AT: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 1337);

/// A site whose engine no setting decides, with the small model as its embedded one.
async fn site() -> Site {
    let folder = std::env::var_os("CANVASS_TEST_MODELS_DIR").expect("CANVASS_TEST_MODELS_DIR names the models' folder");
    let model = Path::new(&folder).join("smollm2-135m-instruct-q4_1.gguf");
    Site::create(Backend::Sqlite).await.without("ENGINE").with("MODEL", &model.display().to_string())
}

/// The button that uses the server found.
const FOUND_BUTTON: &str = "input[value='http://127.0.0.1:1337/v1'] ~ button";

/// How many pixels the record reaches beyond its card's content, and the width of its bars.
const RECORD_WIDTHS: &str = "(() => {
    const [table, bar] = [document.querySelector('table.record'), document.querySelector('table.record svg')];
    return [table.getBoundingClientRect().right - table.parentElement.getBoundingClientRect().right, bar.getBoundingClientRect().width];
})()";

/// Opens the Engine page until the server is found: it is given 300 ms, which a busy machine may exceed.
async fn until_found(page: &Page, site: &Site) {
    until("the server is found", SOON, || async {
        page.go(&format!("{}/engine", site.base())).await;
        (page.texts(FOUND_BUTTON).await == ["Use recorded"]).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_administrator_finds_uses_measures_and_leaves_a_capable_server() {
    let recording = Arc::new(Recording::parse(FORECASTS, CASES).unwrap());
    let behaviour = Behaviour { mode: Mode::Recorded, latency: Duration::ZERO };
    serve(FOUND_AT, recording, behaviour).await.expect("port 1337 is free");
    let (site, misbehaving) = (site().await, ChatServer::start().await);
    misbehaving.set(Chat::Says("I would rather not."));
    let (serving, browser) = (site.serve().await, Browser::start().await);
    let page = browser.sign_up(&site.base(), "ana@example.com").await;

    // The first screen says what answers and leads to the page. A sign-up makes nobody an administrator.
    page.follow("a[href='/engine']").await;
    assert_eq!(page.texts("button[value=use]").await, Vec::<String>::new());
    site.json(&["account", "admin", "ana@example.com"]);
    until_found(&page, &site).await;
    let now = "section[aria-labelledby=now-heading]";
    assert!(page.texts(now).await.concat().contains("small model"), "{:?}", page.texts(now).await);
    page.picture("engine-embedded").await;

    // A server that answers in prose is refused, and nothing changes.
    page.fill("#address", &misbehaving.base_url()).await;
    page.fill("#model", "talker").await;
    page.follow("button[value=use]:not(.secondary)").await;
    let refused = page.texts("[role=alert]").await.concat();
    assert!(refused.contains("plain text"), "{refused}");
    page.expect_complaint("422").await;
    assert!(page.texts(now).await.concat().contains("small model"));

    // A trial says what a report takes, and changes nothing either.
    page.fill("#address", &format!("http://{FOUND_AT}/v1")).await;
    page.fill("#model", "recorded").await;
    page.follow("button[value=try]").await;
    let tried = page.texts("[role=status]").await.concat();
    assert!(tried.contains("recorded") && tried.contains("calls"), "{tried}");
    assert!(page.texts(now).await.concat().contains("small model"));

    until_found(&page, &site).await;
    page.follow(FOUND_BUTTON).await;
    assert!(page.texts(now).await.concat().contains("recorded"), "{:?}", page.texts(now).await);

    // Its record appears on the page once it was measured.
    page.follow("form[action='/engine/measure'] button").await;
    until("it was measured", 3 * SOON, || async { (serving.heard("the engine was measured") > 0).then_some(()) }).await;
    page.go(&format!("{}/engine", site.base())).await;
    let rows: usize = page.evaluate("document.querySelectorAll('table.record tbody tr').length").await;
    assert!(rows >= 1, "no record is shown");
    page.picture("engine-measured").await;
    for look in ["en", "es", "zh"].into_iter().flat_map(Look::on_all) {
        let seen = browser.open(&format!("{}/engine", site.base()), look).await;
        seen.assert_stands("engine").await;
        let (overhang, bar): (f64, f64) = seen.evaluate(RECORD_WIDTHS).await;
        assert!(overhang <= 0.0 && bar >= 40.0, "{}: {overhang} px too wide, bars of {bar} px", look.name("engine"));
    }

    // A report is made by it, and the page leads back to the embedded model.
    let key = site.json(&["key", "add", "ana@example.com", "--name", "program"]);
    let client = site.client_with(key["api_key"].as_str().unwrap());
    let brief = json!({ "question": "Which name fits a calm sleep app best?", "options": ["Drift", "Lull"], "sample_size": 50 });
    let report = client.ended(&client.created(&brief).await).await;
    assert_eq!(report["result"]["method"]["model"], "recorded", "{report}");
    // In front of the tabs above, since one behind them takes no clicks.
    let page = browser.open(&format!("{}/engine", site.base()), Look::DESKTOP).await;
    page.follow("form[action='/engine/back'] button").await;
    assert!(page.texts(now).await.concat().contains("small model"));
    assert_eq!(site.texts("SELECT provider FROM engine_choice").await, ["embedded"]);

    browser.close().await;
    drop(serving);
    site.end().await;
}
