//! Facts about reading audiences that a table of filters does not show: clashes, descriptions, and what holds for any text.

use proptest::prelude::*;

use super::*;
use crate::wording;

fn given(text: &str) -> AudienceFilters {
    understand("", Some(text), Language::En).unwrap()
}

fn clash(text: &str, language: Language) -> String {
    understand("", Some(text), language).unwrap_err().message
}

#[test]
fn an_audience_that_cannot_exist_names_the_clash() {
    for (text, names) in [
        ("women who are men", "female and male"),
        ("people over 60 and under 30", "60 or older and 29 or younger"),
        ("retired teenagers", "19 or younger"),
        ("children aged 6 to 12", "Respondents are adults"),
        ("teenagers aged 13-17", "Respondents are adults"),
        ("people in Mexico and Colombia, excluding Mexico and Colombia", "excluded"),
        ("residents of Jalisco, Spain", "Jalisco is not in Spain"),
        ("rural residents who are urban", "area"),
        ("Gen Z over 60", "60 or older and 28 or younger"),
        ("teenagers over 60", "60 or older and 19 or younger"),
        ("women, but not women", "sex"),
    ] {
        let message = clash(text, Language::En);
        assert!(message.contains(names), "{text}: {message}");
    }
}

#[test]
fn a_clash_is_named_in_the_language_of_the_report() {
    assert!(clash("mujeres que son hombres", Language::Es).contains("mujer y hombre"));
    assert!(clash("mayores de 60 y menores de 30 años", Language::Es).contains("60 años o más y 29 años o menos"));
    assert!(clash("60岁以上且30岁以下的人", Language::Zh).contains("既满 60 岁又不超过 30 岁"));
    assert!(clash("西班牙哈利斯科州的居民", Language::Zh).contains("不在西班牙"));
    assert!(clash("小学生", Language::Zh).contains("成年人"));
    assert!(clash("jubilados adolescentes", Language::Es).contains("19 años o menos"));
}

#[test]
fn a_description_says_what_filters_and_what_is_taken_as_true() {
    let read = |text, language| understand("", Some(text), language).unwrap().description;
    assert_eq!(
        read("young women in Mexico or Colombia who drink coffee", Language::En),
        "Women aged 18 to 35 in Colombia and Mexico. Not a filter but taken as true of every respondent, since no \
         statistic covers it: “who drink coffee”. “Young” is taken as 18 to 35."
    );
    assert_eq!(
        read("jubilados de España e Italia con estudios universitarios", Language::Es),
        "Personas de 18 años o más en España e Italia. Otros filtros: estudios: Grado universitario o Máster o superior; \
         situación laboral: con jubilación."
    );
    assert_eq!(
        read("中国一线城市年轻人", Language::Zh),
        "中国（Beijing、Shanghai、Guangzhou和Shenzhen） 18 至 35 岁的成年人。一线城市指北京、上海、广州和深圳。“年轻”按 18 至 35 岁计。"
    );
}

#[test]
fn the_language_of_the_text_may_differ_from_the_reports() {
    for language in Language::ALL {
        let filters = understand("", Some("mujeres de 25 a 40 años en México"), language).unwrap();
        assert_eq!((filters.countries, filters.sexes), (vec!["MX".to_owned()], vec!["female".to_owned()]));
        assert_eq!((filters.age_min, filters.age_max), (Some(25), Some(40)));
    }
}

#[test]
fn case_width_and_accents_make_no_difference() {
    for text in [
        "MUJERES DE MÉXICO DE １８ A ３５ AÑOS",
        "mujeres de mexico de 18 a 35 anos",
        "Mujeres de Me\u{301}xico de 18–35 años",
    ] {
        let filters = given(text);
        assert_eq!(filters.countries, ["MX"], "{text}");
        assert_eq!(filters.age_max, Some(35), "{text}");
        assert!(filters.traits.is_empty(), "{text}: {:?}", filters.traits);
    }
}

#[test]
fn without_any_audience_the_adults_of_the_world_are_asked() {
    let filters = understand("Which one?", None, Language::En).unwrap();
    assert!(filters.countries.is_empty() && filters.traits.is_empty());
    assert_eq!((filters.age_min, filters.age_max), (Some(AGE_MIN_YEARS), None));
    assert_eq!(filters.source, AudienceSource::Inferred);
    assert!(filters.description.contains("anywhere in the world"), "{}", filters.description);
}

