//! Tests of the gate in three languages: ordinary answers, which pass, and the form of an answer.

mod claims;
mod table;
mod words;

use std::collections::BTreeSet;

use super::{Flaw, Speaker, judge};
use foundation::Language::{self, En, Es, Zh};

const QUESTIONS: [&str; 3] =
    ["Which one would you buy for your home?", "¿Cuál comprarías para tomar en casa?", "您会给家里买哪一个？"];

fn speaker(language: Language) -> Speaker<'static> {
    let (question, option, other_options, reason, country, region) = match language {
        En => (QUESTIONS[0], "Lumo", vec!["Nimbus", "Quiet Sky"], "easy to remember", "US", "Texas"),
        Es => (QUESTIONS[1], "Café frío", vec!["Té verde", "Agua con gas"], "refresca", "MX", "Jalisco"),
        Zh => (QUESTIONS[2], "云朵", vec!["晨光", "小鹿快跑"], "好记", "CN", "Guangdong"),
    };
    let (country, region) = (Some(country), Some(region));
    Speaker { question, option, other_options, reason, country, region, age: Some(34), ..Speaker::default() }
}

fn judged(language: Language, text: &str) -> Result<String, Flaw> {
    judge(language, text, &speaker(language), &[])
}

fn pass(answers: &[(Language, &str)]) {
    for (language, text) in answers {
        assert_eq!(judged(*language, text), Ok((*text).to_owned()), "{language}: {text}");
    }
}

fn fail(flaw: Flaw, answers: &[(Language, &str)]) {
    for (language, text) in answers {
        assert_eq!(judged(*language, text), Err(flaw), "{language}: {text}");
    }
}

#[test]
fn what_people_say_in_english_passes() {
    pass(&[
        (En, "I'd remember Lumo after hearing it once, which I can't say of most app names."),
        (En, "My kids could spell it, and that settles it for me."),
        (En, "Honestly? It just made me smile."),
        (En, "I've been burned by cheap gear before, so I'd rather pay a bit more and keep it for ten years."),
        (En, "We all drink coffee at home, so anything that saves us ten minutes in the morning wins."),
        (En, "Short, warm, and it doesn't sound like a bank. I like that."),
        (En, "My sister has had hers for 5 years and it still works – that was enough for me."),
        (En, "Nimbus sounded clever too, but it reminds me of the weather forecast."),
        (En, "As a kid I had one just like it, so there's that."),
        (En, "It's the option I like a lot, simple as that."),
        (En, "I live ten minutes from the shop, so I just want it fresh."),
    ]);
}

#[test]
fn what_people_say_in_spanish_passes() {
    pass(&[
        (Es, "Me quedo con este porque se recuerda a la primera."),
        (Es, "Compro café casi todos los días y solo busco que no salga caro."),
        (Es, "La verdad, elegí lo más barato; con lo que gano no da para más."),
        (Es, "A mi hija de 12 años le encanta, y con eso ya está decidido en casa."),
        (Es, "Tengo dos perros y poco tiempo, así que necesito algo rápido."),
        (Es, "Vivo lejos del centro y no voy a cruzar media ciudad por un pan."),
        (Es, "Lo uso para trabajar y no puedo permitirme que falle."),
        (Es, "Ya probé los otros y me dejaron fría."),
        (Es, "Pago con gusto un poco más si la cosa dura."),
        (Es, "¡Por fin algo que en casa queremos todos!"),
        (Es, "Tengo diez años comprando lo mismo y no pienso cambiar."),
    ]);
}

