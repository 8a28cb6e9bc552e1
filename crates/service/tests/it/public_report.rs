//! The public report beyond its page: respondent explorer, downloads, card, and unpublishing.

use std::io::Read;

use askama::Template;
use axum::http::{Method, StatusCode};
use contract::ReportResult;
use foundation::Language;
use pages::report_page::{self, Links};
use primitives::ids::ReportId;
use primitives::secret::PlainToken;
use serde_json::{Value, json};
use service::web::publication::PublicationPanel;
use store::{NewAddress, NewSession, Publication};

use testing::on_both;
use testing::support::{Answer, Caller, START_MS, TestApp, brief, brief_with};

/// Size limit of the first view, so that a phone on a slow connection loads it within a second or two.
const FIRST_VIEW_BYTES_MAX: usize = 100_000;
const BELOW: [&str; 9] = [
    "",
    "/respondents",
    "/respondents.csv",
    "/report.json",
    "/report.md",
    "/card.svg",
    "/card.png",
    "/options.svg",
    "/options.png",
];
const RAW: [&str; 2] = ["/respondents", "/respondents.csv"];

/// A finished report with its owner and public path.
pub(crate) struct Finished {
    owner: Caller,
    id: String,
    pub path: String,
    pub result: Value,
}

impl Finished {
    pub async fn make(app: &TestApp, body: &Value) -> Self {
        let owner = app.caller(2000).await;
        let id = owner.created(body).await;
        app.run_jobs().await;
        let result = owner.report(&id).await["result"].clone();
        Self { path: path_of(&result), owner, id, result }
    }

    fn report_id(&self) -> ReportId {
        ReportId::parse(&self.id).unwrap()
    }
}

fn path_of(result: &Value) -> String {
    result["report_url"].as_str().unwrap().strip_prefix("https://canvass.example").unwrap().to_owned()
}

pub(crate) async fn read(app: &TestApp, path: &str) -> Answer {
    app.stranger(None).get(path).await
}

/// Signs an account in and returns its cookie.
async fn cookie_of(app: &TestApp, caller: &Caller) -> String {
    let session = PlainToken::generate(&app.app.chance);
    let link = PlainToken::generate(&app.app.chance);
    let store = &app.app.store;
    store.add_sign_in_link(caller.account.unwrap(), link.hash(), START_MS + 60_000, START_MS).await.unwrap();
    let new = NewSession { hash: session.hash(), expires_at: START_MS + 60_000 };
    assert!(store.trade_link_for_session(link.hash(), new, START_MS).await.unwrap());
    format!("canvass_session={}", session.reveal())
}

async fn press(app: &TestApp, id: &str, cookie: &str, change: &str) -> Answer {
    let headers = [("cookie", cookie), ("content-type", "application/x-www-form-urlencoded")];
    let path = format!("/reports/{id}/publication");
    app.stranger(None).send(Method::POST, &path, &headers, format!("change={change}")).await
}

/// Returns the owner's publication panel in the workspace.
async fn panel(app: &TestApp, report: &Finished) -> String {
    let publication = app.app.store.publication(report.owner.account.unwrap(), report.report_id()).await.unwrap();
    PublicationPanel::new(&app.app, Language::En, report.report_id(), publication.unwrap()).render().unwrap()
}

/// Parses the CSV.
fn rows(csv: &[u8]) -> Vec<Vec<String>> {
    let text = csv.strip_prefix("\u{feff}".as_bytes()).expect("begins with a byte order mark");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text);
    reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
}

fn gzipped_bytes(bytes: &[u8]) -> usize {
    let mut packed = Vec::new();
    flate2::read::GzEncoder::new(bytes, flate2::Compression::new(6)).read_to_end(&mut packed).unwrap();
    packed.len()
}

