//! Edits of options: of all alike, or of those that stand out from the others. No edit makes two options equal or leaves
//! one blank. Names, slogans and wordings to be tested keep their letters and marks.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::edit::Edit;
use super::edits::until_stable;
use super::inquiry::{self, Answers};
use super::marks::tidy;
use super::spelling::{self, Scope};
use super::{invisible, parallel, spans};
use crate::brief;
use foundation::{Language, OptionId};

/// Smallest number of lettered options: two may be initials ("A. Smith", "B. Jones"), three hardly are.
const LETTERED_MIN: usize = 3;
/// Smallest number of options with a number before them, where not all have one.
const MARKED_MIN: usize = 2;

/// What an edit of the options may depend on besides the options.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kept<'a> {
    /// Whether the options are names, slogans or wordings to be tested.
    pub(super) is_verbatim: bool,
    pub(super) language: Option<Language>,
    /// Whether the question itself had to be mended, as one typed in haste.
    pub(super) is_hasty: bool,
    pub(super) answers: Answers,
    /// Words in lower case of the question and the audience.
    pub(super) elsewhere: &'a BTreeSet<String>,
}

/// Returns the served options, in the client's order, and the edits made on each.
pub(super) fn options(original: &[String], kept: Kept<'_>) -> (Vec<String>, Vec<BTreeSet<Edit>>) {
    let trimmed: Vec<String> = original.iter().map(|option| option.trim().to_owned()).collect();
    // Options that are all quoted are wordings to be tested.
    let kept = Kept { is_verbatim: kept.is_verbatim || without_quotes(&trimmed).is_some(), ..kept };
    let mut made = vec![BTreeSet::new(); original.len()];
    let (served, edits) = until_stable(trimmed.clone(), |options, edits| {
        let mut current = options.clone();
        for edit in OPTION_EDITS {
            let edited = apply(edit, &current, kept);
            if let Some(edited) = edited.filter(|edited| *edited != current && stay_apart(&current, edited)) {
                edits.push(edit);
                note_changed(&mut made, edit, &current, &edited);
                current = edited;
            }
        }
        current
    });
    // None if the edits did not converge.
    if edits.is_empty() {
        made.iter_mut().for_each(BTreeSet::clear);
    }
    note_changed(&mut made, Edit::WhiteSpace, original, &trimmed);
    (served, made)
}

/// Adds the edit to the options that differ.
pub(super) fn note_changed(made: &mut [BTreeSet<Edit>], edit: Edit, before: &[String], after: &[String]) {
    for (made, _) in made.iter_mut().zip(before.iter().zip(after)).filter(|(_, (before, after))| before != after) {
        made.insert(edit);
    }
}

const OPTION_EDITS: [Edit; 9] = [
    Edit::Invisible,
    Edit::WhiteSpace,
    Edit::ListMarker,
    Edit::Quotes,
    Edit::Abbreviation,
    Edit::Spelling,
    Edit::Form,
    Edit::EndMark,
    Edit::Capital,
];

/// Returns all options edited, or `None` if the edit does not apply to the list.
fn apply(edit: Edit, options: &[String], kept: Kept<'_>) -> Option<Vec<String>> {
    let each = |edit: &dyn Fn(&str) -> String| Some(options.iter().map(|option| edit(option)).collect());
    match edit {
        Edit::Invisible => return each(&invisible::removed),
        Edit::WhiteSpace => return each(&tidy),
        Edit::ListMarker => return without_markers(options).or_else(|| without_some_markers(options)),
        Edit::Quotes => return without_quotes(options),
        Edit::EndMark if kept.is_verbatim => return without_list_commas(options),
        Edit::Capital if kept.is_verbatim => return with_residual_capitals(options),
        _ if kept.is_verbatim => return None,
        Edit::EndMark => return without_end_marks(options),
        _ => {}
    }
    let Some(language) = kept.language else {
        return (edit == Edit::Capital).then(|| with_capitals(options)).flatten();
    };
    let scope = Scope { language, elsewhere: kept.elsewhere, is_question: false };
    match edit {
        Edit::Abbreviation => each(&|option| spelling::written_out(option, language)),
        Edit::Spelling => Some(corrected(options, scope)),
        Edit::Form => {
            let quiet = parallel::without_shouting(options, language);
            Some(if kept.answers.is_improvement { parallel::without_titles(&quiet, language) } else { quiet })
        }
        Edit::Capital => parallel::with_capitals(options, language, kept.is_hasty),
        _ => None,
    }
}

