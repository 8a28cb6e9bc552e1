//! Whitespace, punctuation and capitals of a question. Quotations, addresses and figures stay as they are.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::language::is_han;
use super::{dictionary, spans, spelling, verbs};
use crate::scale;
use crate::text::fold;
use foundation::Language;

/// Longest sentence that gets a question mark; a longer one describes something before it asks.
const MARKED_CHARS_MAX: usize = 300;

/// A mark with a space before it that belongs after it.
static LOOSE_MARK: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\s+(?:(?P<m>[?!,;])(?P<after>\s|$)|(?P<wide>[？！，。；、]))").ok());

/// Collapses runs of whitespace into one space and trims.
pub(super) fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Collapses whitespace and removes it before the marks that end a clause and after those that open one.
pub(super) fn tidy_question(text: &str) -> String {
    outside(text.trim(), |part| {
        let tidied = without_loose_marks(&tidy(part));
        let [starts, ends] = [part.starts_with(char::is_whitespace), part.ends_with(char::is_whitespace)];
        match (tidied.is_empty(), starts, ends) {
            (true, false, _) => String::new(),
            (true, true, _) => " ".to_owned(),
            (false, starts, ends) => format!("{}{tidied}{}", space(starts), space(ends)),
        }
    })
}

fn space(is_wanted: bool) -> &'static str {
    if is_wanted { " " } else { "" }
}

/// Applies an edit between the protected spans.
pub(super) fn outside(text: &str, edit: impl Fn(&str) -> String) -> String {
    let mut edited = String::with_capacity(text.len());
    let mut at = 0;
    for Range { start, end } in spans::protected(text) {
        edited.push_str(&edit(&text[at..start]));
        edited.push_str(&text[start..end]);
        at = end;
    }
    edited.push_str(&edit(&text[at..]));
    edited
}

fn without_loose_marks(text: &str) -> String {
    let pattern = LOOSE_MARK.as_ref();
    pattern.map_or_else(|| text.to_owned(), |pattern| pattern.replace_all(text, "$m$after$wide").into_owned())
}

/// Collapses repeated punctuation such as "??". Three full stops are an ellipsis, and colons may be part of a code.
pub(super) fn without_doubled(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let run = rest.len() - rest.trim_start_matches(c).len();
        let (count, width) = (run / c.len_utf8(), c.len_utf8());
        let is_doubled = match c {
            '?' | '？' | '!' | '！' | '¿' | '¡' | '，' | '、' | '；' => count > 1,
            // Next to a figure, commas may be part of it.
            ',' => count > 1 && !kept.is_empty() && run < rest.len(),
            '。' => count == 2,
            _ => false,
        };
        // "?!" is one question.
        if c == '!' && kept.ends_with('?') || c == '！' && kept.ends_with('？') {
            rest = &rest[run..];
            continue;
        }
        kept.push_str(&rest[..if is_doubled { width } else { run }]);
        rest = &rest[run..];
    }
    kept
}

/// Adds the question mark that a plain question at the end of the text lacks, in Spanish the opening one too. Other end
/// marks of a plain question are replaced.
pub(super) fn with_question_mark(text: &str, language: Language) -> String {
    let sentences = spans::sentences(text);
    let Some(last) = sentences.last().filter(|last| last.chars().count() <= MARKED_CHARS_MAX) else {
        return text.to_owned();
    };
    let head = &text[..text.len() - last.len()];
    match marked(last, language) {
        Some(marked)
            if spans::quoted(text).iter().all(|quote| quote.end <= head.len() || quote.start >= head.len()) =>
        {
            format!("{head}{marked}")
        }
        _ => text.to_owned(),
    }
}

fn marked(sentence: &str, language: Language) -> Option<String> {
    let bare = sentence.trim_end_matches(['!', '！', ' ', '~', '～']);
    let is_one = !bare.contains(['?', '？', '¿', '.', '!', '。', '！', ';', ':', '：', '；', '…', '\n']);
    let is_bare =
        is_one && bare.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '”' | '»' | '’' | ')' | '）'));
    let asked = sentence.strip_suffix(['?', '？']);
    match language {
        Language::Es => match asked {
            Some(inner) if !inner.contains(['¿', '?']) => Some(format!("{}?", opened(inner))),
            None if sentence.starts_with('¿') && is_bare_after_opening(sentence) => Some(format!("{sentence}?")),
            None if is_bare && (opens_with_interrogative(bare) || is_plain_question(bare)) => Some(format!("¿{bare}?")),
            None if is_bare && asks_of_a_case(bare) => Some(format!("¿{bare}?")),
            None if is_bare => spanish_clause(bare, false).map(|at| format!("{}¿{}?", &bare[..at], &bare[at..])),
            _ => None,
        },
        Language::En => (is_bare && (is_plain_question(bare) || asks_after_comma(bare))).then(|| format!("{bare}?")),
        Language::Zh => match asked {
            Some(inner) => Some(format!("{}？", inner.trim_end())),
            None => (is_bare && is_plain_question(bare)).then(|| format!("{bare}？")),
        },
    }
}