#[test]
fn teenagers_are_asked_from_eighteen_and_that_is_said() {
    let filters = given("teenagers in the US");
    assert_eq!((filters.age_min, filters.age_max), (Some(18), Some(19)));
    assert!(filters.description.contains("Only adults"), "{}", filters.description);
}

#[test]
fn a_name_of_two_places_goes_with_its_neighbours() {
    assert_eq!(given("voters in Georgia").countries, ["GE"]);
    assert_eq!(given("US voters in Georgia").regions, ["US/Georgia"]);
    assert_eq!(given("mujeres de Córdoba, Argentina").countries, ["AR"]);
    assert_eq!(given("mujeres de Córdoba, España").cities, ["ES/Córdoba"]);
}

#[test]
fn words_that_only_look_like_places_or_people_filter_nothing() {
    for text in ["tell us who likes nail polish", "people who eat turkey", "readers of women's magazines"] {
        let filters = given(text);
        assert!(filters.countries.is_empty() && filters.sexes.is_empty(), "{text}: {filters:?}");
        assert!(!filters.traits.is_empty(), "{text}");
    }
}

#[test]
fn every_convention_and_value_has_words() {
    for values in [
        ("employment", &collect::EMPLOYMENT[..]),
        ("household", &collect::HOUSEHOLD),
        ("marital", &collect::MARITAL),
        ("area", &collect::AREA),
        ("sexes", &collect::SEXES),
    ] {
        for value in values.1 {
            assert!(wording::exists(&format!("audience-{}-{}", values.0, value.replace('_', "-"))), "{value}");
        }
    }
    for field in ["sexes", "education", "income", "area", "employment", "occupations", "household", "marital"] {
        assert!(wording::exists(&format!("audience-field-{field}")));
    }
    for convention in lexicon::lexicon().conventions() {
        assert!(wording::exists(&format!("audience-convention-{convention}")), "{convention}");
    }
}

/// Words of the dictionaries in any order, which reach deeper than noise does.
fn words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "women",
        "who",
        "not",
        "excluding",
        "Mexico",
        "aged 25-40",
        "children",
        "under 12",
        ",",
        "and",
        "or",
        "que",
        "no",
        "sin hijos",
        "jubilados",
        "de",
        "madres",
        "España",
        "不",
        "包括",
        "学生",
        "的",
        "25岁以下",
        "孩子",
        "90后",
        "iPhone",
        "with",
        "kids",
        "of",
        "at least",
        "bachelor's degree",
        "or more",
        "男性",
        "除了",
        "以外",
        "(",
        "'s",
        "-",
        "以上",
        "in",
    ]);
    prop::collection::vec(word, 0..40).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn any_text_is_read_without_harm(text in prop_oneof!["\\PC{0,400}", words()]) {
        let first = understand(&text, Some(&text), Language::Zh);
        prop_assert_eq!(&first, &understand(&text, Some(&text), Language::Zh));
        let _ = understand(&text, None, Language::Es);
        if let Ok(filters) = first {
            prop_assert!(filters.traits.iter().all(|words| text.contains(words.as_str())));
            prop_assert!(filters.age_min >= Some(AGE_MIN_YEARS));
            prop_assert!(filters.age_max.is_none_or(|max| Some(max) >= filters.age_min));
            prop_assert!(filters.countries.iter().all(|code| crate::places::countries().contains_key(code)));
        }
    }
}

#[test]
fn the_longest_text_takes_time_in_proportion() {
    // Quotients of one machine's times, so that a slow machine can't fail it.
    let time = |text: &str| {
        #[expect(clippy::disallowed_methods, reason = "a test of speed has to look at a clock")]
        let start = std::time::Instant::now();
        let _ = understand("", Some(text), Language::En);
        start.elapsed().as_secs_f64()
    };
    let text = |chars: usize| "women in Mexico who drink coffee, not students, aged 25-40 ".repeat(chars / 58);
    let best = |text: &str| (0..5).map(|_| time(text)).fold(f64::INFINITY, f64::min);
    let (short, long) = (best(&text(1000)), best(&text(16_000)));
    assert!(long < short * 160.0, "{short} {long}");
}
