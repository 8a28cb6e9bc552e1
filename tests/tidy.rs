//! The house rules of ARCHITECTURE.md as tests: facts about the repository's own text, no server and no database.
//! `tidy/rules.rs` has the rules, `tidy/proofs.rs` shows for each that it can fail.

use std::collections::{BTreeMap, BTreeSet};

#[path = "tidy/circles.rs"]
mod circles;
#[path = "tidy/map.rs"]
mod map;
#[path = "tidy/proofs.rs"]
mod proofs;
#[path = "tidy/rules.rs"]
mod rules;
#[path = "tidy/source.rs"]
mod source;

use source::{files, read, rust};

/// One direction: what a module of `src/` may name. Everything may use the crates, which name nothing here.
const EDGES: rules::Edges<'_> = &[
    ("lib", &[]),
    ("main", &["cli"]),
    (
        "cli",
        &[
            "app",
            "ask",
            "bench",
            "chance",
            "client",
            "clock",
            "config",
            "credits",
            "disk",
            "email",
            "engine",
            "elicit",
            "ids",
            "mcp",
            "measure",
            "models",
            "outbound",
            "people_answers",
            "pipeline",
            "secret",
            "serve",
            "store",
            "telemetry",
            "terminal",
            "worker",
        ],
    ),
    (
        "serve",
        &[
            "api",
            "app",
            "chance",
            "clock",
            "config",
            "credits",
            "engine",
            "ids",
            // A model's file is found and checked before an engine opens it.
            "models",
            "page",
            "public",
            "secret",
            "store",
            "telemetry",
            "web",
            "worker",
        ],
    ),
    // What speaks HTTP never sees an engine or the pipeline …
    (
        "api",
        &[
            "app",
            "body",
            "chance",
            "clock",
            "config",
            "credits",
            "ids",
            "negotiation",
            "people_answers",
            "secret",
            "store",
            "telemetry",
        ],
    ),
    (
        "web",
        &[
            "app",
            "body",
            "chance",
            "clock",
            "config",
            "credits",
            "email",
            "ids",
            "page",
            "password",
            "people_answers",
            // An owner sees the page of a report that others may not, and it is the same page.
            "report_page",
            "secret",
            "store",
            "telemetry",
        ],
    ),
    (
        "public",
        &[
            "app",
            "body",
            "clock",
            "config",
            "ids",
            "negotiation",
            "page",
            "people_answers",
            "report_page",
            "secret",
            "store",
            "telemetry",
        ],
    ),
    // The page of a report needs no database, so that a report made without one has it too.
    ("report_page", &["page", "people_answers"]),
    // … and the worker is the only one that knows both them and the store.
    (
        "worker",
        &[
            "body",
            "chance",
            "clock",
            "config",
            "credits",
            "engine",
            "elicit",
            "ids",
            // It also measures an engine that nobody has measured.
            "measure",
            "pipeline",
            "store",
            "telemetry",
        ],
    ),
    (
        "app",
        &[
            "body",
            "chance",
            "clock",
            "config",
            "email",
            "ids",
            "password",
            "people_answers",
            "secret",
            "store",
            "telemetry",
        ],
    ),
    // What people are asked, and what is shown of their answers, needs no database and no clock.
    ("people_answers", &[]),
    // A report can be run with no database.
    ("pipeline", &["elicit", "engine"]),
    // Reports and measurements ask in the same way, so the asking knows neither of them.
    ("elicit", &["engine"]),
    // Clients know the HTTP contract and nothing of the server behind it.
    ("client", &["chance", "clock", "disk", "ids", "outbound", "secret"]),
    ("mcp", &["client", "clock", "ids"]),
    // A report of one's own has no store, and shows the page that the service shows.
    ("ask", &["disk", "engine", "elicit", "people_answers", "pipeline", "report_page"]),
    // Measuring an engine needs neither accounts nor reports, only the way of asking.
    ("measure", &["disk", "elicit", "engine"]),
    ("bench", &["engine", "measure"]),
    ("engine", &["outbound"]),
    ("outbound", &[]),
    ("terminal", &["people_answers"]),
    ("store", &["body", "chance", "clock", "credits", "ids", "password", "secret"]),
    ("telemetry", &["config"]),
    // Settings are parsed at the edge, so a database URL is already the store's own type, and a model's name a model.
    ("config", &["models", "store"]),
    ("ids", &["chance", "clock"]),
    ("secret", &["chance"]),
    ("password", &["chance"]),
    ("email", &[]),
    ("models", &["disk"]),
    ("body", &[]),
    ("negotiation", &[]),
    ("page", &[]),
    ("chance", &[]),
    ("clock", &[]),
    ("disk", &[]),
    ("credits", &[]),
];
/// Shipped files; tests may be a little longer.
const LINES_MAX: usize = 400;
const TEST_LINES_MAX: usize = 500;
/// Crates that do no I/O, read no clock and know nothing of the service, the ground first.
const PURE: [&str; 8] = ["foundation", "statistics", "people", "language", "forecast", "survey", "wording", "contract"];
const CODE: [&str; 4] = ["src", "crates", "tests", "benches"];
const SHIPPED: [&str; 2] = ["src", "crates"];