#[test]
fn what_people_say_in_chinese_passes() {
    pass(&[
        (Zh, "这个名字我一听就记住了，读起来也顺口。"),
        (Zh, "我平时加班多，能省十分钟就是十分钟。"),
        (Zh, "说实话，我就是图便宜，质量过得去就行。"),
        (Zh, "家里老人也能用，我教一遍他们就会了。"),
        (Zh, "我女儿今年12岁，她一看就喜欢，那就买呗。"),
        (Zh, "以前买过别的牌子，没用两个月就坏了，这回我宁愿多花点钱。"),
        (Zh, "咱们小区好几家都在用，口碑不错。"),
        (Zh, "自己喝着顺口最重要，包装好不好看无所谓。"),
        (Zh, "我对人工智能没什么研究，只要好用就行。"),
        (Zh, "我买来作为礼物送给女生，包装得体面一点。"),
    ]);
}

#[test]
fn an_answer_is_published_in_single_spaces_and_without_quotation_marks() {
    assert_eq!(judged(En, " \"I like it.\nA lot.\" ").as_deref(), Ok("I like it. A lot."));
    assert_eq!(judged(Es, "«Me  gusta.»").as_deref(), Ok("Me gusta."));
    assert_eq!(judged(Zh, "“我喜欢。\n顺口。”").as_deref(), Ok("我喜欢。顺口。"));
}

#[test]
fn an_answer_that_says_nothing_is_empty() {
    fail(Flaw::Empty, &[(En, ""), (En, " \n "), (En, "\"\""), (Es, "…!"), (Es, "a"), (Zh, "。。。"), (Zh, "好")]);
    pass(&[(En, "My mom"), (Es, "Yo sí"), (Zh, "我妈")]);
}

#[test]
fn an_answer_may_be_as_long_as_its_limit_and_no_longer() {
    for (language, words, chars_max) in
        [(En, "I said so ", 320), (Es, "Yo lo sé, ", 320), (Zh, "我就喜欢这个味道的，", 160)]
    {
        let longest: String = words.chars().cycle().take(chars_max - 1).chain(['.']).collect();
        assert_eq!(judged(language, &longest).as_deref(), Ok(longest.as_str()));
        assert_eq!(judged(language, &format!("{longest}!")), Err(Flaw::TooLong));
    }
}

#[test]
fn marks_links_and_addresses_are_not_said_aloud() {
    fail(
        Flaw::NotPlainText,
        &[
            (En, "I like it <b>a lot</b>"),
            (En, "I like it **a lot**"),
            (En, "# Answer\nI like it"),
            (En, "- I like it\n- I want it"),
            (En, "1) I like it"),
            (En, "{\"answer\": \"I like it\"}"),
            (En, "I run `make` every day"),
            (En, "I read it on www.example.org"),
            (En, "Write to me at someone@example.org"),
            (En, "I like it, says [name]"),
            (En, "I like\u{0} it"),
            (En, "I like\u{202E} it"),
            (Es, "Lo leí en https://example.org y me gustó"),
            (Es, "Me gusta **mucho**"),
            (Es, "Mi correo es alguien@example.org"),
            (Zh, "我在example.cn上看到的"),
            (Zh, "我觉得**很好**"),
            (Zh, "我喜欢<br>它"),
        ],
    );
    pass(&[
        (En, "It's my #1, at less than 20 % of what I spend <3"),
        (En, "I'd take 2 & keep 1 (maybe 3) - why not?"),
        (Es, "Me gusta más que 2 x 1… ¡y sin gas!"),
        (Zh, "我觉得5-6块钱（大概）很划算！"),
    ]);
}

#[test]
fn an_option_may_be_named_whatever_marks_it_has() {
    let speaker = Speaker { option: "Booking.com", other_options: vec!["C# {new}"], ..speaker(En) };
    assert!(judge(En, "I have always used booking.com with my family.", &speaker, &[]).is_ok());
    assert!(judge(En, "I found C# {new} too hard.", &speaker, &[]).is_ok());
    assert_eq!(judge(En, "I use example.com with my family.", &speaker, &[]), Err(Flaw::NotPlainText));
}

