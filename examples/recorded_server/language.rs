//! Made-up texts in each language, where nothing was recorded: reasons and concerns that fit most choices, and
//! sentences that state a reason.

/// A language that reports are made in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    En,
    Es,
    Zh,
}

impl Language {
    /// Returns the language of a code; English if it is unknown.
    pub fn of_code(code: &str) -> Self {
        match code {
            "es" => Self::Es,
            "zh" => Self::Zh,
            _ => Self::En,
        }
    }

    /// Guesses the language that a prompt is written in.
    pub fn of_prompt(text: &str) -> Self {
        if text.chars().any(is_han) {
            Self::Zh
        } else if text.contains('¿') || text.to_lowercase().contains("pregunta") {
            Self::Es
        } else {
            Self::En
        }
    }

    /// Returns reasons that fit nearly any choice.
    pub fn reasons(self) -> [&'static str; 6] {
        match self {
            Self::En => [
                "Good value for money",
                "Lifelong habit",
                "Little effort",
                "Past experience",
                "Personal taste",
                "Family and friends",
            ],
            Self::Es => [
                "La relación calidad-precio",
                "La costumbre de siempre",
                "El poco esfuerzo",
                "La buena experiencia",
                "El gusto personal",
                "La familia y los amigos",
            ],
            Self::Zh => ["价格划算", "一直以来的习惯", "方便省事", "以往的经验", "个人喜好", "家人朋友的影响"],
        }
    }

    /// Returns concerns that fit nearly any choice.
    pub fn concerns(self) -> [&'static str; 6] {
        match self {
            Self::En => [
                "Hidden costs",
                "Lack of time",
                "Doubtful quality",
                "Regret afterwards",
                "What others will think",
                "Not knowing enough",
            ],
            Self::Es => [
                "Los gastos ocultos",
                "La falta de tiempo",
                "La calidad dudosa",
                "El arrepentimiento posterior",
                "El qué dirán",
                "El no saber lo suficiente",
            ],
            Self::Zh => ["额外的花费", "时间不够用", "质量没有保证", "事后会后悔", "别人的眼光", "了解得太少"],
        }
    }

    /// Returns what joins two sentences into one.
    pub fn pause(self) -> &'static str {
        if self == Self::Zh { "，" } else { " – " }
    }

    /// Returns sentences with a placeholder for the reason. No two start alike.
    pub fn sentences(self) -> &'static [&'static str; 24] {
        match self {
            Self::En => &ENGLISH,
            Self::Es => &SPANISH,
            Self::Zh => &CHINESE,
        }
    }
}

