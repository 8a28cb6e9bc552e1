//! Tests that a page says one thing of one figure: one record, one base of comparison, differences as printed, one notation.

use contract::AnswerValue;
use contract::ids::PREFERENCE;

use super::*;

fn default_sample() -> ReportResult {
    serde_json::from_str(include_str!("../../../data/samples/en.default.json")).unwrap()
}

fn rendered(result: &ReportResult) -> String {
    render(result, &Links::beside(false), None).unwrap()
}

/// The text of a section by its id.
fn section<'p>(page: &'p str, id: &str) -> &'p str {
    page.split(&format!("id=\"{id}\"")).nth(1).unwrap().split("</section>").next().unwrap()
}

#[test]
fn of_an_engine_that_guesses_the_page_states_one_record_and_no_worth() {
    let result = default_sample();
    let record = result.record().unwrap();
    assert!(result.is_guessing() && record.family.is_some());
    let page = rendered(&result);
    let of_worth = wording::say(Language::En, "page-effective-size", &[]);
    assert!(!page.contains(&of_worth) && !page.contains("as informative") && !page.contains(" worth "), "{page}");
    let overall = result.method.calibration.measured.as_ref().unwrap().cases;
    assert_ne!(overall, record.cases);
    let method = section(&page, "method");
    assert!(method.contains(&format!("{} survey questions", record.cases)), "{method}");
    assert!(!method.contains(&format!("{overall} survey questions")), "{method}");
    let scope = wording::measured_skill::scope(Language::En, record.family);
    assert_eq!(method.matches("no better than guessing").count(), 1, "{method}");
    assert_eq!(method.matches(&scope).count(), 2, "{method}");
}

#[test]
fn page_and_terminal_state_the_skill_of_the_same_record() {
    let mut result = sample();
    let family = result.research_input.optimized.family.unwrap();
    let mut records = default_sample().method.calibration.measured.unwrap().by_family;
    records.retain(|record| record.family == family);
    (records[0].cases, records[0].skill, records[0].knows) = (17, 41.3, true);
    (records[0].winner_accuracy, records[0].chance) = (0.66, 0.29);
    result.method.calibration.measured.as_mut().unwrap().by_family = records;
    let (page, scope) = (rendered(&result), wording::measured_skill::scope(Language::En, Some(family)));
    let screen = crate::terminal::Screen { columns: 400, colours: false };
    let terminal = crate::terminal::summary(&result, None, &[], screen);
    for text in [section(&page, "method"), &terminal] {
        assert!(
            text.contains(&scope) && text.contains("41%") && text.contains("66%") && text.contains("29%"),
            "{text}"
        );
    }
    // The whole record has its own sentence, and none of its figures stands for the family's.
    assert!(section(&page, "method").contains("138") && !terminal.contains("75%"), "{terminal}");
}

#[test]
fn a_group_is_compared_with_everyone_else_by_the_printed_shares() {
    let mut result = sample();
    let winner = result.analysis.winner.option.clone();
    let segment = &mut result.analysis.segment_breakdown.segments[0];
    segment.notable = true;
    segment.p_adjusted = 0.001;
    let others: Vec<String> = segment.shares.keys().filter(|option| **option != winner).cloned().collect();
    for (shares, of_winner, rest) in [
        (&mut segment.shares, 0.6149, [0.1851, 0.15, 0.05]),
        (&mut segment.shares_of_others, 0.5350, [0.2149, 0.2001, 0.05]),
    ] {
        shares.insert(winner.clone(), of_winner);
        shares.extend(others.iter().cloned().zip(rest));
    }
    // 8 points when rounded by itself, 7 between 61 % and 54 %.
    segment.difference = 0.0799;
    segment.difference_observed = 0.0799;
    let groups = section(&rendered(&result), "segments").to_owned();
    let said = format!("61% chose “{winner}”, compared with 54% of everyone else: 7 points more.");
    assert!(groups.contains(&said), "{groups}");
    assert!(groups.contains("<td>54%</td><td>+7</td>"), "{groups}");
    let cards = cards::cards(&result);
    let of_winner = cards.iter().find(|card| card.option == winner).unwrap();
    let group = of_winner.group.as_ref().unwrap();
    assert_eq!((group.compared.others, group.compared.points()), (0.54, 7));
    assert!(section(&rendered(&result), "cards").contains("61%, compared with 54% of everyone else"));
}

