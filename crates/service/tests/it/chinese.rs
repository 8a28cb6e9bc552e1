//! Chinese typography: full-width marks, a space between Chinese and letters or digits and beside no full-width mark, “” for
//! quotations and 《》 for titles of works alone. Checked in every locale file and in rendered reports.

use std::path::Path;

use contract::ReportResult;
use pages::report_page::{self, Links};
use pages::terminal::{Screen, summary};

/// Stands for text by others, which is printed as they wrote it.
const OTHERS: char = '\u{fffc}';
const HALF_WIDTH: [char; 9] = [',', ';', ':', '!', '?', '(', ')', '"', '\''];
const FULL_WIDTH: [char; 12] = ['，', '。', '；', '：', '！', '？', '（', '）', '、', '《', '》', '…'];
const OTHER_QUOTES: [char; 6] = ['「', '」', '『', '』', '〈', '〉'];

fn is_chinese(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}')
}

fn is_latin(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '%'
}

/// Returns each fault with the text around it.
fn faults(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let is_fault = |a: char, b: char| {
        let is_unspaced = (is_chinese(a) && is_latin(b)) || (is_latin(a) && is_chinese(b));
        let is_half = (is_chinese(a) && HALF_WIDTH.contains(&b)) || (HALF_WIDTH.contains(&a) && is_chinese(b));
        let is_loose = (FULL_WIDTH.contains(&a) && b == ' ') || (a == ' ' && FULL_WIDTH.contains(&b));
        is_unspaced || is_half || is_loose || (is_chinese(a) && b == '.') || OTHER_QUOTES.contains(&a)
    };
    let found = chars.windows(2).enumerate().filter(|(_, pair)| is_fault(pair[0], pair[1]));
    let around = |at: usize| chars[at.saturating_sub(12)..(at + 14).min(chars.len())].iter().collect::<String>();
    found.map(|(at, _)| around(at)).collect()
}

/// Replaces what stands between two marks, and the marks.
fn without(text: &str, open: &str, close: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        let Some((_, behind)) = after.split_once(close) else { break };
        kept.push_str(before);
        kept.push(OTHERS);
        rest = behind;
    }
    kept + rest
}

/// Returns a message's text: placeables and comments are out, and so is the syntax of its variants.
fn texts_of(fluent: &str) -> String {
    let lines = fluent.lines().filter(|line| !line.starts_with('#'));
    let text_of = |line: &str| {
        let own = line.split_once(" = ").map_or(line, |(_, text)| text);
        let own = own.trim().trim_start_matches('*');
        let own = if own.starts_with('[') { own.split_once(']').map_or(own, |(_, text)| text.trim()) } else { own };
        let is_syntax = own.starts_with('{') && own.ends_with("->") || own == "}";
        if is_syntax { String::new() } else { without(&without(own, "{ \"", "\" }"), "{ $", " }") }
    };
    lines.map(text_of).collect::<Vec<_>>().join("\n")
}

/// Returns every text of a result that a client or an engine wrote, the longest first.
fn words_of_others(result: &ReportResult) -> Vec<String> {
    let (input, analysis) = (&result.research_input, &result.analysis);
    let mut words = vec![input.question.clone(), input.optimized.question.clone(), result.method.engine.clone()];
    words.extend(input.options.iter().chain(&input.optimized.options).cloned());
    words.extend(analysis.driver_breakdown.drivers.iter().map(|it| it.driver.clone()));
    words.extend(analysis.risk_breakdown.risks.iter().map(|it| it.risk.clone()));
    for theme in &analysis.open_text_themes {
        words.push(theme.theme.clone());
        words.extend(theme.quotes.iter().map(|quote| quote.text.clone()));
    }
    for notes in analysis.names.iter().flatten() {
        words.extend(notes.brings_to_mind.iter().chain(&notes.hard).chain(notes.meanings.values()).cloned());
    }
    for question in &result.sample_data.questionnaire.questions {
        words.extend([question.title.clone()].into_iter().chain(question.options.iter().cloned()));
    }
    words.retain(|text| !text.is_empty());
    words.sort_by_key(|text| std::cmp::Reverse(text.len()));
    words
}

/// Asserts that page, Markdown and terminal summary of a Chinese report are well set.
pub fn assert_well_set(result: &ReportResult) {
    let page = report_page::render(result, &Links::beside(false), None).unwrap();
    let body = without(&without(page.split_once("<body").unwrap().1, "<script", "</script>"), "<style", "</style>");
    let nodes = body.split('>').map(|part| part.split('<').next().unwrap_or_default().replace("&#34;", "\""));
    let markdown = report_page::markdown(result, &Links::default(), None, None).unwrap().replace(['\\', '*'], "");
    let terminal = summary(result, None, &[], Screen { columns: 2000, colours: false });
    let others = words_of_others(result);
    let mut wrong = Vec::new();
    let lines = markdown.lines().chain(terminal.lines()).map(str::to_owned).filter(|line| !line.starts_with("> "));
    for text in nodes.chain(lines) {
        let own = others.iter().fold(text.clone(), |own, words| own.replace(words, &OTHERS.to_string()));
        // Space at the ends of a node may be between lines of the template, and that beside a dot separates figures.
        wrong.extend(without(&own, "“", "”").split(" · ").flat_map(|part| faults(part.trim())));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_chinese_message_is_well_set() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../wording/locales");
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let chinese = files.iter().filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("zh."));
    let mut seen = 0;
    for path in chinese {
        let found = faults(&texts_of(&std::fs::read_to_string(path).unwrap()));
        assert!(found.is_empty(), "{}: {found:#?}", path.display());
        seen += 1;
    }
    assert_eq!(seen, 8, "one file for each surface");
}

#[test]
fn every_chinese_sample_is_well_set() {
    for name in ["zh", "zh.default"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../pages/data/samples/{name}.json"));
        assert_well_set(&serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap());
    }
}

#[test]
fn faults_of_typography_are_found() {
    for wrong in ["共100 人", "34%回答", "好,行", "（95% 区间） 。", "选「慢月亮」", "价格: 高", "选项(一)", "没有."]
    {
        assert!(!faults(wrong).is_empty(), "{wrong}");
    }
    for right in
        ["共 100 人", "34% 回答“慢月亮”", "（95% 区间：19% 至 49%）", "联合国《世界人口展望 2024》：", "App 里"]
    {
        assert_eq!(faults(right), [] as [&str; 0], "{right}");
    }
}