on_both! {
    async fn the_first_view_of_a_thousand_respondents_is_small(app: TestApp) {
        let options: Vec<String> = (1..=20).map(|n| format!("{n} {}", "a long option ".repeat(12))).collect();
        let report = Finished::make(&app, &brief_with(&json!({ "options": options, "sample_size": 1000 }))).await;
        let page = read(&app, &report.path).await;
        let html = page.text();
        let linked = html.split("/static/").skip(1).map(|part| part.split('"').next().unwrap());
        let mut bytes = gzipped_bytes(&page.bytes);
        for file in linked {
            bytes += gzipped_bytes(&read(&app, &format!("/static/{file}")).await.bytes);
        }
        assert!(bytes < FIRST_VIEW_BYTES_MAX, "{bytes}");
    }
}

on_both! {
    async fn the_page_names_its_address_its_card_and_its_day(app: TestApp) {
        let report = Finished::make(&app, &brief()).await;
        let html = read(&app, &report.path).await.text();
        let url = report.result["report_url"].as_str().unwrap();
        assert!(html.contains(&format!("<link rel=\"canonical\" href=\"{url}\">")));
        assert!(html.contains(&format!("<meta property=\"og:image\" content=\"{url}/card.png\">")));
        assert!(html.contains("1 January 2026"), "{html}");
        let card = read(&app, &format!("{}/card.svg", report.path)).await;
        assert_eq!(card.header("content-type"), Some("image/svg+xml"));
        assert!(card.text().contains("Synthetic respondents") && card.text().contains("Drift"));
    }
}

on_both! {
    async fn a_page_in_a_file_carries_its_styles_and_leads_only_to_its_data(app: TestApp) {
        let report = Finished::make(&app, &brief()).await;
        let result: ReportResult = serde_json::from_value(report.result).unwrap();
        let page = report_page::render(&result, &Links::beside(true), None).unwrap();
        assert!(page.contains("<style>") && page.contains("--paper"));
        let links: Vec<&str> = page.split("href=\"").skip(1).map(|part| part.split('"').next().unwrap()).collect();
        let (inside, beside): (Vec<&str>, Vec<&str>) = links.into_iter().partition(|link| link.starts_with('#'));
        // Uninformative blocks are omitted together with their charts.
        let (acceptance, likelihood) = (&result.analysis.acceptance, &result.analysis.likelihood);
        let charts =
            [Some("options"), acceptance.as_ref().map(|_| "acceptance"), likelihood.as_ref().map(|_| "likelihood")];
        let of_chart = |chart: &str| ["svg", "png"].map(|format| format!("charts/{chart}.{format}"));
        let pictures = charts.into_iter().flatten().flat_map(of_chart);
        let data = ["respondents.html", "respondents.csv", "report.md", "report.json"].map(str::to_owned);
        assert_eq!(beside, pictures.chain(data).collect::<Vec<_>>());
        assert!(inside.iter().all(|link| page.contains(&format!("id=\"{}\"", &link[1..]))), "{inside:?}");
        assert!(!page.contains("src=") && !page.contains("/static/"));
    }
}

on_both! {
    async fn hostile_text_is_text_on_the_card_and_among_the_respondents(app: TestApp) {
        let options = ["<script>alert(1)</script>", "]]></text><image href='x'/>", "\" onload=\"alert(1)"];
        let report = Finished::make(&app, &brief_with(&json!({ "question": "</title><svg/onload=x>?", "options": options }))).await;
        for below in ["/card.svg", "/respondents?question=preference&by=sex"] {
            let shown = read(&app, &format!("{}{below}", report.path)).await.text();
            for raw in ["<script>", "<image", "</title><svg", "\" onload=\""] {
                assert!(!shown.contains(raw), "{raw} in {below}");
            }
            assert!(shown.contains("&#60;script&#62;alert(1)"), "{below}");
        }
    }
}

