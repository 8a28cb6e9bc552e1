//! A capable engine's proposals: taken where the rules accept them, left aside where not, and never able to break a report.

use serde_json::{Value, json};

use super::*;
use crate::engine::DocumentAsk;

/// The scripted engine with a say in the design.
struct Capable {
    document: fn(&str) -> Result<Value, EngineError>,
}

#[async_trait]
impl Engine for Capable {
    fn card(&self, language: Language) -> EngineCard {
        EngineCard { designs: true, ..Scripted::new(0, 0.0).card(language) }
    }

    async fn distribution(&self, ask: ClosedAsk<'_>) -> Result<Reply<Vec<f64>>, Failure> {
        Scripted::new(0, 0.0).distribution(ask).await
    }

    async fn text(&self, ask: OpenAsk<'_>) -> Result<Reply<String>, Failure> {
        Scripted::new(0, 0.0).text(ask).await
    }

    async fn document(&self, ask: DocumentAsk<'_>) -> Result<Reply<Value>, Failure> {
        assert_eq!(ask.schema["type"], "object");
        Ok((self.document)(ask.prompt)?.into())
    }
}

async fn made_by(document: fn(&str) -> Result<Value, EngineError>) -> Findings {
    let draft = Draft {
        question: "Wich tea do you prefer most in the evening?".to_owned(),
        options: ["Green tea", "Black tea", "Mint tea"].map(str::to_owned).to_vec(),
        sample_size: Some(60),
        audience_description: Some("people who drink tea".to_owned()),
        language: None,
    };
    let job = Job { brief: Brief::parse(draft).unwrap(), seed: 3, concurrency: 4 };
    run(&job, &Capable { document }, Checkpoints::default(), &Notebook::default()).await.unwrap()
}

/// Which document is asked for.
fn is_about(prompt: &str, field: &str) -> bool {
    prompt.contains(&format!("that has \"{field}\""))
}

fn drivers(findings: &Findings) -> &[String] {
    &findings.sample_data.questionnaire.questions[1].options
}

#[tokio::test]
async fn corrections_and_fitting_reasons_are_taken() {
    let findings = made_by(|prompt| {
        Ok(if is_about(prompt, "question") {
            json!({ "question": "Which tea do you prefer most in the evening?",
                    "options": ["Green tea", "Black tea", "Mint tea"] })
        } else if is_about(prompt, "drivers") {
            json!({ "drivers": ["Taste", "Aroma", "Effect on sleep", "Caffeine", "Warmth", "Ritual"] })
        } else {
            json!({})
        })
    })
    .await;
    assert_eq!(findings.research_input.question, "Wich tea do you prefer most in the evening?");
    assert_eq!(findings.research_input.optimized.question, "Which tea do you prefer most in the evening?");
    let change = &findings.research_input.optimized.changes[0];
    assert_eq!(change.field, "question");
    assert!(!change.reason.is_empty());
    assert_eq!(drivers(&findings)[..2], ["Taste", "Aroma"]);
    assert_eq!(drivers(&findings).last().map(String::as_str), Some("Something else"));
    assert!(findings.analysis.driver_breakdown.drivers.iter().any(|driver| driver.driver == "Aroma"));
}

#[tokio::test]
async fn a_rephrased_summary_is_taken_only_with_figures_that_are_facts() {
    let honest = made_by(|prompt| {
        let summary = prompt.split("\n===\n").nth(1).unwrap_or_default().trim().replace("answered.", "gave an answer.");
        Ok(if is_about(prompt, "summary") { json!({ "summary": summary }) } else { json!({}) })
    })
    .await;
    assert!(honest.analysis.overview.summary.contains("gave an answer."), "{}", honest.analysis.overview.summary);
    let inventive = made_by(|prompt| {
        let summary =
            prompt.split("\n===\n").nth(1).unwrap_or_default().trim().replace("answered.", "and 777 others answered.");
        Ok(if is_about(prompt, "summary") { json!({ "summary": summary }) } else { json!({}) })
    })
    .await;
    assert!(!inventive.analysis.overview.summary.contains("777"));
}

#[tokio::test]
async fn what_breaks_the_rules_or_fails_leaves_the_rules_result() {
    let plain = made_by(|_| Err(EngineError::Refused { message: "no".to_owned() })).await;
    let biased = made_by(|prompt| {
        Ok(if is_about(prompt, "question") {
            json!({ "question": "Isn't mint tea the best in the evening?",
                    "options": ["Green tea", "Black tea", "Wonderful mint tea"] })
        } else if is_about(prompt, "drivers") {
            json!({ "drivers": ["Mint tea is best", "Aroma", "Warmth", "Ritual", "Caffeine"] })
        } else {
            json!([1, 2, 3])
        })
    })
    .await;
    assert_eq!(serde_json::to_vec(&plain).unwrap(), serde_json::to_vec(&biased).unwrap());
}

#[tokio::test]
async fn an_audience_that_nobody_fits_costs_no_report() {
    let plain = made_by(|_| Err(EngineError::Refused { message: "no".to_owned() })).await;
    let impossible = made_by(|prompt| {
        let is_audience = prompt.contains("ISO 3166-1");
        Ok(if is_audience { json!({ "age_min": 119, "employment": ["retired"] }) } else { json!([]) })
    })
    .await;
    assert_eq!(plain.research_input.audience_filters, impossible.research_input.audience_filters);
    let narrower = made_by(|prompt| {
        Ok(if prompt.contains("ISO 3166-1") { json!({ "countries": ["JP"], "age_min": 30 }) } else { json!([]) })
    })
    .await;
    let filters = narrower.research_input.audience_filters;
    assert_eq!((filters.countries, filters.age_min), (vec!["JP".to_owned()], Some(30)));
}
