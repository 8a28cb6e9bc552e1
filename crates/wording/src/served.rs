//! Renders the reasons for edits of a wording, the notes on it, and the kind of question.

use foundation::{Language, OptionId};
use language::served::{Change, Edit, Field, Note, Trouble, Why};
use language::{Brief, Inquiry, Served};

use crate::{FluentValue, say, sentences};

/// Renders the reason for a change.
pub fn reason(change: &Change, language: Language) -> String {
    match &change.why {
        Why::Proposed => say(language, "change-proposed", &[]),
        Why::DearestPrice => say(language, "change-dearest-price", &[]),
        Why::Edits(edits) => {
            sentences(language, &edits.iter().map(|edit| say(language, edit_id(*edit), &[])).collect::<Vec<_>>())
        }
    }
}

/// A text of a brief that is asked in other words than the client's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedAs {
    pub field: Field,
    /// Name of the field for readers, such as "Option 2".
    pub name: String,
    pub own: String,
    pub asked: String,
    /// Every reason for the difference.
    pub reason: String,
}

/// Returns each text of the brief whose served wording differs: the question first, then options in their order.
pub fn asked_as(brief: &Brief, served: &Served, language: Language) -> Vec<AskedAs> {
    let options = OptionId::all(served.options.len()).zip(brief.options().iter().zip(&served.options));
    let options = options.map(|(id, (own, asked))| (Field::Option(id), own.as_str(), asked));
    let all = [(Field::Question, brief.question(), &served.question)].into_iter().chain(options);
    let differing = all.filter(|(_, own, asked)| own != asked);
    let rendered = differing.map(|(field, own, asked)| AskedAs {
        field,
        name: name(field, language),
        own: own.to_owned(),
        asked: asked.clone(),
        reason: reasons(served, field, language),
    });
    rendered.collect()
}

fn name(field: Field, language: Language) -> String {
    match field {
        Field::Question => say(language, "web-question", &[]),
        Field::Options => say(language, "work-options", &[]),
        Field::Option(OptionId(at)) => say(language, "work-option-n", &[("n", (at + 1).to_string().into())]),
    }
}

fn reasons(served: &Served, field: Field, language: Language) -> String {
    let changes = served.changes.iter().filter(|change| change.field == field);
    sentences(language, &changes.map(|change| reason(change, language)).collect::<Vec<_>>())
}

/// Returns the name of a kind of question.
pub fn kind(inquiry: Inquiry, language: Language) -> String {
    let id = match inquiry {
        Inquiry::Preference => "inquiry-preference",
        Inquiry::Naming => "inquiry-naming",
        Inquiry::Pricing => "inquiry-pricing",
        Inquiry::FeaturePriority => "inquiry-feature-priority",
        Inquiry::Likelihood => "inquiry-likelihood",
        Inquiry::FactualBelief => "inquiry-factual-belief",
    };
    say(language, id, &[])
}

fn edit_id(edit: Edit) -> &'static str {
    match edit {
        Edit::Invisible => "change-invisible",
        Edit::WhiteSpace => "change-white-space",
        Edit::DoubledMark => "change-doubled-mark",
        Edit::Spelling => "change-spelling",
        Edit::QuestionMark => "change-question-mark",
        Edit::ListMarker => "change-list-marker",
        Edit::Quotes => "change-quotes",
        Edit::EndMark => "change-end-mark",
        Edit::Capital => "change-capital",
        Edit::WideMark => "change-wide-mark",
        Edit::Opening => "change-opening",
        Edit::Abbreviation => "change-abbreviation",
        Edit::Courtesy => "change-courtesy",
        Edit::Praise => "change-praise",
        Edit::Pressure => "change-pressure",
        Edit::SecondQuestion => "change-second-question",
        Edit::Form => "change-form",
        Edit::Currency => "change-currency",
    }
}

/// A note as it appears in results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedNote {
    pub code: &'static str,
    pub field: String,
    pub message: String,
}

/// Renders every note, first that the question is not in the reader's language. Options have the client's names.
pub fn notes(brief: &Brief, served: &Served, language: Language) -> Vec<RenderedNote> {
    let other = served.question_language.filter(|asked| *asked != language);
    let of_language = other.map(|asked| RenderedNote {
        code: "language",
        field: "question".to_owned(),
        message: say(language, language_id(asked), &[]),
    });
    let noted = |note: &Note| RenderedNote {
        code: note.trouble.code(),
        field: note.field.to_string(),
        message: message(note.trouble, brief, language),
    };
    of_language.into_iter().chain(served.notes.iter().map(noted)).collect()
}

fn language_id(language: Language) -> &'static str {
    match language {
        Language::En => "note-language-en",
        Language::Es => "note-language-es",
        Language::Zh => "note-language-zh",
    }
}

