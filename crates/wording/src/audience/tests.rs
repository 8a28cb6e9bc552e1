//! Sentences about audiences, in three languages.

use language::audience::{Asked, conventions_known, understand, whom};

use super::*;
use crate::exists;

fn read(text: &str, language: Language) -> String {
    description(&understand("", Some(text)).unwrap(), &[], language)
}

fn description_of(asked: Asked<'_>, language: Language) -> String {
    description(&whom(asked).unwrap(), &[], language)
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
    assert_eq!(
        read("young women in Mexico or Colombia who drink coffee", Language::En),
        "Women aged 18 to 35 in Colombia and Mexico. Taken as true of every respondent, since no statistic \
         covers it: “who drink coffee”. “Young” means 18 to 35."
    );
    assert_eq!(
        read("jubilados de España e Italia con estudios universitarios", Language::Es),
        "Personas de 18 años o más en España e Italia. Otros filtros: estudios: Grado universitario o Máster o superior; \
         situación laboral: jubilación."
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
        "中国（北京、上海、广州和深圳）18 至 35 岁的成年人。一线城市指北京、上海、广州和深圳。“年轻”按 18 至 35 岁计。"
    );
    assert!(read("residents of Nuevo Leon, Mexico", Language::Es).contains("Nuevo León"));
    assert_eq!(clash("西班牙哈利斯科州的居民", Language::Zh), "这样的人不存在：哈利斯科州不在西班牙。");
}

#[test]
fn every_convention_and_value_has_words() {
    let worded = [Attribute::Employment, Attribute::Household, Attribute::Marital, Attribute::Area, Attribute::Sex];
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
        description(&whom(asked).unwrap(), &[], language)
    };
    assert_eq!(
        asked("Which one do you like?", None, Language::En),
        "Adults aged 18 and over in Australia, Canada, the United Kingdom, Ireland, New Zealand and the United States. \
         No audience was named, so adults of the countries where English is the main language were asked, because \
         the question is in English. Name an audience to change that."
    );
    let account = asked("¿Cuál te gusta más?", Some("CL"), Language::Es);
    assert!(account.contains("en Chile. No se indicó ningún público") && account.contains("ajustes"), "{account}");
    let chinese = asked("上海的一家面包店取什么名字好？", None, Language::Zh);
    assert!(chinese.contains("由问题推断得出。指定受众即可更改。"), "{chinese}");
    let chinese = asked("你更喜欢哪一个？", None, Language::Zh);
    assert_eq!(
        chinese,
        "中国 18 岁及以上的成年人。没有指定受众，因此询问了中国大陆的成年人，因为问题是用中文写的。指定受众即可更改。"
    );
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
         “Teenagers” means 13 to 19. Only adults are simulated, nobody under 18, so the audience begins at 18. \
         The audience names no place, so people of the countries where English is the main language were asked, because \
         the question is in English. Name a place, or write “worldwide”, to change that."
    );
    assert_eq!(
        asked("nuestros clientes", "¿Cuál te gusta más?", Some("CL"), Language::Es),
        "Personas de 18 años o más en Chile. Se da por cierto para todos los encuestados, porque ninguna estadística \
         lo recoge: «nuestros clientes». Aquí no se sabe nada de tus propios clientes, así que se preguntó a personas de \
         este público en general. El público no menciona ningún lugar, así que se preguntó a personas de este país, que \
         es el de los ajustes. Indica un lugar para cambiarlo."
    );
    assert_eq!(
        asked("大学生", "你更喜欢哪一个？", None, Language::Zh),
        "中国 18 岁及以上的成年人。其他筛选条件：工作状况：学生。受众没有写明地区，因此询问了中国大陆的人，因为问题是用中文写的。\
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
        ("teenagers in the US", Language::En, "Only adults are simulated, nobody under 18"),
        ("16-24", Language::En, "nobody under 18"),
        ("adolescentes", Language::Es, "a nadie menor de 18 años"),
        ("青少年", Language::Zh, "不模拟未满 18 岁的人"),
    ] {
        let said = read(text, language);
        assert!(said.contains(says), "{said}");
    }
    assert!(!read("adults under 30", Language::En).contains("nobody under 18"));
}

#[test]
fn what_no_statistic_covers_is_assumed_and_not_counted() {
    let dentists = understand("", Some("left-handed dentists on Mars")).unwrap().filters;
    let said = fitting(1_614_223_345, &dentists.traits, Language::En);
    assert!(
        said.starts_with("About 1,610,000,000 people fit the filters. Assumed of all of them: “left-handed"),
        "{said}"
    );
    assert_eq!(fitting(3_412_345, &[], Language::Es), "Unas 3\u{202f}410\u{202f}000 personas encajan en este público.");
    assert_eq!(fitting(61, &[], Language::Zh), "约有 61 人符合这一受众。");
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
