//! `canvass compare`: reports in folders and files, and reports on a running server.

use serde_json::Value;

use crate::process::{Site, run};
use testing::support::Backend;

const ASK: [&str; 8] = ["ask", "Which name fits best?", "-o", "Drift", "-o", "Lull", "--sample", "50"];

fn asked(site: &Site, more: &[&str]) -> Value {
    site.json(&[&ASK[..], more].concat())
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_in_folders_and_files_are_compared_without_a_server() {
    let site = Site::create(Backend::Sqlite).await;
    asked(&site, &["--audience", "adults in Spain", "--out", "spain"]);
    let mexico = asked(&site, &["--audience", "adults in Mexico", "--out", "mexico"]);
    let compared = site.run(&["compare", "spain", "mexico"]);
    assert!(compared.status.success(), "{compared:?}");
    for words in ["Reports compared", "B compared with A", "Drift", "share its error", "█"] {
        assert!(compared.stdout.contains(words), "no {words:?} in {}", compared.stdout);
    }
    assert!(!compared.stdout.contains('\u{1b}'), "colours are for terminals");
    let comparison = site.json(&["compare", "spain", "mexico/report.json"]);
    let shares = mexico["analysis"]["winner"]["shares"].as_array().unwrap();
    for row in comparison["rows"].as_array().unwrap() {
        let own = shares.iter().find(|share| share["option"] == row["option"]).unwrap();
        assert_eq!(row["cells"][1]["share"], own["share"]);
    }
    let table = site.run(&["compare", "spain", "mexico", "--csv"]).stdout;
    assert!(table.starts_with("option,column,source") && table.lines().count() == 5, "{table}");

    std::fs::write(site.database.folder().join("broken.json"), "{}").unwrap();
    for (arguments, words) in [
        (&["compare", "spain", "nowhere"][..], "reading nowhere"),
        (&["compare", "spain", "broken.json"], "reading broken.json"),
        (&["compare", "spain", "req_01ARZ3NDEKTSV4RRFFQ69G5FAV"], "client export"),
    ] {
        let failed = site.run(arguments);
        assert!(!failed.status.success() && failed.stderr.contains(words), "{failed:?}");
    }
    assert_eq!(site.run(&["compare", "spain"]).status.code(), Some(2), "one report has nothing to be compared with");
    site.json(&["ask", "Which colour?", "-o", "Red", "-o", "Green", "--sample", "50", "--out", "colour"]);
    let apart = site.run(&["compare", "spain", "colour"]);
    assert!(apart.stderr.contains("nothing to compare"), "{apart:?}");
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_on_a_server_are_compared_by_their_ids() {
    let site = Site::create(Backend::Sqlite).await;
    let client = site.client("ann@example.com", 200);
    let server = site.serve().await;
    let brief =
        serde_json::json!({ "question": "Which name fits best?", "options": ["Drift", "Lull"], "sample_size": 50 });
    let ids = [client.created(&brief).await, client.created(&brief).await];
    for id in &ids {
        client.ended(id).await;
    }
    let with_key = |arguments: &[&str]| run(site.command(arguments).env("CANVASS_API_KEY", &client.key));
    let compared = with_key(&["compare", &ids[0], &ids[1]]);
    assert!(compared.status.success() && compared.stdout.contains("asked the same thing"), "{compared:?}");
    let document: Value = serde_json::from_str(&with_key(&["compare", &ids[0], &ids[1], "--json"]).stdout).unwrap();
    assert_eq!(document["pairs"][0]["rule"], "repeated");
    let refused = with_key(&["compare", &ids[0], "req_01ARZ3NDEKTSV4RRFFQ69G5FAV"]);
    assert_eq!(refused.status.code(), Some(4), "{refused:?}");
    assert!(refused.stderr.contains("does not exist"), "{refused:?}");
    drop(server);
    site.end().await;
}
