//! Tests of the figures that a page prints: shares add up, options with an order of their own keep it, groups are compared by the
//! share that the verdict is about, and a table has more than one row.

use contract::{Inquiry, PrintedShare, ReportResult, ScaleShape};
use wording::whole_percent;

use super::*;

fn section<'p>(page: &'p str, id: &str) -> &'p str {
    page.split(&format!("id=\"{id}\"")).nth(1).unwrap().split("</section>").next().unwrap()
}

fn rendered(result: &ReportResult) -> String {
    render(result, &Links::beside(false), None).unwrap()
}

/// Renames the four options of the sample, without their notes.
fn with_options(options: [&str; 4], shares: [f64; 4]) -> ReportResult {
    let mut text = serde_json::to_string(&sample()).unwrap();
    for (own, option) in ["Hush Hour", "Slow Moon", "Nodwell", "Somnara"].into_iter().zip(options) {
        text = text.replace(own, option);
    }
    let mut result: ReportResult = serde_json::from_str(&text).unwrap();
    result.analysis.schema_version = contract::SCHEMA_VERSION.to_owned();
    result.analysis.names = None;
    result.analysis.winner.pairs.clear();
    result.research_input.optimized.inquiry = Inquiry::Preference;
    for share in &mut result.analysis.winner.shares {
        let at = options.iter().position(|option| *option == share.option).unwrap();
        share.share = shares[at];
    }
    result
}

const STEPS: [&str; 4] = ["Never", "Rarely", "Often", "Always"];

fn on_a_scale() -> ReportResult {
    let shares = [0.104, 0.306, 0.3535, 0.2365];
    let mut result = with_options(STEPS, shares);
    let steps = STEPS.map(str::to_owned);
    result.analysis.scale = Some(ScaleShape {
        top_steps: steps[2..].to_vec(),
        steps: steps.to_vec(),
        shares: shares.to_vec(),
        mean: 2.7,
        mean_interval: [2.4, 3.0],
        top: 0.59,
        top_interval: [0.4, 0.7],
        bottom: 0.41,
        is_split: false,
    });
    result.research_input.optimized.inquiry = Inquiry::Likelihood;
    let segment = &mut result.analysis.segment_breakdown.segments[0];
    let shares = |of: [f64; 4]| STEPS.map(str::to_owned).into_iter().zip(of).collect();
    (segment.shares, segment.shares_of_others) = (shares([0.1, 0.2, 0.4, 0.3]), shares([0.1, 0.4, 0.35, 0.15]));
    (segment.notable, segment.p_adjusted) = (true, 0.001);
    result
}

#[test]
fn the_printed_shares_of_chart_table_card_markdown_and_terminal_add_up() {
    // Rounded each by itself, they would add up to 101 %.
    let result = with_options(["Alder", "Birch", "Cedar", "Dogwood"], [0.506, 0.236, 0.166, 0.092]);
    let read = result.shares_as_read();
    let printed = |share: &PrintedShare<'_>| whole_percent(share.share);
    assert_eq!(read.iter().map(printed).collect::<Vec<_>>(), [51, 24, 16, 9]);
    let screen = crate::terminal::Screen { columns: 200, colours: false };
    let terminal = crate::terminal::summary(&result, None, &[], screen);
    let markdown = markdown(&result, &Links::beside(false), None, None).unwrap();
    let page = rendered(&result);
    let surfaces = [section(&page, "options"), section(&page, "cards"), &markdown, &terminal];
    for surface in surfaces {
        let of_third = surface.split("Cedar").nth(1).unwrap();
        assert!(of_third.contains("16%") && !of_third.starts_with("17%"), "{surface}");
    }
    let card = Picture::Card.svg(&result, None).unwrap().unwrap();
    assert!(card.contains("16%") && !card.contains("17%"), "{card}");
    assert!(!page.contains("may not add up"));
}

