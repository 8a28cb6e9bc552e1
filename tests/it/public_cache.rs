//! Caching of public pages: rendered once, validated by entity tag, compressed if accepted, and gone as soon as the
//! owner unpublishes them.

use std::io::Read;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use flate2::read::GzDecoder;
use futures::future::join_all;
use primitives::ids::ReportId;
use serde_json::Value;
use service::app::App;
use service::serve::{EngineSlot, open_store, router};
use tower::ServiceExt;

use crate::process::{Client, Site, http};
use crate::processes_on_both;
use testing::on_both;
use testing::support::{Backend, Caller, TestApp, brief, scripted_engine};

const VIEWS: [&str; 6] = ["", "/respondents", "/respondents.csv", "/report.json", "/report.md", "/card.svg"];

async fn published(app: &TestApp) -> (Caller, ReportId, String) {
    let owner = app.caller(1000).await;
    let id = owner.created(&brief()).await;
    app.run_jobs().await;
    let path = path_of(&owner.report(&id).await);
    (owner, ReportId::parse(&id).unwrap(), path)
}

/// Returns the public path of a completed report.
fn path_of(report: &Value) -> String {
    let url = report["result"]["report_url"].as_str().unwrap();
    format!("/r/{}", url.split_once("/r/").unwrap().1)
}

on_both! {
    async fn a_reader_with_the_current_copy_is_told_so(app: TestApp) {
        let (_, _, path) = published(&app).await;
        let reader = app.stranger(None);
        for view in VIEWS {
            let path = format!("{path}{view}");
            let first = reader.get(&path).await;
            let etag = first.header("etag").unwrap_or_else(|| panic!("no tag for {view}"));
            assert_eq!(first.header("cache-control"), Some("private, no-cache"), "kept, and asked about each time");
            for current in [etag, "*", &format!("\"other\", {etag}"), etag.trim_start_matches("W/")] {
                let again = reader.get_with(&path, &[("if-none-match", current)]).await;
                assert_eq!((again.status, again.bytes.len()), (StatusCode::NOT_MODIFIED, 0), "{view} {current}");
                assert_eq!((again.header("etag"), again.header("vary")), (Some(etag), Some("accept-encoding")));
            }
            let changed = reader.get_with(&path, &[("if-none-match", "W/\"another\"")]).await;
            assert_eq!((changed.status, changed.bytes), (StatusCode::OK, first.bytes), "{view}");
        }
    }
}

on_both! {
    async fn every_encoding_gives_the_same_page(app: TestApp) {
        let (_, _, path) = published(&app).await;
        let reader = app.stranger(None);
        for view in VIEWS {
            let encoded = async |accept| reader.get_with(&format!("{path}{view}"), &[("accept-encoding", accept)]).await;
            let plain = encoded("identity").await;
            assert_eq!(plain.header("content-encoding"), None);
            let gzip = encoded("gzip, br").await;
            assert_eq!(gzip.header("content-encoding"), Some("gzip"), "{view}");
            let mut unpacked = Vec::new();
            GzDecoder::new(gzip.bytes.as_slice()).read_to_end(&mut unpacked).unwrap();
            assert_eq!(unpacked, plain.bytes, "{view}");
            let zstd = encoded("zstd").await;
            // Small responses are not compressed.
            let is_packed = zstd.header("content-encoding") == Some("zstd");
            let unpacked = if is_packed { zstd::decode_all(&*zstd.bytes).unwrap() } else { zstd.bytes.clone() };
            assert_eq!((unpacked, is_packed || zstd.bytes.len() < 1024), (plain.bytes.clone(), true), "{view}");
            for answer in [&plain, &gzip, &zstd] {
                assert_eq!(answer.header("vary"), Some("accept-encoding"), "{view}: no reader's language changes it");
                assert_eq!(answer.header("etag"), plain.header("etag"));
                assert_eq!(answer.header("content-type"), plain.header("content-type"));
            }
            let head = reader.send(Method::HEAD, &format!("{path}{view}"), &[], Body::empty()).await;
            assert_eq!((head.status, head.bytes.len(), head.header("etag")), (StatusCode::OK, 0, plain.header("etag")));
        }
    }
}

