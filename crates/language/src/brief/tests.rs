//! Which briefs are accepted, and with which values.

use super::*;
use proptest::prelude::*;

fn draft(options: &[&str]) -> Draft {
    let options = options.iter().map(|option| (*option).to_owned()).collect();
    Draft { question: "Which?".to_owned(), options, ..Draft::default() }
}

fn wrong_field(draft: Draft) -> String {
    Brief::parse(draft).unwrap_err().field
}

#[test]
fn a_minimal_draft_gets_the_defaults() {
    let brief = Brief::parse(draft(&["a", "b"])).unwrap();
    assert_eq!((brief.sample_size(), brief.language(), brief.audience_description()), (100, Language::En, None));
}

#[test]
fn the_clients_country_is_kept_beside_a_described_audience() {
    let described = Draft { audience_description: Some("teens".to_owned()), ..draft(&["a", "b"]) };
    let brief = Brief::parse(described).unwrap();
    assert_eq!(brief.clone().from_country(Some("IE".to_owned())).country(), Some("IE"));
    assert_eq!(brief.clone().from_country(Some("IE".to_owned())).from_country(None), brief);
}

#[test]
fn each_limit_names_its_field() {
    assert_eq!(wrong_field(Draft { question: "  ".to_owned(), ..draft(&["a", "b"]) }), "question");
    assert_eq!(wrong_field(Draft { question: "q".repeat(2001), ..draft(&["a", "b"]) }), "question");
    assert_eq!(wrong_field(draft(&["a"])), "options");
    assert_eq!(wrong_field(draft(&["a", &"b".repeat(201)])), "options[1]");
    assert_eq!(wrong_field(Draft { sample_size: Some(49), ..draft(&["a", "b"]) }), "sample_size");
    assert_eq!(wrong_field(Draft { sample_size: Some(1001), ..draft(&["a", "b"]) }), "sample_size");
    assert_eq!(wrong_field(Draft { language: Some("EN".to_owned()), ..draft(&["a", "b"]) }), "language");
    assert_eq!(wrong_field(Draft { wording: Some("verbatim".to_owned()), ..draft(&["a", "b"]) }), "wording");
    let audience_description = Some("x".repeat(2001));
    assert_eq!(wrong_field(Draft { audience_description, ..draft(&["a", "b"]) }), "audience_description");
}

#[test]
fn size_and_audience_of_a_follow_up_are_those_of_its_panel() {
    let words = Some("teachers in Spain".to_owned());
    let panel = Draft { audience_description: words.clone(), sample_size: Some(60), ..draft(&["a", "b"]) };
    let panel = Brief::parse(panel).unwrap();
    let follow_up = |draft: Draft| draft.for_panel_of(&panel);
    for same in [
        draft(&["c", "d"]),
        Draft { sample_size: Some(60), audience_description: words.clone(), ..draft(&["c", "d"]) },
        Draft { audience_description: Some("  ".to_owned()), ..draft(&["c", "d"]) },
        Draft { audience_description: Some("teachers\r\nin Spain".to_owned()), ..draft(&["c", "d"]) },
    ] {
        let brief = Brief::parse(follow_up(same).unwrap()).unwrap();
        assert_eq!((brief.sample_size(), brief.audience_description()), (60, words.as_deref()));
    }
    let larger = Draft { sample_size: Some(61), ..draft(&["c", "d"]) };
    let others = Draft { audience_description: Some("teachers".to_owned()), ..draft(&["c", "d"]) };
    for (other, field) in [(larger, "sample_size"), (others, "audience_description")] {
        let error = follow_up(other).unwrap_err();
        assert_eq!((error.field.as_str(), error.fault), (field, BriefFault::OtherThanPanel));
    }
}