/// Whether this is a Chinese character.
pub fn is_han(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

const ENGLISH: [&str; 24] = [
    "Honestly, {reason} is what tips it for me.",
    "My mother always did it this way, and {reason} still counts for me.",
    "I have turned it over on many a bus ride, and {reason} wins every time.",
    "For me it comes down to {reason}, plain and simple.",
    "After the year I have had, {reason} matters more to me than anything else.",
    "Look, I am tired when I get home, so {reason} decides it.",
    "All my friends know that I never shut up about {reason}.",
    "Nothing fancy: {reason}, and I am happy.",
    "We argued about it over dinner last week, and I kept coming back to {reason}.",
    "Call me boring, but {reason} is all I look at.",
    "What can I say, {reason} has never let me down.",
    "Some days I doubt it, then I remember {reason} and stay where I am.",
    "With the kitchen table full of bills, {reason} comes first in my life.",
    "It sounds silly, yet {reason} makes me feel at ease.",
    "Years ago I saw it differently, until I learned what {reason} is worth.",
    "Around our house nobody would understand me if I ignored {reason}.",
    "When my neighbour did the opposite I watched it go wrong, so I hold on to {reason}.",
    "Maybe I am stubborn, but without {reason} I would not even consider it.",
    "Take a normal morning at my place: {reason} is the first thing on my mind.",
    "Believe me, I have tried to care about other things, and {reason} is still what moves me.",
    "People like me notice {reason} before they notice anything else.",
    "To tell the truth I went with my gut, and my gut says {reason}.",
    "Ever since I moved in with my partner, {reason} has been what I go by.",
    "Sure, I grumble about it too, but {reason} keeps me on this side.",
];

const SPANISH: [&str; 24] = [
    "La verdad, lo que me decide es {reason}.",
    "En mi casa siempre se hizo así, y para mí sigue contando {reason}.",
    "Lo he pensado muchas veces en el autobús y siempre gana {reason}, qué le voy a hacer.",
    "Para mí todo se reduce a lo mismo: {reason}.",
    "Con el año que llevo, {reason} me importa más que cualquier otra cosa.",
    "Mire, yo llego a casa sin fuerzas, así que manda {reason}.",
    "Mis amigos ya me conocen: siempre salgo con lo mismo, {reason}.",
    "Nada del otro mundo: {reason}, y me quedo en paz.",
    "El otro día lo discutimos en la cena y yo no me moví: {reason}.",
    "Dirán que soy de ideas fijas, pero yo miro {reason} y nada más.",
    "Qué quiere que le diga, {reason} nunca me ha fallado.",
    "Hay días en que dudo, luego recuerdo {reason} y se me pasa.",
    "Tal como vivo yo, con la mesa llena de recibos, primero va {reason}.",
    "Suena tonto, pero {reason} me da tranquilidad.",
    "Antes lo veía de otra manera, hasta que entendí lo que vale {reason}.",
    "Entre los míos nadie me entendería si dejara de lado {reason}.",
    "Vi cómo le fue a mi vecino por hacer lo contrario, y desde entonces me guío por {reason}.",
    "Seré cabezota, pero sin {reason} ni me lo planteo.",
    "Cualquier mañana de las mías empieza igual, y {reason} es lo primero en que pienso.",
    "Créame que he intentado fijarme en otras cosas, y lo que me mueve sigue siendo {reason}.",
    "A la gente como yo {reason} le salta a la vista antes que nada.",
    "Con el corazón en la mano, me dejé llevar, y lo que me llevó fue {reason}.",
    "Desde que vivo con mi pareja, yo me rijo por {reason}.",
    "Claro que me quejo, como todos, pero {reason} me mantiene de este lado.",
];

const CHINESE: [&str; 24] = [
    "说实话，最后让我拿定主意的是{reason}。",
    "我妈以前就这么过日子，{reason}我也一直放在心上。",
    "坐公交的时候我琢磨过好几回，还是{reason}占了上风。",
    "对我来说没那么复杂，就是{reason}。",
    "这一年过得不容易，我现在最看重{reason}。",
    "我下班回家累得不想动，所以{reason}说了算。",
    "朋友都笑我，一开口就是{reason}。",
    "没什么好多说的，{reason}，我就认这个。",
    "前几天吃晚饭我们还为这事拌嘴，我翻来覆去讲的都是{reason}。",
    "别人说我死板也好，我只看{reason}。",
    "怎么说呢，{reason}从来没让我失望过。",
    "有时候我也犹豫，可一想到{reason}，心就定了。",
    "家里桌上账单一堆，我过日子嘛，{reason}排在最前头。",
    "听着有点傻，但{reason}让我心里踏实。",
    "以前我不是这么想的，后来才明白{reason}有多要紧。",
    "我们家里人都这样，谁要是不顾{reason}，我头一个不答应。",
    "邻居反着来吃了亏，我看在眼里，更相信{reason}了。",
    "也许是我固执，要是没有{reason}，我根本不会考虑。",
    "每天早上忙忙乱乱的，我心里最先想到的就是{reason}。",
    "我也试过多想想别的，到头来打动我的还是{reason}。",
    "像我这样过惯了小日子的人，一眼看到的就是{reason}。",
    "其实我就是凭感觉，感觉告诉我{reason}最靠得住。",
    "自从搬出来自己住，我凡事都先想着{reason}。",
    "抱怨归抱怨，为了{reason}，我还是不改主意。",
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const ALL: [Language; 3] = [Language::En, Language::Es, Language::Zh];

    #[test]
    fn every_sentence_has_a_place_for_the_reason_and_a_beginning_of_its_own() {
        for language in ALL {
            let sentences = language.sentences();
            assert!(sentences.iter().all(|it| it.matches("{reason}").count() == 1), "{language:?}");
            let beginning = |it: &&str| -> String {
                if language == Language::Zh {
                    it.chars().take(3).collect()
                } else {
                    it.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
                }
            };
            let beginnings: BTreeSet<String> = sentences.iter().map(beginning).collect();
            assert_eq!(beginnings.len(), sentences.len(), "{language:?}");
        }
    }

    #[test]
    fn no_two_labels_are_the_same_and_none_has_a_figure() {
        for language in ALL {
            let labels = [language.reasons(), language.concerns()].concat();
            assert_eq!(labels.iter().collect::<BTreeSet<_>>().len(), labels.len());
            assert!(labels.iter().all(|it| it.chars().count() <= 48 && !it.contains(|c: char| c.is_numeric())));
        }
    }

    #[test]
    fn a_prompt_shows_its_language() {
        assert_eq!(Language::of_prompt("Question: Which drink?"), Language::En);
        assert_eq!(Language::of_prompt("Pregunta: Qué bebida"), Language::Es);
        assert_eq!(Language::of_prompt("问题：喝什么？"), Language::Zh);
        assert_eq!(["en", "es", "zh"].map(Language::of_code), ALL);
    }
}
