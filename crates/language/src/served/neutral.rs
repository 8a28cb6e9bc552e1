//! Makes a question neutral: greetings, pressure and praise go, the matter stays. Rules of `data/neutral.toml` do it;
//! a leading question that they cannot mend keeps its note.

use std::sync::LazyLock;

use regex::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};
use serde::Deserialize;

use super::edit::Edit;
use super::spans;
use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};

const FILE: DataFile = data_file!("crates/language/data/neutral.toml");

/// A clause about a thing that "do you think" or "is it obvious that" introduces.
static CLAUSE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(^|[.!?]\s+)(?:do you think(?: that)?|is it (?:obvious|clear|evident|undeniable|true) that) ((?:our|the|this|these|your|my)(?: [\w'’-]+){1,4}?) (is|are|was|were|should|will) ([^,;:?!]{1,160})\?$").ok()
});

static RULES: Compiled<Rules> = Compiled::new(|| Rules::read(FILE));

/// Checks that every rule can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    RULES.check()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    en: Words,
    es: Words,
    zh: Words,
    rule: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    praise: String,
    much: String,
    /// What a sentence says that only prepares the ground for an answer.
    assertion: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    edit: Edit,
    language: Language,
    find: String,
    put: String,
}

struct Rule {
    edit: Edit,
    language: Language,
    find: Regex,
    put: String,
}

struct Rules {
    rules: Vec<Rule>,
    /// In the order of [`Language::ALL`].
    assertions: Vec<RegexSet>,
}

impl Rules {
    fn read(file: DataFile) -> Result<Self, DataError> {
        let File { en, es, zh, rule } = file.toml()?;
        let words = |language| match language {
            Language::En => &en,
            Language::Es => &es,
            Language::Zh => &zh,
        };
        let compile = |entry: Entry| {
            let Words { praise, much, .. } = words(entry.language);
            let find = entry.find.replace("{praise}", praise).replace("{much}", much);
            let find = RegexBuilder::new(&find).case_insensitive(true).build().map_err(|error| file.wrong(error))?;
            Ok(Rule { edit: entry.edit, language: entry.language, find, put: entry.put })
        };
        let rules = rule.into_iter().map(compile).collect::<Result<_, DataError>>()?;
        let assertion = |language: Language| {
            let patterns = &words(language).assertion;
            RegexSetBuilder::new(patterns).case_insensitive(true).build().map_err(|error| file.wrong(error))
        };
        Ok(Self { rules, assertions: Language::ALL.into_iter().map(assertion).collect::<Result<_, _>>()? })
    }
}

/// Returns the text after all rules of one kind of edit.
pub(super) fn without(edit: Edit, text: &str, language: Language) -> String {
    let mut current = text.to_owned();
    for rule in RULES.rules.iter().filter(|rule| rule.edit == edit && rule.language == language) {
        if let Some(edited) = rule.apply(&current) {
            current = edited;
        }
    }
    if edit == Edit::Pressure {
        current = without_assertions(&current, language);
        if language == Language::En && current != text {
            current = inverted(&current).unwrap_or(current);
        }
    }
    current
}

impl Rule {
    /// Returns the text with the first match replaced. A match that touches a quotation or has a capital where only a
    /// name has one stays.
    fn apply(&self, text: &str) -> Option<String> {
        let hit = self.find.captures(text)?;
        let span = hit.get(0)?.range();
        let is_quoted = spans::quoted(text).iter().any(|quote| quote.start < span.end && span.start < quote.end);
        if is_quoted || self.edit == Edit::Praise && has_name(&text[span.clone()]) {
            return None;
        }
        let mut put = String::new();
        hit.expand(&self.put, &mut put);
        Some(format!("{}{put}{}", &text[..span.start], &text[span.end..]))
    }
}

/// Returns whether a word after the first begins with a capital but is not all capitals: "the Amazing Race".
fn has_name(matched: &str) -> bool {
    let is_name = |word: &str| word.starts_with(char::is_uppercase) && word.chars().any(char::is_lowercase);
    matched.split_whitespace().skip(1).any(is_name)
}