#[test]
fn a_wave_asks_what_the_earlier_report_asked() {
    let words = Some("teachers in Spain".to_owned());
    let earlier = Draft {
        audience_description: words,
        sample_size: Some(60),
        language: Some("es".to_owned()),
        wording: Some("as_is".to_owned()),
        ..draft(&["a", "b c"])
    };
    let earlier = Brief::parse(earlier).unwrap().from_country(Some("MX".to_owned()));
    let named = Some("req_1".to_owned());
    let same = Draft { wave_of: named.clone(), ..draft(&["a", " b  c "]) };
    let wave = Brief::parse(same.clone().for_wave_of(&earlier).unwrap()).unwrap();
    assert_eq!((wave.wave_of(), wave.same_panel_as(), wave.sample_size()), (named.as_deref(), None, 60));
    assert_eq!(Brief { wave_of: None, ..wave }, earlier, "options are as the earlier report has them");
    let sized = Draft { sample_size: Some(80), ..same.clone() }.for_wave_of(&earlier).unwrap();
    assert_eq!(sized.sample_size, Some(80));
    for (other, field) in [
        (Draft { question: "Which one?".to_owned(), ..same.clone() }, "question"),
        (Draft { options: ["b c", "a"].map(str::to_owned).to_vec(), ..same.clone() }, "options"),
        (Draft { language: Some("en".to_owned()), ..same.clone() }, "language"),
        (Draft { wording: Some("edited".to_owned()), ..same.clone() }, "wording"),
        (Draft { audience_description: Some("teachers".to_owned()), ..same.clone() }, "audience_description"),
        (Draft { audience_id: Some("aud_1".to_owned()), ..same }, "audience_id"),
    ] {
        let error = other.for_wave_of(&earlier).unwrap_err();
        assert_eq!((error.field.as_str(), error.fault), (field, BriefFault::OtherThanWave));
    }
}

#[test]
fn the_respondents_of_a_follow_up_are_not_asked_again_as_a_wave() {
    let follow_up = Draft { same_panel_as: Some("req_1".to_owned()), ..draft(&["a", "b"]) };
    let brief = Brief::parse(follow_up.clone()).unwrap();
    let wave = Draft { wave_of: Some("req_2".to_owned()), ..draft(&["a", "b"]) };
    let error = wave.for_wave_of(&brief).unwrap_err();
    assert_eq!((error.field.as_str(), error.fault), ("wave_of", BriefFault::WaveOfPanel));
    assert_eq!(wrong_field(Draft { wave_of: Some("req_2".to_owned()), ..follow_up }), "wave_of");
}

#[test]
fn a_draft_says_in_one_way_whom_to_ask() {
    let filters = serde_json::json!({ "countries": ["MX"], "sexes": ["female"] }).as_object().cloned();
    let given = Draft { audience_filters: filters.clone(), ..draft(&["a", "b"]) };
    let brief = Brief::parse(given.clone()).unwrap();
    assert_eq!(brief.audience().unwrap().filters.countries, ["MX"]);
    let described = Some("nurses".to_owned());
    for (twice, field) in [
        (Draft { audience_description: described.clone(), ..given.clone() }, "audience_filters"),
        (Draft { audience_id: Some("aud_1".to_owned()), ..given.clone() }, "audience_id"),
        (
            Draft { audience_id: Some("aud_1".to_owned()), audience_description: described, ..draft(&["a", "b"]) },
            "audience_id",
        ),
    ] {
        assert_eq!(wrong_field(twice), field);
    }
    assert!(Brief::parse(Draft { audience_description: Some(" ".to_owned()), ..given }).is_ok());
    let unknown = serde_json::json!({ "sexes": ["female", "x"] }).as_object().cloned();
    assert_eq!(wrong_field(Draft { audience_filters: unknown, ..draft(&["a", "b"]) }), "audience_filters.sexes[1]");

    let panel = |other| {
        draft(&["c", "d"])
            .for_panel_of(&brief)
            .and_then(|own| Draft { audience_filters: other, ..own }.for_panel_of(&brief))
    };
    assert_eq!(Brief::parse(panel(filters).unwrap()).unwrap().audience(), brief.audience());
    let others = serde_json::json!({ "countries": ["ES"] }).as_object().cloned();
    assert_eq!(panel(others).unwrap_err().field, "audience_filters");
}

