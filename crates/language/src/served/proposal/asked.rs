//! What a question asks for, and its shorter forms without a second question that the options do not answer.

use super::super::inquiry::Answers;
use super::super::spans;
use super::lists::{self, Vocabulary};
use super::tokens;
use crate::text::{Folded, is_cjk};
use foundation::Language;

/// Returns whether a text asks which, who or how much, rather than for yes or no.
pub(super) fn asks_which(text: &str, language: Language) -> bool {
    let vocabulary = lists::of(language);
    let text = tokens::spelt(text, language);
    let words = spans::words(&text);
    let opens = |at: usize| at == 0 || text.contains('¿') && opened(&text).contains(&words[at]);
    words.iter().enumerate().any(|(at, word)| {
        // Spanish "que" asks only where it opens; elsewhere it links clauses.
        vocabulary.is_interrogative(word) && (word != "que" || opens(at))
    }) || language == Language::Zh && asks_which_in_chinese(&words.concat(), vocabulary)
}

/// Returns the folded words that follow an opening mark.
fn opened(text: &str) -> Vec<String> {
    text.split('¿').skip(1).filter_map(|rest| spans::words(rest).into_iter().next()).collect()
}

fn asks_which_in_chinese(text: &str, vocabulary: &Vocabulary) -> bool {
    let starts = text.char_indices().map(|(at, _)| at);
    starts.into_iter().any(|at| {
        (1..=3).any(|count| {
            let word: Vec<String> = text[at..].chars().take(count).map(String::from).collect();
            vocabulary.is_interrogative(&word.join(" "))
        })
    })
}

/// Returns whether an English text has a clause that opens as a question to be answered with yes or no. "Tea is
/// healthy?" does not: it expects agreement.
pub(super) fn is_inverted(text: &str, language: Language) -> bool {
    let vocabulary = lists::of(language);
    let openings = tokens::of(text, language).into_iter().fold((None, false), |(clause, is_inverted), token| {
        let opens = clause != Some(token.clause);
        let first = token.text.split(' ').next().map_or("", |word| word);
        (Some(token.clause), is_inverted || opens && vocabulary.is_auxiliary(first))
    });
    openings.1
}

/// Returns whether a text names alternatives ("tea or coffee").
pub(super) fn has_alternatives(text: &str, language: Language) -> bool {
    let vocabulary = lists::of(language);
    let words = spans::words(text);
    (1..=2).any(|count| words.windows(count).any(|words| vocabulary.is_alternative(&words.join(" "))))
}

/// Returns the client's question, then its forms without a second question.
pub(super) fn references(question: &str, options: &[String], language: Language) -> Vec<String> {
    let answers = Answers::of(options);
    let is_answered = |text: &str| match asks_which(text, language) || has_alternatives(text, language) {
        true => !answers.is_yes_no && !is_open(text, language),
        false => answers.is_closed(),
    };
    let mut references = vec![question.to_owned()];
    references.extend(without_open_end(question, language).filter(|rest| is_answered(rest)));
    let sentences = sentences(question);
    let asked: Vec<usize> = (0..sentences.len()).filter(|at| is_question(sentences[*at])).collect();
    for kept in asked.iter().filter(|at| asked.len() > 1 && is_answered(sentences[**at])) {
        let may_go = |at: &usize| at == kept || is_open(sentences[*at], language) || !is_answered(sentences[*at]);
        if asked.iter().all(may_go) {
            let rest = (0..sentences.len()).filter(|at| at == kept || !asked.contains(at));
            references.push(rest.map(|at| sentences[at].trim()).collect::<Vec<_>>().join(" "));
        }
    }
    references
}

fn is_question(sentence: &str) -> bool {
    sentence.trim_end().ends_with(['?', '？'])
}

/// Splits a text after the marks that end a sentence.
fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, mark) in text.char_indices() {
        let end = at + mark.len_utf8();
        let next = text[end..].chars().next();
        let ends = match mark {
            '?' | '？' | '!' | '！' | '。' | '\n' => next.is_none_or(|c| !matches!(c, '?' | '？' | '!' | '！')),
            '.' => next.is_none_or(char::is_whitespace),
            _ => false,
        };
        if ends {
            sentences.push(&text[start..end]);
            start = end;
        }
    }
    sentences.push(&text[start..]);
    sentences.into_iter().filter(|sentence| !sentence.trim().is_empty()).collect()
}

