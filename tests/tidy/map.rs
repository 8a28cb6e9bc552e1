//! Checks ARCHITECTURE.md: the map lists exactly the existing modules and folders, and the arrows match the crates'
//! dependencies.

use std::collections::{BTreeMap, BTreeSet};

/// Each crate with its dependencies.
pub type Edges = BTreeMap<String, Vec<String>>;

/// Lines indented further continue the description of the previous line.
const NAMES_INDENT_MAX: usize = 2;

/// Returns the paths in the map, relative to the root. Names are separated by one space, and from their description
/// by at least two. Indented names lie in the preceding folder; modules have no extension.
pub fn named(map: &str) -> Vec<String> {
    let (mut folder, mut paths) = (String::new(), Vec::new());
    for line in map.lines() {
        let indent = line.len() - line.trim_start().len();
        if indent > NAMES_INDENT_MAX || line.trim().is_empty() {
            continue;
        }
        let names = line.trim().split("  ").next().unwrap_or_default().split(' ');
        let names: Vec<&str> = names.map(|name| name.trim_end_matches('/')).collect();
        if indent == 0 {
            folder = names.last().copied().unwrap_or_default().to_owned();
            paths.extend(names.into_iter().map(str::to_owned));
        } else {
            paths.extend(names.into_iter().map(|name| format!("{folder}/{name}")));
        }
    }
    paths
}

/// Returns entries of the map that do not exist, and modules and folders missing from it. `files` is the full list of
/// files.
pub fn map(map: &str, files: &BTreeSet<String>) -> Vec<String> {
    let named = named(map);
    let exists = |path: &str| {
        files.contains(path) || files.contains(&format!("{path}.rs")) || files.iter().any(|file| is_in(file, path))
    };
    let absent =
        named.iter().filter(|path| !exists(path)).map(|path| format!("the map names {path}, which is not there"));
    let mut found: Vec<String> = absent.collect();
    let lacks = |path: &str| !named.iter().any(|name| name == path || is_in(name, path));
    for path in folders(files).into_iter().chain(modules(files)) {
        if lacks(&path) {
            found.push(format!("the map does not name {path}"));
        }
    }
    found
}

fn is_in(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Returns the top-level folders.
fn folders(files: &BTreeSet<String>) -> BTreeSet<String> {
    files.iter().filter_map(|file| file.split_once('/')).map(|(folder, _)| folder.to_owned()).collect()
}

/// Returns the top-level modules of the binary and of each crate, without extension.
fn modules(files: &BTreeSet<String>) -> BTreeSet<String> {
    let is_source = |folder: &str| {
        folder == "src"
            || folder
                .strip_prefix("crates/")
                .and_then(|rest| rest.strip_suffix("/src"))
                .is_some_and(|name| !name.contains('/'))
    };
    let module = |file: &String| {
        let (folder, name) = file.rsplit_once('/')?;
        is_source(folder).then(|| format!("{folder}/{}", name.trim_end_matches(".rs")))
    };
    files.iter().filter_map(module).collect()
}

/// Returns arrows that are no dependency, and dependencies that no arrows imply.
pub fn arrows(drawing: &str, edges: &Edges) -> Vec<String> {
    let drawn = drawn(drawing);
    let is_edge = |(from, to): &&(String, String)| edges.get(from).is_some_and(|on| on.contains(to));
    let wrong = drawn.iter().filter(|arrow| !is_edge(arrow));
    let mut found: Vec<String> = wrong.map(|(from, to)| format!("{from} → {to} is drawn, and is not so")).collect();
    for (from, on) in edges {
        let reached = reached(&drawn, from);
        let missing = on.iter().filter(|to| !reached.contains(to.as_str()));
        found.extend(missing.map(|to| format!("{from} → {to} is so, and follows from no arrows")));
    }
    found
}

/// Parses arrows: `a → {b, c} → d` means a → b, a → c, b → d and c → d.
fn drawn(drawing: &str) -> BTreeSet<(String, String)> {
    let names = |part: &str| -> Vec<String> {
        part.trim().trim_matches(['{', '}']).split(',').map(|name| name.trim().to_owned()).collect()
    };
    let mut pairs = BTreeSet::new();
    for line in drawing.lines() {
        let parts: Vec<Vec<String>> = line.split('→').map(names).collect();
        for step in parts.windows(2) {
            pairs.extend(step[0].iter().flat_map(|from| step[1].iter().map(move |to| (from.clone(), to.clone()))));
        }
    }
    pairs
}

fn reached<'a>(drawn: &'a BTreeSet<(String, String)>, from: &'a str) -> BTreeSet<&'a str> {
    let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(module) = next.pop() {
        let further = drawn.iter().filter(|(from, _)| from == module).map(|(_, to)| to.as_str());
        next.extend(further.filter(|to| seen.insert(*to)));
    }
    seen
}

/// Returns the blocks of a document that are marked `map`.
pub fn blocks(document: &str) -> Vec<String> {
    let parts = document.split("```map\n").skip(1);
    parts.filter_map(|part| part.split_once("\n```")).map(|(block, _)| block.to_owned()).collect()
}