/// Returns a Spanish question with its opening mark: before the first clause that asks, otherwise at the beginning.
fn opened(question: &str) -> String {
    let at = spanish_clause(question, true).unwrap_or(0);
    format!("{}¿{}", &question[..at], &question[at..])
}

/// Returns where the first clause begins that asks: with an interrogative, or with a verb that speaks to people. What
/// others do is told in a later clause of a text that is no question for sure: "vienen, compran y se van".
fn spanish_clause(text: &str, is_question: bool) -> Option<usize> {
    // What a colon announces may be the question, too: "Nuestro uniforme: ¿con qué corbata va?"
    let later = |marks: &'static str| text.match_indices(marks).map(|(at, mark)| at + mark.len());
    let mut starts: Vec<usize> = [0].into_iter().chain(later(", ")).chain(later(": ")).collect();
    starts.sort_unstable();
    let asks = |at: &usize| match verbs::opening(&fold(&text[*at..])) {
        Some(verbs::Form::ThirdPersonPlural) => is_question || *at == 0,
        Some(_) => true,
        None => opens_with_interrogative(&text[*at..]),
    };
    starts.into_iter().find(asks).filter(|_| is_question || !is_request(text))
}

/// Returns whether a Spanish sentence asks what people would do in a case: "si te pagaran el curso aprenderías".
fn asks_of_a_case(text: &str) -> bool {
    let folded = fold(text);
    folded.starts_with("si ") && folded.split(' ').skip(2).any(|word| word.len() > 5 && word.ends_with("rias"))
}

/// Returns whether an English clause after a comma or a dash, or one after another without a mark, asks: its auxiliary
/// stands before the one who is asked.
fn asks_after_comma(text: &str) -> bool {
    let after = |marks: &'static str| text.match_indices(marks).map(|(at, mark)| fold(&text[at + mark.len()..]));
    let mut clauses = after(", ").chain(after(" - ")).chain(after(" – "));
    clauses.any(|clause| INVERTED.as_ref().is_some_and(|pattern| pattern.is_match(&clause)))
        || RUN_ON.as_ref().is_some_and(|pattern| pattern.is_match(&fold(text)))
}

fn is_bare_after_opening(text: &str) -> bool {
    let inner = text.trim_start_matches('¿');
    !inner.contains(['?', '¿', '.', '!', ';', ':', '…', '\n']) && inner.ends_with(char::is_alphanumeric)
}

fn opens_with_interrogative(text: &str) -> bool {
    const PREPOSITIONS: [&str; 9] = ["a", "con", "de", "en", "para", "por", "cada", "hasta", "desde"];
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let first = words.next().filter(|_| text.starts_with(char::is_alphanumeric));
    let is_preposition = first.is_some_and(|word| PREPOSITIONS.contains(&word.to_lowercase().as_str()));
    let word = if is_preposition { words.next() } else { first };
    word.is_some_and(spelling::is_interrogative)
}

/// Replaces narrow marks after Chinese characters by the wide ones that Chinese has.
pub(super) fn with_wide_marks(text: &str, language: Language) -> String {
    if language != Language::Zh {
        return text.to_owned();
    }
    let mut edited = String::with_capacity(text.len());
    for c in text.chars() {
        let wide = match c {
            ',' => Some('，'),
            ';' => Some('；'),
            '!' => Some('！'),
            _ => None,
        };
        let is_after_han = edited.ends_with(is_han);
        edited.push(wide.filter(|_| is_after_han).unwrap_or(c));
    }
    edited
}

/// Capitalises the first word of each sentence, if it is a word of the language: a name may be written small.
pub(super) fn with_capitals(text: &str, language: Language) -> String {
    let sentences = spans::sentences(text);
    let mut edited = String::with_capacity(text.len());
    for (index, sentence) in sentences.iter().enumerate() {
        let follows_ellipsis = index > 0 && sentences[index - 1].trim_end().ends_with("..");
        edited.push_str(&if follows_ellipsis { (*sentence).to_owned() } else { capitalised(sentence, language) });
    }
    edited
}

fn capitalised(sentence: &str, language: Language) -> String {
    let at = sentence.len() - sentence.trim_start_matches(['¿', '¡', ' ']).len();
    let rest = &sentence[at..];
    let word: &str = rest.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’')).next().unwrap_or(rest);
    let is_tied = rest[word.len()..].starts_with(|c: char| !c.is_whitespace() && !matches!(c, ',' | '?' | '!'));
    let is_plain = word.starts_with(char::is_lowercase) && word.chars().all(|c| !c.is_uppercase()) && !is_tied;
    let mut chars = rest.chars();
    match chars.next().filter(|_| is_plain && dictionary::is_common(word, language)) {
        Some(first) if first.to_uppercase().count() == 1 => {
            format!("{}{}{}", &sentence[..at], first.to_uppercase(), chars.as_str())
        }
        _ => sentence.to_owned(),
    }
}

