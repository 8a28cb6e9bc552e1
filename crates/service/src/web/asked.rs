//! Previews the wording while the report form is filled in: the kind of question, and how question and options will be
//! asked by the rules. An engine may correct it further; the report lists every change.

use foundation::Language;
use language::brief::{Brief, WordingChoice};
use questionnaire::design;
use serde::Serialize;
use wording::served::AskedAs;

use super::brief_draft::BriefDraft;

/// The preview, in the reader's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WordingPreview {
    /// Says in whose words the brief will be asked.
    pub summary: String,
    /// The texts that the rules would edit, and no others.
    pub texts: Vec<AskedText>,
    /// The kind of question that was understood.
    pub kind: String,
}

/// A text as it will be asked: edited, with the reasons, or the client's own if edits are declined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AskedText {
    /// Name of its field, such as "Option 2".
    pub name: String,
    pub asked: String,
    pub reason: Option<String>,
}

/// Returns the preview of a draft; `None` while it is no brief yet. `country` is the account's.
pub fn previewed(draft: &BriefDraft, country: Option<&str>, reader: Language) -> Option<WordingPreview> {
    let brief_of = |draft: &BriefDraft| -> Option<Brief> {
        Some(draft.brief_previewed(reader)?.from_country(country.map(str::to_owned)))
    };
    let brief = brief_of(draft)?;
    let edited = brief_of(&BriefDraft { wording: None, ..draft.clone() })?;
    let is_declined = brief.wording() == WordingChoice::AsIs;
    let differing = wording::served::asked_as(&edited, &design::served(&edited), reader);
    let summary = match (differing.is_empty(), is_declined) {
        (true, _) => "work-asked-unchanged",
        (false, true) => "work-asked-own",
        (false, false) => "work-asked-as",
    };
    let kind = wording::served::kind(design::served(&brief).inquiry, reader);
    Some(WordingPreview {
        summary: wording::say(reader, summary, &[]),
        texts: differing.into_iter().map(|text| shown(text, is_declined)).collect(),
        kind: wording::say(reader, "work-kind", &[("kind", kind.into())]),
    })
}

fn shown(text: AskedAs, is_declined: bool) -> AskedText {
    let AskedAs { name, own, asked, reason, .. } = text;
    if is_declined {
        return AskedText { name, asked: own, reason: None };
    }
    AskedText { name, asked, reason: Some(reason) }
}
