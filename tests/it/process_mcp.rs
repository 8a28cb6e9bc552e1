//! `canvass mcp` in a real session: JSON-RPC lines over standard input and output.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::process::Site;
use testing::support::Backend;

struct Conversation {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next_id: u64,
}

impl Conversation {
    fn begin(site: &Site, key: &str) -> Self {
        let mut command = site.command(&["mcp"]);
        command.env("CANVASS_API_KEY", key).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut conversation = Self { child, input, output, next_id: 1 };
        let client = json!({ "name": "test", "version": "1" });
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        let welcome = conversation.request("initialize", &hello);
        assert_eq!(welcome["result"]["serverInfo"]["name"], "canvass", "{welcome}");
        conversation.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        conversation
    }

    fn send(&mut self, message: &Value) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{message}").unwrap();
        input.flush().unwrap();
    }

    /// Sends a request and reads its response; every line in between must be JSON, too.
    fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server ended the conversation");
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        self.request("tools/call", &json!({ "name": tool, "arguments": arguments }))
    }

    /// Returns the result of a tool call that must succeed.
    fn result(&mut self, tool: &str, arguments: &Value) -> Value {
        let answer = self.call(tool, arguments);
        assert_ne!(answer["result"]["isError"], true, "{answer}");
        answer["result"]["structuredContent"].clone()
    }

    /// Closes the input; the server must then exit by itself.
    fn end(mut self) {
        drop(self.input.take());
        assert!(self.child.wait().unwrap().success());
    }
}