on_both! {
    async fn respondents_can_be_filtered_crossed_and_paged(app: TestApp) {
        let report = Finished::make(&app, &brief_with(&json!({ "sample_size": 100 }))).await;
        let explorer = format!("{}/respondents", report.path);
        let respondents = report.result["sample_data"]["respondents"].as_array().unwrap();
        let women: Vec<&str> = respondents
            .iter()
            .filter(|each| each["profile"]["sex"] == "female")
            .map(|each| each["respondent_id"].as_str().unwrap())
            .collect();
        assert!(read(&app, &explorer).await.text().contains("100 respondents"));
        let mut seen = Vec::new();
        for page in 1..=women.len().div_ceil(20) {
            let html = read(&app, &format!("{explorer}?sex=female&page={page}")).await.text();
            assert!(html.contains(&format!("{} respondents", women.len())));
            seen.extend(women.iter().filter(|id| html.contains(&format!(">{id}<"))).copied());
        }
        assert_eq!(seen, women, "each once, in the order of the sample");
        let crossed = read(&app, &format!("{explorer}?question=preference&by=sex")).await.text();
        assert!(crossed.contains("<table class=\"cross\">") && crossed.contains("Female") && crossed.contains("Nod"));
        let odd = read(&app, &format!("{explorer}?sex=%00&by=%FF&question=nothing&page=99999999999999999999")).await;
        assert_eq!(odd.status, StatusCode::OK);
        assert!(odd.text().contains("100 respondents"));
    }
}

on_both! {
    async fn respondents_are_found_by_what_they_chose_and_wrote(app: TestApp) {
        let report = Finished::make(&app, &brief_with(&json!({ "sample_size": 100 }))).await;
        let explorer = format!("{}/respondents", report.path);
        let respondents = report.result["sample_data"]["respondents"].as_array().unwrap();
        let lull = |each: &&Value| each["answers"]["preference"] == "Lull";
        let wrote = |each: &&Value| each["answers"]["reason"].is_string();
        let is_woman = |each: &&Value| each["profile"]["sex"] == "female";
        for (query, count) in [
            ("choice=2", respondents.iter().filter(lull).count()),
            ("comment=yes", respondents.iter().filter(wrote).count()),
            ("choice=2&comment=yes&sex=female", respondents.iter().filter(lull).filter(wrote).filter(is_woman).count()),
            ("choice=4&comment=maybe", 100),
            ("choice=0&comment=maybe", 100),
        ] {
            let html = read(&app, &format!("{explorer}?{query}")).await.text();
            let said = match count {
                0 => "No respondent matches".to_owned(),
                1 => "1 respondent<".to_owned(),
                n => format!("{n} respondents"),
            };
            assert!(html.contains(&said), "{query}: {said}");
        }
        let chosen = read(&app, &format!("{explorer}?choice=2")).await.text();
        assert!(chosen.contains("<option value=\"2\" selected>Lull</option>"));
    }
}

on_both! {
    async fn a_spreadsheet_gets_one_row_a_respondent_and_no_formula(app: TestApp) {
        let options = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "plain, \"quoted\"\nand broken"];
        let report = Finished::make(&app, &brief_with(&json!({ "options": options }))).await;
        let file = read(&app, &format!("{}/respondents.csv", report.path)).await;
        assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
        assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"canvass-which-name-fits-a-calm-sleep-app-best-2026-01-01-respondents.csv\""));
        let rows = rows(&file.bytes);
        assert_eq!(rows.len(), 51, "a header and everyone");
        assert_eq!(rows[0][..4], ["respondent_id", "display_name", "respondent_type", "country"].map(str::to_owned));
        let choice = rows[0].iter().position(|name| name == "preference").unwrap();
        let label_of = |code: &str| {
            let place = rows[0].iter().position(|name| name == code).unwrap();
            assert_eq!(rows[0][place + 1], format!("{code}_label"), "what a code means stands beside it");
            place + 1
        };
        for (row, respondent) in rows[1..].iter().zip(report.result["sample_data"]["respondents"].as_array().unwrap()) {
            assert_eq!(row.len(), rows[0].len());
            assert!(row.iter().all(|cell| !cell.starts_with(['=', '+', '-', '@', '\t', '\r'])), "{row:?}");
            assert_eq!(row[0], respondent["respondent_id"].as_str().unwrap());
            assert_eq!(row[2], "synthetic");
            let answered = respondent["answers"]["preference"].as_str().unwrap();
            assert_eq!(row[choice].trim_start_matches('\''), answered);
            let sex = if respondent["profile"]["sex"] == "female" { "Female" } else { "Male" };
            assert_eq!(row[label_of("sex")], sex);
            let rating = respondent["answers"]["likelihood"].as_i64().map_or_else(String::new, |rating| rating.to_string());
            assert!(row[label_of("likelihood")].starts_with(&rating), "{row:?}");
        }
    }
}

