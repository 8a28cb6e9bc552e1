//! Readings of one question in different orders and framings: a report states their disagreement.

use serde_json::{Map, Value, json};

use super::*;

/// An engine with shares by position in the list, which writes no open answers.
fn by_place(figures: &'static [f64]) -> Altered {
    let card = EngineCard { voices_max: 0, ..scripted_card() };
    let engine = Altered::new(move |ask| {
        let letters = listed(ask.prompt).filter(|(mark, _)| mark.len() == 1).map(|(letter, _)| letter.to_owned());
        let shares: Map<String, Value> = letters.zip(figures.iter().map(|figure| json!(figure))).collect();
        (ask.name == "forecast_whole").then(|| Ok(json!({ "shares": shares }).into()))
    });
    Altered { card, ..engine }
}

async fn made_of(figures: &'static [f64]) -> Report {
    made_with(&job_of(numbered(figures.len()), Language::En, 100, 1), &by_place(figures)).await
}

#[tokio::test]
async fn readings_that_disagree_are_told_and_limit_confidence() {
    let cases: [(&'static [f64], ConfidenceLevel); 2] =
        [(&[60.0, 30.0, 10.0], ConfidenceLevel::Low), (&[58.0, 42.0], ConfidenceLevel::High)];
    for (figures, allows) in cases {
        let findings = made_of(figures).await;
        let analysis = &findings.analysis;
        let readings = &analysis.confidence.checks[3];
        assert_eq!((readings.check.as_str(), readings.allows), ("readings", allows), "{readings:?}");
        let apart = analysis.quality.readings_apart;
        assert_eq!((readings.value, findings.method.readings_apart), (Some(apart), apart));
        let are_apart = allows == ConfidenceLevel::Low;
        assert_eq!(analysis.quality.order_effect, are_apart, "{apart}");
        let is_told = analysis.recommendation.summary.contains("changed a lot when the options were reordered");
        assert_eq!(is_told, are_apart, "{}", analysis.recommendation.summary);
        let is_reason = analysis.confidence.reason.contains("shifted by");
        assert_eq!(is_reason, are_apart, "{}", analysis.confidence.reason);
    }
}

#[tokio::test]
async fn readings_that_lie_a_little_apart_limit_confidence_a_little() {
    let findings = made_of(&[65.0, 35.0]).await;
    let quality = &findings.analysis.quality;
    assert!((quality.readings_apart - 0.15).abs() < 1e-3 && quality.order_effect, "{quality:?}");
    assert_eq!(findings.analysis.confidence.checks[3].allows, ConfidenceLevel::Medium);
}

#[tokio::test]
async fn a_preference_for_a_position_moves_no_options_share() {
    let findings = made_of(&[80.0, 20.0]).await;
    for share in &findings.analysis.winner.shares {
        assert!((share.share - 0.5).abs() < 0.02, "{share:?}");
    }
}
