//! Renders an audience: its filters, conditions and conventions, and why an audience is impossible. It makes no
//! decision about the audience.

use foundation::Language;
use language::audience::{AGE_MIN_YEARS, Audience, Contradiction, Convention, countries_of};
use population::places::{self, PlaceKind};
use population::sample::SampleError;
use population::{Attribute, Basis, Filters};

use crate::{Join, estimate, listed, say, sentences, value};

/// Greatest number of countries that are named; more are counted.
const COUNTRIES_NAMED_MAX: usize = 12;

/// Countries whose English name takes an article inside a sentence.
const WITH_ARTICLE: [&str; 8] = ["AE", "CF", "DO", "GB", "NL", "PH", "PS", "US"];

/// Describes how the audience was understood, and what it was inferred from if nobody described it. `given_up` are
/// the filters that were dropped because too few people fit.
pub fn description(audience: &Audience, given_up: &[Attribute], language: Language) -> String {
    let inferred = inferred(&audience.filters, language);
    worded(audience, inferred, given_up, language)
}

/// Describes the people without how they were inferred, for an engine or person that answers for them.
pub fn people(audience: &Audience, given_up: &[Attribute], language: Language) -> String {
    worded(audience, None, given_up, language)
}

/// States how many people of the population fit. Conditions are assumed to hold and are not counted.
pub fn fitting(candidates: u64, traits: &[String], language: Language) -> String {
    let args = [("n", estimate(language, candidates).into()), ("traits", quoted(traits, language).into())];
    say(language, if traits.is_empty() { "audience-fitting" } else { "audience-fitting-assumed" }, &args)
}

fn quoted(traits: &[String], language: Language) -> String {
    let quote = |words: &String| say(language, "audience-quote", &[("words", one_line(words).into())]);
    listed(language, &traits.iter().map(quote).collect::<Vec<_>>(), Join::And)
}

fn worded(audience: &Audience, inferred: Option<String>, given_up: &[Attribute], language: Language) -> String {
    let filters = &audience.filters;
    let mut parts = vec![line(filters, language)];
    parts.extend(further(filters, language));
    if !filters.traits.is_empty() {
        let traits = quoted(&filters.traits, language);
        parts.push(say(language, "audience-traits", &[("traits", traits.into())]));
    }
    parts.extend(audience.conventions.iter().map(|convention| say(language, &convention_id(convention), &[])));
    parts.extend(inferred);
    parts.extend(given_up.iter().map(|attribute| loosened(*attribute, language)));
    sentences(language, &parts)
}

fn convention_id(convention: &Convention) -> String {
    match convention {
        Convention::Word(name) => format!("audience-convention-{name}"),
        Convention::AdultsOnly => "audience-adults-only".to_owned(),
    }
}

fn loosened(attribute: Attribute, language: Language) -> String {
    // Readers see cities and regions alike as places.
    let shown = if attribute == Attribute::City { Attribute::Region } else { attribute };
    let filter = say(language, &format!("filter-{}", shown.filter_name()), &[]);
    say(language, "audience-loosened", &[("filter", filter.into())])
}

/// Explains to a client why no respondents can be drawn.
pub fn sample_error(error: &SampleError, language: Language) -> String {
    match error {
        SampleError::NoData { country } => {
            let country = value(language, "country", country);
            say(language, "failure-audience-no-data", &[("country", country.into())])
        }
        SampleError::Empty { filter } => {
            let filter = say(language, &format!("filter-{filter}"), &[]);
            say(language, "failure-audience-empty", &[("filter", filter.into())])
        }
        SampleError::TooFew { drawable, wanted } => {
            let args = [("drawable", (*drawable).into()), ("wanted", (*wanted).into())];
            say(language, "failure-audience-too-few", &args)
        }
    }
}