on_both! {
    async fn the_download_has_the_findings_and_nothing_of_the_account(app: TestApp) {
        let report = Finished::make(&app, &brief()).await;
        let file = read(&app, &format!("{}/report.json", report.path)).await;
        assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"canvass-which-name-fits-a-calm-sleep-app-best-2026-01-01-report.json\""));
        let mut public = report.result.clone();
        for field in ["report_url", "credits_used", "credits_left"] {
            public.as_object_mut().unwrap().remove(field).unwrap();
        }
        assert_eq!(file.json(), public);
    }
}

on_both! {
    async fn an_unpublished_report_is_the_page_of_an_address_that_never_was(app: TestApp) {
        let report = Finished::make(&app, &brief()).await;
        assert!(app.app.store.unpublish(report.owner.account.unwrap(), report.report_id()).await.unwrap());
        for below in BELOW {
            let gone = read(&app, &format!("{}{below}", report.path)).await;
            let never = read(&app, &format!("/r/0000000000000000000000{below}")).await;
            assert_eq!((gone.status, &gone.bytes), (StatusCode::NOT_FOUND, &never.bytes), "{below}");
            let headers = |answer: &Answer| {
                let mut headers = answer.headers.clone();
                headers.remove("x-request-id");
                headers
            };
            assert_eq!(headers(&gone), headers(&never), "{below}");
        }
        assert_eq!(report.owner.report(&report.id).await["result"], report.result, "its owner still has it");
    }
}

on_both! {
    async fn a_republished_report_has_a_new_address_that_the_api_names(app: TestApp) {
        let report = Finished::make(&app, &brief()).await;
        let (store, account) = (&app.app.store, report.owner.account.unwrap());
        let before = report.owner.get(&format!("/api/v1/reports/{}", report.id)).await;
        let (token, url) = ("1234567890123456789012", "https://canvass.example/r/1234567890123456789012");
        let new = NewAddress { public_token: token, report_url: url };
        assert!(store.republish(account, report.report_id(), new).await.unwrap());
        let after = report.owner.get(&format!("/api/v1/reports/{}", report.id)).await;
        let mut moved = report.result.clone();
        moved["report_url"] = json!(url);
        assert_eq!(after.json()["result"], moved);
        assert_ne!(before.header("etag"), after.header("etag"));
        assert_eq!(read(&app, &report.path).await.status, StatusCode::NOT_FOUND);
        let page = read(&app, &format!("/r/{token}")).await;
        assert!(page.status == StatusCode::OK && page.text().contains(url));
        let publication = store.publication(account, report.report_id()).await.unwrap();
        let open = Publication {
            public_token: token.to_owned(),
            is_published: true,
            was_ever_published: true,
            are_respondents_hidden: false,
        };
        assert_eq!(publication, Some(open));
    }
}