/// Returns the options with misspelt words corrected. Among answers on a scale, a word that is near one of such an answer
/// is one too.
fn corrected(options: &[String], scope: Scope<'_>) -> Vec<String> {
    let corrected: Vec<String> = options.iter().map(|option| spelling::corrected(option, scope)).collect();
    let answers = corrected.iter().filter(|option| inquiry::is_answer(option)).count();
    if answers * 2 < options.len() || answers == options.len() {
        return corrected;
    }
    let as_answer = |option: &String| {
        let likely = spelling::corrected(option, Scope { is_question: true, ..scope });
        if inquiry::is_answer(option) || !inquiry::is_answer(&likely) { option.clone() } else { likely }
    };
    corrected.iter().map(as_answer).collect()
}

/// Returns whether after an edit no option is blank and no two options became equal.
fn stay_apart(before: &[String], after: &[String]) -> bool {
    let distinct = |options: &[String], key: fn(&str) -> String| {
        options.iter().map(|option| key(option)).collect::<BTreeSet<_>>().len()
    };
    after.iter().all(|option| option.contains(|c: char| !c.is_whitespace()))
        // Briefs parsed today cannot differ in invisible characters alone, but stored ones may.
        && distinct(after, str::to_owned) >= distinct(before, str::to_owned)
        && distinct(after, brief::fold) >= distinct(before, brief::fold)
        && distinct(after, likeness) >= distinct(before, likeness)
}

/// Returns the form in which two options must differ for people to tell them apart.
pub(super) fn likeness(option: &str) -> String {
    let folded = brief::fold(&invisible::removed(option));
    folded.chars().filter(|c| !c.is_whitespace()).collect()
}

static NUMBERED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^[\(（]?(\d{1,2})(?:[\.．]\s+|[\)）]\s*|、\s*)").ok());
static LETTERED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^[\(（]?([A-Za-z])(?:[\.．]\s+|[\)）]\s*|、\s*)").ok());
static CHINESE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^[\(（]?([一二三四五六七八九十])(?:[\)）]|、)\s*").ok());
static BULLETED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^([•·●◦▪‣*–—-])\s+").ok());
static CIRCLED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^([①-⑳])\s*").ok());
const CHINESE_DIGITS: &str = "一二三四五六七八九十";

/// Strips list markers if every option has one and numbers or letters count up.
fn without_markers(options: &[String]) -> Option<Vec<String>> {
    let first = options.first()?;
    let styles: [(&LazyLock<Option<Regex>>, bool); 5] =
        [(&NUMBERED, true), (&LETTERED, true), (&CHINESE, true), (&BULLETED, false), (&CIRCLED, true)];
    let (pattern, counts) = styles.into_iter().find_map(|(style, counts)| {
        let pattern = style.as_ref().filter(|pattern| pattern.is_match(first))?;
        Some((pattern, counts))
    })?;
    let mut bare = Vec::with_capacity(options.len());
    let mut ordinals = Vec::with_capacity(options.len());
    for option in options {
        let found = pattern.captures(option)?;
        ordinals.push(ordinal(found.get(1)?.as_str())?);
        bare.push(option[found.get(0)?.end()..].to_owned());
    }
    let is_counted = ordinals.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let is_dotted_letter = first.starts_with(|c: char| c.is_ascii_alphabetic()) && first[1..].starts_with(['.', '．']);
    let is_initial = is_dotted_letter && options.len() < LETTERED_MIN;
    (is_counted || !counts).then_some(bare).filter(|_| !is_initial)
}

/// Strips numbers from the options that have one, if each is the option's own place in the list.
fn without_some_markers(options: &[String]) -> Option<Vec<String>> {
    let pattern = NUMBERED.as_ref()?;
    let mut marked = 0;
    let mut bare = Vec::with_capacity(options.len());
    for (index, option) in options.iter().enumerate() {
        let Some(found) = pattern.captures(option) else {
            bare.push(option.clone());
            continue;
        };
        if ordinal(found.get(1)?.as_str()) != u32::try_from(index + 1).ok() {
            return None;
        }
        marked += 1;
        bare.push(option[found.get(0)?.end()..].to_owned());
    }
    (marked >= MARKED_MIN).then_some(bare)
}

fn ordinal(marker: &str) -> Option<u32> {
    marker.parse().ok().or_else(|| {
        let c = marker.chars().next()?.to_ascii_lowercase();
        let digit = CHINESE_DIGITS.chars().position(|digit| digit == c).map(|at| at as u32 + 1);
        Some(digit.unwrap_or(u32::from(c)))
    })
}

