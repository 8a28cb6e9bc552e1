//! Tests that a text may not contradict the age, sex, work or family of the person to whom it is attributed.

use super::*;

/// Somebody aged `age` of whom nothing else is known.
fn aged(language: Language, age: u8) -> Speaker<'static> {
    Speaker { age: Some(age), ..speaker(language) }
}

fn is_contradicted(language: Language, text: &str, by: &Speaker<'_>) -> bool {
    judge(language, text, by, &[]) == Err(Flaw::ContradictsProfile)
}

/// Asserts that the first person may not say any of the texts, and the second may say them all.
fn only_the_second(language: Language, texts: &[&str], first: &Speaker<'_>, second: &Speaker<'_>) {
    for text in texts {
        assert!(is_contradicted(language, text, first), "{language}: {text}");
        assert!(!is_contradicted(language, text, second), "{language}: {text}");
    }
}

const SMALL_CHILDREN: [(Language, &[&str]); 3] = [
    (
        En,
        &[
            "I need it for my kids’ school run.",
            "With the stroller I can't get on.",
            "I'd do it once the little ones are down.",
        ],
    ),
    (
        Es,
        &[
            "Con el cochecito del nene no entro.",
            "Me sirve para llevar a mis hijos al colegio.",
            "Lo quiero para mi niña.",
        ],
    ),
    (Zh, &["我接送孩子要用，方便。", "孩子说要上厕所，我抱着他到处找。", "我推着娃坐地铁，挤不进去。"]),
];

#[test]
fn small_children_contradict_old_age_and_a_home_without_children() {
    for (language, texts) in SMALL_CHILDREN {
        let parent = Speaker { children: Some(2), ..aged(language, 36) };
        only_the_second(language, texts, &aged(language, 70), &parent);
        only_the_second(language, texts, &Speaker { household: Some("alone"), ..aged(language, 36) }, &parent);
        only_the_second(language, texts, &Speaker { children: Some(0), ..aged(language, 36) }, &parent);
        only_the_second(language, texts, &aged(language, 19), &Speaker { children: Some(1), ..aged(language, 19) });
    }
    assert!(is_contradicted(En, "I film all my daughter’s swim meets, so I need the space.", &aged(En, 22)));
}

const WORK: [(Language, &[&str]); 3] = [
    (En, &["My boss would notice if I came in late.", "I want it on my commute.", "It gets me to work on time."]),
    (
        Es,
        &[
            "A mi jefa le encanta, y a mí también.",
            "Si no checo no me pagan, así que me lo tomo.",
            "Lo llevo al trabajo.",
        ],
    ),
    (Zh, &["我同事都说好用。", "我天天加班，图个省事。", "上下班我全靠它。"]),
];

#[test]
fn work_contradicts_retirement_and_very_old_age() {
    for (language, texts) in WORK {
        let working = Speaker { employment: Some("employed"), ..aged(language, 62) };
        for (employment, age) in [(Some("retired"), 62), (Some("homemaker"), 40), (Some("employed"), 87), (None, 78)] {
            only_the_second(language, texts, &Speaker { employment, ..aged(language, age) }, &working);
        }
        only_the_second(
            language,
            texts,
            &Speaker { employment: Some("retired"), ..aged(language, 70) },
            &aged(language, 40),
        );
    }
}

#[test]
fn what_is_said_of_the_past_is_no_contradiction() {
    for (language, text) in [
        (En, "When I worked, my boss used one just like it."),
        (Es, "Cuando trabajaba, mi jefe compraba ese mismo."),
        (Zh, "以前我同事用过，都说好。"),
    ] {
        let retired = Speaker { employment: Some("retired"), ..aged(language, 71) };
        assert!(!is_contradicted(language, text, &retired), "{text}");
    }
}

#[test]
fn age_words_retirement_and_studies_contradict_another_age() {
    for (language, old, young) in [
        (
            En,
            [
                "At my age I want it simple.",
                "Since I retired I like it slow.",
                "My grandkids would love it, and so do I.",
            ],
            ["We young people like it short.", "I need it for my finals.", "My nan would like it, and so do I."],
        ),
        (
            Es,
            [
                "A mi edad quiero algo sencillo.",
                "Desde que me jubilé me gusta así.",
                "A mis nietos les encanta, y a mí también.",
            ],
            [
                "Soy joven y me gusta corto.",
                "Lo necesito para mis parciales.",
                "A mi abuela todavía le gusta; mi abuela dice que sí.",
            ],
        ),
        (
            Zh,
            ["我这把年纪，图个简单。", "我退休了，喜欢慢慢来。", "我孙子喜欢，我也喜欢。"],
            ["我们年轻人就喜欢短的。", "我考研要用，方便。", "我奶奶都喜欢，我也喜欢。"],
        ),
    ] {
        only_the_second(language, &old, &aged(language, 24), &aged(language, 72));
        only_the_second(language, &young, &aged(language, 72), &aged(language, 24));
    }
}

#[test]
fn spouse_living_alone_and_sex_contradict_another_profile() {
    for (language, spouse, alone) in [
        (En, "My husband likes it, so I'd get it.", "I live alone, so a small one is enough."),
        (Es, "Mi esposo lo prefiere, y yo también.", "Vivo sola y me basta uno chico."),
        (Zh, "我太太喜欢，我也觉得好。", "我一个人住，小的就够了。"),
    ] {
        let married = Speaker { marital: Some("married"), household: Some("couple"), ..aged(language, 50) };
        let single = Speaker { marital: Some("never"), household: Some("alone"), ..aged(language, 50) };
        only_the_second(language, &[spouse], &single, &married);
        only_the_second(language, &[alone], &married, &single);
    }
    let of = |language, sex| Speaker { sex: Some(sex), ..aged(language, 33) };
    for (language, her, his) in [
        (En, "I'm pregnant, so I'd rather be careful.", "It suits my beard, and I like it."),
        (Es, "Llego rendida por la noche y lo quiero fácil.", "Me da cosa quedarme solo, prefiero ese."),
        (Zh, "我怀孕了，要用放心的。", "我刮胡子要用，方便。"),
    ] {
        only_the_second(language, &[her], &of(language, "male"), &of(language, "female"));
        only_the_second(language, &[his], &of(language, "female"), &of(language, "male"));
    }
}

#[test]
fn what_the_profile_does_not_know_contradicts_nothing() {
    for (language, texts) in SMALL_CHILDREN.into_iter().chain(WORK) {
        for text in texts {
            assert!(!is_contradicted(language, text, &Speaker { age: None, ..speaker(language) }), "{text}");
        }
    }
}