#[test]
fn a_kept_audience_gives_its_words_its_people_and_its_sample_size() {
    let audience = crate::audience::understand("", Some("nurses in Spain")).unwrap();
    let kept = KeptForBrief { words: Some("nurses in Spain"), audience: &audience, sample_size: 60 };
    let named = Draft { audience_id: Some("aud_1".to_owned()), ..draft(&["a", "b"]) };
    let brief = Brief::parse(named.clone().for_kept(&kept).unwrap()).unwrap();
    assert_eq!((brief.sample_size(), brief.audience_description()), (60, Some("nurses in Spain")));
    assert_eq!((brief.audience(), brief.audience_id()), (Some(&audience), Some("aud_1")));
    let sized = Draft { sample_size: Some(80), ..named.clone() }.for_kept(&kept).unwrap();
    assert_eq!(Brief::parse(sized).unwrap().sample_size(), 80);
    let described = Draft { audience_description: Some("teachers".to_owned()), ..named };
    assert_eq!(described.for_kept(&kept).unwrap_err().field, "audience_id");
    let stored = serde_json::to_string(&brief).unwrap();
    assert_eq!(serde_json::from_str::<Brief>(&stored).unwrap(), brief);
}

#[test]
fn lengths_count_characters_after_trimming() {
    let padded = format!("  {}  ", "界".repeat(200));
    assert!(Brief::parse(draft(&[&padded, "b"])).is_ok());
}

#[test]
fn options_that_differ_only_in_case_width_or_outer_space_repeat() {
    for other in ["TEA", " tea ", "ｔｅａ", "Tea\u{3000}"] {
        assert_eq!(wrong_field(draft(&["tea", other])), "options[1]", "{other:?}");
    }
    assert!(Brief::parse(draft(&["tea", "teas"])).is_ok());
}

#[test]
fn what_cannot_be_seen_is_empty_and_tells_no_two_options_apart() {
    for blank in ["\u{200B}", "\u{2060}\u{FEFF}", " \u{AD} ", "\u{3164}", "\u{2800}", "\u{FE0F}\u{200D}"] {
        assert_eq!(wrong_field(Draft { question: blank.to_owned(), ..draft(&["a", "b"]) }), "question", "{blank:?}");
        assert_eq!(wrong_field(draft(&["a", blank])), "options[1]", "{blank:?}");
        let audience_description = Some(blank.to_owned());
        let brief = Brief::parse(Draft { audience_description, ..draft(&["a", "b"]) }).unwrap();
        assert_eq!(brief.audience_description(), None, "{blank:?}");
    }
    for other in ["A\u{200B}", "\u{202E}a", "a\u{2800}", "\u{2060} a", "a\u{FE0F}"] {
        assert_eq!(wrong_field(draft(&["a", other])), "options[1]", "{other:?}");
    }
    let options = ["می\u{200C}خواهم", "👩‍👧", "👩👧", "Te\u{AD}a"];
    assert_eq!(Brief::parse(draft(&options)).unwrap().options(), options, "kept as written");
}

#[test]
fn what_cannot_be_seen_takes_room() {
    assert_eq!(wrong_field(draft(&["a", &format!("b{}", "\u{200B}".repeat(200))])), "options[1]");
}

proptest! {
    #[test]
    fn an_accepted_brief_keeps_every_text_as_written(
        question in "\\PC{1,80}", options in prop::collection::vec("\\PC{0,40}", 0..25),
    ) {
        let draft = Draft { question: question.clone(), options: options.clone(), ..Draft::default() };
        if let Ok(brief) = Brief::parse(draft) {
            prop_assert_eq!(brief.question(), question);
            prop_assert_eq!(brief.options(), options);
        }
    }
}
