//! Weights in uploaded files: bounded, and never able to overflow the arithmetic.

use axum::http::{Method, StatusCode};
use serde_json::json;

use crate::people_survey::finished;
use testing::on_both;
use testing::support::brief;

on_both! {
    async fn a_weight_out_of_bounds_is_repeated_and_nothing_is_added(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let path = format!("/api/v1/reports/{id}/people");
        for cell in ["1e-200", "0", "1000.5", "inf"] {
            let csv = format!("choice,weight\nLull,1\nNod,{cell}\n");
            let refused = caller.send(Method::POST, &path, &[("content-type", "text/csv")], csv).await;
            let row = refused.json()["rows"][0].clone();
            assert_eq!((refused.status, &row["row"], &row["column"]), (StatusCode::BAD_REQUEST, &json!(3), &json!("weight")));
            assert!(row["message"].as_str().unwrap().contains(cell), "{row}");
        }
        let refused = caller.post_json(&path, &json!([{ "choice": "Nod", "weight": 1e-200 }])).await;
        assert!(refused.json()["rows"][0]["message"].as_str().unwrap().contains("1e-200"), "{}", refused.text());
        assert_eq!(caller.get(&path).await.json()["people"], 0);
    }
}

on_both! {
    async fn weights_that_were_kept_before_there_were_bounds_give_shares(app: TestApp) {
        let (caller, id) = finished(&app, &brief()).await;
        let path = format!("/api/v1/reports/{id}/people");
        let csv = "choice,weight\n".to_owned() + &"Lull,2\n".repeat(30) + &"Nod,2\n".repeat(10);
        let added = caller.send(Method::POST, &path, &[("content-type", "text/csv")], csv).await;
        assert_eq!(added.status, StatusCode::CREATED, "{}", added.text());
        app.database.run("UPDATE survey_answers SET weight = 1e-200").await;
        let seen = caller.get(&path).await.json();
        let shares: Vec<f64> = [0, 1, 2].map(|at| seen["options"][at]["people"].as_f64().unwrap()).to_vec();
        assert!((shares[1] - 0.75).abs() < 1e-6 && (shares.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{shares:?}");
        assert!(seen["options"][1]["together"].is_number(), "{}", seen["options"]);
    }
}