on_both! {
    async fn what_an_owner_takes_back_is_gone_at_once_in_every_process(app: TestApp) {
        let (owner, id, path) = published(&app).await;
        let there = {
            let store = open_store(&app.app.config).await.unwrap();
            let other = App::new(Arc::clone(&app.app.config), store, app.app.clock.clone(), app.app.chance.clone());
            router(&other, Some(EngineSlot::ready(scripted_engine(&app.app.config), Arc::default())), None)
        };
        let here = app.stranger(None);
        let statuses = async |view: &str| {
            let request = Request::get(format!("{path}{view}")).body(Body::empty()).unwrap();
            [here.get(&format!("{path}{view}")).await.status, there.clone().oneshot(request).await.unwrap().status()]
        };
        let (open, gone) = ([StatusCode::OK; 2], [StatusCode::NOT_FOUND; 2]);
        for view in VIEWS {
            assert_eq!(statuses(view).await, open, "{view}");
        }
        let (store, account) = (&app.app.store, owner.account.unwrap());
        let with_respondents = here.get(&path).await;
        store.hide_respondents(account, id, true).await.unwrap();
        for view in VIEWS {
            let expected = if view.starts_with("/respondents") { gone } else { open };
            assert_eq!(statuses(view).await, expected, "{view}");
        }
        let without = here.get(&path).await;
        assert_ne!(with_respondents.header("etag"), without.header("etag"));
        assert!(with_respondents.text().contains("/respondents") && !without.text().contains("/respondents"));
        store.hide_respondents(account, id, false).await.unwrap();
        assert_eq!(here.get(&path).await.bytes, with_respondents.bytes);
        store.unpublish(account, id).await.unwrap();
        for view in VIEWS {
            assert_eq!(statuses(view).await, gone, "{view}");
        }
        let tag = with_respondents.header("etag").unwrap();
        assert_eq!(here.get_with(&path, &[("if-none-match", tag)]).await.status, StatusCode::NOT_FOUND);
    }
}

/// Returns how often a view was rendered, from the process's metrics.
async fn renderings(site: &Site, view: &str) -> f64 {
    let metrics = http().get(format!("{}/metrics", site.base())).send().await.unwrap().text().await.unwrap();
    let line = format!("canvass_public_renderings_total{{view=\"{view}\"}} ");
    metrics.lines().find_map(|text| text.strip_prefix(&line)).map_or(0.0, |count| count.parse().unwrap())
}

async fn completed(client: &Client) -> String {
    path_of(&client.ended(&client.created(&brief()).await).await)
}

processes_on_both! {
    async fn a_hundred_readers_at_once_cost_one_rendering(backend: Backend) {
        let site = Site::create(backend).await.with("METRICS_PUBLIC", "true");
        let client = site.client("read@example.com", 500);
        let server = site.serve().await;
        let path = completed(&client).await;
        for (below, view) in [("", "page"), ("/respondents?sex=female", "explorer"), ("/report.json", "findings")] {
            let url = format!("{}{path}{below}", site.base());
            let pages = join_all((0..100).map(|_| async {
                let answer = client.http.get(&url).send().await.unwrap();
                assert_eq!(answer.status(), 200);
                answer.bytes().await.unwrap()
            }))
            .await;
            assert!(pages.iter().all(|page| *page == pages[0]));
            assert_eq!(renderings(&site, view).await, 1.0, "{view}");
        }
        // An equivalent query shares the cache entry.
        http().get(format!("{}{path}/respondents?page=1&sex=female&other=", site.base())).send().await.unwrap();
        assert_eq!(renderings(&site, "explorer").await, 1.0);
        drop(server);
        site.end().await;
    }
}

processes_on_both! {
    async fn what_a_report_does_not_have_leads_to_a_view_that_it_has(backend: Backend) {
        let site = Site::create(backend).await.with("METRICS_PUBLIC", "true");
        let client = site.client("read@example.com", 500);
        let server = site.serve().await;
        let explorer = format!("{}{}/respondents", site.base(), completed(&client).await);
        let read = async |query: &str| {
            let answer = client.http.get(format!("{explorer}{query}")).send().await.unwrap();
            assert_eq!(answer.status(), 200, "{query}");
            answer.text().await.unwrap()
        };
        let whole = read("").await;
        for n in 0..20 {
            for query in [
                format!("?question=q{n}&by=sex"),
                format!("?question=preference&by=shoe{n}"),
                "?question=preference".to_owned(),
                "?by=sex".to_owned(),
                format!("?sex=martian{n}"),
                format!("?country=X{n}&page=1"),
                format!("?choice={}", 4 + n),
                "?page=0".to_owned(),
                format!("?page=-{n}"),
                format!("?colour=red{n}"),
            ] {
                assert_eq!(read(&query).await, whole, "{query}");
            }
        }
        assert_eq!(renderings(&site, "explorer").await, 1.0, "all of them are one view");
        let last = read("?page=3").await;
        for n in 4..30 {
            assert_eq!(read(&format!("?page={n}00")).await, last, "{n}");
        }
        let women = read("?sex=female&question=preference&by=sex").await;
        assert_eq!(read("?by=sex&question=preference&page=1&sex=female").await, women);
        assert!(women != whole && women.contains("class=\"cross\""));
        assert_eq!(renderings(&site, "explorer").await, 3.0);
        drop(server);
        site.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn with_no_memory_for_them_pages_are_made_anew() {
    let site = Site::create(Backend::Sqlite).await.with("METRICS_PUBLIC", "true").with("PUBLIC_CACHE_BYTES_MAX", "0");
    let client = site.client("read@example.com", 500);
    let server = site.serve().await;
    let url = format!("{}{}", site.base(), completed(&client).await);
    for _ in 0..3 {
        assert_eq!(http().get(&url).send().await.unwrap().status(), 200);
    }
    assert_eq!(renderings(&site, "page").await, 3.0);
    drop(server);
    site.end().await;
}