#[test]
fn an_answer_that_is_surely_in_another_language_is_stopped() {
    fail(
        Flaw::OtherLanguage,
        &[
            (En, "¡Me encanta! Es muy fácil de usar para mí."),
            (En, "我觉得这个名字很好记。"),
            (Es, "It is cheap for me"),
            (Es, "我觉得这个名字很好记。"),
            (Zh, "It is cheap for me"),
            (Zh, "¡Me encanta! Es muy fácil de usar."),
        ],
    );
    pass(&[
        (En, "Me? Always Café Olé, por favor."),
        (Es, "Para mí, cool y punto."),
        (Zh, "我用iPhone很多年了，OK的。"),
    ]);
}

#[test]
fn an_option_in_another_language_does_not_make_the_answer_foreign() {
    let speaker = Speaker { option: "El sabor de las cosas que son para todos", ..speaker(En) };
    assert!(judge(En, "El sabor de las cosas que son para todos got me.", &speaker, &[]).is_ok());
}

#[test]
fn nobody_speaks_of_somebody_else_or_of_the_thing_alone() {
    fail(
        Flaw::NotFirstPerson,
        &[
            (En, "It is cheap and easy to carry."),
            (En, "She likes how simple it is, i.e. no manual."),
            (En, "The best brand in the US."),
            (Es, "Es barato y fácil de llevar."),
            (Es, "Un color vivo y de uso diario."),
            (Es, "Para quien trabaja lejos, el ahorro es grande."),
            (Zh, "价格便宜，携带方便。"),
            (Zh, "她觉得很适合自我提升。"),
        ],
    );
    pass(&[
        (En, "i just like how it looks"),
        (En, "Cheap, and easy for us to carry."),
        (En, "Nobody likes it more than I."),
        (Es, "Cuando uso algo así, que sea barato."),
        (Es, "Nada que pensarlo: compraré otro."),
        (Es, "Antes de cansarme, lo dejo."),
        (Es, "Suelo desayunar deprisa."),
        (Es, "Uno sabe lo que compra."),
        (Zh, "俺家都用这个。"),
        (Zh, "本人亲测好用。"),
        (Zh, "想换个温和点的，天天煎也是烦。"),
        (Zh, "藤椒的？笑死，肯定要试一下。"),
    ]);
}

#[test]
fn nobody_says_a_sentence_that_somebody_else_has_said() {
    for (language, said, repeats, differs) in [
        (
            En,
            "Cheap. It just made me smile!",
            "Well, why not? it JUST made me smile...",
            "It just made me smile at work. Cheap.",
        ),
        (
            Es,
            "Barato. Me hizo sonreír enseguida.",
            "¿Qué digo? ¡Me hizo sonreir enseguida!",
            "Me hizo sonreír enseguida en el trabajo. Barato.",
        ),
        (Zh, "便宜。我一听就记住了。", "真的！我一听，就记住了", "我一听就记住了名字。便宜。"),
    ] {
        let said = [said.to_owned(), String::new()];
        assert_eq!(judge(language, repeats, &speaker(language), &said), Err(Flaw::SaidBefore), "{repeats}");
        assert_eq!(judge(language, differs, &speaker(language), &said).as_deref(), Ok(differs));
    }
}

#[test]
fn a_short_sentence_is_anybodys() {
    for (language, text) in [(En, "I like it."), (Es, "Me gusta."), (Zh, "我喜欢。")] {
        assert!(judge(language, text, &speaker(language), &[text.to_owned()]).is_ok(), "{text}");
    }
}

#[test]
fn every_flaw_has_a_name_of_its_own() {
    let all = [
        Flaw::Empty,
        Flaw::TooLong,
        Flaw::NotFirstPerson,
        Flaw::SurveyTalk,
        Flaw::RecitesProfile,
        Flaw::SaidBefore,
        Flaw::OtherLanguage,
        Flaw::NotPlainText,
        Flaw::SpeaksForAnother,
        Flaw::Garbled,
        Flaw::Unfinished,
        Flaw::Advertises,
        Flaw::OffSubject,
    ];
    let names: BTreeSet<&str> = all.iter().map(|flaw| flaw.as_str()).collect();
    assert_eq!(names.len(), all.len());
}
