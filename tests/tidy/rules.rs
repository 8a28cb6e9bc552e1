//! The rules. Each takes text and returns its violations, one line each, so that `proofs.rs` can test them.

use std::collections::BTreeSet;

use crate::source::{File, code, is_word, lines_with_word, strings, without_tests};

/// Whether the file's code, without tests, uses a crate.
pub fn names_crate(file: &File, name: &str) -> bool {
    !names_after(&code(&without_tests(&file.text)), &format!("{name}::")).is_empty()
}

/// Returns the first segment after each `prefix`, including groups: `crate::{a, b::{c, d}}` names a and b.
fn names_after(code: &str, prefix: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        if code[..at].chars().next_back().is_some_and(|c| is_word(c) || c == ':') {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        let Some(group) = rest.strip_prefix('{') else {
            names.insert(first_word(rest));
            continue;
        };
        let (mut depth, mut item) = (0, true);
        for (i, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => item = true,
                c if item && is_word(c) => {
                    names.insert(first_word(&group[i..]));
                    item = false;
                }
                _ => {}
            }
        }
    }
    names
}

fn first_word(text: &str) -> String {
    text.chars().take_while(|&c| is_word(c)).collect()
}

pub fn sql(file: &File) -> Vec<String> {
    let mut found = at(file, lines_with_word(&code(&file.text), "sqlx"), "sqlx");
    let statements = [("SELECT", "FROM"), ("INSERT", "INTO"), ("DELETE", "FROM"), ("UPDATE", "SET")];
    let strings = strings(&file.text);
    for (verb, particle) in statements {
        // A statement may span lines; two SQL keywords in capitals in one file are no coincidence.
        if !lines_with_word(&strings, particle).is_empty() {
            found.extend(at(file, lines_with_word(&strings, verb), "SQL"));
        }
    }
    found
}

pub fn dialect(file: &File) -> Vec<String> {
    const WORDS: [&str; 8] =
        ["sqlite", "postgres", "pragma", "skip locked", "for update", "begin immediate", "strftime", "clock_timestamp"];
    let text = without_tests(&file.text);
    let text = format!("{}\n{}", code(&text), strings(&text)).to_lowercase();
    let found = WORDS.iter().filter(|word| text.contains(*word));
    found.map(|word| format!("{}: `{word}` belongs in store/src/db.rs", file.path)).collect()
}

pub fn io_dependencies(manifest: &str) -> Vec<String> {
    const IO: [&str; 9] = ["tokio", "sqlx", "axum", "reqwest", "hyper", "ureq", "tempfile", "canvass", "async-trait"];
    let named = |line: &str| line.split(['=', '.', ' ']).next().unwrap_or_default().trim_matches('"').to_owned();
    manifest.lines().map(named).filter(|name| IO.contains(&name.as_str())).collect()
}

/// Returns the workspace crates that a manifest depends on, without dev-dependencies.
pub fn path_dependencies(manifest: &str) -> Vec<String> {
    let own = manifest.split("[dev-dependencies]").next().unwrap_or(manifest);
    let lines = own.lines().filter(|line| line.contains("{ path = \""));
    lines.filter_map(|line| line.split(" =").next()).map(str::to_owned).collect()
}

pub fn ignored_tests(file: &File) -> Vec<String> {
    let code = code(&file.text);
    at(file, lines_containing(&code, "#[ignore"), "an ignored test")
}

/// Returns uses of items that only the files in `may_use` may use.
pub fn reserved(file: &File, marks: &[&str], may_use: &[&str], instead: &str) -> Vec<String> {
    if may_use.contains(&file.path.as_str()) {
        return vec![];
    }
    let code = code(&without_tests(&file.text));
    let begins = |line: &str, at: usize| !line[..at].chars().next_back().is_some_and(is_word);
    let uses = |line: &str| marks.iter().any(|mark| line.match_indices(mark).any(|(at, _)| begins(line, at)));
    let lines = code.lines().enumerate().filter(|(_, line)| uses(line)).map(|(i, _)| i + 1).collect();
    at(file, lines, instead)
}

/// Returns uses of `unwrap_or_default` beyond the reviewed number per file.
pub fn defaults(file: &File, looked_at: &[(&str, usize)]) -> Vec<String> {
    let lines = lines_with_word(&code(&without_tests(&file.text)), "unwrap_or_default");
    let known = looked_at.iter().find(|(path, _)| *path == file.path).map_or(0, |(_, uses)| *uses);
    if lines.len() <= known {
        return vec![];
    }
    at(file, lines, "unwrap_or_default hides why there is nothing; say the default, or return the error")
}

pub fn too_long(file: &File, lines_max: usize) -> Vec<String> {
    let lines = file.text.lines().count();
    if lines > lines_max { vec![format!("{}: {lines} lines, {lines_max} at most", file.path)] } else { vec![] }
}

pub fn no_opening_words(file: &File) -> Vec<String> {
    if file.text.starts_with("//! ") { vec![] } else { vec![format!("{}: does not open with //!", file.path)] }
}