/// Drops sentences that assert something before or after the question, as long as a question is left.
fn without_assertions(text: &str, language: Language) -> String {
    let Some(at) = Language::ALL.into_iter().position(|other| other == language) else { return text.to_owned() };
    let sentences = spans::sentences(text);
    let is_asked = |sentence: &str| sentence.trim_end().ends_with(['?', '？']);
    let last = sentences.len().saturating_sub(1);
    let asks_by_mark = sentences.iter().any(|sentence| is_asked(sentence));
    let is_kept = |(index, sentence): &(usize, &str)| {
        let is_question = is_asked(sentence) || !asks_by_mark && *index == last;
        is_question || !RULES.assertions[at].is_match(sentence)
    };
    let kept: Vec<&str> = sentences.iter().copied().enumerate().filter(is_kept).map(|(_, sentence)| sentence).collect();
    if kept.len() == sentences.len() || kept.is_empty() {
        return text.to_owned();
    }
    kept.concat().trim().to_owned()
}

/// Turns "Do you think our new logo is better?" into "Is our new logo better than the old one?": the question itself,
/// which the client meant, and for a comparison of something new what it is compared with.
fn inverted(text: &str) -> Option<String> {
    let hit = CLAUSE.as_ref()?.captures(text)?;
    let (subject, verb, said) = (&hit[2], hit[3].to_lowercase(), &hit[4]);
    let is_clause =
        subject.split(' ').any(|word| matches!(word, "who" | "that" | "which" | "when" | "we" | "you" | "if"));
    let is_new = subject.split(' ').any(|word| word == "new");
    let first = said.split(' ').next()?;
    let is_comparative =
        matches!(first, "better" | "worse" | "more" | "less") || first.len() > 4 && first.ends_with("er");
    let old = match (is_new && is_comparative && !said.contains(" than "), verb.as_str()) {
        (true, "are" | "were") => " than the old ones",
        (true, _) => " than the old one",
        _ => "",
    };
    (!is_clause).then(|| {
        format!("{}{}{verb} {subject} {said}{old}?", &text[..hit.get(0).map_or(0, |all| all.start())], &hit[1])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(text: &str, language: Language) -> String {
        let kinds = [Edit::Courtesy, Edit::Pressure, Edit::Praise];
        kinds.into_iter().fold(text.to_owned(), |text, edit| without(edit, &text, language))
    }

    #[test]
    fn praise_pressure_and_greetings_go_and_the_matter_stays() {
        for (text, right) in [
            (
                "What's the best price for our new super tasty vegan burger?",
                "What's the best price for our new vegan burger?",
            ),
            ("Would you try an amazing burger?", "Would you try a burger?"),
            ("Don't you agree that our new logo is better?", "is our new logo better than the old one?"),
            ("Don't you think our app looks nicer?", "Do you think our app looks nicer?"),
            ("Isn't it obvious that the old mill should be a museum?", "should the old mill be a museum?"),
            ("Everyone knows tea is good. Which do you drink?", "Which do you drink?"),
            ("Hi all, which do you like? Thanks!", "which do you like?"),
        ] {
            assert_eq!(mended(text, Language::En), right);
        }
        for (text, right) in [
            ("¿No cree que el té es mejor?", "¿cree que el té es mejor?"),
            ("¿Qué le parece nuestro increíble té?", "¿Qué le parece nuestro té?"),
            ("¿Compraría nuestra app innovadora?", "¿Compraría nuestra app?"),
            ("El té es mejor, ¿no?", "¿El té es mejor?"),
        ] {
            assert_eq!(mended(text, Language::Es), right);
        }
        for (text, right) in [
            ("难道新版包装不比旧版好看吗？", "新版包装比旧版好看吗？"),
            ("我们超好用的软件叫什么？", "我们的软件叫什么？"),
            ("大家都知道茶好，你喝哪种？", "你喝哪种？"),
            ("你不觉得茶更好喝吗？", "你觉得茶更好喝吗？"),
        ] {
            assert_eq!(mended(text, Language::Zh), right);
        }
    }

    #[test]
    fn names_quotations_and_the_matter_itself_stay() {
        for text in [
            "Do you like the Amazing Race?",
            "Is “our amazing tea” a good slogan?",
            "Which of these is the most delicious?",
            "Why don't people drink tea?",
        ] {
            assert_eq!(mended(text, Language::En), text);
        }
        for text in ["¿Es increíble?", "¿Por qué no cree en esto?", "¿Cuál es más innovadora?"] {
            assert_eq!(mended(text, Language::Es), text);
        }
        for text in ["哪种茶最好喝？", "你喜欢好看的包装吗？"] {
            assert_eq!(mended(text, Language::Zh), text);
        }
    }
}
