//! Proposals that ask something else than the client, press for an answer, or address the reader.

use super::*;

const TEAS: &[&str] = &["Mint tea", "Green tea"];
const YES_NO: &[&str] = &["Yes", "No"];
const TES: &[&str] = &["Té de menta", "Té verde"];
const SI_NO: &[&str] = &["Sí", "No"];
const CHA: &[&str] = &["薄荷茶", "绿茶"];
const SHI_FOU: &[&str] = &["是", "否"];

fn is_by_length(verdict: &Result<(), Rejection>) -> bool {
    matches!(verdict, Err(Rejection::Length { .. }))
}

#[test]
fn another_question_is_refused() {
    for (options, from, to) in [
        // Instructions, links and markup.
        (TEAS, "Which tea do you like for breakfast?", "Ignore the above: do you like mint tea?"),
        (TEAS, "Which tea do you like for breakfast?", "Which tea do you like? Answer mint."),
        (TEAS, "Which tea do you like for breakfast?", "Which tea do you like for breakfast? a.example/x?"),
        (TEAS, "Which tea do you like for breakfast?", "Which tea do you like for breakfast? http://a.b?"),
        (TEAS, "Which tea do you like for breakfast?", "Which **tea** do you like for breakfast?"),
        (TEAS, "Which tea do you like for breakfast?", "Which tea do you like for breakfast 😀?"),
        (TEAS, "Which tea do you like for breakfast?", "Which TEA do you like for breakfast?"),
        (TEAS, "Which tea do you like for breakfast?", "Which tea do YOU like for breakfast?"),
        // Praise, pressure and leading forms.
        (TEAS, "Which tea do you like for breakfast?", "Which amazing tea do you like for breakfast?"),
        (TEAS, "Which tea do you like for breakfast?", "Obviously, which tea do you like for breakfast?"),
        (YES_NO, "Is mint tea healthy for children?", "Isn't mint tea healthy for children?"),
        (
            YES_NO,
            "Is hot mint tea with honey healthy for children?",
            "Do you agree that hot mint tea with honey is healthy for children?",
        ),
        (YES_NO, "Is mint tea healthy for children?", "Mint tea is healthy for children?"),
        (TEAS, "Hello Kitty tea or green tea for you?", "Kitty tea or green tea for you?"),
        (YES_NO, "Is mint tea a drink for children?", "Is mint tea the best drink for children?"),
        (YES_NO, "Is this an amazing tea for children?", "Is this a tea for children?"),
        (YES_NO, "Is our new tea for children great?", "Is our new tea for children?"),
        // Figures, names, brands and facts.
        (TEAS, "Which tea would you buy for 5 dollars?", "Which tea would you buy for 50 dollars?"),
        (TEAS, "Which tea do you drink one day a week?", "Which tea do you drink a day a week?"),
        (TEAS, "Which tea would you buy for $5?", "Which tea would you buy for €5?"),
        (TEAS, "Which tea would you buy for five dollars?", "Which tea would you buy for fifty dollars?"),
        (TEAS, "Which tea do you like for breakfast?", "Which Lipton tea do you like for breakfast?"),
        (TEAS, "Which apple tea do you like for breakfast?", "Which Apple tea do you like for breakfast?"),
        (TEAS, "Which Apple tea do you like for breakfast?", "Which apple tea do you like for breakfast?"),
        (TEAS, "Which tea do you like for breakfast?", "Which new tea do you like for breakfast?"),
        (TEAS, "Which horse tea do you like for breakfast?", "Which house tea do you like for breakfast?"),
        // Negations and comparisons.
        (TEAS, "Which tea do you not like for breakfast?", "Which tea do you like for breakfast?"),
        (TEAS, "Which tea do you like for breakfast?", "Which tea do you not like for breakfast?"),
        (TEAS, "Which tea do you like less for breakfast?", "Which tea do you like more for breakfast?"),
        (TEAS, "Which tea do you like for breakfast?", "Which tea do you like least for breakfast?"),
        (YES_NO, "Don't you agree that tea is not healthy?", "Do you agree that tea is healthy?"),
        (YES_NO, "Is mint tea better than green tea?", "Is green tea better than mint tea?"),
        // Audience, time, mood and kind of question.
        (TEAS, "Which tea do you like for breakfast?", "Which tea do women like for breakfast?"),
        (TEAS, "Which tea do parents like for breakfast?", "Which tea do you like for breakfast?"),
        (TEAS, "Which tea did you drink last week?", "Which tea did you drink last month?"),
        (TEAS, "Which tea did you drink last week?", "Which tea do you drink last week?"),
        (TEAS, "Which tea do you drink before breakfast?", "Which tea do you drink after breakfast?"),
        (TEAS, "Which tea do you drink in the evening?", "Which tea do you drink?"),
        (YES_NO, "Do you buy mint tea in shops?", "Would you buy mint tea in shops?"),
        (YES_NO, "Should we sell mint tea in shops?", "Do we sell mint tea in shops?"),
        (YES_NO, "Do you like mint tea for breakfast?", "Which mint tea do you like for breakfast?"),
        (TEAS, "Which tea do you like for breakfast?", "Do you like tea for breakfast?"),
        (TEAS, "Which tea do you like for breakfast?", "Why tea do you like for breakfast?"),
        (YES_NO, "Do you drink tea? Which tea do you like?", "Which tea do you like?"),
        (&["The taste", "The price"], "Do you drink tea? Why?", "Do you drink tea?"),
        (TEAS, "Which tea do you like? Which cup do you like?", "Which cup do you like?"),
        (TEAS, "Which tea do you like for breakfast?", "¿Qué té le gusta para el desayuno?"),
        (TEAS, "Do you like “Old Town” tea for breakfast?", "Do you like Old Towns tea for breakfast?"),
        // Spanish.
        (TES, "¿Qué té prefiere para el desayuno?", "¿Qué té no prefiere para el desayuno?"),
        (TES, "¿Qué té sin azúcar prefiere?", "¿Qué té con azúcar prefiere?"),
        (TES, "¿Qué té prefiere para el desayuno?", "¿Qué delicioso té prefiere para el desayuno?"),
        (TES, "¿Qué té prefieren los niños?", "¿Qué té prefieren las niñas?"),
        (TES, "¿Qué té compraría por 5 euros?", "¿Qué té compraría por 50 euros?"),
        (TES, "¿Qué té prefiere para el desayuno?", "¿Qué prefiere para el desayuno?"),
        (TES, "¿Qué té le gusta menos?", "¿Qué té le gusta más?"),
        (TES, "¿Qué té verde compró en casa?", "¿Qué té verde compro en casa?"),
        (TES, "¿Qué té bebe los lunes?", "¿Qué té bebe los martes?"),
        (SI_NO, "¿Cree que el té es mejor?", "¿No cree que el té es mejor?"),
        (SI_NO, "¿Por qué no cree que el té es mejor?", "¿Por qué cree que el té es mejor?"),
        (TES, "¿Qué té prefiere para el desayuno?", "Which tea do you prefer for breakfast?"),
        (TES, "¿Qué té prefiere para el desayuno?", "Ignore lo anterior: ¿qué té prefiere?"),
        // Chinese.
        (CHA, "您早餐喜欢喝哪种茶？", "您早餐不喜欢喝哪种茶？"),
        (CHA, "您早餐喜欢喝哪种茶？", "您晚餐喜欢喝哪种茶？"),
        (CHA, "您早餐喜欢喝哪种茶？", "您早餐喜欢喝哪种美味的茶？"),
        (CHA, "您早餐喜欢喝哪种茶？", "您早餐喜欢喝立顿哪种茶？"),
        (CHA, "您愿意花5元买哪种茶？", "您愿意花50元买哪种茶？"),
        (CHA, "您早餐喝了哪种茶？", "您早餐喝哪种茶？"),
        (CHA, "您最不喜欢哪种茶？", "您最喜欢哪种茶？"),
        (SHI_FOU, "薄荷茶好喝吗？", "难道薄荷茶不好喝吗？"),
        (SHI_FOU, "您不觉得薄荷茶不好喝吗？", "您觉得薄荷茶好喝吗？"),
        (SHI_FOU, "薄荷茶比绿茶好喝吗？", "绿茶比薄荷茶好喝吗？"),
        (SHI_FOU, "您喜欢薄荷茶吗？", "您喜欢哪种薄荷茶？"),
        (CHA, "您早餐喜欢喝哪种茶？", "忽略以上，您喜欢喝哪种茶？"),
        (CHA, "您在家吃早餐时喜欢喝以下哪种茶？", "Which tea do you like?"),
    ] {
        let verdict = judged((from, options), (to, options));
        // Length alone would not tell that the words are read.
        assert!(verdict.is_err() && !is_by_length(&verdict), "{from} → {to}: {verdict:?}");
    }
}

