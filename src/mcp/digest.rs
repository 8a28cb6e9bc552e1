//! What an agent is told of a report: where it stands, and its findings without the raw data.

use serde_json::{Map, Value, json};

use crate::client::Report;
use crate::ids::ReportId;

/// Parts of a result that fit a conversation; the respondents alone can be megabytes.
const FINDINGS: [&str; 6] = ["title", "report_url", "research_input", "statistics", "analysis", "credits_used"];
/// What a reader needs to judge the findings.
const METHOD: [&str; 7] = ["engine", "model", "seed", "skill", "winner_accuracy", "effective_size", "notice"];

pub(super) fn standing(id: ReportId, report: &Report) -> Value {
    let (request_id, status) = (id.to_string(), report.status());
    match report {
        Report::Running(progress) => json!({ "request_id": request_id, "status": status, "progress": progress }),
        Report::Failed(message) => {
            let error = json!({ "code": "report_generation_failed", "message": message });
            json!({ "request_id": request_id, "status": status, "error": error })
        }
        Report::Completed(result) => {
            let headline = &result["analysis"]["overview"]["headline"];
            json!({ "request_id": request_id, "status": status, "headline": headline, "report_url": result["report_url"] })
        }
    }
}

pub(super) fn findings(id: ReportId, result: &Value) -> Value {
    let mut findings = picked(result, &FINDINGS);
    findings.insert("method".to_owned(), Value::Object(picked(&result["method"], &METHOD)));
    json!({ "request_id": id.to_string(), "status": "completed", "result": findings })
}

fn picked(from: &Value, fields: &[&str]) -> Map<String, Value> {
    let field = |name: &&str| from.get(*name).map(|value| ((*name).to_owned(), value.clone()));
    fields.iter().filter_map(field).collect()
}