/// Explains a contradiction in an audience.
pub fn clash(clash: &Contradiction, language: Language) -> String {
    match clash {
        Contradiction::Values { attribute, values } => {
            let values: Vec<String> = values.iter().map(|value| value_name(language, *attribute, value)).collect();
            let args = [
                ("field", field_name(language, *attribute).into()),
                ("values", listed(language, &values, Join::And).into()),
            ];
            say(language, "audience-clash-values", &args)
        }
        Contradiction::Ages { over, under } => {
            say(language, "audience-clash-ages", &[("over", (*over).into()), ("under", (*under).into())])
        }
        Contradiction::Minors => say(language, "audience-clash-minors", &[]),
        Contradiction::TooYoungToRetire { max } => say(language, "audience-clash-retired", &[("max", (*max).into())]),
        Contradiction::NoPlace => say(language, "audience-clash-no-place", &[]),
        Contradiction::Outside { part, country } => {
            let kind = if places::is_known(PlaceKind::Region, part) { PlaceKind::Region } else { PlaceKind::City };
            let part = part_name(language, kind, part);
            let args = [("part", part.into()), ("country", country_name(language, country).into())];
            say(language, "audience-clash-outside", &args)
        }
    }
}

/// Renders sex, ages and places: "Women aged 25 to 40 in Mexico and Colombia."
fn line(filters: &Filters, language: Language) -> String {
    let people = match filters.codes(Attribute::Sex) {
        [sex] if sex == "female" => "audience-people-female",
        [sex] if sex == "male" => "audience-people-male",
        _ => "audience-people-all",
    };
    let min = i64::from(filters.age_min.unwrap_or(AGE_MIN_YEARS));
    let ages = match filters.age_max.map(i64::from) {
        Some(max) if max == min => say(language, "audience-age-one", &[("min", min.into())]),
        Some(max) => say(language, "audience-age-span", &[("min", min.into()), ("max", max.into())]),
        None => say(language, "audience-age-from", &[("min", min.into())]),
    };
    let args = [
        ("people", say(language, people, &[]).into()),
        ("ages", ages.into()),
        ("place", place(filters, language).into()),
    ];
    // Chinese has no space after a full-width bracket.
    say(language, "audience-line", &args).replace("） ", "）")
}

fn place(filters: &Filters, language: Language) -> String {
    let is_part_of = |code: &str, country: &str| code.split('/').next() == Some(country);
    let regions = filters.regions.iter().map(|code| (PlaceKind::Region, code));
    let parts: Vec<(PlaceKind, &String)> =
        regions.chain(filters.cities.iter().map(|code| (PlaceKind::City, code))).collect();
    let whole = filters.countries.iter().filter(|country| !parts.iter().any(|(_, part)| is_part_of(part, country)));
    let mut names: Vec<String> = whole.map(|code| country_name(language, code)).collect();
    if names.len() > COUNTRIES_NAMED_MAX {
        names = vec![say(language, "audience-countries", &[("n", names.len().into())])];
    }
    for country in &filters.countries {
        let of: Vec<String> = parts
            .iter()
            .filter(|(_, part)| is_part_of(part, country))
            .map(|(kind, part)| part_name(language, *kind, part))
            .collect();
        if !of.is_empty() {
            let args = [
                ("parts", listed(language, &of, Join::And).into()),
                ("country", country_name(language, country).into()),
            ];
            names.push(say(language, "audience-parts", &args));
        }
    }
    match names.is_empty() {
        true => say(language, "audience-world", &[]),
        false => say(language, "audience-in", &[("places", listed(language, &names, Join::And).into())]),
    }
}

/// Renders every condition that age, sex and country do not cover, one by one: parts of countries, further filters, and the
/// conditions of no statistic in the client's own words.
pub fn conditions(filters: &Filters, language: Language) -> Vec<String> {
    let parts = !filters.regions.is_empty() || !filters.cities.is_empty();
    let place = parts.then(|| place(filters, language));
    let coded = coded(filters, language, |attribute, code| match attribute {
        // A group of occupations is known to those who work in it by its name, not by its number.
        Attribute::Occupation => value(language, attribute.code(), code),
        _ => value_name(language, attribute, code),
    });
    place.into_iter().chain(coded).chain(filters.traits.iter().map(|words| one_line(words))).collect()
}