#[track_caller]
fn none(findings: impl IntoIterator<Item = String>) {
    let findings: Vec<String> = findings.into_iter().collect();
    assert!(findings.is_empty(), "\n  {}\n", findings.join("\n  "));
}

fn names_in(dir: &str) -> BTreeSet<String> {
    files(&[dir]).iter().map(|file| file.path.trim_start_matches(dir).to_owned()).collect()
}

#[test]
fn modules_know_only_what_lies_below_them() {
    none(rust(&["src"]).iter().flat_map(|file| rules::module_order(file, EDGES)));
}

#[test]
fn the_table_of_edges_has_no_cycle() {
    none(rules::cycles(EDGES));
}

#[test]
fn the_map_names_what_there_is_and_all_of_it() {
    let files: BTreeSet<String> = files(&["."]).into_iter().map(|file| file.path).collect();
    none(map::map(&architecture()[0], &files));
}

#[test]
fn the_arrows_of_the_crates_are_their_dependencies() {
    let names: Vec<&str> = PURE.iter().copied().chain(["llama"]).collect();
    let on = |name: &str| rules::path_dependencies(&read(&format!("crates/{name}/Cargo.toml")));
    let all: Vec<(&str, Vec<String>)> = names.iter().map(|name| (*name, on(name))).collect();
    let all: Vec<(&str, Vec<&str>)> =
        all.iter().map(|(name, on)| (*name, on.iter().map(String::as_str).collect())).collect();
    let edges: Vec<(&str, &[&str])> = all.iter().map(|(name, on)| (*name, on.as_slice())).collect();
    none(map::arrows(&architecture()[1], &edges, &BTreeMap::new()));
}

#[test]
fn the_arrows_are_the_table_of_edges() {
    let users = rust(&["src"]).into_iter().filter(|file| rules::names_crate(file, "llama"));
    let users = users.map(|file| rules::module_of(&file.path).to_owned()).collect();
    none(map::arrows(&architecture()[2], EDGES, &BTreeMap::from([("llama".to_owned(), users)])));
}

/// The map, the arrows between crates, and those inside the service.
fn architecture() -> [String; 3] {
    map::blocks(&read("ARCHITECTURE.md")).try_into().expect("ARCHITECTURE.md has a map and two drawings of arrows")
}

#[test]
fn sql_lives_only_in_the_store() {
    let outside = rust(&SHIPPED).into_iter().filter(|file| rules::module_of(&file.path) != "store");
    none(outside.flat_map(|file| rules::sql(&file)));
}

#[test]
fn the_two_databases_differ_only_in_db_rs() {
    let store = rust(&["src"]).into_iter().filter(|file| rules::module_of(&file.path) == "store");
    none(store.filter(|file| !file.path.starts_with("src/store/db")).flat_map(|file| rules::dialect(&file)));
}

#[test]
fn migrations_are_paired() {
    let (sqlite, postgres) = (names_in("migrations/sqlite"), names_in("migrations/postgres"));
    assert!(!sqlite.is_empty(), "no migrations at all");
    none(rules::unpaired(&sqlite, &postgres));
}

#[test]
fn pure_crates_depend_on_nothing_that_does_io() {
    for name in PURE {
        none(rules::io_dependencies(&read(&format!("crates/{name}/Cargo.toml"))));
    }
}

#[test]
fn no_crate_has_a_circle_of_files() {
    for folder in source_folders() {
        none(circles::circles(&folder, &rust(&[&folder])));
    }
}

#[test]
fn the_contract_is_spelled_only_at_the_edge() {
    let domain = PURE.iter().filter(|name| **name != "contract").map(|name| format!("crates/{name}/src"));
    let files = domain.flat_map(|folder| rust(&[&folder]));
    let spells = files.filter(|file| rules::names_crate(file, "contract") || rules::names_crate(file, "utoipa"));
    none(spells.map(|file| format!("{}: knows the contract", file.path)));
}

/// Where the code of the service and of each crate lies.
fn source_folders() -> Vec<String> {
    let crates = PURE.iter().chain(&["llama"]).map(|name| format!("crates/{name}/src"));
    crates.chain(["src".to_owned()]).collect()
}

#[test]
fn unsafe_is_only_in_llama() {
    none(rust(&CODE).iter().filter(|file| !file.path.starts_with("crates/llama/")).flat_map(rules::unsafe_code));
}