fn brief() -> Value {
    json!({ "question": "Which name fits a calm sleep app best?", "options": ["Drift", "Lull"], "sample_size": 50 })
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_estimates_creates_watches_and_reads_a_report() {
    let site = Site::create(Backend::Sqlite).await;
    let key = site.client("ann@example.com", 60).key;
    let server = site.serve().await;
    let mut agent = Conversation::begin(&site, &key);

    let estimate = agent.result("estimate", &brief());
    assert_eq!((&estimate["credits_estimated"], &estimate["credits_left"]), (&50.into(), &60.into()));
    assert_eq!(estimate["is_enough"], true);
    assert_eq!(estimate["is_accounts_country_taken_first"], true, "nothing but the language says who is asked");
    let accepted = agent.result("create_report", &brief());
    let id = accepted["request_id"].as_str().unwrap().to_owned();
    let ended = agent.result("watch_report", &json!({ "request_id": id }));
    assert_eq!(ended["status"], "completed", "{ended}");
    let read = agent.result("read_report", &json!({ "request_id": id }));
    assert!(read["result"]["analysis"]["winner"]["option"].is_string());
    assert!(read["result"]["method"]["notice"].as_str().unwrap().contains("synthetic"));
    assert!(read["result"]["sample_data"].is_null(), "raw data only where they are asked for");
    let everything = agent.result("read_report", &json!({ "request_id": id, "everything": true }));
    assert_eq!(everything["result"]["sample_data"]["respondents"].as_array().unwrap().len(), 50);

    let people: Vec<Value> = (0..12).map(|_| json!({ "choice": "Lull" })).collect();
    agent.result("add_people", &json!({ "request_id": id, "people": people }));
    let joint = agent.result("read_people", &json!({ "request_id": id }))["verdict"]["headline"].clone();
    let with_people = agent.result("read_report", &json!({ "request_id": id }));
    assert_eq!((&with_people["verdict"]["headline"], &with_people["verdict"]["people"]), (&joint, &json!(12)));
    assert_eq!(agent.result("watch_report", &json!({ "request_id": id }))["headline"], joint);
    assert_eq!(with_people["result"], read["result"], "the result is final");

    let refused = agent.call("create_report", &brief());
    assert_eq!(refused["result"]["isError"], true);
    assert_eq!(refused["result"]["structuredContent"]["error"]["code"], "insufficient_credits", "{refused}");
    agent.end();
    drop(server);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_asks_the_same_respondents_another_question() {
    let site = Site::create(Backend::Sqlite).await;
    let key = site.client("ann@example.com", 100).key;
    let server = site.serve().await;
    let mut agent = Conversation::begin(&site, &key);
    let first = agent.result("create_report", &brief())["request_id"].clone();
    agent.result("watch_report", &json!({ "request_id": first }));
    let follow_up = json!({ "question": "Which colour?", "options": ["Blue", "Green"], "same_panel_as": first });
    let sized =
        json!({ "question": "Which colour?", "options": ["Blue", "Green"], "same_panel_as": first, "sample_size": 60 });
    let refused = agent.call("create_report", &sized);
    assert_eq!(refused["result"]["structuredContent"]["error"]["field"], "sample_size", "{refused}");
    assert!(agent.result("estimate", &follow_up)["audience"].is_null(), "it is the earlier report's");
    let second = agent.result("create_report", &follow_up);
    assert_eq!(second["credits_left"], 0);
    agent.result("watch_report", &json!({ "request_id": second["request_id"] }));
    let read = agent.result("read_report", &json!({ "request_id": second["request_id"] }));
    assert_eq!(read["result"]["analysis"]["cross_table"]["request_id"], first);
    agent.end();
    drop(server);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_asks_a_report_again_and_reads_the_study() {
    let site = Site::create(Backend::Sqlite).await;
    let key = site.client("ann@example.com", 120).key;
    let server = site.serve().await;
    let mut agent = Conversation::begin(&site, &key);
    let first = agent.result("create_report", &brief())["request_id"].clone();
    agent.result("watch_report", &json!({ "request_id": first }));
    let again = |changes: Value| {
        let mut asked = json!({ "question": brief()["question"], "options": brief()["options"], "wave_of": first });
        asked.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        asked
    };
    for (wrong, field) in [
        (json!({ "audience_description": "adults in Spain" }), "audience_description"),
        (json!({ "wave_of": "req_01ARZ3NDEKTSV4RRFFQ69G5FAV" }), "wave_of"),
    ] {
        let refused = agent.call("create_report", &again(wrong));
        assert_eq!(refused["result"]["structuredContent"]["error"]["field"], field, "{refused}");
    }
    assert_eq!(agent.result("estimate", &again(json!({})))["credits_estimated"], brief()["sample_size"]);
    let second = agent.result("create_report", &again(json!({ "sample_size": 60 })));
    assert_eq!((&second["credits_estimated"], &second["credits_left"]), (&json!(60), &json!(10)));
    agent.result("watch_report", &json!({ "request_id": second["request_id"] }));
    let study = agent.result("read_study", &json!({ "request_id": second["request_id"] }));
    assert_eq!((&study["study_id"], &study["waves"][1]["request_id"]), (&first, &second["request_id"]));
    assert_eq!(study["comparison"]["columns"][1]["label"], "Wave 2");
    agent.end();
    drop(server);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_compares_reports_and_is_told_whose_error_the_differences_have() {
    let site = Site::create(Backend::Sqlite).await;
    let key = site.client("ann@example.com", 100).key;
    let server = site.serve().await;
    let mut agent = Conversation::begin(&site, &key);
    let mut other = brief();
    other["audience_description"] = "adults in Spain".into();
    let ids = [brief(), other].map(|brief| agent.result("create_report", &brief)["request_id"].clone());
    for id in &ids {
        agent.result("watch_report", &json!({ "request_id": id }));
    }
    let compared = agent.result("compare_reports", &json!({ "request_ids": ids }));
    assert_eq!(compared["columns"][1]["report"], ids[1]);
    let pair = &compared["pairs"][0];
    assert_eq!(pair["rule"], "audiences_not_measured");
    assert!(pair["basis"].as_str().unwrap().contains("share its error"), "{pair}");
    for refused in [json!({ "request_ids": [ids[0]] }), json!({ "request_ids": [ids[0], "req_nonsense"] })] {
        let answer = agent.call("compare_reports", &refused);
        assert_eq!(answer["result"]["isError"], true, "{answer}");
    }
    agent.end();
    drop(server);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_sees_edits_before_it_spends_and_can_decline_them() {
    let site = Site::create(Backend::Sqlite).await;
    let key = site.client("ann@example.com", 60).key;
    let server = site.serve().await;
    let mut agent = Conversation::begin(&site, &key);
    let listed = agent.request("tools/list", &json!({}));
    let create =
        listed["result"]["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == "create_report").unwrap();
    assert!(create["description"].as_str().unwrap().contains("wording as_is declines"), "{create}");
    assert!(create["inputSchema"]["properties"]["wording"].to_string().contains("\"as_is\""), "{create}");
    let mut own = brief();
    own["question"] = "Wich name fits a calm sleep app best?".into();
    let edits = agent.result("estimate", &own)["asked_as"].clone();
    assert_eq!((&edits[0]["field"], &edits[0]["from"]), (&json!("question"), &own["question"]), "{edits}");
    assert_eq!(edits[0]["to"], "Which name fits a calm sleep app best?");
    own["wording"] = "as_is".into();
    assert_eq!(agent.result("estimate", &own)["asked_as"], json!([]));
    let id = agent.result("create_report", &own)["request_id"].clone();
    agent.result("watch_report", &json!({ "request_id": id }));
    let input = agent.result("read_report", &json!({ "request_id": id }))["result"]["research_input"].clone();
    assert_eq!((&input["wording"], &input["optimized"]["question"]), (&json!("as_is"), &own["question"]));
    own["wording"] = "odd".into();
    let refused = agent.call("create_report", &own);
    assert_eq!(refused["result"]["structuredContent"]["error"]["field"], "wording", "{refused}");
    agent.end();
    drop(server);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tools_have_schemas_and_what_does_not_fit_them_spends_nothing() {
    let site = Site::create(Backend::Sqlite).await;
    let client = site.client("ann@example.com", 1000);
    let server = site.serve().await;
    let mut agent = Conversation::begin(&site, &client.key);
    let listed = agent.request("tools/list", &json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap();
    let mut names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    let about_people = ["add_people", "ask_people", "close_survey", "read_people"];
    let of_audiences = ["list_audiences", "save_audience"];
    let mut expected =
        ["compare_reports", "create_report", "estimate", "read_report", "read_study", "watch_report"].to_vec();
    expected.extend(about_people.into_iter().chain(of_audiences));
    expected.sort_unstable();
    assert_eq!(names, expected);
    for tool in tools {
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{tool}");
        assert!(tool["description"].as_str().unwrap().len() > 40);
    }
    let mut typo = brief();
    typo["samplesize"] = 500.into();
    let mut small = brief();
    small["sample_size"] = 10.into();
    let mut single = brief();
    single["options"] = json!(["Drift"]);
    for (tool, arguments) in [
        ("create_report", typo),
        ("create_report", small),
        ("create_report", single),
        ("create_report", json!({ "question": 7 })),
        ("watch_report", json!({ "request_id": "req_nonsense" })),
        ("watch_report", json!({ "request_id": "req_01ARZ3NDEKTSV4RRFFQ69G5FAV", "wait_seconds": 100_000 })),
        ("read_report", json!({ "request_id": "req_01ARZ3NDEKTSV4RRFFQ69G5FAV" })),
        ("frobnicate", json!({})),
    ] {
        let answer = agent.call(tool, &arguments);
        assert!(answer["error"].is_object() || answer["result"]["isError"] == true, "{tool} {arguments}: {answer}");
    }
    assert_eq!(client.credits_left().await, 1000);
    agent.end();
    drop(server);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_saves_an_audience_and_asks_it() {
    let site = Site::create(Backend::Sqlite).await;
    let key = site.client("ann@example.com", 200).key;
    let server = site.serve().await;
    let mut agent = Conversation::begin(&site, &key);
    let nurses = json!({ "name": "Nurses", "audience_filters": { "countries": ["ES"] }, "default_sample_size": 60 });
    let saved = agent.result("save_audience", &nurses);
    let listed = agent.result("list_audiences", &json!({}));
    assert_eq!(listed["audiences"], json!([saved]));
    let ask = |changes: Value| {
        let mut asked = json!({ "question": "Which name fits a calm sleep app best?", "options": ["Drift", "Lull"] });
        asked.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        asked
    };
    let by_id = ask(json!({ "audience_id": saved["audience_id"] }));
    let estimate = agent.result("estimate", &by_id);
    assert_eq!((&estimate["credits_estimated"], &estimate["audience_people"]), (&60.into(), &saved["people"]));
    assert_eq!(estimate["audience"], saved["audience_filters"]["description"]);
    let accepted = agent.result("create_report", &by_id);
    agent.result("watch_report", &json!({ "request_id": accepted["request_id"] }));
    let read = agent.result("read_report", &json!({ "request_id": accepted["request_id"] }));
    assert_eq!(read["result"]["research_input"]["audience_id"], saved["audience_id"]);

    let by_filters = ask(json!({ "audience_filters": { "countries": ["ES"], "sexes": ["female"] } }));
    assert!(agent.result("estimate", &by_filters)["audience"].as_str().unwrap().starts_with("Women"));
    for (wrong, field) in [
        (json!({ "audience_filters": { "sexes": ["x"] } }), "audience_filters.sexes[0]"),
        (json!({ "audience_id": "aud_nothing" }), "audience_id"),
        (json!({ "audience_id": "aud_01ARZ3NDEKTSV4RRFFQ69G5FAV" }), "audience_id"),
        (json!({ "audience_filters": {}, "same_panel_as": accepted["request_id"] }), "audience_filters"),
    ] {
        let refused = agent.call("create_report", &ask(wrong));
        assert_eq!(refused["result"]["structuredContent"]["error"]["field"], field, "{refused}");
    }
    agent.end();
    drop(server);
    site.end().await;
}
