//! Uploads of people's answers and their display: a file is added completely or not at all, only once, beside the
//! forecast.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::people_survey::finished;
use testing::on_both;
use testing::support::{Answer, Caller, brief};

async fn add_csv(caller: &Caller, id: &str, csv: &str, key: Option<&str>) -> Answer {
    let mut headers = vec![("content-type", "text/csv")];
    headers.extend(key.map(|key| ("idempotency-key", key)));
    caller.send(Method::POST, &format!("/api/v1/reports/{id}/people"), &headers, csv.to_owned()).await
}

async fn people(caller: &Caller, id: &str) -> Value {
    caller.get(&format!("/api/v1/reports/{id}/people")).await.json()
}

fn forty() -> String {
    let row = |n: usize| {
        format!(
            "{},{},{}\n",
            if n.is_multiple_of(4) { "Nod" } else { "Lull" },
            20 + n,
            if n.is_multiple_of(2) { "f" } else { "m" }
        )
    };
    "choice,age,sex\n".to_owned() + &(0..40).map(row).collect::<String>()
}

on_both! {
    async fn a_file_is_shown_beside_the_forecast_with_groups_that_are_large_enough(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let added = add_csv(&caller, &id, &forty(), None).await;
        assert_eq!((added.status, added.json()["people"].as_i64()), (StatusCode::CREATED, Some(40)), "{}", added.text());
        let seen = people(&caller, &id).await;
        assert_eq!(seen["people"], 40);
        let share = seen["options"][1]["people"].as_f64().unwrap();
        assert!((share - 0.75).abs() < 0.05 && share != 0.75, "weighed to the audience's ages and sexes: {share}");
        assert_eq!(seen["options"][1]["count"], 30);
        assert_eq!(seen["verdict"]["options"], json!(["Lull"]), "{}", seen["verdict"]);
        let headline = seen["verdict"]["headline"].as_str().unwrap();
        assert!(headline.contains("“Lull”") && headline.contains("40 people’s answers together"), "{headline}");
        let groups: Vec<&str> = seen["groups"].as_array().unwrap().iter().map(|group| group["value"].as_str().unwrap()).collect();
        assert_eq!(groups, ["female", "male"], "no age band has twenty");
        let result = caller.report(&id).await;
        let token = result["result"]["report_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        let page = app.stranger(None).get(&format!("/r/{token}")).await.text();
        assert!(page.contains("40 people and a forecast") && page.contains(headline), "{page}");
        assert_eq!(caller.send(Method::DELETE, &format!("/api/v1/reports/{id}/people"), &[], "").await.status, StatusCode::NO_CONTENT);
        let page = app.stranger(None).get(&format!("/r/{token}")).await.text();
        assert!(!page.contains("people and a forecast"), "a page is never out of date");
    }
}

on_both! {
    async fn rows_that_cannot_be_read_are_named_and_nothing_is_added(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let refused = add_csv(&caller, &id, "choice,age\nLull,30\nZzz,30\nNod,300\n", None).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        let rows = refused.json()["rows"].clone();
        assert_eq!((&rows[0]["row"], &rows[0]["column"]), (&json!(3), &json!("choice")), "{rows}");
        assert_eq!((&rows[1]["row"], &rows[1]["column"]), (&json!(4), &json!("age")), "{rows}");
        assert_eq!(people(&caller, &id).await["people"], 0);
        let json = caller.post_json(&format!("/api/v1/reports/{id}/people"), &json!([{ "choice": "Nod", "extra": 1 }])).await;
        assert_eq!(json.status, StatusCode::BAD_REQUEST);
        let other = caller.send(Method::POST, &format!("/api/v1/reports/{id}/people"), &[("content-type", "text/plain")], "Nod").await;
        assert_eq!(other.status, StatusCode::BAD_REQUEST);
    }
}

on_both! {
    async fn the_same_file_twice_is_counted_once_even_when_it_races(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let sent = futures::future::join_all((0..8).map(|_| add_csv(&caller, &id, "Lull\nNod\n", None))).await;
        assert!(sent.iter().all(|answer| answer.status == StatusCode::CREATED));
        assert_eq!(sent.iter().filter(|answer| answer.header("idempotency-replayed").is_none()).count(), 1);
        assert_eq!(people(&caller, &id).await["people"], 2);
        let first = add_csv(&caller, &id, "choice,age\nLull,30\n", Some("k")).await;
        assert_eq!(first.json()["is_replay"], false);
        assert_eq!(add_csv(&caller, &id, "age,choice\n30,lull\n", Some("k")).await.json()["is_replay"], true);
        assert_eq!(add_csv(&caller, &id, "Drift\n", Some("k")).await.status, StatusCode::CONFLICT);
        assert_eq!(people(&caller, &id).await["people"], 3);
    }
}

on_both! {
    async fn one_answer_can_be_deleted_and_another_account_sees_none(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        add_csv(&caller, &id, "Lull\nNod\n", None).await;
        let answer = people(&caller, &id).await["answers"][0]["answer_id"].as_str().unwrap().to_owned();
        let at = format!("/api/v1/reports/{id}/people/{answer}");
        let other = app.caller(10).await;
        assert_eq!(other.send(Method::DELETE, &at, &[], "").await.status, StatusCode::NOT_FOUND);
        assert_eq!(other.get(&format!("/api/v1/reports/{id}/people")).await.status, StatusCode::NOT_FOUND);
        assert_eq!(add_csv(&other, &id, "Lull\n", None).await.status, StatusCode::NOT_FOUND);
        assert_eq!(other.send(Method::DELETE, &format!("/api/v1/reports/{id}/people"), &[], "").await.status, StatusCode::NOT_FOUND);
        assert_eq!(caller.send(Method::DELETE, &at, &[], "").await.status, StatusCode::NO_CONTENT);
        assert_eq!(caller.send(Method::DELETE, &at, &[], "").await.status, StatusCode::NOT_FOUND);
        assert_eq!(people(&caller, &id).await["people"], 1);
    }
}

on_both! {
    async fn an_owner_opens_looks_at_a_file_adds_it_and_deletes_in_the_workspace(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let owner = app.browser_of(caller.account.unwrap()).await;
        let path = format!("/reports/{id}/people");
        assert!(owner.get(&format!("/reports/{id}")).await.text().contains(&path));
        let open = [("change", "open"), ("quota", "12"), ("days", "7"), ("asker", "We")];
        assert_eq!(owner.submit(&path, &open).await.status, StatusCode::SEE_OTHER);
        let page = owner.get(&path).await.text();
        assert!(page.contains("https://canvass.example/s/") && page.contains("class=\"qr\"") && page.contains("0 of 12"), "{page}");
        let twice = owner.submit(&path, &open).await;
        assert!(twice.status == StatusCode::BAD_REQUEST && twice.text().contains("has a survey already"));
        let preview = owner.submit(&path, &[("change", "preview"), ("file", "Opción;Nota\nNod;a\n")]).await.text();
        assert!(preview.contains("One person was found") && preview.contains("Ignored"), "{preview}");
        assert_eq!(people(&caller, &id).await["people"], 0, "nothing is kept before it is confirmed");
        let broken = owner.submit(&path, &[("change", "preview"), ("file", "choice\nZzz\n")]).await.text();
        assert!(broken.contains("Row 2: “Zzz”: This is not one of the report’s options"), "{broken}");
        let added = owner.submit(&path, &[("change", "add"), ("file", "Opción;Nota\nNod;a\n")]).await;
        let after = added.header("location").unwrap();
        assert_eq!((added.status, after), (StatusCode::SEE_OTHER, format!("{path}?added=1&apart=0&unknown=0").as_str()));
        assert!(owner.get(after).await.text().contains("One person was added."));
        assert_eq!(people(&caller, &id).await["people"], 1);
        for change in ["close", "reopen", "delete_all", "delete"] {
            assert_eq!(owner.submit(&path, &[("change", change)]).await.status, StatusCode::SEE_OTHER, "{change}");
        }
        assert_eq!(people(&caller, &id).await["people"], 0);
        let stranger = app.browser_of(app.new_account(0).await).await;
        assert_eq!(stranger.get(&path).await.status, StatusCode::NOT_FOUND);
        assert_eq!(stranger.submit(&path, &[("change", "open")]).await.status, StatusCode::NOT_FOUND);
    }
}

on_both! {
    async fn a_file_is_sent_in_parts_and_read_as_what_is_pasted_is(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let owner = app.browser_of(caller.account.unwrap()).await;
        let path = format!("/reports/{id}/people");
        let send = async |change: &str, pasted: &str, chosen: &str| {
            let body = format!(
                "--x\r\ncontent-disposition: form-data; name=\"file\"\r\n\r\n{pasted}\r\n\
                 --x\r\ncontent-disposition: form-data; name=\"chosen\"; filename=\"a.csv\"\r\ncontent-type: text/csv\r\n\r\n{chosen}\r\n\
                 --x\r\ncontent-disposition: form-data; name=\"change\"\r\n\r\n{change}\r\n--x--\r\n"
            );
            owner.send(Method::POST, &path, &[("content-type", "multipart/form-data; boundary=x")], body).await
        };
        let preview = send("preview", "", "\u{feff}choice,age\nNod,40\nLull,30\n").await.text();
        assert!(preview.contains("2 people were found"), "{preview}");
        let broken = send("preview", "Nod\n", "choice\nZzz\n").await.text();
        assert!(broken.contains("Row 2"), "the file is taken in place of what is pasted: {broken}");
        assert!(send("preview", "Nod\n", "").await.text().contains("One person was found"), "none was chosen");
        assert_eq!(people(&caller, &id).await["people"], 0);
        assert_eq!(send("add", "choice,age\nNod,40\nLull,30\n", "").await.status, StatusCode::SEE_OTHER);
        assert_eq!(people(&caller, &id).await["people"], 2);
        let huge = send("preview", "", &"Nod\n".repeat(100_000)).await;
        assert_eq!(huge.status, StatusCode::PAYLOAD_TOO_LARGE);
        assert!(huge.text().contains("too large"), "{}", huge.text());
        let cut = owner.send(Method::POST, &path, &[("content-type", "multipart/form-data; boundary=x")], "--x\r\n").await;
        assert_eq!(cut.status, StatusCode::BAD_REQUEST);
    }
}

on_both! {
    async fn a_survey_closes_by_itself_once_its_owner_asked_for_that_and_it_is_settled(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let survey = format!("/api/v1/reports/{id}/survey");
        let open = caller.post_json(&survey, &json!({ "close_when_settled": true })).await.json();
        let report = primitives::ids::ReportId::parse(&id).unwrap();
        let close = async || {
            app.app.people_followed(report).await;
            caller.get(&survey).await.json()["state"].clone()
        };
        assert_eq!(open["state"], "open");
        add_csv(&caller, &id, "Lull\nNod\n", None).await;
        assert_eq!(close().await, "open");
        add_csv(&caller, &id, &"Lull\n".repeat(60), None).await;
        assert_eq!(people(&caller, &id).await["is_settled"], true);
        assert_eq!(close().await, "closed");
    }
}

on_both! {
    async fn a_form_s_export_is_read_and_its_owner_says_what_a_column_is(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let owner = app.browser_of(caller.account.unwrap()).await;
        let path = format!("/reports/{id}/people");
        let export = "Timestamp,Which name fits best?,And second best?,How old are you?\n2026/01/02 10:00,Nod,Lull,34\n";
        let send = async |change: &str, roles: &[(&str, &str)]| {
            let part = |(name, value): &(&str, &str)| {
                format!("--x\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
            };
            let fields: String = [("file", export), ("change", change)].iter().chain(roles).map(part).collect();
            let headers = [("content-type", "multipart/form-data; boundary=x")];
            owner.send(Method::POST, &path, &headers, format!("{fields}--x--\r\n")).await
        };
        let preview = send("preview", &[]).await.text();
        assert!(preview.contains("One person was found") && preview.contains("<bdi>Nod</bdi>: 1"), "{preview}");
        let roles = [("column_1", "ignored"), ("column_2", "choice"), ("column_3", "nonsense")];
        let changed = send("preview", &roles).await.text();
        assert!(changed.contains("<bdi>Lull</bdi>: 1"), "{changed}");
        assert_eq!(send("add", &roles).await.status, StatusCode::SEE_OTHER);
        let seen = people(&caller, &id).await;
        assert_eq!((&seen["answers"][0]["choice"], &seen["answers"][0]["age_band"]), (&json!("Lull"), &json!("30-44")));

        let api = format!("/api/v1/reports/{id}/people?column=choice%3DAnd+second+best%3F&column=ignored%3Dhow+old+are+you%3F");
        let added = caller.send(Method::POST, &api, &[("content-type", "text/csv")], export.to_owned()).await.json();
        assert_eq!((&added["people"], &added["by_option"][1]["people"]), (&json!(1), &json!(1)), "{added}");
        let seen = people(&caller, &id).await;
        let without_age = seen["answers"].as_array().unwrap().iter().filter(|answer| answer["age_band"].is_null()).count();
        assert_eq!((&seen["people"], without_age), (&json!(2), 1), "{seen}");
        for wrong in ["column=choice", "column=height%3DAge", "column=choice%3DNo+such+header"] {
            let path = format!("/api/v1/reports/{id}/people?{wrong}");
            let refused = caller.send(Method::POST, &path, &[("content-type", "text/csv")], export.to_owned()).await;
            assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{wrong}: {}", refused.text());
        }
    }
}
