//! Questionnaire design: which questions are asked, in which sequence. These are the choice among the client's
//! options, reasons, concerns, acceptance, likelihood and an open question. Question ids are stable. Options keep the
//! client's wording and order; `bank` has the wording of the rest, in the report's language.

use foundation::Language;
use language::address::Address;
use language::brief::WordingChoice;
use language::{Brief, Inquiry, Served, prices, served};

use crate::bank::{self, ListKind};
use crate::form;
use crate::{Question, QuestionId, QuestionKind, Questionnaire, Scale};

pub const RATING_MIN: u8 = 1;
pub const RATING_MAX: u8 = 5;
/// The limit on questions, because longer questionnaires are answered with less care.
pub const QUESTIONS_MAX: usize = 8;

/// Returns the wording that a brief is asked in by the rules alone; an engine may later correct it further.
pub fn served(brief: &Brief) -> Served {
    ask_dearest_price(brief, served::optimize(brief))
}

/// Returns the wording that asks for the dearest price at which people would buy, if the options are prices of one
/// offer and the question is about buying; otherwise the same wording. The share that buys at each price follows from
/// that answer. A client who declined edits is asked in the client's own words: for the dearest price only where those
/// ask for it.
pub fn ask_dearest_price(brief: &Brief, served: Served) -> Served {
    let is_about_buying = served.inquiry == Inquiry::Pricing && prices::asks_to_buy(&served.question);
    if !is_about_buying || prices::rungs(&served.options).is_none() {
        return served;
    }
    let question = bank::dearest_question(brief.language(), &served.question, Address::Formal);
    if brief.wording() == WordingChoice::AsIs && question != served.question {
        return served;
    }
    served.asking_dearest_price(question)
}

/// Builds the questionnaire of a brief, with 5 to [`QUESTIONS_MAX`] questions.
pub fn questionnaire(brief: &Brief, served: &Served) -> Questionnaire {
    let (inquiry, language) = (served.inquiry, brief.language());
    if served.asks_dearest_price {
        return about_prices(brief, served);
    }
    let mut questions = preferences(brief, served);
    questions.push(drivers(inquiry, language));
    questions.push(concern(inquiry, language));
    let closing =
        [likelihood(inquiry, language), titled(inquiry, QuestionId::Reason, language, QuestionKind::OpenText)];
    // With three short lists the acceptance question would exceed the limit. It is the one that is dropped.
    if served.wants_none && questions.len() + closing.len() < QUESTIONS_MAX {
        questions.push(acceptance(inquiry, language));
    }
    questions.extend(closing);
    Questionnaire { questions }
}

/// Builds the questionnaire on prices of one offer, however many there are: short lists would not find the dearest one.
fn about_prices(brief: &Brief, served: &Served) -> Questionnaire {
    let (inquiry, language) = (served.inquiry, brief.language());
    let own =
        |question: Question| Question { title: bank::dearest_title(question.id, language).to_owned(), ..question };
    let none = bank::no_price(language).to_owned();
    let choice = Question {
        options: brief.options().iter().cloned().chain([none]).collect(),
        ..question(QuestionId::Preference, served.question.clone(), QuestionKind::SingleChoice)
    };
    let later = [drivers(inquiry, language), concern(inquiry, language), likelihood(inquiry, language)];
    let open = question(QuestionId::Reason, String::new(), QuestionKind::OpenText);
    Questionnaire { questions: [choice].into_iter().chain(later.into_iter().chain([open]).map(own)).collect() }
}

/// Returns the forms of a questionnaire: the options in ladder order if the dearest price is asked for, otherwise in
/// balanced orders with the residual ones last.
pub fn forms(served: &Served, seed: u64) -> Vec<form::Form> {
    let ladder = prices::rungs(&served.options).filter(|_| served.asks_dearest_price);
    match ladder {
        Some(ladder) => form::along(&ladder.into_iter().map(|(at, _)| at).collect::<Vec<_>>()),
        None => form::forms_with_residual(served.options.len(), &served.residual, seed),
    }
}

/// Returns the ids of the best-worst questions on short lists. Empty if one list holds all options.
pub fn lists(options: usize) -> Vec<QuestionId> {
    match form::lists(options) {
        1 => Vec::new(),
        lists => (1..=lists).map(QuestionId::List).collect(),
    }
}

