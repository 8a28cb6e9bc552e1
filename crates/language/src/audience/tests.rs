//! Properties of the audience rules that the table of filters does not show: contradictions, conditions, and any input.

use foundation::Language;
use proptest::prelude::*;

use super::*;

fn given(text: &str) -> Filters {
    understand("", Some(text)).unwrap().filters
}

#[test]
fn lists_and_clauses_are_conditions_as_a_whole() {
    for (text, condition) in [
        ("Adults in Canada who take a bus, streetcar or subway weekly", "who take a bus, streetcar or subway weekly"),
        ("Women who buy bread, milk and eggs online in Peru", "who buy bread, milk and eggs online"),
        ("People who work outside the home in Ireland", "who work outside the home"),
        ("Adultos en Colombia que trabajan fuera de la casa", "que trabajan fuera de la casa"),
        ("Mujeres en Chile que usan metro, micro o bicicleta", "que usan metro, micro o bicicleta"),
    ] {
        let filters = understand("Which one?", Some(text)).unwrap().filters;
        assert_eq!(
            (filters.traits.as_slice(), filters.countries.len()),
            ([condition.to_owned()].as_slice(), 1),
            "{text}"
        );
    }
    let abroad = understand("Which one?", Some("Adultos que trabajan fuera de Chile")).unwrap().filters;
    assert!(abroad.traits.is_empty(), "{:?}", abroad.traits);
}

#[test]
fn who_learns_a_language_is_not_of_its_country() {
    for (text, condition) in [
        ("Estudiantes de español de todo el mundo", "Estudiantes de español"),
        ("students of English worldwide", "students of English"),
    ] {
        let audience = understand("Which?", Some(text)).unwrap();
        assert!(audience.is_worldwide && audience.filters.countries.is_empty(), "{text}: {audience:?}");
        assert_eq!(audience.filters.traits, [condition], "{text}");
    }
    assert_eq!(given("grupos de españoles").countries, ["ES"]);
    assert_eq!(given("住喺香港新界嘅市民").countries, ["HK"]);
}

#[test]
fn what_cannot_hold_together_is_told_apart() {
    let clash = |text: &str| understand("", Some(text)).unwrap_err();
    let sexes = vec!["female".to_owned(), "male".to_owned()];
    assert_eq!(clash("women who are men"), Contradiction::Values { attribute: Attribute::Sex, values: sexes });
    assert_eq!(clash("people over 60 and under 30"), Contradiction::Ages { over: 60, under: 29 });
    assert_eq!(clash("retired teenagers"), Contradiction::TooYoungToRetire { max: 19 });
    assert_eq!(clash("小学生"), Contradiction::Minors);
    assert_eq!(clash("alumnos de 10 a 12 años de Tegucigalpa"), Contradiction::Minors);
    assert_eq!(given("empleados de 5 a 10 años de antigüedad").age_max, None);
    assert_eq!(clash("people in Mexico and Colombia, excluding Mexico and Colombia"), Contradiction::NoPlace);
    let outside = Contradiction::Outside { part: "MX/Jalisco".to_owned(), country: "ES".to_owned() };
    assert_eq!(clash("residents of Jalisco, Spain"), outside);
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
    let filters = understand("Which one?", None).unwrap().filters;
    assert!(filters.countries.is_empty() && filters.traits.is_empty());
    assert_eq!((filters.age_min, filters.age_max), (Some(AGE_MIN_YEARS), None));
    assert_eq!(filters.source, Source::Inferred);
}

fn whom_of(question: &str, options: &[&str], country: Option<&str>, language: Language) -> (Vec<String>, Vec<Basis>) {
    let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
    let filters = whom(Asked { question, options: &options, description: None, country, language }).unwrap().filters;
    assert_eq!(filters.source, Source::Inferred);
    (filters.countries, filters.basis)
}

fn whom_asked(question: &str) -> (String, Vec<Basis>) {
    let (countries, basis) = whom_of(question, &[], None, Language::En);
    (countries.join(" "), basis)
}

#[test]
fn a_thing_of_somebodys_own_in_a_place_is_for_those_who_live_there() {
    for (question, country) in [
        ("Which name for a bakery in Seville?", "ES"),
        ("What should we call our new coffee shop in Austin, Texas?", "US"),
        ("¿Qué nombre le pongo a mi panadería en Guadalajara?", "MX"),
        ("¿Qué eslogan va mejor para una clínica dental de Bogotá?", "CO"),
        ("成都的一家火锅店取什么名字好？", "CN"),
        ("Which of these names suits a cat rescue in Manchester?", "GB"),
        ("¿Qué lema le pondrías a un albergue en Monterrey?", "MX"),
        ("We're a small charity in Leeds that collects food. What should we do first?", "GB"),
        ("Tenemos una escuela de danza en Lima. ¿Qué horario es mejor?", "PE"),
        ("我们在杭州开了一间陶艺教室，该先推出什么课程？", "CN"),
    ] {
        assert_eq!(whom_asked(question), (country.to_owned(), vec![Basis::Question]), "{question}");
    }
}

