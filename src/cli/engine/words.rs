//! Calibration records as tables for the terminal.

use forecast::calibration::{ShareCoverage, Way};

use super::Known;
use crate::cli::output::table;

pub(super) fn described(known: &[Known]) -> String {
    let heading = [
        "engine",
        "model",
        "language",
        "asked by",
        "cases",
        "skill",
        "little known",
        "winner right",
        "coverage",
        "worth",
        "λ",
        "groups",
        "note",
    ];
    let figure =
        |value: Option<f64>, decimals: usize| value.map_or_else(|| "–".to_owned(), |it| format!("{it:.decimals$}"));
    let signed = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |it| format!("{it:+.1}"));
    let row = |it: &Known| {
        let note = match (it.current, it.knows) {
            (false, _) => "void: asked otherwise now",
            (true, Some(false)) => "no better than guessing",
            _ if it.account.is_some() => "one account's own",
            _ => "",
        };
        let model: String = it.model.chars().take(24).collect();
        let way = if it.calibration.way == Way::Documents { "documents" } else { "labels" };
        vec![
            it.engine.clone(),
            model,
            it.language.to_string(),
            way.to_owned(),
            it.cases.map_or_else(|| "–".to_owned(), |cases| cases.to_string()),
            signed(it.skill),
            signed(it.skill_little_known),
            figure(it.winner_accuracy, 2),
            figure(it.coverage, 2),
            format!("{:.0} people", it.effective_size),
            format!("{:.2}", it.lambda),
            format!("{:.2}", it.group_weight),
            note.to_owned(),
        ]
    };
    let rows: Vec<Vec<String>> =
        std::iter::once(heading.map(str::to_owned).to_vec()).chain(known.iter().map(row)).collect();
    format!(
        "{}\n\nSkill: 0 is a guess, 100 is perfect; \"little known\" is the figure that reports print and trust. EffectiveSize: how many \
         people's answers a forecast counts as.\n\n{}",
        table(&rows),
        intervals(known)
    )
}

/// Formats the coverage of 95% intervals by forecast share, and the measured accuracy on scales and groups.
fn intervals(known: &[Known]) -> String {
    let held = |it: &Known| {
        let measured = it.calibration.measured.as_ref()?;
        let span = |it: &ShareCoverage| {
            let percent = |share: f64| (share * 100.0).round();
            format!("{}–{} %: {:.2} of {}", percent(it.from), percent(it.to), it.coverage, it.pairs)
        };
        let mut parts: Vec<String> = measured.coverage_by_share.iter().map(span).collect();
        parts.extend(
            measured.scale.as_ref().map(|scale| format!("scales: {:.2} of {} cases", scale.coverage, scale.cases)),
        );
        parts.extend(
            measured
                .groups
                .as_ref()
                .map(|it| format!("groups: {} of {} cases, correlation {:.2}", it.groups, it.cases, it.correlation)),
        );
        let pooled = if measured.pooled { " (of all languages: this one has too few surveys)" } else { "" };
        Some(format!("  {} {}{pooled}: {}", it.engine, it.language, parts.join("; ")))
    };
    let lines: Vec<String> = known.iter().filter_map(held).collect();
    format!("95 % intervals that held people's share, by the share forecast:\n{}", lines.join("\n"))
}
