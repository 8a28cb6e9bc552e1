//! Digests of a report for an agent: its state, and its findings without the raw data.

use serde_json::{Map, Value, json};

use crate::client::Report;
use primitives::ids::ReportId;

/// Fields of a result that fit into a conversation; the respondents alone can take megabytes.
const FINDINGS: [&str; 6] = ["title", "report_url", "research_input", "statistics", "analysis", "credits_used"];
/// Fields that are needed to judge the findings.
const METHOD: [&str; 8] =
    ["engine", "model", "seed", "skill", "winner_accuracy", "own_studies", "effective_size", "notice"];

pub(super) fn standing(id: ReportId, report: &Report) -> Value {
    let (request_id, status) = (id.to_string(), report.status());
    match report {
        Report::Running(progress) => json!({ "request_id": request_id, "status": status, "progress": progress }),
        Report::Failed(failed) => json!({ "request_id": request_id, "status": status, "error": failed }),
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

#[cfg(test)]
mod tests {
    use crate::client::{CANCELLED, FailedReport};

    use super::*;

    #[test]
    fn an_agent_is_told_whether_a_report_failed_or_was_cancelled() {
        let id = ReportId::parse("req_01ARZ3NDEKTSV4RRFFQ69G5FAV").unwrap();
        let failed = |reason: Option<&str>| {
            let (code, message) = ("report_generation_failed".to_owned(), "why".to_owned());
            standing(id, &Report::Failed(FailedReport { code, message, reason: reason.map(str::to_owned) }))
        };
        let error = json!({ "code": "report_generation_failed", "message": "why" });
        assert_eq!(failed(None), json!({ "request_id": id.to_string(), "status": "failed", "error": error }));
        let cancelled = failed(Some(CANCELLED));
        assert_eq!((&cancelled["status"], &cancelled["error"]["reason"]), (&json!("failed"), &json!("cancelled")));
    }
}
