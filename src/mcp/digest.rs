//! Digests of a report for an agent: its state, and its findings without the raw data.

use serde_json::{Map, Value, json};

use crate::client::Report;
use contract::PeopleView;
use primitives::ids::ReportId;

/// Fields of a result that fit into a conversation; the respondents alone can take megabytes.
const FINDINGS: [&str; 6] = ["title", "report_url", "research_input", "statistics", "analysis", "credits_used"];
/// Fields that are needed to judge the findings.
const METHOD: [&str; 8] =
    ["engine", "model", "seed", "skill", "winner_accuracy", "own_studies", "effective_size", "notice"];

/// Returns the state of a report, and of a completed one its verdict in force.
pub(super) fn state(id: ReportId, report: &Report, people: Option<&PeopleView>) -> Value {
    let (request_id, status) = (id.to_string(), report.status());
    match report {
        Report::Running(progress) => json!({ "request_id": request_id, "status": status, "progress": progress }),
        Report::Failed(failed) => json!({ "request_id": request_id, "status": status, "error": failed }),
        Report::Completed(result) => {
            let verdict = verdict(result, people);
            json!({
                "request_id": request_id,
                "status": status,
                "headline": verdict["headline"],
                "verdict": verdict,
                "report_url": result["report_url"],
            })
        }
    }
}

/// Returns a completed report with its verdict in force. `is_whole`: with the raw data.
pub(super) fn findings(id: ReportId, result: &Value, people: Option<&PeopleView>, is_whole: bool) -> Value {
    let shown = if is_whole {
        result.clone()
    } else {
        let mut findings = picked(result, &FINDINGS);
        findings.insert("method".to_owned(), Value::Object(picked(&result["method"], &METHOD)));
        Value::Object(findings)
    };
    let verdict = verdict(result, people);
    json!({ "request_id": id.to_string(), "status": "completed", "verdict": verdict, "result": shown })
}

/// Returns the verdict in force. The one within `result` is the forecast's, also once people have answered.
fn verdict(result: &Value, people: Option<&PeopleView>) -> Value {
    let joint = people.and_then(|view| Some((view, view.verdict.as_ref()?)));
    match joint {
        Some((view, ruling)) => json!({
            "basis": "forecast_and_people",
            "people": view.people,
            "headline": ruling.headline,
            "verdict": ruling.verdict,
            "options": ruling.options,
            "is_settled": view.is_settled,
        }),
        None => {
            let overview = &result["analysis"]["overview"];
            json!({
                "basis": "forecast",
                "people": people.map_or(0, |view| view.people),
                "headline": overview["headline"],
                "verdict": overview["verdict"],
                "options": overview["options"],
            })
        }
    }
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
            state(id, &Report::Failed(FailedReport { code, message, reason: reason.map(str::to_owned) }), None)
        };
        let error = json!({ "code": "report_generation_failed", "message": "why" });
        assert_eq!(failed(None), json!({ "request_id": id.to_string(), "status": "failed", "error": error }));
        let cancelled = failed(Some(CANCELLED));
        assert_eq!((&cancelled["status"], &cancelled["error"]["reason"]), (&json!("failed"), &json!("cancelled")));
    }

    #[test]
    fn the_verdict_is_the_forecasts_until_people_and_forecast_have_one_together() {
        let id = ReportId::parse("req_01ARZ3NDEKTSV4RRFFQ69G5FAV").unwrap();
        let forecast = json!({ "headline": "Choose A.", "verdict": "clear", "options": ["A"] });
        let result = json!({ "analysis": { "overview": forecast }, "report_url": "https://x.example" });
        let joint = json!({ "headline": "B leads.", "verdict": "leaning", "options": ["B"], "dropped": [] });
        let view = |verdict: &Value| -> PeopleView {
            let counts = json!({ "question": "?", "people": 12, "unfinished": 0, "flagged": 0, "options": [], "first": "B",
                "verdict": verdict, "is_settled": false, "people_to_settle": null, "ratings": [], "groups": [] });
            serde_json::from_value(counts).unwrap()
        };
        for (people, basis, headline) in [
            (None, "forecast", "Choose A."),
            (Some(view(&Value::Null)), "forecast", "Choose A."),
            (Some(view(&joint)), "forecast_and_people", "B leads."),
        ] {
            let read = findings(id, &result, people.as_ref(), false);
            assert_eq!((&read["verdict"]["basis"], &read["verdict"]["headline"]), (&json!(basis), &json!(headline)));
            let watched = state(id, &Report::Completed(Box::new(result.clone())), people.as_ref());
            assert_eq!(watched["headline"], headline);
            assert_eq!(read["result"]["analysis"], result["analysis"], "the result is final");
        }
    }
}
