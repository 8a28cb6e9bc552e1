//! Reads the repository as text and tells code, strings and comments of a Rust file apart. It is a scanner, not a
//! parser: it knows just enough Rust never to mistake a comment or string for code.

use std::fs;
use std::path::{Path, PathBuf};

/// A text file, named by its path from the repository's root.
pub struct File {
    pub path: String,
    pub text: String,
}

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the text files under `dirs`, sorted; a missing folder has none.
pub fn files(dirs: &[&str]) -> Vec<File> {
    let mut found = Vec::new();
    for dir in dirs {
        walk(&root().join(dir), &mut found);
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

pub fn rust(dirs: &[&str]) -> Vec<File> {
    files(dirs).into_iter().filter(|file| file.path.ends_with(".rs")).collect()
}

pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn walk(dir: &Path, found: &mut Vec<File>) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name();
        // In a git worktree, `.git` is a file.
        if matches!(name.to_str(), Some(".git" | "target" | "var")) {
            continue;
        }
        if path.is_dir() {
            walk(&path, found);
        } else if let Ok(text) = fs::read_to_string(&path) {
            let path = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().into_owned();
            found.push(File { path, text });
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TokenKind {
    Code,
    Text,
    Comment,
}

/// Returns the text with everything but code blanked out; line numbers are preserved.
pub fn code(text: &str) -> String {
    only(text, TokenKind::Code)
}

/// Returns the text with everything but string literals blanked out.
pub fn strings(text: &str) -> String {
    only(text, TokenKind::Text)
}

fn only(text: &str, wanted: TokenKind) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let (kind, end) = token(&chars, at);
        for &c in &chars[at..end] {
            if kind == wanted { out.push(c) } else { out += blank(c) }
        }
        at = end;
    }
    out
}

/// Returns as many spaces as the character has bytes, so that offsets are preserved.
fn blank(c: char) -> &'static str {
    if c == '\n' { "\n" } else { &"    "[..c.len_utf8()] }
}

/// Returns the kind of the token at `at`, and its end.
fn token(chars: &[char], at: usize) -> (TokenKind, usize) {
    let next = |n: usize| chars.get(at + n).copied().unwrap_or('\0');
    match (chars[at], next(1)) {
        ('/', '/') => (TokenKind::Comment, find(chars, at, |rest| rest[0] == '\n')),
        ('/', '*') => (TokenKind::Comment, block_comment_end(chars, at)),
        ('r', '"' | '#') if !follows_word(chars, at) => {
            raw_string_end(chars, at).map_or((TokenKind::Code, at + 1), |end| (TokenKind::Text, end))
        }
        ('"', _) => (TokenKind::Text, string_end(chars, at)),
        // A character literal, not a lifetime: '"' and '\'' would otherwise open a string.
        ('\'', '\\') => (TokenKind::Text, find(chars, at + 3, |rest| rest[0] == '\'') + 1),
        ('\'', _) if next(2) == '\'' => (TokenKind::Text, at + 3),
        _ => (TokenKind::Code, at + 1),
    }
}

fn find(chars: &[char], from: usize, hit: impl Fn(&[char]) -> bool) -> usize {
    (from..chars.len()).find(|&i| hit(&chars[i..])).unwrap_or(chars.len())
}

fn string_end(chars: &[char], at: usize) -> usize {
    let mut i = at + 1;
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    (i + 1).min(chars.len())
}

fn raw_string_end(chars: &[char], at: usize) -> Option<usize> {
    let hashes = chars[at + 1..].iter().take_while(|&&c| c == '#').count();
    let open = at + 1 + hashes;
    if chars.get(open) != Some(&'"') {
        return None; // a raw identifier
    }
    let close: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
    Some((find(chars, open + 1, |rest| rest.starts_with(&close)) + close.len()).min(chars.len()))
}

fn block_comment_end(chars: &[char], at: usize) -> usize {
    let (mut i, mut depth) = (at, 0);
    while i < chars.len() {
        match (chars[i], chars.get(i + 1)) {
            ('/', Some('*')) => (depth, i) = (depth + 1, i + 2),
            ('*', Some('/')) => (depth, i) = (depth - 1, i + 2),
            _ => i += 1,
        }
        if depth == 0 {
            break;
        }
    }
    i.min(chars.len())
}

/// Whether the `r` at `at` continues an identifier. The `b` of a byte string does not count.
fn follows_word(chars: &[char], at: usize) -> bool {
    let before = |n: usize| at >= n && is_word(chars[at - n]);
    before(1) && (chars[at - 1] != 'b' || before(2))
}

pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the text with items marked `#[cfg(test)]` blanked out.
pub fn without_tests(text: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let code = code(text);
    let (mut out, mut from) = (String::with_capacity(text.len()), 0);
    while let Some(found) = code[from..].find(MARK) {
        let start = from + found;
        let end = item_end(&code, start + MARK.len());
        out += &text[from..start];
        out.extend(text[start..end].chars().map(blank));
        from = end;
    }
    out + &text[from..]
}

fn item_end(code: &str, from: usize) -> usize {
    let mut depth = 0;
    for (i, c) in code[from..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ';' if depth == 0 => return from + i + 1,
            _ => continue,
        }
        if depth == 0 {
            return from + i + 1;
        }
    }
    code.len()
}

/// Returns the numbers, from 1, of the lines that contain `word` as a whole word.
pub fn lines_with_word(text: &str, word: &str) -> Vec<usize> {
    let hit = |line: &str| {
        line.match_indices(word).any(|(i, _)| {
            !line[..i].chars().next_back().is_some_and(is_word)
                && !line[i + word.len()..].chars().next().is_some_and(is_word)
        })
    };
    text.lines().enumerate().filter(|(_, line)| hit(line)).map(|(i, _)| i + 1).collect()
}
