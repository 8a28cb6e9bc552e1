//! Scales as surveys word them, in wordings outside the prior's training data.

use proptest::prelude::*;

use super::*;
use foundation::Language::{En, Es, Zh};

/// Options from highest to lowest, separated by bars; after `//` those that are not steps.
type Wording = (Language, ScaleKind, &'static str);

const WORDINGS: [Wording; 66] = [
    (En, ScaleKind::Agreement, "Strongly agree | Agree | Neither agree nor disagree | Disagree | Strongly disagree"),
    (En, ScaleKind::Agreement, "Completely agree | Mostly agree | Mostly disagree | Completely disagree // Don't know"),
    (En, ScaleKind::Agreement, "Tend to agree | Tend to disagree | Totally disagree"),
    (
        En,
        ScaleKind::Approval,
        "Strongly approve | Somewhat approve | Somewhat disapprove | Strongly disapprove // Not sure",
    ),
    (En, ScaleKind::Approval, "Strongly support | Support | Oppose | Strongly oppose // No opinion"),
    (
        En,
        ScaleKind::Approval,
        "Very favorable | Mostly favorable | Mostly unfavorable | Extremely unfavorable // Never heard of",
    ),
    (
        En,
        ScaleKind::Approval,
        "Legal in all cases | Legal in some cases | Illegal in some cases | Illegal in all cases",
    ),
    (En, ScaleKind::Satisfaction, "Very satisfied | Somewhat satisfied | Somewhat dissatisfied | Very dissatisfied"),
    (En, ScaleKind::Satisfaction, "Very happy | Pretty happy | Not too happy"),
    (En, ScaleKind::Likelihood, "Definitely will | Probably will | Probably will not | Definitely will not"),
    (
        En,
        ScaleKind::Likelihood,
        "Extremely likely | Very likely | Somewhat likely | Not very likely | Not at all likely",
    ),
    (En, ScaleKind::Quality, "Excellent | Good | Only fair | Poor // Don't know/Refused"),
    (En, ScaleKind::Quality, "Very good | Good | Fair | Bad | Very bad"),
    (
        En,
        ScaleKind::Importance,
        "Extremely important | Very important | Moderately important | Slightly important | Not at all important",
    ),
    (En, ScaleKind::Importance, "A top priority | Important but lower priority | Not too important"),
    (En, ScaleKind::Worry, "Very concerned | Somewhat concerned | Not very concerned | Not concerned at all // Unsure"),
    (
        En,
        ScaleKind::Trust,
        "A great deal of confidence | A fair amount of confidence | Not too much confidence | No confidence at all",
    ),
    (En, ScaleKind::Interest, "Very closely | Fairly closely | Not too closely | Not at all closely"),
    (En, ScaleKind::Comfort, "Very safe | Somewhat safe | Somewhat unsafe | Very unsafe"),
    (En, ScaleKind::Familiarity, "Very familiar | Somewhat familiar | Not very familiar | Not at all familiar"),
    (En, ScaleKind::Ease, "Very easy | Fairly easy | Fairly difficult | Very difficult"),
    (En, ScaleKind::Change, "Much better | Somewhat better | About the same | Somewhat worse | Much worse"),
    (En, ScaleKind::Change, "Increased | Stayed the same | Decreased // Prefer not to say"),
    (En, ScaleKind::Balance, "Too much | About the right amount | Too little"),
    (
        En,
        ScaleKind::Frequency,
        "Every day | Several times a week | Once a week | Once or twice a month | A few times a year | Never",
    ),
    (En, ScaleKind::Frequency, "All of the time | Most of the time | Some of the time | None of the time"),
    (En, ScaleKind::Frequency, "Always | Usually | Sometimes | Seldom | Hardly ever | Never"),
    (En, ScaleKind::Frequency, "More than once a week | Once a week | Monthly | Less than once a year"),
    (En, ScaleKind::Amount, "A great deal | Quite a lot | Some | Very little | None"),
    (En, ScaleKind::Amount, "A lot | A little | Nothing at all // Don't know"),
    (En, ScaleKind::Amount, "All | Most | Some | Only a few | None"),
    (En, ScaleKind::Level, "Upper class | Upper-middle class | Middle class | Lower-middle class | Lower class"),
    (En, ScaleKind::YesNo, "Yes | No // Don't know"),
    (En, ScaleKind::YesNo, "Yes, definitely | Yes, somewhat | No"),
    (
        Es,
        ScaleKind::Agreement,
        "Totalmente de acuerdo | De acuerdo | Ni de acuerdo ni en desacuerdo | En desacuerdo | Totalmente en desacuerdo",
    ),
    (Es, ScaleKind::Agreement, "Muy de acuerdo | Bastante de acuerdo | Poco de acuerdo | Nada de acuerdo // NS/NC"),
    (Es, ScaleKind::Quality, "Muy bien | Bien | Regular | Mal | Muy mal // No sabe"),
    (Es, ScaleKind::Quality, "Excelente | Buena | Regular | Mala | Pésima"),
    (Es, ScaleKind::Amount, "Mucho | Bastante | Poco | Nada // No contesta"),
    (Es, ScaleKind::Amount, "Mucho | Algo | Poco | Nada // No sabe/No contesta"),
    (Es, ScaleKind::Trust, "Mucha confianza | Algo de confianza | Poca confianza | Ninguna confianza"),
    (Es, ScaleKind::Satisfaction, "Muy satisfecha | Más bien satisfecha | No muy satisfecha | Nada satisfecha"),
    (Es, ScaleKind::Importance, "Muy importante | Bastante importante | Poco importante | Nada importante // N.S."),
    (Es, ScaleKind::Worry, "Muy preocupado | Algo preocupado | Poco preocupado | Nada preocupado"),
    (Es, ScaleKind::Likelihood, "Muy probable | Algo probable | Poco probable | Nada probable"),
    (Es, ScaleKind::Approval, "Muy a favor | Algo a favor | Algo en contra | Muy en contra // Indeciso"),
    (Es, ScaleKind::Approval, "Aprueba | Desaprueba // No responde"),
    (Es, ScaleKind::Frequency, "Todos los días | Varias veces por semana | Una vez al mes | Casi nunca | Nunca"),
    (Es, ScaleKind::Frequency, "Siempre | Casi siempre | A veces | Rara vez | Nunca"),
    (Es, ScaleKind::Frequency, "Muy a menudo | A menudo | De vez en cuando | Jamás"),
    (Es, ScaleKind::Change, "Mucho mejor | Mejor | Igual | Peor | Mucho peor"),
    (Es, ScaleKind::Change, "Progresando | Estancado | En retroceso // No sabe"),
    (Es, ScaleKind::Level, "Clase alta | Clase media alta | Clase media | Clase media baja | Clase baja"),
    (Es, ScaleKind::YesNo, "Sí | No // Depende | Otra respuesta"),
    (Zh, ScaleKind::Agreement, "非常同意 | 同意 | 无所谓 | 不同意 | 非常不同意"),
    (Zh, ScaleKind::Agreement, "完全赞同 | 比较赞同 | 不太赞同 | 完全不赞同 // 说不清"),
    (Zh, ScaleKind::Satisfaction, "非常滿意 | 幾滿意 | 一半半 | 幾不滿意 | 非常不滿意 // 唔知/難講"),
    (Zh, ScaleKind::Satisfaction, "好滿意 | 一半半 | 唔係幾滿意 | 完全唔滿意"),
    (Zh, ScaleKind::Trust, "非常信任 | 比较信任 | 一般 | 不太信任 | 根本不信任 // 不知道"),
    (Zh, ScaleKind::Quality, "很好 | 好 | 一般 | 差 | 很差"),
    (Zh, ScaleKind::Frequency, "总是 | 经常 | 有时 | 很少 | 从不 // 拒绝回答"),
    (Zh, ScaleKind::Frequency, "每天 | 每周几次 | 每月一次 | 从来没有"),
    (Zh, ScaleKind::Change, "好轉 | 差不多 | 轉差 // 其他"),
    (Zh, ScaleKind::Interest, "很感兴趣 | 比较感兴趣 | 不太感兴趣 | 一点也不感兴趣"),
    (Zh, ScaleKind::Familiarity, "非常了解 | 比较了解 | 不太了解 | 完全不了解"),
    (Zh, ScaleKind::YesNo, "是 | 否 // 不清楚"),
];

fn options(wording: &'static str) -> (Vec<&'static str>, Vec<&'static str>) {
    let (steps, beside) = wording.split_once("//").unwrap_or((wording, ""));
    let split = |part: &'static str| part.split('|').map(str::trim).filter(|option| !option.is_empty()).collect();
    (split(steps), split(beside))
}

fn place(role: Role) -> Option<f64> {
    if let Role::Step(step) = role { Some(step.place) } else { None }
}

#[test]
fn scales_in_all_three_languages_are_read_in_the_order_of_their_meaning() {
    for (language, kind, wording) in WORDINGS {
        let (steps, beside) = options(wording);
        let scale = read(language, &[steps.clone(), beside].concat());
        let places: Vec<_> = scale.roles.iter().map(|role| place(*role)).collect();
        assert_eq!(scale.kind, Some(kind), "{wording}");
        assert!(places[..steps.len()].iter().all(Option::is_some), "{wording}: {:?}", scale.roles);
        assert!(places[..steps.len()].is_sorted_by(|a, b| a > b), "{wording}: {places:?}");
        assert!(places[steps.len()..].iter().all(Option::is_none), "{wording}: {:?}", scale.roles);
        assert_eq!((places[0], places[steps.len() - 1]), (Some(1.0), Some(-1.0)), "{wording}");
    }
}

#[test]
fn options_beside_a_scale_have_their_roles() {
    let role = |language, option| read(language, &["A", "B", option]).roles[2];
    for (language, option) in
        [(En, "Don’t know / Refused"), (En, "It depends"), (Es, "Ns/Nc"), (Es, "Prefiero no contestar"), (Zh, "很難說")]
    {
        assert_eq!(role(language, option), Role::Unsure, "{option}");
    }
    for (language, option) in [(En, "Other (please specify)"), (Es, "Otros"), (Zh, "其它")] {
        assert_eq!(role(language, option), Role::Other, "{option}");
    }
    for (language, option) in [(En, "None of the above"), (Es, "Ninguno"), (Zh, "以上皆非")] {
        assert_eq!(role(language, option), Role::Nothing, "{option}");
    }
    for (language, option) in [(En, "Never heard of him"), (Es, "No lo conozco"), (Zh, "没听说过")] {
        assert_eq!(role(language, option), Role::Unfamiliar, "{option}");
    }
}

#[test]
fn none_is_an_amount_where_amounts_are_asked_for() {
    assert_eq!(place(read(Es, &["Mucha", "Alguna", "Ninguna"]).roles[2]), Some(-1.0));
    assert_eq!(read(Es, &["PSOE", "PP", "Ninguno"]).roles[2], Role::Nothing);
}

#[test]
fn answers_in_their_own_right_form_no_scale() {
    for (language, options) in [
        (En, vec!["Coffee", "Tea", "Something good to eat", "Water"]),
        (En, vec!["The best camera", "More battery", "A lower price"]),
        (Es, vec!["Playa", "Montaña", "Ciudad grande"]),
        (Zh, vec!["牛肉面", "米饭", "饺子"]),
    ] {
        let scale = read(language, &options);
        assert_eq!(scale.kind, None, "{options:?}");
        assert!(scale.roles.iter().all(|role| *role == Role::Plain), "{options:?}");
    }
}

#[test]
fn numbers_with_explained_ends_rise_to_the_better_end() {
    let rising = read(En, &["1 - Very bad", "2", "3", "4", "5 - Very good", "Don't know"]);
    assert_eq!(
        (rising.kind, place(rising.roles[4]), rising.roles[5]),
        (Some(ScaleKind::Rating), Some(1.0), Role::Unsure)
    );
    let falling = read(Es, &["1 (Totalmente de acuerdo)", "2", "3", "4", "5 (Totalmente en desacuerdo)"]);
    assert_eq!(place(falling.roles[0]), Some(1.0));
    assert_eq!(place(read(Zh, &["0", "5", "10"]).roles[1]), Some(0.0));
}

#[test]
fn figures_are_ordered_by_size() {
    let hours = read(En, &["More than 10 hours", "Less than 2 hours", "2 to 5 hours", "6 to 10 hours"]);
    let places: Vec<_> = hours.roles.iter().filter_map(|role| place(*role)).collect();
    assert_eq!(hours.kind, Some(ScaleKind::Quantity));
    assert!(places[1] < places[2] && places[2] < places[3] && places[3] < places[0], "{places:?}");
}

#[test]
fn a_word_without_a_degree_is_bare_and_the_middle_is_neutral() {
    let scale = read(Es, &["Muy de acuerdo", "De acuerdo", "Ni de acuerdo ni en desacuerdo"]);
    let bare: Vec<_> = scale.roles.iter().map(|role| matches!(role, Role::Step(Step { bare: true, .. }))).collect();
    assert_eq!(bare, [false, true, false]);
    assert!(matches!(scale.roles[2], Role::Step(Step { neutral: true, .. })));
}

proptest! {
    #[test]
    fn the_order_of_options_has_no_say(at in 0..WORDINGS.len(), by in 0usize..9) {
        let (language, _, wording) = WORDINGS[at];
        let (steps, beside) = options(wording);
        let options = [steps, beside].concat();
        let by = by % options.len();
        let mut turned = options.clone();
        turned.rotate_left(by);
        turned.reverse();
        let (straight, turned) = (read(language, &options), read(language, &turned));
        let mut roles = straight.roles;
        roles.rotate_left(by);
        roles.reverse();
        prop_assert_eq!(straight.kind, turned.kind);
        prop_assert_eq!(roles, turned.roles);
    }

    #[test]
    fn any_text_can_be_read(options in prop::collection::vec(".{0,40}", 2..8)) {
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        for language in Language::ALL {
            prop_assert_eq!(read(language, &options).roles.len(), options.len());
        }
    }
}
