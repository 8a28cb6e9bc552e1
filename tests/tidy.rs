//! The rules of ARCHITECTURE.md as tests. They read the repository's text and need no server and no database.
//! `tidy/rules.rs` has the rules; `tidy/proofs.rs` shows for each rule that it can fail.

use std::collections::BTreeSet;

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

/// For shipped files; tests may be slightly longer.
const LINES_MAX: usize = 400;
const TEST_LINES_MAX: usize = 500;
/// Crates that do no I/O, read no clock and do not know the service, from the lowest layer up.
const PURE: [&str; 10] = [
    "foundation",
    "statistics",
    "population",
    "language",
    "forecast",
    "questionnaire",
    "analysis",
    "wording",
    "contract",
    "fieldwork",
];
const CODE: [&str; 4] = ["src", "crates", "tests", "benches"];
const SHIPPED: [&str; 2] = ["src", "crates"];

#[track_caller]
fn none(findings: impl IntoIterator<Item = String>) {
    let findings: Vec<String> = findings.into_iter().collect();
    assert!(findings.is_empty(), "\n  {}\n", findings.join("\n  "));
}

#[test]
fn the_map_names_what_there_is_and_all_of_it() {
    let files: BTreeSet<String> = files(&["."]).into_iter().map(|file| file.path).collect();
    none(map::map(&architecture()[0], &files));
}

#[test]
fn the_arrows_are_the_dependencies_of_the_crates() {
    let manifests = crates().into_iter().map(|name| (name.clone(), format!("crates/{name}/Cargo.toml")));
    let manifests = manifests.chain([("canvass".to_owned(), "Cargo.toml".to_owned())]);
    let edges = manifests.map(|(name, path)| (name, rules::path_dependencies(&read(&path)))).collect();
    none(map::arrows(&architecture()[1], &edges));
}

/// Returns the map and the dependency arrows.
fn architecture() -> [String; 2] {
    map::blocks(&read("ARCHITECTURE.md")).try_into().expect("ARCHITECTURE.md has a map and a drawing of arrows")
}

fn crates() -> Vec<String> {
    let name = |file: source::File| Some(file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?.to_owned());
    files(&["crates"]).into_iter().filter_map(name).collect()
}

#[test]
fn what_speaks_http_sees_no_engine() {
    let http = rust(
        &["api", "web", "public", "app"]
            .map(|part| format!("crates/service/src/{part}"))
            .each_ref()
            .map(String::as_str),
    );
    assert!(http.len() > 40, "the files are read");
    let sees = |file: &source::File| ["engine", "pipeline", "lab"].iter().any(|name| rules::names_crate(file, name));
    none(http.iter().filter(|file| sees(file)).map(|file| format!("{}: knows an engine", file.path)));
}

#[test]
fn sql_lives_only_in_the_store() {
    let may_have = |path: &str| {
        path.starts_with("crates/store/") || path.starts_with("crates/testing/") || path.contains("/tests/it/")
    };
    let outside = rust(&SHIPPED).into_iter().filter(|file| !may_have(&file.path));
    none(outside.flat_map(|file| rules::sql(&file)));
}

#[test]
fn the_two_databases_differ_only_in_db_rs() {
    let store = rust(&["crates/store/src"]).into_iter();
    none(store.filter(|file| !file.path.starts_with("crates/store/src/db")).flat_map(|file| rules::dialect(&file)));
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

/// Returns the source folders of all crates and of the binary.
fn source_folders() -> Vec<String> {
    crates().iter().map(|name| format!("crates/{name}/src")).chain(["src".to_owned()]).collect()
}

#[test]
fn every_rust_file_is_reached_by_a_mod() {
    for folder in source_folders() {
        let roots = [format!("{folder}/lib.rs"), format!("{folder}/main.rs")];
        none(rules::orphans(&roots.each_ref().map(String::as_str), &rust(&[&folder])));
    }
    for folder in ["tests/it", "crates/service/tests/it"] {
        none(rules::orphans(&[&format!("{folder}/main.rs")], &rust(&[folder])));
    }
}

#[test]
fn every_template_prompt_and_static_file_is_named() {
    let assets =
        files(&["crates/pages/templates", "crates/service/templates", "crates/engine/prompts", "crates/pages/static"]);
    assert!(assets.len() > 60, "the files are read");
    none(rules::unnamed(&assets, &files(&["src", "crates"])));
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
fn no_test_is_ignored() {
    none(rust(&CODE).iter().flat_map(rules::ignored_tests));
}

/// Whether the file is compiled into the binary.
fn is_shipped(path: &str) -> bool {
    let is_apart = ["/tests/", "/benches/", "/examples/", "crates/chat_server/", "crates/testing/"]
        .iter()
        .any(|part| path.contains(part));
    !is_apart && !path.ends_with("/tests.rs") && !path.ends_with("/build.rs")
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
    // Completions, manual pages and prompts do not repeat a server's text; the terminal module only reads the width.
    let may_use =
        ["src/cli/output.rs", "src/cli/generate.rs", "src/cli/engine/prompts.rs", "crates/pages/src/terminal.rs"];
    let shipped = rust(&SHIPPED).into_iter().filter(|file| is_shipped(&file.path));
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
    // `db.rs` locks a file beside the database and writes nothing to it.
    let may_use = ["crates/primitives/src/disk.rs", "crates/store/src/db.rs"];
    let shipped = rust(&SHIPPED).into_iter().filter(|file| is_shipped(&file.path));
    none(shipped.flat_map(|file| {
        rules::reserved(&file, &marks, &may_use, "write through primitives::disk, which follows no planted link")
    }));
}

/// Reviewed uses of `unwrap_or_default`, by file. An unreadable file, a truncated reply or an invalid table must not
/// silently become an empty value, so every further use is reviewed here first.
const DEFAULTS_LOOKED_AT: &[(&str, usize)] = &[
    // A schema object without properties has an empty grammar.
    ("crates/embedded/src/llama/grammar.rs", 2),
    // A reply without content is empty, and the caller rejects it.
    ("crates/engine/src/openai/wire.rs", 1),
    // An attribute missing from a profile is an empty cell.
    ("crates/pages/src/report_page/download.rs", 1),
    // A request id with invisible characters is not logged.
    ("crates/service/src/serve/observe.rs", 1),
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