/// Openings that only questions have, in folded text; requests ("pick", "tell us") are not questions.
static PLAIN_QUESTION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"^(which|who|whose) [a-z]|^(what|who|where|how)'s [a-z]|^(what|where|why|how) (is|are|was|were|do|does|did|would|should|could|can|will|has|have|much|many|often|likely|makes?|kind|type|name|color|colour|price)\b",
        r"|^what (%|percent|percentage|share|proportion) (of )?[a-z]",
        r"|^(what|which) (\w+ ){1,4}(is|are|do|does|did|would|should|could|can|will|shall|has|have)\b",
        r"|^(what|which) (\w+ ){1,3}(matters|fits|suits|sounds|looks|works|makes|needs) ",
        r"|^(do|can|will|have) (you|we|they|people|it|this|that|these|the|our|your|my|there|most) |^(is|are|was|were|does|did|has|should|could|would) [a-z0-9$€£]",
        r"|^(cual|cuales) [a-z]|^(que|como|donde|cuanto|quien) .*\b(prefiere|prefieres|elegirias?|elegiria|te gusta|le gusta|te gustaria|le gustaria|comprarias?|deberiamos|pagarias?)\b",
        r"|^(aproximadamente|mas o menos) cuant|^(estas|estais|estan|esta usted) (a favor|de acuerdo|dispuest|interesad)|^(cree|te gusta|le gusta|les gusta|os gusta|va a|prefiere|es (cierto|verdad|justo|posible|mejor|importante|necesario|normal|facil|dificil|caro|seguro)) [a-z0-9]",
        r"|边(隻|只|个|款|间|种|度|样|条|家|位|支)|乜(嘢|野)|咩(名|样|色|口味|好|呢|呀|$)|点(样|解)|几(钱|多钱|耐)",
        r"|会不会|是不是|要不要|能不能|好不好|愿不愿|想不想|有没有|该不该|可不可以|(贵不贵|值不值|行不行|对不对|难不难|多不多|大不大)$",
        r"|[^,，]还是[^,，]+$|(吗|么|嘛|怎样|呢|什么|哪个|哪一个|谁|多少|哪里|哪种)$|哪(个|种|款|家|项|句|一|位|支|些|方面|年)[^,，]*$",
        r"|(什么|啥|多少钱?|怎么|如何|多久|谁|几|哪[里儿玩去吃买家])[^,，。]{0,16}$|有多(大|高|少|久|强|快)$|有多大(可能|意愿|兴趣|把握|概率)[^,，。]{0,20}$",
    ))
    .ok()
});
static REQUEST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?-u:\b)(tell us|let us know|please|and why|por favor|diganos|dinos)(?-u:\b)|^(请(选|勾|填|回答|告|帮|说|给|你|您|大家|从|在|按|谈|描|对|列|排|为|将|把|用|分享|写|投|评)|帮|选|说|告诉|不管|无论|不论)|我们就|都(可以|行|好)").ok()
});

/// Openings of a clause that asks after another clause, in folded text.
static INVERTED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let ask = "(?:do|did|would|should|could|can|will|are|have) (?:you|we|they|people|i)";
    let name = "which (?:name|one|title|logo|slogan|design|option|colou?r|of)(?: \\w+){0,3}? (?:would|should|is|are|do|does|fits?|suits?|sounds?|makes?|looks?)";
    let best = "what's the (?:best|first|most|right|worst|one|hardest|nicest|fairest)";
    Regex::new(&format!(
        r"^(?:and |so |then |but )?(?:(?:(?:what|which|how|who|when|where|why)(?: \w+){{0,5}} )?{ask}|{name}|{best})\b"
    ))
    .ok()
});
/// Questions after a condition, or before "do you think", without a mark between them, in folded text.
static RUN_ON: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let ask = "(?:do|did|would|should|could|can|will|are|have) (?:you|we|they|people)";
    Regex::new(&format!(
        r"^(?:if|when|between|given|suppose|imagine) .{{5,}} (?:{ask}|(?:what|which \w+|who|how) (?:should|would|will|is|are))\b|^(?:will|is|are|does|do|has|have|would|should) .{{5,}} do you (?:think|reckon)$"
    ))
    .ok()
});

fn is_plain_question(text: &str) -> bool {
    let folded = scale::simplified(&fold(text));
    PLAIN_QUESTION.as_ref().is_some_and(|pattern| pattern.is_match(&folded)) && !is_request(text)
}

fn is_request(text: &str) -> bool {
    let folded = scale::simplified(&fold(text));
    REQUEST.as_ref().is_some_and(|pattern| pattern.is_match(&folded))
}
