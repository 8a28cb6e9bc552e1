//! Tests of words that disqualify an answer: mentions of the survey, a recited profile, another's choice.

use super::{fail, pass, speaker};
use crate::voices::{Flaw, Speaker, judge};
use foundation::Language::{En, Es, Zh};

#[test]
fn nobody_speaks_of_the_survey_or_as_a_program() {
    fail(
        Flaw::SurveyTalk,
        &[
            (En, "I took this survey because I like it."),
            (En, "Like most respondents, I prefer it."),
            (En, "I chose option B because it is short."),
            (En, "I chose B because it is short."),
            (En, "Of the options, I like this best."),
            (En, "I like it more than the other options."),
            (En, "As an AI, I have no taste of my own."),
            (En, "I am a language model."),
            (En, "I think 40% of people would agree."),
            (Es, "En esta encuesta prefiero lo barato."),
            (Es, "Elegí la opción A porque me gusta."),
            (Es, "De las opciones, me quedo con esta."),
            (Es, "Como la mayoría de los encuestados, lo prefiero."),
            (Es, "Como IA, no tengo gustos."),
            (Es, "Soy un modelo de lenguaje."),
            (Zh, "这份问卷让我想了想。"),
            (Zh, "我选A，因为好记。"),
            (Zh, "几个选项里我最喜欢它。"),
            (Zh, "作为受访者，我觉得不错。"),
            (Zh, "作为一个人工智能，我没有口味。"),
            (Zh, "我是一个语言模型。"),
        ],
    );
    pass(&[
        (En, "I like to have options, and this gives me a few."),
        (Es, "Me gusta tener otra opción a la hora de comer."),
        (Zh, "我没得选，就它最便宜。"),
    ]);
}

#[test]
fn where_the_reason_or_an_option_is_about_surveys_so_may_the_answer_be() {
    let reason = Speaker { reason: "short surveys", ..speaker(En) };
    assert!(judge(En, "I only ever finish surveys that are short.", &reason, &[]).is_ok());
    assert_eq!(judge(En, "I am a respondent.", &reason, &[]), Err(Flaw::SurveyTalk));
    let option = Speaker { option: "Encuestas pagadas", ..speaker(Es) };
    assert!(judge(Es, "Con una encuesta me pago el café.", &option, &[]).is_ok());
    let named = Speaker { option: "A Fresh Start", ..speaker(En) };
    assert!(judge(En, "I chose A Fresh Start for my garden.", &named, &[]).is_ok());
    let other = Speaker { other_options: vec!["问卷星"], ..speaker(Zh) };
    assert!(judge(Zh, "我用不惯问卷那一套。", &other, &[]).is_ok());
}

#[test]
fn nobody_recites_their_age() {
    fail(
        Flaw::RecitesProfile,
        &[
            (En, "As a 34-year-old, I want something simple."),
            (En, "As a busy thirty-four-year-old I want it simple."),
            (En, "I'm 34 and I like it simple."),
            (En, "I am 52 years old, so I like it simple."),
            (En, "For a 34 year old like this, I find it fine."),
            (En, "In my late thirties I want it simple."),
            (Es, "Tengo 34 años y me gusta lo sencillo."),
            (Es, "Tengo cuarenta y dos años, me gusta lo sencillo."),
            (Es, "A mis 34 me gusta lo sencillo."),
            (Es, "Como mujer de 34 años, prefiero lo sencillo."),
            (Zh, "我今年34岁，喜欢简单的。"),
            (Zh, "34岁的人了，我只图省事。"),
            (Zh, "我都五十多岁了，只图省事。"),
            (Zh, "作为90后，我喜欢简单的。"),
        ],
    );
    pass(&[
        (En, "My 8-year-old picked it and I had no say."),
        (En, "I'm 20 minutes from the nearest shop."),
        (En, "I bought my first one when I was 20."),
        (Es, "Mi hijo tiene 5 años y lo entiende."),
        (Es, "Llevo 10 años con la misma marca y estoy contento."),
        (Zh, "我家5岁的孩子都会用。"),
        (Zh, "我用了20年，一直很好。"),
    ]);
}

