//! Proposals that ask the same as the client, in plainer or more neutral words.

use super::*;

const TEAS: &[&str] = &["Mint tea", "Green tea"];
const YES_NO: &[&str] = &["Yes", "No"];
const LIKELY: &[&str] = &["Very likely", "Likely", "Unlikely", "Very unlikely"];
const TES: &[&str] = &["Té de menta", "Té verde"];
const SI_NO: &[&str] = &["Sí", "No"];
const CHA: &[&str] = &["薄荷茶", "绿茶"];
const SHI_FOU: &[&str] = &["是", "否"];

#[test]
fn a_question_may_be_put_plainly_and_neutrally() {
    let table: [(&[&str], &str, &str); 39] = [
        // The examples of the prompt.
        (TEAS, "wich tea u like for breakfast", "Which tea do you like for breakfast?"),
        (YES_NO, "Don't you agree that it is better?", "Do you agree that it is better?"),
        (SI_NO, "¿No cree que es mejor?", "¿Cree que es mejor?"),
        (SHI_FOU, "难道它不更好吗？", "它更好吗？"),
        // Spelling, marks and form.
        (TEAS, "wich tea do u prefere for breakfest", "Which tea do you prefer for breakfast?"),
        (TEAS, "WHICH TEA DO YOU PREFER", "Which tea do you prefer?"),
        (TEAS, "which teas you like for your guests?", "Which tea do you like for your guests?"),
        (TEAS, "ur fav tea in the evening at home?", "Which is your favorite tea in the evening at home?"),
        (
            TEAS,
            "in the evening, mint tea or green tea or neither?",
            "In the evening, which do you prefer: mint tea or green tea or neither?",
        ),
        (TEAS, "mint tea vs green tea for breakfast??", "Which do you want: mint tea or green tea for breakfast?"),
        (
            TEAS,
            "For the new office kitchen, which tea do you like?",
            "Which tea do you like for the new office kitchen?",
        ),
        (TEAS, "Do you prefer mint tea or green tea?", "Which do you prefer: mint tea or green tea?"),
        (
            TEAS,
            "What tea do you drink at home on a Sunday?",
            "Which of the following teas do you drink at home on a Sunday?",
        ),
        (YES_NO, "is new logo better", "Is the new logo better?"),
        (
            YES_NO,
            "is our new logo on the shop door better",
            "Is our new logo on the shop door better than the old one?",
        ),
        (
            LIKELY,
            "Would you buy mint tea in a shop next week?",
            "How likely are you to buy mint tea in a shop next week?",
        ),
        // Greetings, fillers and chat.
        (TEAS, "Hi all! please help us decide: which tea do you like?", "Which tea do you like?"),
        (TEAS, "omg pls pick the tea you like lol", "Which tea do you like?"),
        (TEAS, "We want to know which tea you drink at work. Thanks!", "Which tea do you drink at work?"),
        // Praise and pressure.
        (TEAS, "Which of our amazing new teas do you like?", "Which of our new teas do you like?"),
        (YES_NO, "Don't you agree that mint tea is better?", "Do you agree that mint tea is better?"),
        (YES_NO, "Don't you agree that mint tea is better?", "Is mint tea better?"),
        (YES_NO, "Obviously mint tea is healthy, right?", "Is mint tea healthy?"),
        // A second question.
        (TEAS, "Which tea do you like best, and why?", "Which tea do you like best?"),
        (TEAS, "Do you drink tea? Which tea do you like?", "Which tea do you like?"),
        (TES, "cual cafe prefieres para el desayuno", "¿Cuál café prefiere usted para el desayuno?"),
        (TES, "Hola a todos, ¿qué té prefieren?", "¿Qué té prefieren?"),
        (TES, "¿Cuál de nuestros increíbles tés le gusta?", "¿Cuál de nuestros tés le gusta?"),
        (TES, "para la tarde, té de menta o té verde?", "¿Cuál prefiere para la tarde: té de menta o té verde?"),
        (SI_NO, "¿No cree que el té verde es mejor?", "¿Cree que el té verde es mejor?"),
        (TES, "¿Qué té le gusta más y por qué?", "¿Qué té le gusta más?"),
        (TES, "Por favor ayúdennos a decidir: ¿qué té bebe en casa?", "¿Qué té bebe en casa?"),
        (CHA, "大家好，请帮我们选一下，您更喜欢哪种茶？", "您更喜欢哪种茶？"),
        (CHA, "早餐时在家里喝薄荷茶还是绿茶", "早餐时在家里喝薄荷茶还是绿茶，您选择哪个？"),
        (CHA, "您喜欢我们超棒的新茶中的哪个？", "您喜欢我们新茶中的哪一个？"),
        (SHI_FOU, "难道薄荷茶不更好喝吗？", "薄荷茶更好喝吗？"),
        (SHI_FOU, "您不觉得薄荷茶更好喝吗？", "您是否认为薄荷茶更好喝？"),
        (CHA, "您最喜欢哪种茶，为什么？", "您最喜欢哪种茶？"),
        (CHA, "显然茶更健康，您喝哪个？", "茶更健康，您喝以下哪个？"),
    ];
    let refused = table.iter().filter_map(|(options, from, to)| {
        let verdict = judged((from, options), (to, options));
        verdict.err().map(|why| format!("{from} → {to}: {why}"))
    });
    assert_eq!(refused.collect::<Vec<_>>().join("\n"), "");
}

#[test]
fn options_may_be_given_one_form() {
    for (question, from, to) in [
        (
            "Which tea do you prefer?",
            &["mint tea.", "green tea", "Black tea"][..],
            &["Mint tea", "Green tea", "Black tea"][..],
        ),
        ("Which tea do you prefer?", &["Amazing mint tea", "Awesome green tea"], &["Mint tea", "Green tea"]),
        ("Which tea do you prefer?", &["Peppermnt tea", "Green tea"], &["Peppermint tea", "Green tea"]),
        (
            "Which tea do you prefer?",
            &["cup of tea", "pot of tea", "other"],
            &["A cup of tea", "A pot of tea", "Other"],
        ),
        (
            "Which sport do you do?",
            &["swim in a pool", "run in a park", "none"],
            &["Swimming in a pool", "Running in a park", "None"],
        ),
        (
            "Which shop do you like?",
            &["Green Corner", "Blue Door", "red bridge"],
            &["Green Corner", "Blue Door", "Red Bridge"],
        ),
        ("¿Qué té prefiere?", &["un té verde", "un té de menta"], &["Té verde", "Té de menta"]),
        ("您更喜欢哪种茶？", &["美味的薄荷茶", "美味的绿茶", "其他"], &["薄荷茶", "绿茶", "其他"]),
    ] {
        assert_eq!(judged((question, from), (question, to)), Ok(()), "{to:?}");
    }
}