on_both! {
    async fn hidden_respondents_are_nowhere_to_be_had(app: TestApp) {
        let report = Finished::make(&app, &brief()).await;
        let (store, account) = (&app.app.store, report.owner.account.unwrap());
        assert!(store.hide_respondents(account, report.report_id(), true).await.unwrap());
        for below in RAW {
            assert_eq!(read(&app, &format!("{}{below}", report.path)).await.status, StatusCode::NOT_FOUND, "{below}");
        }
        let page = read(&app, &report.path).await.text();
        assert!(!page.contains("/respondents") && page.contains("does not share individual respondents"));
        let public = read(&app, &format!("{}/report.json", report.path)).await.json();
        assert_eq!(public["sample_data"]["respondents"], json!([]));
        let mut without_voices = report.result["analysis"].clone();
        for theme in without_voices["open_text_themes"].as_array_mut().unwrap() {
            theme["quotes"] = json!([]);
        }
        assert_eq!(public["analysis"], without_voices, "what they say together stays");
        assert!(store.hide_respondents(account, report.report_id(), false).await.unwrap());
        for below in RAW {
            assert_eq!(read(&app, &format!("{}{below}", report.path)).await.status, StatusCode::OK, "{below}");
        }
    }
}

on_both! {
    async fn only_the_owner_of_a_finished_report_can_change_its_publication(app: TestApp) {
        let report = Finished::make(&app, &brief()).await;
        let (store, id, other) = (&app.app.store, report.report_id(), app.new_account(0).await);
        let new = || NewAddress { public_token: "1234567890123456789012", report_url: "https://x" };
        assert!(!store.unpublish(other, id).await.unwrap());
        assert!(!store.hide_respondents(other, id, true).await.unwrap());
        assert!(!store.republish(other, id, new()).await.unwrap());
        assert_eq!(store.publication(other, id).await.unwrap(), None);
        let unfinished = ReportId::parse(&report.owner.created(&brief()).await).unwrap();
        let account = report.owner.account.unwrap();
        assert!(!store.unpublish(account, unfinished).await.unwrap());
        assert!(!store.republish(account, unfinished, new()).await.unwrap());
        assert_eq!(store.publication(account, unfinished).await.unwrap(), None);
        assert_eq!(read(&app, &report.path).await.status, StatusCode::OK);
    }
}

on_both! {
    async fn the_owners_buttons_close_reopen_and_hide(app: TestApp) {
        let report = Finished::make(&app, &brief()).await;
        let cookie = cookie_of(&app, &report.owner).await;
        let stranger = cookie_of(&app, &app.caller(0).await).await;
        for (cookie, change, status) in [
            ("", "unpublish", StatusCode::SEE_OTHER),
            (&*stranger, "unpublish", StatusCode::NOT_FOUND),
            (&*cookie, "explode", StatusCode::BAD_REQUEST),
            (&*cookie, "", StatusCode::BAD_REQUEST),
        ] {
            assert_eq!(press(&app, &report.id, cookie, change).await.status, status, "{change}");
            assert_eq!(read(&app, &report.path).await.status, StatusCode::OK);
        }
        assert_eq!(press(&app, "req_nothing", &cookie, "unpublish").await.status, StatusCode::NOT_FOUND);
        assert_eq!(press(&app, &report.id, &cookie, "unpublish").await.status, StatusCode::SEE_OTHER);
        assert_eq!(read(&app, &report.path).await.status, StatusCode::NOT_FOUND);
        assert!(panel(&app, &report).await.contains("value=\"republish\"") && !panel(&app, &report).await.contains("/r/"));
        press(&app, &report.id, &cookie, "republish").await;
        assert!(panel(&app, &report).await.contains("value=\"unpublish\""));
        let path = path_of(&report.owner.report(&report.id).await["result"]);
        assert_ne!(path, report.path);
        press(&app, &report.id, &cookie, "hide_respondents").await;
        assert_eq!(read(&app, &format!("{path}/respondents")).await.status, StatusCode::NOT_FOUND);
        press(&app, &report.id, &cookie, "show_respondents").await;
        assert_eq!(read(&app, &format!("{path}/respondents")).await.status, StatusCode::OK);
    }
}
