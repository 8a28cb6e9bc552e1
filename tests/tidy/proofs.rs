//! Tests each rule on a text that breaks it and one that keeps it, since a rule that cannot fail protects nothing.

use std::collections::BTreeSet;

use crate::circles;
use crate::map;
use crate::rules;
use crate::source::{File, code, strings, without_tests};

fn file(path: &str, text: &str) -> File {
    File { path: path.to_owned(), text: text.to_owned() }
}

/// Asserts the number of violations.
#[track_caller]
fn breaks(findings: &[String], times: usize) {
    assert_eq!(findings.len(), times, "{findings:#?}");
}

#[test]
fn the_scan_tells_code_from_strings_and_comments() {
    let text = "let a = \"// é \\\" b\"; // c \"d\"\nlet r = r#\"e \" f\"#; /* g /* h */ i */ let l: &'static str = j('\"', 'k', '\\'');";
    let found = code(text);
    assert_eq!(found.len(), text.len());
    assert_eq!(found.split_whitespace().collect::<String>(), "leta=;letr=;letl:&'staticstr=j(,,);");
    assert!(strings(text).contains("// é \\\" b") && strings(text).contains("e \" f") && !strings(text).contains('c'));
}

#[test]
fn the_scan_leaves_out_test_items_and_nothing_else() {
    let text = "#[cfg(test)]\nmod tests;\nfn a() {}\n#[cfg(test)]\nmod more {\n fn b() { \"}\" } }\nfn c() {}";
    let found = without_tests(text);
    assert_eq!(found.split_whitespace().collect::<Vec<_>>().join(" "), "fn a() {} fn c() {}");
    assert_eq!(found.lines().count(), text.lines().count());
}

#[test]
fn reserved_uses_can_fail() {
    let check = |path, text| rules::reserved(&file(path, text), &["print!", "fs::write"], &["src/edge.rs"], "no");
    breaks(&check("src/a.rs", "fn f() { print!(\"x\"); std::fs::write(a, b) }\nfs::write(a, b)"), 2);
    breaks(&check("src/edge.rs", "print!(\"x\")"), 0);
    breaks(&check("src/a.rs", "eprint!(\"print!\") // print!\n#[cfg(test)]\nmod tests { fn f() { print!(\"\") } }"), 0);
}

#[test]
fn files_made_in_the_background_are_found() {
    let check = |text| rules::made_in_background(&file("scripts/x", text));
    breaks(&check("server >log 2>&1 &"), 1);
    breaks(&check("(server --to \\\n    place 2> log) &"), 1);
    let kept =
        "server >>log 2>&1 &\nserver >/dev/null 2>&1 &\nserver >log 2>&1\nserver >log &&\n    other\n# server >log &";
    breaks(&check(kept), 0);
}

#[test]
fn circles_of_files_can_fail() {
    let check = |texts: &[(&str, &str)]| {
        let files: Vec<File> = texts.iter().map(|(path, text)| file(path, text)).collect();
        circles::circles("src", &files)
    };
    let (lib, a) = (("src/lib.rs", "mod a; mod b;"), ("src/a.rs", "use crate::b::{c, B};"));
    breaks(&check(&[lib, a, ("src/b.rs", "fn f() { crate::a::g() }")]), 1);
    breaks(&check(&[lib, a, ("src/b.rs", "// crate::a::g()")]), 0);
    breaks(&check(&[lib, a, ("src/b.rs", "mod c; use super::a;"), ("src/b/c.rs", "")]), 1);
    // A child module may use its parent.
    breaks(&check(&[lib, ("src/a.rs", "mod c; use c::C;"), ("src/a/c.rs", "use super::D;")]), 0);
    let house = ("src/a.rs", "mod c; mod d;");
    breaks(&check(&[house, ("src/a/c.rs", "use super::d::E;"), ("src/a/d.rs", "use crate::{a::{c::C}};")]), 1);
}

#[test]
fn path_dependencies_are_those_of_the_crate_itself() {
    let manifest = "[dependencies]\nbase = { path = \"../base\" }\nserde = \"1\"\n[dev-dependencies]\ntool = { path = \"../tool\" }\n";
    assert_eq!(rules::path_dependencies(manifest), ["base"]);
}

#[test]
fn sql_can_fail() {
    let check = |text| rules::sql(&file("src/api.rs", text));
    breaks(
        &check("// sqlx, SELECT a FROM b\nlet x = \"select one from the list\"; let sqlx_like = \"UPDATE now\";"),
        0,
    );
    breaks(&check("use sqlx::Row;"), 1);
    breaks(&check("query(\"SELECT a \\\n FROM b\")"), 1);
    breaks(&check("query(r#\"UPDATE a SET b = 1\"#); query(\"INSERT INTO a\"); query(\"DELETE FROM a\")"), 3);
}

#[test]
fn dialect_can_fail() {
    let check = |text| rules::dialect(&file("src/store/keys.rs", text));
    breaks(&check("//! On SQLite and PostgreSQL.\nlet q = \"SELECT 1\";"), 0);
    breaks(&check("if db.is_sqlite() {}"), 1);
    breaks(&check("let q = \"SELECT 1 FOR UPDATE SKIP LOCKED\";"), 2);
}

#[test]
fn io_dependencies_can_fail() {
    breaks(&rules::io_dependencies("[dependencies]\nserde = \"1\"\nserde_json.workspace = true # tokio"), 0);
    breaks(&rules::io_dependencies("[dependencies]\ntokio = \"1\"\nsqlx.workspace = true"), 2);
}