/// Returns the questions on short lists, if any, and the final choice. After short lists, that choice is among the
/// options put first.
fn preferences(brief: &Brief, served: &Served) -> Vec<Question> {
    let (ids, language) = (lists(brief.options().len()), brief.language());
    let list = |(index, id): (usize, &QuestionId)| {
        let ask = bank::best_worst(served.inquiry, language);
        let title = bank::list_title(language, &served.question, index + 1, ids.len(), ask);
        question(*id, title, QuestionKind::BestWorst)
    };
    let mut questions: Vec<Question> = ids.iter().enumerate().map(list).collect();
    let title = match ids.len() {
        0 => served.question.clone(),
        _ => bank::final_title(language, &served.question, Address::Formal),
    };
    questions.push(question(QuestionId::Preference, title, QuestionKind::SingleChoice));
    questions.into_iter().map(|question| Question { options: brief.options().to_vec(), ..question }).collect()
}

fn drivers(inquiry: Inquiry, language: Language) -> Question {
    Question {
        options: labels(inquiry, ListKind::Driver, language),
        ..titled(inquiry, QuestionId::Drivers, language, QuestionKind::MultipleChoice)
    }
}

fn concern(inquiry: Inquiry, language: Language) -> Question {
    Question {
        options: labels(inquiry, ListKind::Concern, language),
        ..titled(inquiry, QuestionId::Concern, language, QuestionKind::SingleChoice)
    }
}

fn acceptance(inquiry: Inquiry, language: Language) -> Question {
    Question {
        options: bank::acceptance(inquiry, language).map(str::to_owned).to_vec(),
        ..titled(inquiry, QuestionId::Acceptance, language, QuestionKind::SingleChoice)
    }
}

fn likelihood(inquiry: Inquiry, language: Language) -> Question {
    let (min_label, max_label) = bank::scale(inquiry, language);
    let scale =
        Scale { min: RATING_MIN, max: RATING_MAX, min_label: min_label.to_owned(), max_label: max_label.to_owned() };
    Question { scale: Some(scale), ..titled(inquiry, QuestionId::Likelihood, language, QuestionKind::Rating) }
}

fn labels(inquiry: Inquiry, kind: ListKind, language: Language) -> Vec<String> {
    bank::items(inquiry, kind).into_iter().map(|item| item.label(language).to_owned()).collect()
}

fn titled(inquiry: Inquiry, id: QuestionId, language: Language, kind: QuestionKind) -> Question {
    question(id, bank::title(inquiry, id, language).to_owned(), kind)
}