#[test]
fn nobody_recites_their_sex() {
    fail(
        Flaw::RecitesProfile,
        &[
            (En, "As a woman, I feel safer with it."),
            (En, "As a busy working man I like it."),
            (En, "I'm a woman who likes it simple."),
            (Es, "Como mujer, me siento más segura."),
            (Es, "Soy un hombre que prefiere lo sencillo."),
            (Zh, "作为女性，我觉得更安全。"),
            (Zh, "作为一名职场男性，我更看重效率。"),
            (Zh, "我是女生，喜欢粉色。"),
        ],
    );
    pass(&[
        (En, "My wife says every woman at her office has one, so I got one too."),
        (Es, "A mi mujer le encanta y a mí también."),
        (Zh, "我老婆和她身边的女人都在用。"),
    ]);
}

#[test]
fn nobody_recites_the_place_they_live_in() {
    fail(
        Flaw::RecitesProfile,
        &[
            (En, "As a Texan, I like it cold."),
            (En, "As someone from Texas I like it cold."),
            (En, "As a US citizen I like it."),
            (En, "Living in Texas, I need it cold."),
            (En, "I live in the United States, so I drive."),
            (Es, "Vivo en Guadalajara, Jalisco, y me gusta frío."),
            (Es, "Como mexicana, me gusta frío."),
            (Es, "Como residente de Jalisco, lo prefiero frío."),
            (Es, "Soy de México y me gusta frío."),
            (Zh, "我住在广东，天气热。"),
            (Zh, "作为广东人，我喜欢清淡。"),
            (Zh, "作为一名中国消费者，我更放心。"),
        ],
    );
    pass(&[
        (En, "I live in a small flat, so size matters."),
        (En, "It reminds me of a trip through Texas."),
        (En, "As a gift from Japan it would make my day."),
        (Es, "Vivo en un piso pequeño y no me cabe más."),
        (Es, "Me recuerda a un viaje por Jalisco."),
        (Zh, "我住在六楼，没有电梯。"),
        (Zh, "作为中国品牌，它让我放心。"),
        (Zh, "我在广东吃过一次，忘不了。"),
    ]);
}

#[test]
fn who_speaks_without_a_known_place_or_age_recites_none() {
    let nobody = Speaker { country: None, region: None, age: None, ..speaker(En) };
    assert!(judge(En, "Living in Texas, I need it cold.", &nobody, &[]).is_ok());
    assert_eq!(judge(En, "As a 34-year-old I need it cold.", &nobody, &[]), Err(Flaw::RecitesProfile));
}

#[test]
fn nobody_claims_to_choose_what_they_did_not() {
    fail(
        Flaw::SpeaksForAnother,
        &[
            (En, "I chose Nimbus because it sounds soft."),
            (En, "I'd go with \"Quiet Sky\" any day."),
            (En, "I prefer the NIMBUS one."),
            (Es, "Elegí el té verde porque me sienta bien."),
            (Es, "Me quedo con agua con gas, sin duda."),
            (Zh, "我选了晨光，听着温暖。"),
            (Zh, "我更喜欢“小鹿快跑”，可爱。"),
        ],
    );
    pass(&[
        (En, "I almost chose Nimbus, but Lumo stuck with me."),
        (En, "I would never pick Nimbus, it's too gloomy."),
        (En, "My wife chose Nimbus; we don't agree."),
        (En, "Quiet Sky is a mouthful, if you ask me."),
        (Es, "Nunca elegiría té verde, me da sueño."),
        (Es, "Prefiero café frío; elegí té verde una vez y no me gustó."),
        (Zh, "我不会选晨光，太普通。"),
        (Zh, "我喜欢云朵，没有选小鹿快跑。"),
    ]);
}

#[test]
fn a_part_of_another_options_name_is_not_the_own_option() {
    let coffee = Speaker { option: "Coffee", other_options: vec!["Iced coffee"], ..speaker(En) };
    assert_eq!(judge(En, "I chose iced coffee.", &coffee, &[]), Err(Flaw::SpeaksForAnother));
    let iced = Speaker { option: "Iced coffee", other_options: vec!["Coffee", "Tea"], ..speaker(En) };
    assert!(judge(En, "I prefer iced coffee.", &iced, &[]).is_ok());
    assert!(judge(En, "I prefer tea with mine.", &iced, &[]).is_ok(), "too short to be sure");
}