#[test]
fn the_card_emphasises_the_price_that_the_verdict_names_not_the_most_bought() {
    let mut result = sample();
    let options: Vec<String> = result.analysis.winner.shares.iter().map(|share| share.option.clone()).collect();
    for (share, buying) in result.analysis.winner.shares.iter_mut().zip([0.9, 0.7, 0.3, 0.1]) {
        share.share = buying;
    }
    let point = |(option, probability_best): (&String, f64)| contract::PricePoint {
        option: option.clone(),
        amount: 1.0,
        accepting: 0.5,
        interval: [0.4, 0.6],
        revenue_index: 100.0,
        probability_best,
    };
    result.analysis.price = Some(PriceCurve {
        points: options.iter().zip([0.1, 0.7, 0.18, 0.02]).map(point).collect(),
        best: options[1].clone(),
        best_range: [options[0].clone(), options[2].clone()],
        share_none: None,
        none_interval: None,
        levelled: false,
    });
    let ruling = result.analysis.overview.ruling.as_mut().unwrap();
    ruling.verdict = Verdict::Leaning;
    ruling.options = vec![options[1].clone()];
    let svg = card::card(&result, None).unwrap();
    let after = svg.split("fill=\"#9bc6d6\"").nth(1).unwrap();
    assert_eq!(svg.matches("fill=\"#9bc6d6\"").count(), 1, "{svg}");
    let label = after.split("</text>").next().unwrap();
    assert!(label.ends_with(options[1].as_str()), "{label}");
    assert!(rendered(&result).contains("Most likely to earn the most"));
}

#[test]
fn the_line_under_the_verdict_names_the_model_and_for_the_owner_the_open_survey() {
    let mut result = sample();
    result.method.model = Some("models/some-model.gguf".to_owned());
    let links = |survey: Option<&str>| Links { survey: survey.map(str::to_owned), ..Links::beside(false) };
    let of = |survey| render(&result, &links(survey), Some(0)).unwrap();
    let url = "https://canvass.example/s/token";
    let (public, own) = (of(None), of(Some(url)));
    for page in [&public, &own] {
        let facts = page.split("class=\"facts\"").nth(1).unwrap().split("</p>").next().unwrap();
        assert!(facts.contains("1 January 1970") && facts.contains("Engine: some-model<"), "{facts}");
        assert_eq!(facts.contains(url), page == &own, "{facts}");
    }
    let pasted = markdown(&result, &links(None), Some(0), None).unwrap();
    assert!(pasted.contains("1 January 1970 · ") && pasted.contains("Engine: some-model"), "{pasted}");
    assert!(Links::published("https://canvass.example", "token", false).survey.is_none());
}

#[test]
fn a_questionnaire_addresses_its_reader_as_the_client_does() {
    let mut result: ReportResult = serde_json::from_str(include_str!("../../../data/samples/es.json")).unwrap();
    result.research_input.question = "¿Qué nombre te gusta más?".to_owned();
    let page = rendered(&result);
    let questionnaire = section(&page, "questionnaire");
    assert!(questionnaire.contains("tu opción preferida"), "{questionnaire}");
    assert!(!questionnaire.contains("su opción preferida") && !page.contains("qué le hace dudar"), "{page}");
    result.research_input.question = "¿Qué nombre le gusta más?".to_owned();
    assert!(section(&rendered(&result), "questionnaire").contains("su opción preferida"));
}

#[test]
fn pairs_differ_by_the_printed_shares() {
    let mut result = sample();
    let winner = &mut result.analysis.winner;
    let [first, second] = [winner.option.clone(), winner.runner_up.clone()];
    for share in &mut winner.shares {
        share.share = if share.option == first {
            0.6149
        } else if share.option == second {
            0.3150
        } else {
            0.035
        };
    }
    let pair = winner.pairs.iter_mut().find(|pair| pair.higher == first && pair.lower == second).unwrap();
    pair.differs = true;
    pair.difference = 0.2999;
    // 61 % less 32 %.
    let page = rendered(&result);
    assert!(page.contains("(by 29 points)") && !page.contains("(by 30 points)"), "{page}");
}