pub fn names_that_say_nothing(path: &str) -> Vec<String> {
    const EMPTY: [&str; 6] = ["util", "utils", "helper", "helpers", "common", "misc"];
    let hit = path.split('/').any(|part| EMPTY.contains(&part) || EMPTY.contains(&part.trim_end_matches(".rs")));
    if hit { vec![format!("{path}: says nothing of what is in it")] } else { vec![] }
}

pub fn machine_paths(file: &File) -> Vec<String> {
    let homes = ["work", "root"].map(|dir| format!("/{dir}/"));
    let begins =
        |line: &str, i: usize| !line[..i].chars().next_back().is_some_and(|c| is_word(c) || "./-~}*".contains(c));
    let hit = |line: &str| homes.iter().any(|home| line.match_indices(home).any(|(i, _)| begins(line, i)));
    let lines = file.text.lines().enumerate().filter(|(_, line)| hit(line)).map(|(i, _)| i + 1).collect();
    at(file, lines, "a path of one machine")
}

/// Returns files that a background process of a shell script creates. A reader might run before the file exists, so
/// such a process must append (`>>`) to a file created beforehand.
pub fn made_in_background(file: &File) -> Vec<String> {
    let is_file = |after: &str| !after.starts_with(['>', '&', '(']) && !after.trim_start().starts_with("/dev/null");
    let makes = |line: &str| {
        line.match_indices('>').any(|(at, _)| !line[..at].ends_with(['>', '-', '=']) && is_file(&line[at + 1..]))
    };
    let mut found = Vec::new();
    let mut command = String::new();
    for (number, line) in file.text.lines().enumerate() {
        let code = line.split(" # ").next().unwrap_or(line).trim();
        command.push_str(code.trim_end_matches('\\'));
        if code.ends_with('\\') {
            continue;
        }
        let is_background = command.ends_with('&') && !command.ends_with("&&");
        if is_background && !command.starts_with('#') && makes(&command) {
            found.push(number + 1);
        }
        command.clear();
    }
    at(file, found, "a file made in the background; make it first, and add to it with >>")
}

/// Returns files that no `mod` declaration reaches from `roots`. `files` is the full list.
pub fn orphans(roots: &[&str], files: &[File]) -> Vec<String> {
    let mut reached: BTreeSet<String> = BTreeSet::new();
    let mut next: Vec<String> = roots.iter().map(|root| (*root).to_owned()).collect();
    while let Some(path) = next.pop() {
        let Some(file) = files.iter().find(|file| file.path == path) else { continue };
        if !reached.insert(path.clone()) {
            continue;
        }
        let (dir, name) = path.rsplit_once('/').unwrap_or(("", &path));
        let below = if roots.contains(&path.as_str()) || name == "mod.rs" {
            dir.to_owned()
        } else {
            path.trim_end_matches(".rs").to_owned()
        };
        for module in declared_modules(&code(&file.text)) {
            next.push(format!("{below}/{module}.rs"));
            next.push(format!("{below}/{module}/mod.rs"));
        }
    }
    let lost = files.iter().filter(|file| !reached.contains(&file.path));
    lost.map(|file| format!("{}: no `mod` leads to it", file.path)).collect()
}

fn declared_modules(code: &str) -> Vec<String> {
    let words = |line: &str| line.trim().rsplit_once("mod ").map(|(_, rest)| rest.to_owned());
    let lines = code.split_inclusive(';').filter_map(words);
    lines
        .filter_map(|rest| rest.strip_suffix(';').map(str::to_owned))
        .filter(|name| name.chars().all(is_word))
        .collect()
}

/// Returns assets whose file name occurs in no other file.
pub fn unnamed(assets: &[File], users: &[File]) -> Vec<String> {
    let name = |file: &File| file.path.rsplit('/').next().unwrap_or_default().to_owned();
    let used = |asset: &File| users.iter().any(|user| user.path != asset.path && user.text.contains(&name(asset)));
    assets.iter().filter(|asset| !used(asset)).map(|asset| format!("{}: named nowhere", asset.path)).collect()
}

pub fn no_section_for(changelog: &str, version: &str) -> Vec<String> {
    let headings = changelog.lines().filter(|line| line.starts_with("## "));
    let mut words = headings.flat_map(|line| line.split([' ', '[', ']']));
    let named = words.any(|word| word.eq_ignore_ascii_case("unreleased") || word == version);
    if named { vec![] } else { vec![format!("CHANGELOG.md: no section Unreleased or {version}")] }
}

fn lines_containing(text: &str, what: &str) -> Vec<usize> {
    text.lines().enumerate().filter(|(_, line)| line.contains(what)).map(|(i, _)| i + 1).collect()
}

fn at(file: &File, lines: Vec<usize>, what: &str) -> Vec<String> {
    lines.into_iter().map(|line| format!("{}:{line}: {what}", file.path)).collect()
}