fn message(trouble: Trouble, brief: &Brief, language: Language) -> String {
    let name = |id: OptionId| FluentValue::from(brief.options()[id.0].as_str());
    let of_one = |id: &str, option: OptionId| say(language, id, &[("option", name(option))]);
    match trouble {
        Trouble::TwoQuestions => say(language, "note-two-questions", &[]),
        Trouble::Leading => say(language, "note-leading", &[]),
        Trouble::Overlap(first, second) => {
            say(language, "note-overlap", &[("first", name(first)), ("second", name(second))])
        }
        Trouble::TwoThings(option) => of_one("note-two-things", option),
        Trouble::MuchLonger(option) => of_one("note-much-longer", option),
        Trouble::Sentence(option) => of_one("note-sentence", option),
        Trouble::VerbForm(option) => of_one("note-verb-form", option),
    }
}

#[cfg(test)]
mod tests {
    use language::brief::Draft;
    use language::served::optimize;

    use super::*;

    fn served(language: Language, question: &str, options: &[&str]) -> (Brief, Served) {
        let options = options.iter().map(|option| (*option).to_owned()).collect();
        let language = Some(language.code().to_owned());
        let brief = Brief::parse(Draft { question: question.to_owned(), options, language, ..Draft::default() });
        let brief = brief.unwrap();
        let served = optimize(&brief);
        (brief, served)
    }

    #[test]
    fn a_change_is_told_with_all_its_reasons() {
        let (_, served) = served(Language::En, "wich  tea do you like", &["Black", "green", "White."]);
        let reasons: Vec<String> = served.changes.iter().map(|change| reason(change, Language::En)).collect();
        assert_eq!(
            reasons,
            [
                "Extra white space was removed. A misspelled word was corrected. The question’s missing punctuation was added. \
                 The question’s first letter was capitalized.",
                "The first letter was capitalized so that all options begin alike.",
                "Final punctuation was removed so that all options end alike.",
            ]
        );
    }

    #[test]
    fn what_is_asked_in_other_words_is_named_with_all_its_reasons_together() {
        let (brief, served) = served(Language::Es, "que  precio pagaría?", &["$5", "$8"]);
        let served = questionnaire::design::ask_dearest_price(&brief, served);
        let asked = asked_as(&brief, &served, Language::Es);
        assert_eq!((asked.len(), asked[0].name.as_str(), asked[0].field), (1, "Pregunta", Field::Question));
        assert_eq!((asked[0].own.as_str(), &asked[0].asked), ("que  precio pagaría?", &served.question));
        let all: Vec<String> = served.changes.iter().map(|change| reason(change, Language::Es)).collect();
        assert!(all.len() > 1 && all.iter().all(|reason| asked[0].reason.contains(reason)), "{asked:?}");
    }

    #[test]
    fn an_option_is_named_by_its_place() {
        let (brief, served) = served(Language::En, "Which tea do you like?", &["Black", "green", "White"]);
        let asked = asked_as(&brief, &served, Language::En);
        let names: Vec<(&str, &str)> = asked.iter().map(|text| (text.name.as_str(), text.asked.as_str())).collect();
        assert_eq!(names, [("Option 2", "Green")]);
    }

    #[test]
    fn every_kind_of_question_has_a_name_in_every_language() {
        for (inquiry, language) in Inquiry::ALL.into_iter().flat_map(|kind| Language::ALL.map(|own| (kind, own))) {
            assert!(!kind(inquiry, language).contains("inquiry-"), "{inquiry:?} {language}");
        }
    }

    #[test]
    fn every_edit_has_words_in_every_language() {
        assert!(Edit::ALL.into_iter().all(|edit| crate::exists(edit_id(edit))));
    }

    #[test]
    fn a_question_in_another_language_than_the_report_is_noticed() {
        let (brief, served) = served(Language::Zh, "Which drink do you like?", &["Tea", "Coffee"]);
        let notes_shown = notes(&brief, &served, Language::Zh);
        assert_eq!(notes_shown[0].message, "问题是英文的，与本报告的语言不同；受访者看到的是英文问题。");
        assert!(notes(&brief, &served, Language::En).is_empty());
    }

    #[test]
    fn overlapping_options_are_named_both() {
        let (brief, served) = served(Language::Es, "¿Cuántos años tiene?", &["18-25", "25-35", "36-50"]);
        let notes_shown = notes(&brief, &served, Language::Es);
        let expected = "«18-25» y «25-35» se solapan: una misma respuesta podría corresponder a ambas.";
        assert_eq!(notes_shown.iter().map(|note| note.message.as_str()).collect::<Vec<_>>(), [expected]);
    }
}