#[test]
fn cards_that_all_have_too_few_choosers_are_one_sentence() {
    for language in Language::ALL {
        let mut result = sample();
        result.research_input.language = language;
        let few = wording::say(language, "page-cards-few", &[("n", "20".into())]);
        let [first, second] = [0, 1].map(|at| result.analysis.winner.shares[at].option.clone());
        let choose = |result: &mut ReportResult, many: usize| {
            for (at, respondent) in result.sample_data.respondents.iter_mut().enumerate() {
                let choice = if at < many { &first } else { &second };
                respondent.answers.insert(PREFERENCE.to_owned(), AnswerValue::Text(choice.clone()));
            }
        };
        choose(&mut result, 30);
        let page = rendered(&result);
        assert!(!page.contains(&few) && section(&page, "cards").contains("option-card"));
        result.sample_data.respondents.truncate(19);
        let page = rendered(&result);
        assert!(section(&page, "cards").contains(&few) && !section(&page, "cards").contains("option-card"), "{page}");
        assert!(markdown(&result, &Links::beside(false), None, None).unwrap().contains(&few));
    }
}

#[test]
fn a_quote_names_the_region_within_one_country_and_otherwise_the_country() {
    let mut result = sample();
    let quote = cards::cards(&result).iter().find_map(|card| card.voice).unwrap().clone();
    let code = result.speaker(&quote).unwrap().profile.value(Attribute::Region).unwrap().into_owned();
    let region = wording::value_in(Language::En, Some("GB"), "region", &code);
    for (countries, place, other) in
        [(["GB"].as_slice(), region.as_str(), "United Kingdom"), (&["GB", "IE"], "United Kingdom", &region)]
    {
        result.research_input.audience_filters.countries = countries.iter().map(|code| (*code).to_owned()).collect();
        let attribution = result.quoted(&quote);
        assert!(attribution.ends_with(&format!(", {place}")) && !attribution.contains(other), "{attribution}");
        let markdown = markdown(&result, &Links::beside(false), None, None).unwrap();
        assert!(rendered(&result).contains(&attribution) && markdown.contains(&attribution), "{attribution}");
    }
}

#[test]
fn levels_of_education_have_the_countrys_names_on_the_page_and_in_markdown() {
    let names = |country: &str| {
        ["upper_secondary", "bachelor"].map(|level| wording::value_in(Language::En, Some(country), "education", level))
    };
    assert_eq!(names("US"), ["High school", "Bachelor’s degree"]);
    assert_eq!(names("GB"), ["A levels or equivalent", "Degree"]);
    assert_eq!(names("IN")[0], "Upper secondary school");
    let mut result = sample();
    let winner = result.analysis.winner.option.clone();
    let segment = &mut result.analysis.segment_breakdown.segments[0];
    segment.attribute = "education".to_owned();
    segment.value = "upper_secondary".to_owned();
    segment.notable = true;
    segment.shares.insert(winner.clone(), 0.9);
    segment.shares_of_others.insert(winner, 0.1);
    assert!(rendered(&result).contains("A levels or equivalent"));
    assert!(markdown(&result, &Links::beside(false), None, None).unwrap().contains("A levels or equivalent"));
}

#[test]
fn a_page_for_spain_separates_every_percent_sign() {
    let mut result: ReportResult = serde_json::from_str(include_str!("../../../data/samples/es.json")).unwrap();
    let level =
        |result: &ReportResult, of: &str| rendered(result).contains(&format!("intervalo de simulación del {of}"));
    assert!(level(&result, "95\u{a0}%") && !level(&result, "95%"));
    result.research_input.audience_filters.countries = vec!["MX".to_owned()];
    assert!(level(&result, "95%") && !level(&result, "95\u{a0}%"));
}