#[test]
fn orphans_can_fail() {
    let files = [
        file("src/lib.rs", "pub mod a;\n#[cfg(test)]\nmod b; // mod lost;\nmod inline { }"),
        file("src/a.rs", "pub(crate) mod below;"),
        file("src/a/below.rs", ""),
        file("src/b.rs", ""),
        file("src/lost.rs", ""),
    ];
    breaks(&rules::orphans(&["src/lib.rs"], &files[..4]), 0);
    breaks(&rules::orphans(&["src/lib.rs"], &files), 1);
}

#[test]
fn unnamed_can_fail() {
    let page = || file("templates/page.html", "page.html");
    breaks(&rules::unnamed(&[page()], &[page()]), 1);
    breaks(&rules::unnamed(&[page()], &[page(), file("src/web.rs", "#[template(path = \"page.html\")]")]), 0);
}

#[test]
fn marks_in_the_code_can_fail() {
    let bad = file("src/a.rs", "#[ignore = \"slow\"]\nfn f() {}");
    let good = file("src/a.rs", "//! #[ignore]\n#[test]\nfn f() { x(\"#[ignore]\") }");
    breaks(&rules::ignored_tests(&bad), 1);
    breaks(&rules::no_opening_words(&bad), 1);
    breaks(&rules::too_long(&bad, 1), 1);
    for findings in [rules::ignored_tests(&good), rules::no_opening_words(&good), rules::too_long(&good, 3)] {
        breaks(&findings, 0);
    }
}

#[test]
fn defaults_can_fail() {
    let check = |text| rules::defaults(&file("src/a.rs", text), &[("src/a.rs", 1)]);
    breaks(&check("// x.unwrap_or_default()\nfn f() { x.unwrap_or_default(); y.unwrap_or(0) }"), 0);
    breaks(
        &check("#[cfg(test)]\nmod tests { fn f() { x.unwrap_or_default(); } }\nfn g() { x.unwrap_or_default() }"),
        0,
    );
    breaks(&check("fn f() { x.unwrap_or_default() }\nfn g() { y.map_or_default(z).unwrap_or_default() }"), 2);
    breaks(&rules::defaults(&file("src/b.rs", "fn f() { x.unwrap_or_default() }"), &[("src/a.rs", 1)]), 1);
}

#[test]
fn the_map_can_fail() {
    const MAP: &str = "src/\n  lib api         words, of a lib\n                  that go on\ncrates/pure/src/  more\n  \
                       lib\ndocs/ data/  texts\n  cities.csv  a table";
    let files = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect::<BTreeSet<_>>();
    let all = [
        "Makefile",
        "src/lib.rs",
        "src/api.rs",
        "src/api/keys.rs",
        "crates/pure/src/lib.rs",
        "docs/a.md",
        "data/cities.csv",
    ];
    breaks(&map::map(MAP, &files(&all)), 0);
    // A module, a crate's module and a folder missing from the map; what lies inside them is not reported separately.
    let more = ["src/web.rs", "src/web/a.rs", "crates/pure/src/odd.rs", "crates/pure/tests/a.rs", "tools/a", "tools/b"];
    breaks(&map::map(MAP, &files(&[&all[..], &more].concat())), 3);
    // A module and a data file that no longer exist.
    breaks(&map::map(MAP, &files(&["src/lib.rs", "crates/pure/src/lib.rs", "docs/a.md", "data/towns.csv"])), 2);
    breaks(&map::map("", &files(&all)), 7);
}

#[test]
fn the_arrows_can_fail() {
    let on = |name: &str, on: &[&str]| (name.to_owned(), on.iter().map(|name| (*name).to_owned()).collect());
    let edges =
        [on("main", &["api", "store"]), on("api", &["store"]), on("store", &[]), on("engine", &["native"])].into();
    let check = |drawing| map::arrows(drawing, &edges);
    // Transitive dependencies need not be drawn.
    breaks(&check("main → api → store\nengine → native"), 0);
    breaks(&check("main → {api, store}\napi → store\nengine → native"), 0);
    breaks(&check("main → api → {store, engine}\nengine → native"), 1);
    breaks(&check("main → api\nengine → native"), 2);
    breaks(&check("main → api → store\n{engine, api} → native"), 1);
}

#[test]
fn blocks_are_found_by_their_mark() {
    assert_eq!(map::blocks("a\n```map\nb\nc\n```\n```sh\nd\n```\n```map\ne\n```\n"), ["b\nc", "e"]);
    let llama = |text| rules::names_crate(&file("src/a.rs", text), "llama");
    assert!(llama("use llama::Model;") && !llama("// llama::x\nuse ollama::x; let llama = 1;"));
}

#[test]
fn names_and_paths_can_fail() {
    breaks(&rules::names_that_say_nothing("src/utils.rs"), 1);
    breaks(&rules::names_that_say_nothing("tests/it/common/mod.rs"), 1);
    breaks(&rules::names_that_say_nothing("src/commonplace.rs"), 0);
    let path = ["/", "work/x"].concat();
    breaks(&rules::machine_paths(&file("README.md", &format!("cd {path}\nsee `{path}`"))), 2);
    breaks(&rules::machine_paths(&file("README.md", &format!("see src{path}, ./a{path} and at work/"))), 0);
}

#[test]
fn sections_can_fail() {
    breaks(&rules::no_section_for("# Changelog\n## [Unreleased]\n", "0.1.0"), 0);
    breaks(&rules::no_section_for("# Changelog\n## 0.1.0 (today)\n", "0.1.0"), 0);
    breaks(&rules::no_section_for("# Changelog\n0.1.0\n## 0.0.9\n", "0.1.0"), 1);
}