fn question(id: QuestionId, title: String, kind: QuestionKind) -> Question {
    Question { id, title, kind, options: Vec::new(), scale: None, asked_of: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::QuestionId::{Acceptance, Concern, Drivers, Likelihood, Preference, Reason};
    use language::brief::{Draft, OPTIONS_MAX, OPTIONS_MIN};
    use language::served;

    fn brief(options: usize, language: Language) -> Brief {
        let options = (0..options).map(|index| format!("  Option   {index}")).collect();
        let language = Some(language.code().to_owned());
        Brief::parse(Draft { question: "Which  one?".to_owned(), options, language, ..Draft::default() }).unwrap()
    }

    fn made(options: usize, wants_none: bool, inquiry: Inquiry, language: Language) -> Vec<Question> {
        let brief = brief(options, language);
        let served = Served { wants_none, inquiry, ..served::optimize(&brief) };
        questionnaire(&brief, &served).questions
    }

    fn ids(questions: &[Question]) -> Vec<QuestionId> {
        questions.iter().map(|question| question.id).collect()
    }

    #[test]
    fn five_to_eight_questions_are_asked_whatever_the_options() {
        for options in OPTIONS_MIN..=OPTIONS_MAX {
            for wants_none in [false, true] {
                let questions = made(options, wants_none, Inquiry::Preference, Language::En);
                assert!((5..=QUESTIONS_MAX).contains(&questions.len()), "{options} {wants_none}");
                let has_acceptance = ids(&questions).contains(&QuestionId::Acceptance);
                assert_eq!(has_acceptance, wants_none && form::lists(options) < 3, "{options} {wants_none}");
                let chosen = ids(&questions).into_iter().filter(|id| id.is_preference()).collect::<Vec<_>>();
                assert_eq!(chosen.split_last(), Some((&QuestionId::Preference, &lists(options)[..])));
            }
        }
    }

    #[test]
    fn a_short_list_is_put_in_one_question() {
        let questions = made(5, false, Inquiry::Preference, Language::En);
        assert_eq!(ids(&questions), [Preference, Drivers, Concern, Likelihood, Reason]);
        assert_eq!((questions[0].title.as_str(), questions[0].kind), ("Which one?", QuestionKind::SingleChoice));
        let questions = made(2, true, Inquiry::Preference, Language::En);
        assert_eq!(ids(&questions), [Preference, Drivers, Concern, Acceptance, Likelihood, Reason]);
    }

    #[test]
    fn a_long_list_is_put_in_parts_that_quote_the_question() {
        let questions = made(11, true, Inquiry::Preference, Language::En);
        assert_eq!(
            ids(&questions)[..4],
            [1, 2, 3].map(QuestionId::List).into_iter().chain([Preference]).collect::<Vec<_>>()
        );
        assert_eq!(questions[3].kind, QuestionKind::SingleChoice);
        assert_eq!(questions[3].title, "Which one? (final round) Of those you put first, which is your top choice?");
        assert!(questions[..3].iter().all(|question| question.kind == QuestionKind::BestWorst));
        let title = |language| made(11, true, Inquiry::Preference, language)[1].title.clone();
        let en = "Which one? (list 2 of 3) Of the options shown, which would be your first choice and which your last?";
        assert_eq!(title(Language::En), en);
        assert!(title(Language::Es).starts_with("Which one? (lista 2 de 3) De las opciones"));
        assert!(title(Language::Zh).starts_with("Which one?（第 2 组，共 3 组）在列出的选项中"));
    }

    #[test]
    fn the_choice_is_among_the_clients_own_strings_in_the_clients_order() {
        for options in [3, 20] {
            let questions = made(options, true, Inquiry::Pricing, Language::Es);
            let own = brief(options, Language::Es);
            assert!(
                questions.iter().filter(|asked| asked.id.is_preference()).all(|asked| asked.options == own.options())
            );
        }
    }

    #[test]
    fn of_prices_the_dearest_one_or_none_is_asked_for_in_one_question() {
        for (language, question, count) in [
            (Language::En, "Which monthly price would you choose?", 3),
            (Language::Es, "¿Qué precio pagaría por la entrada?", 7),
            (Language::Zh, "您会选哪个价格？", 20),
        ] {
            let options = (1..=count).map(|number| format!("${}", 5 * number)).collect();
            let draft = Draft {
                question: question.to_owned(),
                options,
                language: Some(language.code().to_owned()),
                ..Draft::default()
            };
            let brief = Brief::parse(draft).unwrap();
            let served = ask_dearest_price(&brief, served::optimize(&brief));
            assert_eq!(served.subject(), question);
            assert!(served.question.len() > question.len() && served.question.starts_with(question), "{served:?}");
            assert_eq!(served.changes.last().map(|change| change.to.as_str()), Some(served.question.as_str()));
            let asked = questionnaire(&brief, &served).questions;
            assert_eq!(ids(&asked), [Preference, Drivers, Concern, Likelihood, Reason], "{language}");
            assert_eq!((asked[0].kind, asked[0].options.len()), (QuestionKind::SingleChoice, count + 1));
            assert_eq!(asked[0].options[count], bank::acceptance(Inquiry::Pricing, language)[1]);
            assert!(asked.iter().all(|question| !question.title.is_empty()));
            assert!(forms(&served, 1).iter().all(|form| form.len() == count));
        }
    }

    #[test]
    fn a_question_for_the_highest_price_or_for_a_fair_one_stays_as_it_is() {
        for (question, is_asked) in [("What is the most you would pay?", true), ("What is a fair price?", false)] {
            let options = vec!["$5".to_owned(), "$8".to_owned()];
            let brief = Brief::parse(Draft { question: question.to_owned(), options, ..Draft::default() }).unwrap();
            let served = ask_dearest_price(&brief, served::optimize(&brief));
            assert_eq!((served.question.as_str(), served.asks_dearest_price), (question, is_asked));
            assert!(served.changes.is_empty());
        }
    }

    #[test]
    fn a_client_who_declined_edits_is_asked_for_the_dearest_price_only_in_their_own_words() {
        for (question, is_asked) in [("What is the most you would pay?", true), ("Which price would you pay?", false)] {
            let options = vec!["$5".to_owned(), "$8".to_owned()];
            let wording = Some("as_is".to_owned());
            let draft = Draft { question: question.to_owned(), options, wording, ..Draft::default() };
            let served = super::served(&Brief::parse(draft).unwrap());
            assert_eq!((served.question.as_str(), served.asks_dearest_price), (question, is_asked));
            assert!(served.changes.is_empty());
        }
    }

    #[test]
    fn answers_fit_the_kind_of_question_and_the_language() {
        let questions = made(3, true, Inquiry::FactualBelief, Language::Zh);
        let scale = questions[4].scale.as_ref().unwrap();
        assert_eq!((scale.min, scale.max, scale.min_label.as_str()), (1, 5, "完全没有把握"));
        assert_eq!(questions[1].options.last().map(String::as_str), Some("其他原因"));
        assert_eq!(questions[2].options.last().map(String::as_str), Some("没有特别的顾虑"));
        assert_eq!(questions[3].options, ["比较确定其中一个是对的", "这些都不对"]);
        assert!(questions[1].options.len() > 2);
        assert!(questions[5].options.is_empty());
    }
}
