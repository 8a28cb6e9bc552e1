//! The questionnaire verbatim, with the order of answers in each form.

use contract::{AskedOf, Question, QuestionKind, SampleData};
use wording::Locale;

pub struct QuestionView<'a> {
    pub question: &'a Question,
    pub kind: String,
    pub asked_of: String,
    pub scale: Option<String>,
    /// The sentence that refers to an earlier question with the same answers, which are not repeated.
    pub same_as: Option<String>,
    /// Per form, the answers' positions in the question's list.
    pub orders: Vec<(String, String)>,
}

/// Returns the questions in order. If the answers were drawn from a forecast, only best-worst lists have orders.
pub fn views(locale: Locale, data: &SampleData, is_forecast: bool) -> Vec<QuestionView<'_>> {
    let questions = &data.questionnaire.questions;
    let views = questions.iter().enumerate().map(|(place, question)| {
        let same = questions[..place].iter().position(|earlier| earlier.options == question.options);
        let same = same.filter(|_| !question.options.is_empty());
        let view = view(locale, data, question, same);
        let is_ordered = !is_forecast || question.kind == QuestionKind::BestWorst;
        if is_ordered { view } else { QuestionView { orders: Vec::new(), ..view } }
    });
    views.collect()
}

fn view<'a>(locale: Locale, data: &SampleData, question: &'a Question, same: Option<usize>) -> QuestionView<'a> {
    let say = |id: &str, args: &[(&str, wording::FluentValue<'_>)]| wording::say(locale, id, args);
    let asked_of = match question.asked_of {
        AskedOf::Everyone(_) => say("page-asked-all", &[]),
        AskedOf::Some(0) => say("page-asked-none", &[]),
        AskedOf::Some(n) => {
            let answers = data.respondents.iter().filter(|each| each.answers.contains_key(&question.id)).count();
            let [n, used] = [i64::from(n), answers as i64].map(|count| wording::integer(locale, count));
            say("page-asked-some", &[("n", n.into()), ("used", used.into())])
        }
    };
    let scale = question.scale.as_ref().map(|scale| {
        let ends = [("min", scale.min.to_string()), ("max", scale.max.to_string())];
        let labels = [("min_label", scale.min_label.clone()), ("max_label", scale.max_label.clone())];
        let args: Vec<_> = ends.into_iter().chain(labels).map(|(name, text)| (name, text.into())).collect();
        say("page-scale-of", &args)
    });
    let orders = data.forms.iter().filter_map(|form| {
        let places: Vec<String> =
            form.orders.get(&question.id)?.iter().filter_map(|answer| place(question, answer)).collect();
        Some((say("page-form", &[("number", form.number.to_string().into())]), places.join(" · ")))
    });
    let same_as = same.map(|earlier| say("page-same-answers", &[("number", (earlier + 1).to_string().into())]));
    QuestionView { question, same_as, kind: say(kind(question.kind), &[]), asked_of, scale, orders: orders.collect() }
}

/// Returns the answer's position, from 1.
fn place(question: &Question, answer: &str) -> Option<String> {
    question.options.iter().position(|option| option == answer).map(|place| (place + 1).to_string())
}

pub fn kind(kind: QuestionKind) -> &'static str {
    match kind {
        QuestionKind::SingleChoice => "kind-single-choice",
        QuestionKind::MultipleChoice => "kind-multiple-choice",
        QuestionKind::Rating => "kind-rating",
        QuestionKind::BestWorst => "kind-best-worst",
        QuestionKind::OpenText => "kind-open-text",
    }
}

/// Returns the label of each step of a rating: its number, and at both ends the scale's words.
pub fn rating_labels(locale: Locale, question: Option<&Question>) -> Vec<String> {
    let Some(scale) = question.and_then(|question| question.scale.as_ref()) else { return Vec::new() };
    let named = |rating: u8| {
        let number = wording::integer(locale, rating.into());
        match rating {
            rating if rating == scale.min => format!("{number} · {}", scale.min_label),
            rating if rating == scale.max => format!("{number} · {}", scale.max_label),
            _ => number,
        }
    };
    (scale.min..=scale.max).map(named).collect()
}
