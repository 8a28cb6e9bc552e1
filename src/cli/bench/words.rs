//! Results of a benchmark as tables for the terminal.

use forecast::ConfidenceLevel;
use forecast::human::Ablation;

use crate::cli::output::table;
use lab::bench::{Confidence, Figures, LeftOut, Results, Scores};

const HEADING: [&str; 8] =
    ["", " cases", " skill", "winner right", "chance", "100 people", "Wasserstein (uniform)", "   λ"];

pub(super) fn summary(results: &Results) -> String {
    let mut parts = vec![opening(results), headline(results)];
    let (detailed, how) = match &results.leave_one_survey_out {
        Some(left_out) => (&left_out.scores, "each survey left out"),
        None => (&results.shipped, shipped(results)),
    };
    parts.push(groups(&format!("By topic, {how}"), detailed.by_topic.iter()));
    let by_options = detailed.by_options.iter().map(|(count, figures)| (format!("{count} options"), figures));
    parts.push(groups(&format!("By number of options, {how}"), by_options));
    if let Some(left_out) = &results.leave_one_survey_out {
        parts.push(ingredients(left_out));
    }
    match &detailed.confidence {
        Some(stated) => parts.push(confidence(stated, how)),
        None => parts.push("No confidence is stated: the engine was never measured.".to_owned()),
    }
    parts.extend(failures(results));
    parts.join("\n\n")
}

fn opening(results: &Results) -> String {
    let Results { engine, read_now, .. } = results;
    let model = results.model.as_deref().map_or_else(String::new, |model| format!(" ({model})"));
    let cases = results.shipped.all.cases;
    let kept = cases - read_now;
    format!(
        "{engine}{model}: {cases} cases; {read_now} read now, {kept} kept from before.\n\
         Skill: 0 is a uniform guess, 100 is perfect."
    )
}

/// Describes the calibration in use. An engine without a record is shrunk by the default λ.
fn shipped(results: &Results) -> &'static str {
    if results.measured { "as in reports" } else { "as in reports (not measured)" }
}

/// Returns the scores with the calibration in use above those with each survey held out.
fn headline(results: &Results) -> String {
    let mut rows = vec![HEADING.map(str::to_owned).to_vec(), vec![shipped(results).to_owned()]];
    rows.extend(language_rows(&results.shipped));
    match &results.leave_one_survey_out {
        Some(left_out) => {
            rows.push(vec![format!("each of {} surveys left out", left_out.surveys)]);
            rows.extend(language_rows(&left_out.scores));
        }
        None => rows.push(vec!["too few surveys to leave one out".to_owned()]),
    }
    table(&rows)
}

fn language_rows(scores: &Scores) -> Vec<Vec<String>> {
    let languages = scores.by_language.iter().map(|(language, figures)| row(&format!("  {language}"), figures));
    std::iter::once(row("  all", &scores.all)).chain(languages).collect()
}

fn groups<'a, K: std::fmt::Display>(title: &str, groups: impl Iterator<Item = (K, &'a Figures)>) -> String {
    let heading = std::iter::once(title).chain(HEADING.into_iter().skip(1)).map(str::to_owned).collect();
    let rows = groups.map(|(name, figures)| row(&format!("  {name}"), figures));
    table(&std::iter::once(heading).chain(rows).collect::<Vec<_>>())
}

fn row(name: &str, figures: &Figures) -> Vec<String> {
    let moved = match (figures.wasserstein, figures.uniform_wasserstein) {
        (Some(ours), Some(uniform)) => format!("{ours:.3} ({uniform:.3})"),
        _ => "–".to_owned(),
    };
    vec![
        name.to_owned(),
        format!("{:>6}", figures.cases),
        skill(figures.skill),
        format!("{:>12.2}", figures.winner_accuracy),
        format!("{:>6.2}", figures.chance),
        format!("{:>10.2}", figures.human_ceiling),
        format!("{moved:>21}"),
        format!("{:>4.2}", figures.lambda),
    ]
}

fn skill(skill: Option<f64>) -> String {
    skill.map_or_else(|| format!("{:>6}", "–"), |skill| format!("{skill:>+6.1}"))
}

fn ingredients(left_out: &LeftOut) -> String {
    let heading = ["What each ingredient buys", " skill", "winner right"].map(str::to_owned).to_vec();
    let name = |variant: &str| match variant {
        "engine" => "  the engine as it is",
        "engine_shrunk" => "  the engine, shrunk",
        "prior" => "  the prior alone",
        "pooled" => "  engine and prior",
        _ => "  engine and prior, shrunk",
    };
    let row = |it: &Ablation| {
        vec![name(it.variant).to_owned(), skill(it.score.skill), format!("{:>12.2}", it.score.winner_accuracy)]
    };
    table(&std::iter::once(heading).chain(left_out.ablation.iter().map(row)).collect::<Vec<_>>())
}

fn confidence(confidence: &Confidence, how: &str) -> String {
    let columns = [" cases", "stated", " right"];
    let share = |share: Option<f64>| share.map_or_else(|| format!("{:>6}", "–"), |share| format!("{share:>6.2}"));
    let figures = |name: String, cases: usize, stated: Option<f64>, right: Option<f64>| {
        vec![name, format!("{cases:>6}"), share(stated), share(right)]
    };
    let heading = |title: String| std::iter::once(title).chain(columns.map(str::to_owned)).collect::<Vec<_>>();
    let mut rows = vec![heading(format!("Stated confidence, {how}"))];
    for level in &confidence.levels {
        let name = match level.level {
            ConfidenceLevel::High => "  high",
            ConfidenceLevel::Medium => "  medium",
            ConfidenceLevel::Low => "  low",
        };
        rows.push(figures(name.to_owned(), level.cases, level.stated, level.right));
    }
    for bin in &confidence.curve {
        let name = format!("  {:.1} to {:.1}", bin.from, bin.to);
        rows.push(figures(name, bin.statements, Some(bin.stated), Some(bin.right)));
    }
    table(&rows)
}

fn failures(results: &Results) -> Option<String> {
    let lines = results.failed.iter().map(|failure| format!("  {}: {}", failure.case, failure.reason));
    let lines: Vec<String> = lines.collect();
    (!lines.is_empty()).then(|| format!("{} cases could not be read:\n{}", lines.len(), lines.join("\n")))
}
