//! Finds cyclic dependencies between the files of one crate. A child module may use its parent (`super::…`); any
//! other cycle is an error.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{File, code, is_word, without_tests};

/// A module's path inside the crate; empty for the crate root.
type Module = Vec<String>;

/// Returns the cycles among the files under `folder`, ignoring tests.
pub fn circles(folder: &str, files: &[File]) -> Vec<String> {
    let modules: BTreeMap<Module, &File> = files
        .iter()
        .filter(|file| !file.path.contains("/tests/") && !file.path.ends_with("/tests.rs"))
        .map(|file| (module(folder, &file.path), file))
        .collect();
    let known: BTreeSet<&Module> = modules.keys().collect();
    let uses: BTreeMap<&Module, BTreeSet<Module>> =
        modules.iter().map(|(module, file)| (module, named(module, &file.text, &known))).collect();
    let in_circle = |start: &&Module| reached(start, &uses).contains(*start);
    let circle: Vec<String> = uses.keys().copied().filter(in_circle).map(|module| module.join("::")).collect();
    if circle.is_empty() { Vec::new() } else { vec![format!("{folder}: {} form a circle", circle.join(", "))] }
}

fn module(folder: &str, path: &str) -> Module {
    let inside = path.trim_start_matches(folder).trim_start_matches('/').trim_end_matches(".rs");
    inside.split('/').filter(|name| !matches!(*name, "lib" | "main")).map(str::to_owned).collect()
}

fn reached<'a>(start: &Module, uses: &'a BTreeMap<&Module, BTreeSet<Module>>) -> BTreeSet<&'a Module> {
    let (mut seen, mut next) = (BTreeSet::new(), vec![start.clone()]);
    while let Some(module) = next.pop() {
        for used in uses.get(&module).into_iter().flatten() {
            if seen.insert(used) {
                next.push(used.clone());
            }
        }
    }
    seen
}

/// Returns the modules that a file names, except its ancestors.
fn named(own: &Module, text: &str, known: &BTreeSet<&Module>) -> BTreeSet<Module> {
    let text = code(&without_tests(text));
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices("::") {
        let first = text[..at].chars().rev().take_while(|c| is_word(*c)).count();
        let word = &text[at - first..at];
        let before = text[..at - first].chars().next_back();
        if !matches!(word, "crate" | "super" | "self") || before.is_some_and(|c| is_word(c) || c == ':') {
            continue;
        }
        let base = match word {
            "crate" => Module::new(),
            "super" => own[..own.len().saturating_sub(1)].to_vec(),
            _ => own.clone(),
        };
        for path in paths(&text[at + 2..]) {
            let used = longest(&base, &path, known);
            if used != *own && !own.starts_with(&used) {
                found.insert(used);
            }
        }
    }
    found
}

/// Returns the longest prefix of the path that is a module.
fn longest(base: &Module, path: &[String], known: &BTreeSet<&Module>) -> Module {
    let mut module = base.clone();
    for name in path {
        let mut further = module.clone();
        match name.as_str() {
            "super" => drop(further.pop()),
            name => further.push(name.to_owned()),
        }
        if name != "super" && !known.contains(&further) {
            break;
        }
        module = further;
    }
    module
}

/// Returns the paths of a `use` tree: `a::b` is one, `a::{b, c::{d, e}}` are three.
fn paths(text: &str) -> Vec<Vec<String>> {
    let text = text.trim_start();
    let Some(group) = text.strip_prefix('{') else {
        let end = text.find(|c: char| !is_word(c) && c != ':').unwrap_or(text.len());
        let own = text[..end].split("::").filter(|name| !name.is_empty() && *name != "self");
        let head: Vec<String> = own.map(str::to_owned).collect();
        if !text[end..].starts_with('{') {
            return vec![head];
        }
        return paths(&text[end..]).into_iter().map(|tail| [head.clone(), tail].concat()).collect();
    };
    let (mut depth, mut begin, mut parts) = (0, 0, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                parts.push(&group[begin..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&group[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.into_iter().flat_map(paths).collect()
}