/// Strips quotation marks if every option is quoted.
fn without_quotes(options: &[String]) -> Option<Vec<String>> {
    let bare = |option: &String| {
        let first = option.chars().next()?;
        let last = option.chars().next_back()?;
        let is_pair = spans::QUOTES.contains(&(first, last)) && first != '《' && first != '`';
        let inner = option.get(first.len_utf8()..option.len().checked_sub(last.len_utf8())?)?;
        let is_whole = !inner.contains([first, last]) && !inner.trim().is_empty();
        (is_pair && is_whole).then(|| inner.trim().to_owned())
    };
    options.iter().map(bare).collect()
}

/// Strips final punctuation that only some options have, and list commas.
fn without_end_marks(options: &[String]) -> Option<Vec<String>> {
    let has_comma = options.iter().any(|option| option.ends_with([',', ';', '，', '；', '、']));
    let stops = options.iter().filter(|option| ends_with_stop(option)).count();
    let has_odd_stop = stops > 0 && stops < options.len();
    let is_unclear = options.iter().any(|option| is_ambiguous_end(option));
    if is_unclear || !has_comma && !has_odd_stop {
        return None;
    }
    let marks: &[char] = match (has_comma, has_odd_stop) {
        (true, true) => &[',', ';', '，', '；', '、', '.', '。'],
        (true, false) => &[',', ';', '，', '；', '、'],
        _ => &['.', '。'],
    };
    Some(options.iter().map(|option| option.strip_suffix(marks).unwrap_or(option).trim_end().to_owned()).collect())
}

/// Strips the commas and semicolons of a list, which belong to no name.
fn without_list_commas(options: &[String]) -> Option<Vec<String>> {
    let is_listed = options.iter().any(|option| option.ends_with([',', '，', '、']))
        && !options.iter().any(|option| is_ambiguous_end(option));
    let bare =
        |option: &String| option.strip_suffix([',', ';', '，', '；', '、']).unwrap_or(option).trim_end().to_owned();
    is_listed.then(|| options.iter().map(bare).collect())
}

fn ends_with_stop(option: &str) -> bool {
    option.ends_with(['.', '。'])
}

/// Returns whether the final mark may belong to the option: an abbreviation, an ellipsis, a code, or several sentences.
fn is_ambiguous_end(option: &str) -> bool {
    let Some(body) = option.strip_suffix(['.', '。', ',', ';', '，', '；', '、']) else { return false };
    // An option that is only a stop has no last word and counts as an abbreviation.
    let last = body.split_whitespace().next_back().unwrap_or("");
    let is_abbreviation = last.chars().count() <= 1 && last.is_ascii()
        || spans::ABBREVIATIONS.contains(&last.to_lowercase().as_str())
        || last.contains(['.', '。']);
    let is_doubled = body.ends_with(|c: char| c.is_ascii_punctuation() && !matches!(c, ')' | '"' | '\'' | '%'));
    let has_sentences = body.contains('。') || body.contains(". ") || body.contains("? ") || body.contains("! ");
    ends_with_stop(option) && (is_abbreviation || has_sentences) || is_doubled
}

/// Capitalises the few options that lack a capital if most have one.
fn with_capitals(options: &[String]) -> Option<Vec<String>> {
    let first_of = |option: &String| option.chars().next();
    let capitals = options.iter().filter(|option| first_of(option).is_some_and(char::is_uppercase)).count();
    let is_cased = |option: &String| first_of(option).is_some_and(|c| c.is_uppercase() || c.is_lowercase());
    let is_ascii_cased = |option: &String| first_of(option).is_some_and(|c| (c as u32) < 0x250);
    let is_one_script = options.iter().all(is_ascii_cased) || !options.iter().any(is_ascii_cased);
    if !options.iter().all(is_cased) || !is_one_script || capitals * 2 <= options.len() || capitals == options.len() {
        return None;
    }
    let is_odd_name = |option: &&String| first_of(option).is_some_and(char::is_lowercase) && !is_plain_word(option);
    if options.iter().any(|option| is_odd_name(&option)) {
        return None;
    }
    Some(options.iter().map(|option| capitalised(option)).collect())
}

/// Capitalises answers such as "none of these" among names that begin with capitals.
fn with_residual_capitals(options: &[String]) -> Option<Vec<String>> {
    let residual = inquiry::residual(options);
    let mut names = OptionId::all(options.len()).filter(|id| !residual.contains(id));
    let are_capital = names.all(|id| options[id.0].starts_with(char::is_uppercase));
    let edited = |(id, option): (OptionId, &String)| {
        if residual.contains(&id) { capitalised(option) } else { option.clone() }
    };
    are_capital.then(|| OptionId::all(options.len()).zip(options).map(edited).collect())
}

