//! A question in the language of the person who answers. The client's texts stay verbatim. Texts of the question bank are in the
//! person's language and use the form of address of the client's question. Texts that an engine wrote for one report stay in the
//! report's language.

use foundation::Language;
use language::address::Address;
use questionnaire::bank::{self, ListKind};
use questionnaire::{Question, QuestionId, form};

/// The report that a question belongs to.
pub(super) struct Source<'a> {
    pub(super) language: Language,
    /// The client's own words.
    pub(super) question: &'a str,
    pub(super) options: usize,
    pub(super) inquiry: language::Inquiry,
    pub(super) asks_dearest_price: bool,
    pub(super) address: Address,
}

pub(super) struct Worded {
    pub(super) title: String,
    pub(super) language: Language,
    pub(super) options: Vec<String>,
    pub(super) scale: Option<(String, String)>,
}

pub(super) fn worded(source: &Source<'_>, asked: &Question, language: Language) -> Worded {
    let inquiry = source.inquiry;
    let id = asked.id;
    let in_address = |text: &str| bank::in_address(text, language, source.address).into_owned();
    let title = match id {
        QuestionId::List(part) => {
            let (parts, ask) = (form::lists(source.options), bank::best_worst(inquiry, language));
            bank::list_title(language, source.question, part, parts, &in_address(ask))
        }
        QuestionId::Preference if source.asks_dearest_price => {
            bank::dearest_question(language, source.question, source.address)
        }
        QuestionId::Preference if form::lists(source.options) > 1 => {
            bank::final_title(language, source.question, source.address)
        }
        QuestionId::Preference => source.question.to_owned(),
        _ if asked.title == bank::title(inquiry, id, source.language) => in_address(bank::title(inquiry, id, language)),
        _ if asked.title == bank::dearest_title(id, source.language) => in_address(bank::dearest_title(id, language)),
        _ => return verbatim(source, asked),
    };
    let options = match id {
        QuestionId::Drivers => labels(source, asked, ListKind::Driver, language),
        QuestionId::Concern => labels(source, asked, ListKind::Concern, language),
        QuestionId::Acceptance => bank::acceptance(inquiry, language).map(str::to_owned).to_vec(),
        QuestionId::Preference if source.asks_dearest_price => {
            let prices = asked.options.iter().take(source.options).cloned();
            prices.chain([bank::no_price(language).to_owned()]).collect()
        }
        _ => asked.options.clone(),
    };
    let scale = asked.scale.as_ref().map(|_| {
        let (low, high) = bank::scale(inquiry, language);
        (low.to_owned(), high.to_owned())
    });
    let language = if id == QuestionId::Preference { source.language } else { language };
    Worded { title, language, options, scale }
}

/// The bank's answers in the person's language; a list with any other answer stays as it is.
fn labels(source: &Source<'_>, asked: &Question, kind: ListKind, language: Language) -> Vec<String> {
    let items = bank::items(source.inquiry, kind);
    let label = |own: &String| {
        let item = items.iter().find(|item| item.label(source.language) == own)?;
        Some(item.label(language).to_owned())
    };
    asked.options.iter().map(label).collect::<Option<_>>().unwrap_or_else(|| asked.options.clone())
}

fn verbatim(source: &Source<'_>, asked: &Question) -> Worded {
    Worded {
        title: asked.title.clone(),
        language: source.language,
        options: asked.options.clone(),
        scale: asked.scale.as_ref().map(|scale| (scale.min_label.clone(), scale.max_label.clone())),
    }
}