/// Returns whether a whole sentence is an open question ("Why?").
fn is_open(sentence: &str, language: Language) -> bool {
    let vocabulary = lists::of(language);
    let words = spans::words(sentence);
    let joined = words.first().is_some_and(|first| vocabulary.joining.contains(first));
    let text = words[usize::from(joined)..].join(" ");
    vocabulary.open.contains(&text)
}

/// Returns the question without an open one: what its matter is measured by.
pub(super) fn measured(question: &str, language: Language) -> String {
    without_open_end(question, language).unwrap_or_else(|| question.to_owned())
}

/// Returns the question without an open one at its end ("… and why?").
fn without_open_end(question: &str, language: Language) -> Option<String> {
    let vocabulary = lists::of(language);
    let folded = Folded::new(question);
    let text = folded.text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let before = vocabulary.open.iter().filter_map(|phrase| strip_words(text, phrase)).min_by_key(|rest| rest.len())?;
    let bare = before.trim_end_matches(|c: char| !c.is_alphanumeric());
    let joined = vocabulary.joining.iter().find_map(|word| strip_words(bare, word));
    // Without a mark or a conjunction before it, the phrase is part of the question.
    let is_tied = joined.is_none() && !before.trim_end().ends_with([',', '，', ';', '；', '、', '¿', '?', '？']);
    let rest = joined.unwrap_or(bare).trim_end_matches(|c: char| !c.is_alphanumeric());
    (!is_tied && !rest.is_empty()).then(|| format!("{}?", folded.quote(&(0..rest.len()))))
}

/// Returns what comes before a phrase at the end of a folded text.
fn strip_words<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let is_chinese = phrase.chars().any(is_cjk);
    let phrase = if is_chinese { phrase.replace(' ', "") } else { phrase.to_owned() };
    let rest = text.strip_suffix(phrase.as_str())?;
    (is_chinese || !rest.ends_with(char::is_alphanumeric)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shorter(question: &str, options: &[&str], language: Language) -> Vec<String> {
        let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
        references(question, &options, language).split_off(1)
    }

    #[test]
    fn a_second_question_may_go_only_if_the_options_leave_it_unanswered() {
        let (en, es, zh) = (Language::En, Language::Es, Language::Zh);
        let teas = &["Mint", "Green"][..];
        assert_eq!(shorter("Which tea do you like and why?", teas, en), ["Which tea do you like?"]);
        assert_eq!(shorter("Which tea do you like? Why?", teas, en).last().unwrap(), "Which tea do you like?");
        assert_eq!(shorter("Do you like tea? Which one?", teas, en), ["Which one?"]);
        assert_eq!(shorter("Do you like tea? Which one?", &["Yes", "No"], en), ["Do you like tea?"]);
        assert_eq!(shorter("¿Qué té prefiere y por qué?", teas, es), ["¿Qué té prefiere?"]);
        assert_eq!(shorter("您喜欢哪种茶，为什么？", teas, zh), ["您喜欢哪种茶?"]);
        for question in ["Do you like tea? Why?", "Why?", "Which tea do you like?", "Which tea? Which cup?"] {
            assert!(shorter(question, &["For the taste", "For health"], en).is_empty(), "{question}");
        }
    }

    #[test]
    fn questions_that_ask_which_are_told_from_others() {
        for (text, language) in [
            ("Which tea?", Language::En),
            ("que bebida prefieres", Language::Es),
            ("Para desayunar, ¿qué bebida prefiere?", Language::Es),
            ("您喜欢什么茶？", Language::Zh),
            ("哪款好？", Language::Zh),
        ] {
            assert!(asks_which(text, language), "{text}");
        }
        for (text, language) in [
            ("Do you like tea?", Language::En),
            ("¿Cree que el té es mejor?", Language::Es),
            ("您喜欢茶吗？", Language::Zh),
        ] {
            assert!(!asks_which(text, language), "{text}");
        }
    }
}
