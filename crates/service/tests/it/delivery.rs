//! Delivery of a finished report: encodings, entity tags, HEAD, and that its JSON is serialised only once.

use std::io::Read;

use axum::http::{Method, StatusCode};
use flate2::read::GzDecoder;
use primitives::ids::ReportId;
use store::BodyForm;

use testing::on_both;
use testing::support::{Answer, Caller, TestApp, brief};

async fn finished(app: &TestApp) -> (Caller, String) {
    let caller = app.caller(1000).await;
    let id = caller.created(&brief()).await;
    app.run_jobs().await;
    (caller, id)
}

async fn encoded(caller: &Caller, id: &str, accept: &str) -> Answer {
    caller.get_with(&format!("/api/v1/reports/{id}"), &[("accept-encoding", accept)]).await
}

fn gunzip(gzip: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    GzDecoder::new(gzip).read_to_end(&mut plain).unwrap();
    plain
}

on_both! {
    async fn every_encoding_gives_the_same_json(app: TestApp) {
        let (caller, id) = finished(&app).await;
        let plain = encoded(&caller, &id, "identity").await;
        assert_eq!(plain.header("content-encoding"), None);
        assert_eq!(plain.json()["status"], "completed");
        let gzip = encoded(&caller, &id, "gzip").await;
        assert_eq!(gzip.header("content-encoding"), Some("gzip"));
        assert_eq!(gunzip(&gzip.bytes), plain.bytes);
        let zstd = encoded(&caller, &id, "zstd").await;
        assert_eq!(zstd.header("content-encoding"), Some("zstd"));
        assert_eq!(zstd::decode_all(zstd.bytes.as_slice()).unwrap(), plain.bytes);
        for answer in [&plain, &gzip, &zstd] {
            assert_eq!(answer.header("content-type"), Some("application/json"));
            assert!(answer.header("vary").unwrap().contains("accept-encoding"));
            assert_eq!(answer.header("etag"), plain.header("etag"));
        }
        assert!(gzip.bytes.len() * 3 < plain.bytes.len() && zstd.bytes.len() * 3 < plain.bytes.len());
    }
}

on_both! {
    async fn a_finished_body_is_served_as_the_stored_bytes(app: TestApp) {
        let (caller, id) = finished(&app).await;
        let report = ReportId::parse(&id).unwrap();
        let stored = app.app.store.result_body(caller.account.unwrap(), report, BodyForm::Gzip).await.unwrap().unwrap();
        assert_eq!(encoded(&caller, &id, "gzip").await.bytes, stored);
        assert_eq!(encoded(&caller, &id, "identity").await.bytes, gunzip(&stored));
        // Stored bytes are served without parsing: even bytes that are not JSON come out unchanged.
        let zeroes = format!("UPDATE results SET body = {} WHERE report_id = '{id}'", blob_of_zeroes(&app));
        app.database.run(&zeroes).await;
        assert_eq!(encoded(&caller, &id, "gzip").await.bytes, [0; 8]);
    }
}

fn blob_of_zeroes(app: &TestApp) -> &'static str {
    if app.database.url.starts_with("sqlite") { "zeroblob(8)" } else { "decode('0000000000000000', 'hex')" }
}

on_both! {
    async fn a_client_with_the_current_copy_is_told_so(app: TestApp) {
        let (caller, id) = finished(&app).await;
        let path = format!("/api/v1/reports/{id}");
        let first = caller.get(&path).await;
        let etag = first.header("etag").unwrap();
        for current in [etag, "*", &format!("\"other\", {etag}"), etag.trim_start_matches("W/")] {
            let answer = caller.get_with(&path, &[("if-none-match", current)]).await;
            assert_eq!((answer.status, answer.bytes.len()), (StatusCode::NOT_MODIFIED, 0), "{current}");
            assert_eq!(answer.header("etag"), Some(etag));
        }
        for other in ["\"other\"", "", etag.trim_matches('"')] {
            assert_eq!(caller.get_with(&path, &[("if-none-match", other)]).await.bytes, first.bytes, "{other}");
        }
    }
}

on_both! {
    async fn reports_have_different_tags_and_each_keeps_its_own(app: TestApp) {
        let (caller, id) = finished(&app).await;
        let (other_caller, other_id) = finished(&app).await;
        let tag =
            async |caller: &Caller, id: &str| encoded(caller, id, "gzip").await.header("etag").unwrap().to_owned();
        assert_eq!(tag(&caller, &id).await, tag(&caller, &id).await);
        assert_ne!(tag(&caller, &id).await, tag(&other_caller, &other_id).await);
    }
}

on_both! {
    async fn a_running_report_is_never_not_modified(app: TestApp) {
        let caller = app.caller(1000).await;
        let id = caller.created(&brief()).await;
        let answer = caller.get_with(&format!("/api/v1/reports/{id}"), &[("if-none-match", "*")]).await;
        assert_eq!((answer.status, answer.header("etag")), (StatusCode::OK, None));
    }
}

on_both! {
    async fn head_answers_as_get_does_without_a_body(app: TestApp) {
        let (caller, id) = finished(&app).await;
        for path in ["/api/v1/credits".to_owned(), format!("/api/v1/reports/{id}"), "/".to_owned()] {
            let (get, head) = (caller.get(&path).await, caller.send(Method::HEAD, &path, &[], "").await);
            assert_eq!((head.status, head.bytes.len()), (StatusCode::OK, 0), "{path}");
            for header in ["content-type", "etag", "content-length", "cache-control"] {
                assert_eq!(head.header(header), get.header(header), "{path}: {header}");
            }
        }
    }
}

on_both! {
    async fn answers_are_not_for_shared_caches(app: TestApp) {
        let (caller, id) = finished(&app).await;
        for path in ["/api/v1/credits".to_owned(), format!("/api/v1/reports/{id}"), "/api/v1/reports/x".to_owned()] {
            assert_eq!(caller.get(&path).await.header("cache-control"), Some("private, no-cache"), "{path}");
        }
    }
}