/// Returns whether the first word has ordinary spelling, unlike "iPhone", "e-mail", "npm.js" and "mp3".
fn is_plain_word(option: &str) -> bool {
    let word = option.split_whitespace().next().map(|word| word.trim_end_matches([',', ':']));
    word.is_none_or(|word| word.chars().all(|c| c.is_alphabetic() && !c.is_uppercase()))
}

fn capitalised(option: &str) -> String {
    let mut chars = option.chars();
    match chars.next() {
        // Only single-letter capitals: "ß" would become two letters.
        Some(first) if first.to_uppercase().count() == 1 => first.to_uppercase().chain(chars).collect(),
        _ => option.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn served(list: &[&str]) -> Vec<String> {
        let kept = Kept {
            is_verbatim: false,
            language: Some(Language::En),
            is_hasty: false,
            answers: Answers::default(),
            elsewhere: &BTreeSet::new(),
        };
        options(&list.iter().map(|option| (*option).to_owned()).collect::<Vec<_>>(), kept).0
    }

    #[test]
    fn what_every_option_carries_is_taken_off_all() {
        for (from, to) in [
            (["1. Tea", "2. Coffee", "3. Milk"], ["Tea", "Coffee", "Milk"]),
            (["a) Tea", "b) Coffee", "c) Milk"], ["Tea", "Coffee", "Milk"]),
            (["- Tea", "- Coffee", "- Milk"], ["Tea", "Coffee", "Milk"]),
            (["一、茶", "二、咖啡", "三、牛奶"], ["茶", "咖啡", "牛奶"]),
            (["①茶", "②咖啡", "③牛奶"], ["茶", "咖啡", "牛奶"]),
            (["“Tea”", "“Coffee”", "“Milk”"], ["Tea", "Coffee", "Milk"]),
            (["Tea,", "Coffee,", "Milk"], ["Tea", "Coffee", "Milk"]),
            (["茶。", "咖啡", "牛奶"], ["茶", "咖啡", "牛奶"]),
            (["Tea", "Coffee", "milk"], ["Tea", "Coffee", "Milk"]),
            (["red.", "GREEN", "Matte black (limited edition!!!)"], ["Red", "Green", "Matte black (limited edition)"]),
            (["1) Tea", "Coffee", "3) Milk"], ["Tea", "Coffee", "Milk"]),
            (["Go up", "go down", "dont know"], ["Go up", "Go down", "Don't know"]),
            (["• tea.", "• coffee", "• \u{200B}milk"], ["tea", "coffee", "milk"]),
        ] {
            assert_eq!(served(&from), to);
        }
    }

    #[test]
    fn what_only_some_carry_or_what_belongs_to_them_stays() {
        for same in [
            &["1. Tea", "3. Coffee", "2. Milk"][..],
            &["1. FC Köln", "Hertha", "Union"],
            &["A. Smith", "B. Jones"],
            &["1.5 GB", "2.5 GB"],
            &["“Tea”", "Coffee", "Milk"],
            &["I like tea.", "I like milk."],
            &["Acme Inc.", "Halden", "Umbra"],
            &["Now. Not later.", "Later", "Never"],
            &["Wait...", "Go", "Stop"],
            &["iPhone", "Galaxy", "Pixel"],
            &["tea", "coffee", "milk"],
            &["adidas", "ASICS", "New Balance"],
            &["Чай", "кофе", "Milk"],
        ] {
            assert_eq!(served(same), same);
        }
    }

    #[test]
    fn an_edit_that_would_make_two_alike_is_made_on_none() {
        assert_eq!(served(&["1. Tea", "2. Tea"]), ["1. Tea", "2. Tea"]);
        assert_eq!(served(&["Tea.", "Tea", "Milk"]), ["Tea.", "Tea", "Milk"]);
        assert_eq!(served(&["te\u{200B}a", "tea", " milk  tea"]), ["te\u{200B}a", "tea", "milk tea"]);
    }

    #[test]
    fn the_case_of_names_stays() {
        let names = ["Alba", "Norte", "umbra"].map(str::to_owned);
        let kept = Kept {
            is_verbatim: true,
            language: Some(Language::En),
            is_hasty: false,
            answers: Answers::default(),
            elsewhere: &BTreeSet::new(),
        };
        assert_eq!(options(&names, kept).0, names);
    }

    #[test]
    fn options_of_nothing_visible_stay_what_they_are() {
        assert_eq!(served(&["\u{200B}", "\u{2060}", "1."]), ["\u{200B}", "\u{2060}", "1."]);
    }
}