/// Renders the filters that `line` omits.
fn further(filters: &Filters, language: Language) -> Option<String> {
    let said = coded(filters, language, |attribute, code| value_name(language, attribute, code));
    let separator = if language == Language::Zh { "；" } else { "; " };
    (!said.is_empty()).then(|| say(language, "audience-filters", &[("filters", said.join(separator).into())]))
}

/// Renders each filter by codes except sex; `name` renders a code.
fn coded(filters: &Filters, language: Language, name: impl Fn(Attribute, &str) -> String) -> Vec<String> {
    let is_set = |attribute: &Attribute| *attribute != Attribute::Sex && !filters.codes(*attribute).is_empty();
    let filter = |attribute: Attribute| {
        let values: Vec<String> = filters.codes(attribute).iter().map(|code| name(attribute, code)).collect();
        let join = if attribute == Attribute::Household { Join::And } else { Join::Or };
        let values = listed(language, &values, join);
        say(
            language,
            "audience-filter",
            &[("field", field_name(language, attribute).into()), ("values", values.into())],
        )
    };
    Attribute::filters().into_iter().filter(is_set).map(filter).collect()
}

/// States what an undescribed audience was inferred from, and how to change it.
fn inferred(filters: &Filters, language: Language) -> Option<String> {
    let id = match filters.basis.as_slice() {
        [] => return None,
        [Basis::Account] => "audience-from-account",
        [Basis::Language] => "audience-from-language",
        [Basis::Question, Basis::Account] => "audience-from-question-account",
        [Basis::Question, Basis::Language] => "audience-from-question-language",
        _ => "audience-from-question",
    };
    // The countries identify the language they were inferred from, which may differ from the reader's.
    let of = Language::ALL.into_iter().find(|of| filters.countries == countries_of(*of)).unwrap_or(language);
    let name = say(language, &format!("audience-language-{}", of.code()), &[]);
    Some(say(language, id, &[("language", name.into())]))
}

fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the name of a region or city, without its country.
fn part_name(language: Language, kind: PlaceKind, code: &str) -> String {
    let (country, name) = code.split_once('/').unwrap_or(("", code));
    places::shown(kind, Some(country), name, language).to_owned()
}

fn country_name(language: Language, code: &str) -> String {
    let name = places::countries().get(code).map_or(code, |country| country.name(language));
    let has_article = language == Language::En && WITH_ARTICLE.contains(&code);
    if has_article { format!("the {name}") } else { name.to_owned() }
}

fn field_name(language: Language, attribute: Attribute) -> String {
    say(language, &format!("audience-field-{}", attribute.filter_name()), &[])
}

/// Returns the name of a filter value. Education and income are named as in profiles, occupations by ISCO code.
fn value_name(language: Language, attribute: Attribute, code: &str) -> String {
    match attribute {
        Attribute::Education | Attribute::Income => value(language, attribute.code(), code),
        Attribute::Occupation => code.trim_start_matches("isco-").to_owned(),
        _ => say(language, &format!("audience-{}-{}", attribute.filter_name(), code.replace('_', "-")), &[]),
    }
}

#[cfg(test)]
mod tests {
    use language::audience::{Asked, conventions_known, understand, whom};

    use super::*;
    use crate::exists;

    fn read(text: &str, language: Language) -> String {
        description(&understand("", Some(text)).unwrap(), &[], language)
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
        let teenagers = read("teenagers in the US", Language::En);
        assert!(teenagers.contains("Only adults"), "{teenagers}");
    }

    #[test]
    fn what_no_statistic_covers_is_assumed_and_not_counted() {
        let dentists = understand("", Some("left-handed dentists on Mars")).unwrap().filters;
        let said = fitting(1_614_223_345, &dentists.traits, Language::En);
        assert!(
            said.starts_with("About 1,610,000,000 people fit the filters. Assumed of all of them: “left-handed"),
            "{said}"
        );
        assert_eq!(
            fitting(3_412_345, &[], Language::Es),
            "Unas 3\u{202f}410\u{202f}000 personas encajan en este público."
        );
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
}