#[test]
fn a_group_on_a_scale_is_compared_by_the_upper_end_on_every_surface() {
    let result = on_a_scale();
    let page = rendered(&result);
    let groups = section(&page, "segments");
    let said = "70% would answer “Often” or “Always”, compared with 50% of everyone else: 20 points more.";
    assert!(groups.contains(said), "{groups}");
    assert!(groups.contains("<td>70%</td><td>50%</td><td>+20</td>"), "{groups}");
    assert!(groups.contains("Everyone else: <bdi>“Often” or “Always”</bdi>"), "{groups}");
    assert!(cards::cards(&result).iter().all(|card| card.group.is_none()), "a card has no figure of its own");
    let screen = crate::terminal::Screen { columns: 200, colours: false };
    let terminal = crate::terminal::summary(&result, None, &[], screen);
    assert!(terminal.contains("“Often” or “Always”: 70% here, 50% of everyone else"), "{terminal}");
    // The steps of each end add up to what is printed for it.
    let steps: Vec<i64> = result.shares_as_read().iter().map(|share| whole_percent(share.share)).collect();
    assert_eq!((steps[0] + steps[1], steps[2] + steps[3]), (41, 59), "{steps:?}");
    assert!(section(&page, "scale").contains("59% would answer"));
}

#[test]
fn without_a_group_that_differs_the_page_says_in_which_share() {
    let mut result = on_a_scale();
    result.analysis.segment_breakdown.segments.iter_mut().for_each(|segment| segment.notable = false);
    let page = rendered(&result);
    assert!(section(&page, "segments").contains("No group’s share of “Often” or “Always” differs"), "{page}");
}

#[test]
fn amounts_keep_their_own_order_and_names_are_sorted_by_share() {
    let bands = ["More than 10 hours", "Under 2 hours", "2–5 hours", "5–10 hours"];
    let result = with_options(bands, [0.4, 0.1, 0.2, 0.3]);
    let order = |result: &ReportResult| -> Vec<String> {
        result.shares_as_read().iter().map(|share| share.option.to_owned()).collect()
    };
    assert_eq!(order(&result), ["Under 2 hours", "2–5 hours", "5–10 hours", "More than 10 hours"]);
    let page = rendered(&result);
    for part in [section(&page, "options"), section(&page, "cards")] {
        assert!(part.find("Under 2").unwrap() < part.find("More than 10").unwrap(), "{part}");
    }
    let mut named = result;
    named.research_input.optimized.inquiry = Inquiry::Naming;
    assert_eq!(order(&named)[0], "More than 10 hours", "what looks like an amount may be part of a name");
    assert_eq!(order(&with_options(["Oak", "Elm", "Fir", "Ash"], [0.1, 0.2, 0.4, 0.3])), ["Fir", "Ash", "Elm", "Oak"]);
}

#[test]
fn a_table_of_one_row_is_a_sentence() {
    let mut result = sample();
    result.analysis.driver_breakdown.drivers.truncate(1);
    result.analysis.risk_breakdown.risks.truncate(1);
    result.analysis.segment_breakdown.segments.truncate(1);
    result.analysis.driver_breakdown.drivers[0].driver = "The sound of it".to_owned();
    let page = rendered(&result);
    for id in ["reasons", "concerns", "segments"] {
        assert!(!section(&page, id).contains("<table"), "{id}");
    }
    assert!(section(&page, "reasons").contains("Only one was named: “The sound of it”"), "{page}");
    assert!(section(&page, "segments").contains("compared with"), "{page}");
    assert!(section(&rendered(&sample()), "reasons").contains("<table"));
}

#[test]
fn the_severity_of_concerns_is_explained_where_it_stands() {
    for language in Language::ALL {
        let mut result = sample();
        result.research_input.language = language;
        let asked = result.sample_data.respondents.iter().filter(|it| it.answers.contains_key("concern")).count();
        let note = wording::severity_note(language, asked);
        assert!(asked > 0 && note.contains(&asked.to_string()), "{note}");
        assert!(section(&rendered(&result), "concerns").contains(&note), "{language}");
    }
}

#[test]
fn a_measured_figure_says_in_which_language_and_of_which_questions_it_is() {
    let result = sample();
    let method = section(&rendered(&result), "method").to_owned();
    assert!(method.contains("questions of all kinds asked in English (138: opinions, habits and choices)"), "{method}");
    assert!(method.contains("questions asked in English, 96% of them"), "{method}");
    let mut pooled = result;
    pooled.method.calibration.measured.as_mut().unwrap().pooled = true;
    assert!(section(&rendered(&pooled), "method").contains("questions asked in all languages, 96% of them"));
}
