//! Sentences about audiences, in three languages.

use language::audience::{Asked, conventions_known, understand, whom};

use super::*;
use crate::exists;

fn read(text: &str, language: Language) -> String {
    description(&understand("", Some(text)).unwrap(), &[], &[], language)
}

fn description_of(asked: Asked<'_>, language: Language) -> String {
    preview(&whom(asked).unwrap(), &[], &[], language)
}

fn clash(text: &str, language: Language) -> String {
    super::clash(&understand("", Some(text)).unwrap_err(), language)
}

#[test]
fn an_audience_that_cannot_exist_names_the_clash() {
    for (text, names) in [
        ("women who are men", "female and male"),
        ("people over 60 and under 30", "60 or older and 29 or younger"),
        ("retired teenagers", "19 or younger"),
        ("children aged 6 to 12", "Respondents must be adults"),
        ("teenagers aged 13-17", "Respondents must be adults"),
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
    assert_eq!(
        read("young women in Mexico or Colombia who drink coffee", Language::En),
        "Women aged 18 to 35 in Colombia and Mexico. Assumed of everyone, because no statistics cover it: \
         “who drink coffee”. “Young” means 18 to 35."
    );
    assert_eq!(
        read("jubilados de España e Italia con estudios universitarios", Language::Es),
        "Personas de 18 años o más en España e Italia. Otros filtros: estudios (Título universitario o Maestría o más); \
         situación laboral (jubilado/a)."
    );
}

#[test]
fn every_condition_beyond_age_sex_and_country_is_named_by_itself() {
    let of = |text: &str| conditions(&understand("", Some(text)).unwrap().filters, Language::En);
    assert_eq!(of("women aged 30 to 44 in Mexico"), Vec::<String>::new());
    assert_eq!(
        of("retired people in Jalisco who drink coffee"),
        ["in Jalisco (Mexico)", "work: retired", "who drink coffee"]
    );
}

#[test]
fn places_are_named_in_the_language_of_the_report() {
    assert_eq!(
        read("中国一线城市年轻人", Language::Zh),
        "中国大陆（北京、上海、广州和深圳）18 至 35 岁的成年人。一线城市指北京、上海、广州和深圳。“年轻”按 18 至 35 岁计。"
    );
    assert!(read("residents of Nuevo Leon, Mexico", Language::Es).contains("Nuevo León"));
    assert_eq!(clash("西班牙哈利斯科州的居民", Language::Zh), "这样的人不存在：哈利斯科州不在西班牙。");
}

#[test]
fn every_convention_and_value_has_words() {
    let worded = [
        Attribute::Employment,
        Attribute::Household,
        Attribute::Marital,
        Attribute::Area,
        Attribute::Sex,
        Attribute::Children,
    ];
    for attribute in worded {
        for code in attribute.codes_asked() {
            let id = format!("audience-{}-{}", attribute.filter_name(), code.replace('_', "-"));
            assert!(exists(&id), "{id}");
        }
    }
    for attribute in Attribute::filtered_by_codes().chain([Attribute::Occupation]) {
        assert!(exists(&format!("audience-field-{}", attribute.filter_name())));
    }
    for convention in conventions_known() {
        assert!(exists(&format!("audience-convention-{convention}")), "{convention}");
    }
}

#[test]
fn who_is_asked_where_nobody_is_named_is_said() {
    let asked = |question, country, language| {
        let asked = Asked { question, options: &[], description: None, country, language };
        preview(&whom(asked).unwrap(), &[], &[], language)
    };
    assert_eq!(
        asked("Which one do you like?", None, Language::En),
        "Adults aged 18 and over in Australia, Canada, the United Kingdom, Ireland, New Zealand and the United States. \
         No audience was specified, so the respondents are adults in the countries where English is the main language, \
         because the question is in English. Specify an audience to change this."
    );
    let account = asked("¿Cuál te gusta más?", Some("CL"), Language::Es);
    assert!(account.contains("en Chile. No se indicó ningún público") && account.contains("ajustes"), "{account}");
    let chinese = asked("上海的一家面包店取什么名字好？", None, Language::Zh);
    assert!(chinese.contains("由问题推断得出。指定受众即可更改。"), "{chinese}");
    let chinese = asked("你更喜欢哪一个？", None, Language::Zh);
    assert_eq!(
        chinese,
        "中国大陆 18 岁及以上的成年人。未指定受众；问题是用中文写的，因此询问了中国大陆的成年人。指定受众即可更改。"
    );
}

#[test]
fn readers_of_a_report_are_not_told_how_to_change_it() {
    for (language, question, advice) in [
        (Language::En, "Which one do you like?", "to change this"),
        (Language::Es, "¿Cuál te gusta más?", "para cambiarlo"),
        (Language::Zh, "你更喜欢哪一个？", "即可更改"),
    ] {
        for text in [None, Some("vegans")] {
            let asked = Asked { question, options: &[], description: text, country: None, language };
            let audience = whom(asked).unwrap();
            assert!(
                preview(&audience, &[], &[], language)
                    .ends_with(&format!("{advice}{}", if language == Language::Zh { "。" } else { "." }))
            );
            assert!(!description(&audience, &[], &[], language).contains(advice));
        }
    }
}

#[test]
fn whose_place_an_audience_without_one_takes_is_said() {
    let asked = |description, question, country, language| {
        let asked = Asked { question, options: &[], description: Some(description), country, language };
        description_of(asked, language)
    };
    assert_eq!(
        asked("teens", "Which one do you like?", None, Language::En),
        "Adults aged 18 to 19 in Australia, Canada, the United Kingdom, Ireland, New Zealand and the United States. \
         “Teenagers” means 13 to 19. Only adults are simulated, so the audience starts at age 18. \
         The audience names no place, so the respondents are from the countries where English is the main language, \
         because the question is in English. Specify a place, or write “worldwide”, to change this."
    );
    assert_eq!(
        asked("nuestros clientes", "¿Cuál te gusta más?", Some("CL"), Language::Es),
        "Personas de 18 años o más en Chile. Además, a falta de estadísticas, se supone que todos cumplen \
         esto: «nuestros clientes». No hay datos de la clientela propia, así que se simula a personas de este público en general. \
         El público no menciona ningún lugar, así que se simula a personas del país indicado en los ajustes. Indica un \
         lugar para cambiarlo."
    );
    assert_eq!(
        asked("大学生", "你更喜欢哪一个？", None, Language::Zh),
        "中国大陆 18 岁及以上的成年人。另有筛选条件（就业状况：学生）。受众没有写明地区；问题是用中文写的，因此询问了中国大陆的人。\
         写明地区或写“全球”即可更改。"
    );
    let question = asked("妈妈", "成都的一家火锅店取什么名字好？", None, Language::Zh);
    assert!(question.contains("受众没有写明地区，因此地区取自问题和选项。"), "{question}");
    assert_eq!(
        asked("worldwide", "Which one?", Some("IE"), Language::En),
        "Adults aged 18 and over anywhere in the world."
    );
    assert!(!asked("mothers in Spain", "Which one?", Some("IE"), Language::En).contains("no place"));
}

#[test]
fn an_engine_is_told_a_place_that_the_clients_words_do_not_name() {
    let told = |description, country, language| {
        let question = if language == Language::Zh { "你更喜欢哪一个？" } else { "Which one do you like?" };
        let asked = Asked { question, options: &[], description: Some(description), country, language };
        words_and_place(description, &whom(asked).unwrap(), language)
    };
    assert_eq!(told("our users", Some("IE"), Language::En), "our users (in Ireland)");
    assert_eq!(
        told("our users", None, Language::En),
        "our users (in the countries where English is the main language)"
    );
    assert_eq!(told("90后宝妈", None, Language::Zh), "90后宝妈（中国大陆）");
    assert_eq!(told("teens in Spain", Some("IE"), Language::En), "teens in Spain");
    assert_eq!(told("people worldwide", Some("IE"), Language::En), "people worldwide");
}

#[test]
fn that_minors_are_left_out_is_said() {
    for (text, language, says) in [
        ("teenagers in the US", Language::En, "Only adults are simulated, so the audience starts at age 18"),
        ("16-24", Language::En, "starts at age 18"),
        ("adolescentes", Language::Es, "a nadie menor de 18 años"),
        ("青少年", Language::Zh, "不模拟未满 18 岁的人"),
    ] {
        let said = read(text, language);
        assert!(said.contains(says), "{said}");
    }
    assert!(!read("adults under 30", Language::En).contains("Only adults"));
}

#[test]
fn what_no_statistic_covers_is_assumed_and_not_counted() {
    let dentists = understand("", Some("left-handed dentists on Mars")).unwrap().filters;
    let said = fitting(1_614_223_345, &dentists, Language::En);
    assert!(
        said.starts_with("About 1,610,000,000 people fit the filters. How many of them also fit “left-handed"),
        "{said}"
    );
    assert_eq!(
        fitting(3_412_345, &Filters::default(), Language::Es),
        "Unas 3,410,000 personas encajan en este público."
    );
    assert_eq!(fitting(61, &Filters::default(), Language::Zh), "约有 61 人属于这一受众。");
    assert_eq!(fitting(317_612_345, &Filters::default(), Language::Zh), "约有 3.18 亿人属于这一受众。");
    assert_eq!(fitting(3_412_345, &Filters::default(), Language::Zh), "约有 341 万人属于这一受众。");
}

#[test]
fn a_filter_without_data_is_said_to_be_assumed_and_is_not_counted() {
    let said = |text: &str, language| {
        let audience = understand("", Some(text)).unwrap();
        let drawn = population::sample::drawable(audience.filters.clone(), 50).unwrap();
        let fitting = fitting(drawn.candidates, &drawn.filters, language);
        (description(&audience, &drawn.given_up, &drawn.filters.relaxed, language), fitting)
    };
    let (described, fitting) = said("parents of two or more children in the US", Language::En);
    assert!(
        described.ends_with("Further filters: household: with children; children at home: 2 or more."),
        "{described}"
    );
    assert!(fitting.ends_with("people fit this audience."), "{fitting}");
    let (described, _) = said("New Yorkers who take the subway", Language::En);
    assert!(described.contains("There are no population data for this place alone"), "{described}");
    let (described, fitting) = said("familias numerosas en México", Language::Es);
    assert!(described.contains("hijos en casa (3 o más)"), "{described}");
    assert!(described.contains("«Familia numerosa»: con 3 hijos o más."), "{described}");
    assert!(described.contains("No hay datos para filtrar por número de hijos en México"), "{described}");
    assert!(fitting.contains("«hijos en casa (3 o más)»"), "{fitting}");
    let (described, fitting) = said("中国二孩家庭", Language::Zh);
    assert!(described.contains("同住子女数：2 个"), "{described}");
    assert!(described.contains("中国大陆没有“子女数”方面的数据"), "{described}");
    assert!(fitting.contains("“同住子女数：2 个”"), "{fitting}");
}

#[test]
fn a_group_is_no_older_than_the_audience() {
    let group = |language, code| crate::group(language, None, "age_band", code, (Some(25), Some(45)));
    assert_eq!(group(Language::En, "45-64"), "45");
    assert_eq!(group(Language::Zh, "18-29"), "25–29 岁");
    assert_eq!(group(Language::Es, "30-44"), "30–44");
    assert_eq!(crate::group(Language::Es, None, "age_band", "65+", (Some(70), None)), "70 o más");
    assert_eq!(
        crate::group(Language::En, None, "sex", "female", (Some(25), Some(45))),
        crate::value(Language::En, "sex", "female")
    );
}

#[test]
fn why_nobody_can_be_drawn_is_said_in_every_language() {
    for language in Language::ALL {
        let message = sample_error(&SampleError::Empty { filter: "employment" }, language);
        assert!(!message.contains("failure-") && !message.contains("filter-"), "{message}");
    }
}