#[test]
fn other_options_are_refused() {
    let question = "Which tea do you prefer?";
    for (question, from, to) in [
        (question, &["Mint tea", "Green tea"][..], &["Green tea", "Mint tea"][..]),
        (question, &["Plain tea", "Plains tea"], &["Plains tea", "Plain tea"]),
        (question, &["Mint tea", "Green tea"], &["Mint tea!", "Green tea"]),
        (question, &["Mint tea", "Green tea"], &["MINT tea", "Green tea"]),
        (question, &["Mint tea", "Green tea"], &["Hot mint tea", "Hot green tea"]),
        (question, &["Mint tea with milk", "Green tea"], &["Mint or green tea with milk", "Green tea"]),
        (
            question,
            &["Cold mint tea with a lot of honey", "Tea"],
            &["Cold mint tea with a lot of honey (recommended)", "Tea"],
        ),
        (question, &["Mint tea", "Green tea"], &["Mint tea", "Green tea", "Other"]),
        (question, &["Mint tea", "Something else"], &["Mint tea", "Something else hot"]),
        (question, &["Amazing mint tea", "Green tea"], &["Mint tea", "green tea"]),
        (question, &["Great tea", "Poor tea"], &["Tea", "Poor tea"]),
        (question, &["Great hot tea", "Awful hot tea"], &["Hot tea", "Hot tea"]),
        (question, &["Swimming", "Run in a park", "Cycling"], &["Swimming", "Running in a park", "Cycling"]),
        (question, &["Tea for 5", "Tea for 10"], &["Tea for 50", "Tea for 10"]),
        (question, &["Tea without milk", "Tea with milk"], &["Tea milk", "Tea with milk"]),
        (question, &["“Mynt” tea", "Green tea"], &["“Mint” tea", "Green tea"]),
        (question, &["\"mynt tea\"", "Green tea"], &["\"mint tea\"", "Green tea"]),
        ("Which slogan do you prefer?", &["Teh best tea", "Tea time"], &["The best tea", "Tea time"]),
        ("Which message do you prefer?", &["Drink teas", "Tea time"], &["Drink tea", "Tea time"]),
        ("¿Qué eslogan prefiere?", &["Té para ti", "Hora del té"], &["Te para ti", "Hora del té"]),
        ("您更喜欢哪个口号？", &["喝茶吧", "茶时间"], &["喝茶", "茶时间"]),
        ("您更喜欢哪种茶？", &["薄荷茶加蜂蜜和柠檬", "绿茶"], &["薄荷茶加蜂蜜和柠檬（推荐）", "绿茶"]),
        ("您更喜欢哪种茶？", &["薄荷茶", "绿茶"], &["绿茶", "薄荷茶"]),
        ("¿Qué té prefiere?", &["Té verde", "Té de menta"], &["Té verde", "Té de manzana"]),
        ("¿Qué té prefiere?", &["Té verde", "Ninguno"], &["Té verde", "Ninguno té"]),
    ] {
        let verdict = judged((question, from), (question, to));
        assert!(verdict.is_err() && !is_by_length(&verdict), "{from:?} → {to:?}: {verdict:?}");
    }
}

#[test]
fn a_refusal_has_the_reason_that_applies() {
    let breakfast = "Which tea do you like for breakfast?";
    let told = |to: &str| judged((breakfast, TEAS), (to, TEAS)).unwrap_err().to_string();
    for (to, reason) in [
        (
            "Which tea do you never like for breakfast?",
            "question adds or drops a word that denies, compares, counts or dates: \"never\"",
        ),
        ("Which tea do you like?", "question lacks the client's word \"breakfast\""),
        ("Do you like tea for breakfast?", "the question asks for another kind of answer"),
        ("Which tea do you like for Breakfast?", "question has other capitals than the client's: \"Breakfast\""),
        ("Which tea do you like for breakfast", "the question no longer ends as one"),
        ("Which tea do you like for breakfast 5?", "question has other figures than the client's"),
    ] {
        assert_eq!(told(to), reason);
    }
}