#[test]
fn a_place_that_a_question_merely_speaks_of_is_its_subject() {
    let english = countries_of(Language::En).join(" ");
    for question in [
        "Should the US leave NATO?",
        "Is China a threat to the United States?",
        "Should Apple open more stores in India?",
        "Which Mexican restaurant is the best?",
        "Should the euro be given up?",
    ] {
        assert_eq!(whom_asked(question), (english.clone(), vec![Basis::Language]), "{question}");
    }
}

#[test]
fn money_that_names_countries_says_whom_to_ask() {
    let asked = |question: &str, options: &[&str], language| whom_of(question, options, None, language).0.join(" ");
    assert_eq!(asked("How much would you pay for this mug?", &["£5", "£8"], Language::En), "GB");
    assert_eq!(asked("¿Cuánto pagarías?", &["100 pesos mexicanos", "150 pesos mexicanos"], Language::Es), "MX");
    assert_eq!(asked("¿Cuánto pagarías por este libro?", &["10 €", "15 €"], Language::Es), "ES");
    assert_eq!(asked("这个杯子你愿意花多少钱？", &["20元", "30元"], Language::Zh), "CN");
    assert_eq!(asked("这个杯子你愿意花多少钱？", &["20港币", "30港币"], Language::Zh), "HK");
    assert_eq!(asked("这个杯子你愿意花多少钱？", &["200新台币", "300新台币"], Language::Zh), "TW");
    assert_eq!(asked("How much would you pay?", &["R$ 20", "R$ 30"], Language::En), "BR");
    assert!(asked("Which price is right for you?", &["€5", "€6"], Language::En).contains("DE EE ES FI"));
    assert_eq!(asked("Which price is right for you?", &["$5", "$6"], Language::En), "US");
    let spanish = countries_of(Language::Es).join(" ");
    assert_eq!(asked("¿Qué precio es justo para ti?", &["$5", "$6"], Language::Es), spanish);
    assert_eq!(whom_of("Which price is right for you?", &["$5", "$6"], Some("CA"), Language::En).0, ["CA"]);
}

#[test]
fn without_a_sign_the_accounts_country_counts_and_then_the_language() {
    let (countries, basis) = whom_of("Which logo looks best to you?", &[], Some("NL"), Language::En);
    assert_eq!((countries, basis), (vec!["NL".to_owned()], vec![Basis::Account]));
    assert_eq!(whom_of("¿Cuál te gusta más?", &[], None, Language::En).0, countries_of(Language::Es));
    assert_eq!(whom_of("你更喜欢哪一个？", &[], None, Language::En).0, ["CN"], "the mainland alone");
    assert_eq!(whom_of("Red? Blue?", &[], None, Language::Es).0, countries_of(Language::Es));
    for language in Language::ALL {
        assert!(countries_of(language).iter().all(|code| population::places::countries().contains_key(*code)));
    }
}

#[test]
fn people_whom_the_question_names_live_where_it_is_asked() {
    let (countries, basis) = whom_of("Which shoes do nurses prefer?", &[], Some("IE"), Language::En);
    assert_eq!((countries, basis), (vec!["IE".to_owned()], vec![Basis::Question, Basis::Account]));
    let contadores = understand("¿Qué programa prefieren los contadores?", None).unwrap().filters;
    assert_eq!(contadores.traits, ["contadores"]);
}

#[test]
fn teenagers_are_asked_from_eighteen_and_that_is_said() {
    let Audience { filters, conventions, .. } = understand("", Some("teenagers in the US")).unwrap();
    assert_eq!((filters.age_min, filters.age_max), (Some(18), Some(19)));
    assert!(conventions.contains(&Convention::AdultsOnly), "{conventions:?}");
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
        assert!(filters.countries.is_empty() && filters.codes(Attribute::Sex).is_empty(), "{text}: {filters:?}");
        assert!(!filters.traits.is_empty(), "{text}");
    }
}

/// Random sequences of dictionary words, which reach more rules than random characters do.
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
        let first = understand(&text, Some(&text));
        prop_assert_eq!(&first, &understand(&text, Some(&text)));
        let _ = understand(&text, None);
        if let Ok(Audience { filters, .. }) = first {
            prop_assert!(filters.traits.iter().all(|words| text.contains(words.as_str())));
            prop_assert!(filters.age_min >= Some(AGE_MIN_YEARS));
            prop_assert!(filters.age_max.is_none_or(|max| Some(max) >= filters.age_min));
            prop_assert!(filters.countries.iter().all(|code| population::places::countries().contains_key(code)));
        }
    }
}

#[test]
fn the_longest_text_takes_time_in_proportion() {
    const TIMES_LONGER: usize = 16;
    // Both readings are of equally many characters, so that a slow or busy machine delays them alike.
    let time = |text: &str, times: usize| {
        #[expect(clippy::disallowed_methods, reason = "a test of speed has to look at a clock")]
        let start = std::time::Instant::now();
        (0..times).for_each(|_| drop(understand("", Some(text))));
        start.elapsed().as_secs_f64()
    };
    let text = |chars: usize| "women in Mexico who drink coffee, not students, aged 25-40 ".repeat(chars / 58);
    let best = |text: &str, times: usize| (0..5).map(|_| time(text, times)).fold(f64::INFINITY, f64::min);
    let (short, long) = (best(&text(1000), TIMES_LONGER), best(&text(1000 * TIMES_LONGER), 1));
    assert!(long < short * 10.0, "{short} {long}");
}
