//! The operator's commands, as text and as JSON, and their failures: one line on standard error, nothing on standard
//! output.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::process::{Outcome, Site, http};
use crate::processes_on_both;
use testing::support::Backend;

fn keys(document: &Value) -> Vec<&str> {
    document.as_object().unwrap().keys().map(String::as_str).collect()
}

fn assert_fails(outcome: &Outcome, words: &[&str]) {
    assert!(!outcome.status.success(), "{outcome:?}");
    assert_eq!(outcome.stdout, "");
    assert_eq!(outcome.stderr.trim_end().lines().count(), 1, "{}", outcome.stderr);
    for word in words.iter().chain(&["canvass: "]) {
        assert!(outcome.stderr.contains(word), "no {word:?} in {:?}", outcome.stderr);
    }
}

processes_on_both! {
    async fn accounts_keys_and_credits_are_kept_by_commands(backend: Backend) {
        let site = Site::create(backend).await;
        let account = site.json(&["account", "add", " Ann@Example.com ", "--credits", "30"]);
        assert_eq!(keys(&account), ["account_id", "administrator", "credits_left", "email"]);
        assert_eq!((&account["email"], &account["credits_left"]), (&json!("ann@example.com"), &json!(30)));
        assert_eq!(site.json(&["credits", "grant", "ann@example.com", "12"])["credits_left"], 42);
        let list = site.json(&["account", "list"]);
        assert_eq!(list, json!([{ "account_id": account["account_id"], "email": "ann@example.com", "credits_left": 42, "administrator": false }]));

        let key = site.json(&["key", "add", "ann@example.com", "--name", "laptop", "--expires", "30"]);
        assert_eq!(keys(&key), ["api_key", "key_id"]);
        let listed = site.json(&["key", "list", "ann@example.com"]);
        assert_eq!((&listed[0]["key_id"], &listed[0]["name"]), (&key["key_id"], &json!("laptop")));
        assert!(!listed.to_string().contains(key["api_key"].as_str().unwrap()), "shown once");

        let people = site.run(&["account", "list"]).stdout + &site.run(&["key", "list", "ann@example.com"]).stdout;
        for words in ["ann@example.com", "42", "laptop", "days left", "never"] {
            assert!(people.contains(words), "no {words:?} in {people}");
        }
        site.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_that_cannot_be_done_say_why_in_one_line() {
    let site = Site::create(Backend::Sqlite).await;
    site.json(&["account", "add", "ann@example.com"]);
    for (arguments, words) in [
        (&["account", "add", "ann@example.com"][..], "ann@example.com exists already"),
        (&["account", "add", "ANN@example.com"], "exists already"),
        (&["account", "add", "nobody"], "\"nobody\" is not an e-mail address"),
        (&["account", "add", "a b@example.com"], "is not an e-mail address"),
        (&["account", "add", "bob@example.com", "--credits=-5"], "credits must be between 0"),
        (&["credits", "grant", "ann@example.com", "0"], "credits must be between 1"),
        (&["credits", "grant", "--", "ann@example.com", "-7"], "credits must be between 1"),
        (&["credits", "grant", "bob@example.com", "5"], "no account bob@example.com"),
        (&["key", "add", "bob@example.com", "--name", "x"], "no account bob@example.com"),
        (&["key", "add", "ann@example.com", "--name", "  "], "name has 1 to 100"),
        (&["key", "list", "bob@example.com"], "no account bob@example.com"),
        (&["account", "sign-in", "bob@example.com"], "no account bob@example.com"),
        (&["account", "sign-in", "bob"], "is not an e-mail address"),
        (&["key", "revoke", "key_nonsense"], "is not a key's id"),
        (&["key", "revoke", "key_01ARZ3NDEKTSV4RRFFQ69G5FAV"], "there is no key"),
    ] {
        for json in [&[][..], &["--json"]] {
            assert_fails(&site.run(&[json, arguments].concat()), &[words]);
        }
    }
    assert_eq!(site.json(&["account", "list"]).as_array().unwrap().len(), 1);
    site.end().await;
}

processes_on_both! {
    async fn a_link_for_an_account_signs_in_once_and_within_the_hour(backend: Backend) {
        let site = Site::create(backend).await;
        site.json(&["account", "add", "ann@example.com"]);
        let server = site.serve().await;
        let link = site.json(&["account", "sign-in", " Ann@example.com "]);
        assert_eq!(keys(&link), ["email", "expires_at_ms", "url"]);
        let url = link["url"].as_str().unwrap().to_owned();
        assert!(url.starts_with(&format!("{}/sign-in/", site.base())), "{url}");
        let http = http();
        let signed_in = http.post(&url).send().await.unwrap();
        assert_eq!((signed_in.status(), signed_in.headers().contains_key("set-cookie")), (StatusCode::SEE_OTHER, true));
        assert_eq!(http.post(&url).send().await.unwrap().status(), StatusCode::NOT_FOUND, "once");
        let people = site.run(&["account", "sign-in", "ann@example.com"]).stdout;
        assert!(people.contains("signs in to ann@example.com once, within 60 minutes"), "{people}");
        let life = "SELECT expires_at - (SELECT now_ms FROM clock) FROM sign_in_links";
        assert!((3_500_000..=3_600_000).contains(&site.database.integer(life).await));
        site.database.run("UPDATE sign_in_links SET expires_at = 1").await;
        let late = http.post(people.lines().next().unwrap()).send().await.unwrap();
        assert_eq!(late.status(), StatusCode::NOT_FOUND, "too late");
        site.json(&["account", "sign-in", "ann@example.com"]);
        assert_eq!(site.database.integer("SELECT COUNT(*) FROM sign_in_links").await, 1, "those too old are gone");
        drop(server);
        site.end().await;
    }
}

processes_on_both! {
    async fn a_revoked_key_is_refused_by_the_running_server_at_once(backend: Backend) {
        let site = Site::create(backend).await;
        let client = site.client("ann@example.com", 7);
        let server = site.serve().await;
        assert_eq!(client.credits_left().await, 7);
        let key_id = site.json(&["key", "list", "ann@example.com"])[0]["key_id"].as_str().unwrap().to_owned();
        assert_eq!(site.json(&["key", "revoke", &key_id]), json!({ "key_id": key_id, "revoked": true }));
        assert_eq!(client.get("/api/v1/credits").send().await.unwrap().status(), 401);
        assert!(site.run(&["key", "revoke", &key_id]).stdout.contains("was revoked before"));
        assert!(site.run(&["key", "list", "ann@example.com"]).stdout.contains("revoked"));
        drop(server);
        site.end().await;
    }
}

processes_on_both! {
    async fn an_expired_key_is_refused(backend: Backend) {
        let site = Site::create(backend).await;
        let client = site.client("ann@example.com", 7);
        let server = site.serve().await;
        assert_eq!(client.credits_left().await, 7);
        site.database.run("UPDATE api_keys SET expires_at = created_at").await;
        assert_eq!(client.get("/api/v1/credits").send().await.unwrap().status(), 401);
        assert!(site.run(&["key", "list", "ann@example.com"]).stdout.contains("expired"));
        drop(server);
        site.end().await;
    }
}

processes_on_both! {
    async fn doctor_says_what_is_used_and_notices_a_balance_that_is_not_its_entries(backend: Backend) {
        let site = Site::create(backend).await;
        site.json(&["account", "add", "ann@example.com", "--credits", "30"]);
        let found = site.json(&["doctor"]);
        let checks = ["adapter", "clock", "database", "engine", "folder", "ledger", "measured", "memory", "model", "ok", "port", "settings"];
        assert_eq!(keys(&found), checks);
        assert_eq!(found["settings"]["listen"], site.address.to_string());
        assert_eq!((&found["ledger"]["accounts"], &found["ledger"]["entries"]), (&json!(1), &json!(1)));
        let people = site.run(&["doctor"]);
        assert!(people.status.success() && people.stdout.contains("✓ ledger"), "{people:?}");

        site.database.run("UPDATE accounts SET available = available + 1").await;
        let people = site.run(&["doctor"]);
        assert!(!people.status.success() && people.stdout.contains("✗ ledger"), "{people:?}");
        let json = site.run(&["doctor", "--json"]);
        assert!(!json.status.success());
        let found: Value = serde_json::from_str(&json.stdout).unwrap();
        assert_eq!((&found["ok"], found["ledger"]["unbalanced_accounts"].as_array().unwrap().len()), (&json!(false), 1));
        site.database.run("UPDATE accounts SET available = available - 1").await;
        site.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_wins_over_a_variable_a_variable_over_the_file_and_the_file_over_the_default() {
    let site = Site::create(Backend::Sqlite).await.without("RATE_LIMIT_PER_SECOND");
    let file = site.database.folder().join("canvass.toml");
    let used = |site: &Site, flags: &[&str]| site.json(&[&["doctor"], flags].concat())["settings"].clone();
    assert_eq!(used(&site, &[])["concurrency"], 32);
    std::fs::write(&file, "concurrency = 3\nrate_limit_per_second = 4").unwrap();
    let settings = used(&site, &[]);
    assert_eq!((&settings["concurrency"], &settings["rate_limit_per_second"]), (&json!(3), &json!(4)));
    let site = site.with("CONCURRENCY", "5");
    assert_eq!(used(&site, &[])["concurrency"], 5);
    assert_eq!(used(&site, &["--concurrency", "6"])["concurrency"], 6);

    std::fs::write(&file, "concurency = 3").unwrap();
    assert_fails(&site.run(&["doctor"]), &["concurency", "canvass.toml"]);
    std::fs::remove_file(&file).unwrap();
    let typo = site.command(&["doctor", "--json"]).env("CANVASS_CONCURENCY", "3").output().unwrap();
    assert!(typo.status.success() && String::from_utf8(typo.stderr).unwrap().contains("CANVASS_CONCURENCY"));
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_that_cannot_succeed_says_why() {
    let site = Site::create(Backend::Sqlite).await;
    let server = site.serve().await;
    assert_fails(&site.run(&["serve"]), &["listening on", &site.address.to_string(), "in use"]);
    drop(server);
    let no_folder = site.database.folder().join("a-file");
    std::fs::write(&no_folder, "").unwrap();
    for (url, words) in [
        ("mysql://somewhere/db".to_owned(), &["must begin with sqlite:// or postgres://"][..]),
        (format!("sqlite://{}/canvass.db", no_folder.display()), &["a-file"]),
        (
            "postgres://ann:hunter2@127.0.0.1:9/x".to_owned(),
            &["postgres://ann:***@127.0.0.1:9/x", "Connection refused"],
        ),
    ] {
        for command in ["serve", "worker"] {
            let failed = site.run(&[command, "--database-url", &url]);
            assert_fails(&failed, words);
            assert!(!failed.stderr.contains("hunter2") && !failed.stderr.contains("panicked"), "{failed:?}");
        }
        let doctor = site.run(&["doctor", "--database-url", &url]);
        assert!(!doctor.status.success() && !format!("{doctor:?}").contains("hunter2"), "{doctor:?}");
    }
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn help_of_every_command_says_what_it_does_and_takes() {
    let site = Site::create(Backend::Sqlite).await;
    for (command, words) in [
        (&[][..], &["serve", "worker", "account", "key", "credits", "doctor", "CANVASS_"][..]),
        (&["serve"], &["API", "--listen", "CANVASS_LISTEN", "--json"]),
        (&["worker"], &["more machines", "--worker-reports-max"]),
        (&["account", "add"], &["EMAIL", "--credits", "Credits it starts with"]),
        (&["account", "list"], &["List the accounts"]),
        (&["account", "sign-in"], &["EMAIL", "once and within the hour"]),
        (&["config"], &["present value"]),
        (&["key", "add"], &["EMAIL", "--name", "--expires <DAYS>", "shown once"]),
        (&["key", "list"], &["EMAIL"]),
        (&["key", "revoke"], &["KEY_ID", "for good"]),
        (&["credits", "grant"], &["EMAIL", "CREDITS"]),
        (&["model", "list"], &["fetched by name"]),
        (&["model", "pull"], &["NAME", "hf:owner/repo/file.gguf", "--if-needed"]),
        (&["engine", "measure"], &["--cases", "--limit", "--language", "--account", "--yes", "Ctrl-C"]),
        (&["engine", "show"], &["what is known"]),
        (&["bench", "human"], &["--cases", "--core", "--fresh", "--plot"]),
        (&["doctor"], &["ledger"]),
        (&["ask"], &["QUESTION|BRIEF.toml", "--option", "--audience", "--seed", "--open", "Ctrl-C"]),
        (&["client"], &["create", "watch", "fetch", "export", "list", "CANVASS_API_KEY", "CANVASS_SERVER"]),
        (&["client", "create"], &["--watch", "--idempotency-key", "one credit"]),
        (&["mcp"], &["model context server", "CANVASS_API_KEY"]),
        (&["completions"], &["SHELL"]),
        (&["man"], &["--out"]),
    ] {
        let help = site.run(&[command, &["--help"]].concat());
        assert!(help.status.success() && help.stderr.is_empty(), "{help:?}");
        for word in words {
            assert!(help.stdout.contains(word), "no {word:?} in the help of {command:?}: {}", help.stdout);
        }
    }
    let codes = site.run(&["--help"]).stdout;
    assert!(codes.contains("Exit codes:") && codes.contains("130"), "{codes}");
    let unknown = site.run(&["frobnicate"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(!unknown.status.success() && unknown.stderr.contains("frobnicate"), "{unknown:?}");
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_help_of_a_command_lists_what_it_takes_and_config_the_rest() {
    let site = Site::create(Backend::Sqlite).await;
    for (command, shown) in [
        (
            &["ask"][..],
            &["--option", "--sample", "--seed", "--out", "--open", "--engine", "--model", "--openai-base-url"][..],
        ),
        (&["account", "add"], &["--credits", "--database-url"]),
        (&["client", "create"], &["--watch", "--server"]),
        (&[], &["account", "config"]),
    ] {
        for flag in ["--help", "-h"] {
            let help = site.run(&[command, &[flag]].concat()).stdout;
            for word in shown.iter().chain(&["canvass config"]) {
                assert!(help.contains(word), "no {word} in {flag} of {command:?}: {help}");
            }
            for word in ["--rate-limit-per-second", "--lease-ms", "--watchers-max", "--metrics-listen"] {
                assert!(!help.contains(word), "{word} in {flag} of {command:?}: {help}");
            }
        }
    }
    let serve = site.run(&["serve", "--help"]).stdout;
    assert!(serve.contains("--rate-limit-per-second") && serve.contains("CANVASS_LEASE_MS"), "{serve}");
    let hidden = site.json(&["doctor", "--lease-ms", "4321"]);
    assert_eq!(hidden["settings"]["lease_ms"], 4321, "a flag that is not listed works");
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn config_lists_every_setting_with_its_default_and_its_present_value() {
    let site = Site::create(Backend::Sqlite).await.with("CONCURRENCY", "7").with("OPENAI_API_KEY", "hunter2");
    let listed = site.json(&["config", "--lease-ms", "4321"]);
    let setting = |name: &str| listed.as_array().unwrap().iter().find(|setting| setting["name"] == name).unwrap();
    assert_eq!(keys(setting("lease_ms")), ["default", "description", "flag", "name", "value", "variable"]);
    assert_eq!((&setting("lease_ms")["value"], &setting("lease_ms")["default"]), (&json!(4321), &json!(10000)));
    assert_eq!((&setting("concurrency")["value"], &setting("engine")["value"]), (&json!(7), &json!("scripted")));
    let documented: toml::Table = toml::from_str(include_str!("../../config.default.toml")).unwrap();
    assert_eq!(listed.as_array().unwrap().len(), documented.len());
    let people = site.run(&["config"]).stdout;
    assert!(people.contains("# Calls side by side within one report.\nconcurrency = 7  # default: 32\n"), "{people}");
    assert_eq!(toml::from_str::<toml::Table>(&people).unwrap().len(), documented.len(), "it reads as a settings file");
    assert!(!format!("{listed}{people}").contains("hunter2"));
    assert_eq!(
        (&setting("openai_api_key")["value"], &setting("openai_api_key")["default"]),
        (&json!("***"), &json!(""))
    );
    std::fs::write(site.database.folder().join("canvass.toml"), "engine = \"oracle\"\nlease_ms = 1").unwrap();
    let wrong = site.json(&["config"]);
    assert_eq!(wrong.as_array().unwrap().len(), documented.len(), "settings that can't be used can be looked at");
    site.database.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn completions_and_manual_pages_are_made_even_where_the_settings_are_wrong() {
    let site = Site::create(Backend::Sqlite).await;
    std::fs::write(site.database.folder().join("canvass.toml"), "no such setting").unwrap();
    for shell in ["bash", "zsh", "fish"] {
        let script = site.run(&["completions", shell]);
        assert!(script.status.success() && script.stdout.contains("idempotency-key"), "{shell}: {script:?}");
    }
    let page = site.run(&["man"]);
    assert!(page.stdout.contains(".TH canvass 1") && page.stdout.contains("EXIT STATUS"), "{page:?}");
    assert!(site.run(&["man", "--out", "pages"]).status.success());
    for name in ["canvass.1", "canvass-ask.1", "canvass-client-create.1"] {
        assert!(site.database.folder().join("pages").join(name).exists(), "{name}");
    }
    std::fs::remove_file(site.database.folder().join("canvass.toml")).unwrap();
    site.end().await;
}