#[test]
fn every_rust_file_is_reached_by_a_mod() {
    for folder in source_folders() {
        let roots = [format!("{folder}/lib.rs"), format!("{folder}/main.rs")];
        none(rules::orphans(&roots.each_ref().map(String::as_str), &rust(&[&folder])));
    }
    none(rules::orphans(&["tests/it/main.rs"], &rust(&["tests/it"])));
}

#[test]
fn every_template_prompt_and_static_file_is_named() {
    let assets = files(&["templates", "prompts", "static"]);
    none(rules::unnamed(&assets, &files(&["src", "crates", "templates", "static"])));
}

#[test]
fn every_language_has_every_message() {
    let dir = "crates/wording/locales";
    let files = files(&[dir]);
    assert!(!files.is_empty(), "no messages at all");
    none(rules::locales(dir, &files, &foundation::Language::ALL.map(foundation::Language::code)));
}

#[test]
fn files_are_short_enough_to_read() {
    let lines_max = |path: &str| {
        let is_code = SHIPPED.iter().any(|folder| path.starts_with(folder)) && is_shipped(path);
        if is_code && !path.contains("/tests/") { LINES_MAX } else { TEST_LINES_MAX }
    };
    none(rust(&CODE).iter().flat_map(|file| rules::too_long(file, lines_max(&file.path))));
}

#[test]
fn every_shipped_file_says_first_what_it_owns() {
    none(rust(&SHIPPED).iter().flat_map(rules::no_opening_words));
}

#[test]
fn file_names_say_what_is_inside() {
    none(rust(&CODE).iter().flat_map(|file| rules::names_that_say_nothing(&file.path)));
}

#[test]
fn nothing_is_left_unfinished_or_ignored() {
    none(rust(&CODE).iter().flat_map(rules::unfinished));
}

fn is_shipped(path: &str) -> bool {
    !path.ends_with("/tests.rs") && !path.contains("/tests/") && !path.contains("/benches/")
}

#[test]
fn shipped_code_does_not_unwrap() {
    let shipped = rust(&SHIPPED).into_iter().filter(|file| is_shipped(&file.path));
    none(shipped.flat_map(|file| rules::unwraps(&file)));
}

#[test]
fn no_script_reads_a_file_that_a_process_in_the_background_makes() {
    let scripts = files(&["scripts", "deploy", ".ci"]);
    assert!(scripts.iter().any(|file| file.path == "scripts/alone"), "the scripts are read");
    none(scripts.iter().flat_map(rules::made_in_background));
}

#[test]
fn only_the_printing_edge_prints() {
    let marks = ["println!", "print!", "eprintln!", "eprint!", "dbg!", "stdout()", "Term::stdout"];
    // Scripts, manual pages and lines of JSON, which have nothing of a server's; and how wide the terminal is.
    let may_use = ["src/cli/output.rs", "src/cli/generate.rs", "src/cli/engine/prompts.rs", "src/terminal.rs"];
    let shipped = rust(&["src"]).into_iter().filter(|file| is_shipped(&file.path));
    none(shipped.flat_map(|file| {
        rules::reserved(
            &file,
            &marks,
            &may_use,
            "print through src/cli/output.rs, which keeps terminals from being steered",
        )
    }));
}

#[test]
fn only_disk_writes_files() {
    let marks = ["File::create", "File::options", "fs::write", "OpenOptions", "create_new("];
    // Locks a file beside the database, and writes nothing to it.
    let may_use = ["src/disk.rs", "src/store/db.rs"];
    let shipped = rust(&["src"]).into_iter().filter(|file| is_shipped(&file.path));
    none(shipped.flat_map(|file| {
        rules::reserved(&file, &marks, &may_use, "write through src/disk.rs, which follows no planted link")
    }));
}

/// Where an empty value is the honest one and can't be said shorter. A file that can't be read, a reply that was cut or a
/// table with a mistake must not become one, so each further use is looked at here first.
const DEFAULTS_LOOKED_AT: &[(&str, usize)] = &[
    // An object that describes no properties has nothing between its braces.
    ("crates/llama/src/grammar.rs", 2),
    // A reply without content reads as an empty one, which whoever asked for it refuses.
    ("src/engine/openai/wire.rs", 1),
    // An attribute that a profile lacks is an empty cell.
    ("src/report_page/download.rs", 1),
    // A request's id is made of visible letters; one that is not is not logged.
    ("src/serve/observe.rs", 1),
];

#[test]
fn no_failure_becomes_an_empty_value_unseen() {
    let shipped = rust(&SHIPPED).into_iter().filter(|file| is_shipped(&file.path));
    none(shipped.flat_map(|file| rules::defaults(&file, DEFAULTS_LOOKED_AT)));
}

#[test]
fn no_file_names_a_path_of_one_machine() {
    none(files(&["."]).iter().flat_map(rules::machine_paths));
}

#[test]
fn the_changelog_has_a_section_for_this_version() {
    none(rules::no_section_for(&read("CHANGELOG.md"), env!("CARGO_PKG_VERSION")));
}
