//! Text and tokens: the chat template around a message, and the tokens that spell a label.

use std::collections::HashMap;

use llama_cpp_2::model::{LlamaChatMessage, LlamaModel};
use llama_cpp_2::token::LlamaToken;

use crate::llama::AskError;

/// Placeholder for the message while the template is rendered; no template contains it.
const MARK: &str = "\u{e000}message\u{e000}";

/// The chat template around one user message, as tokens.
pub(crate) struct ChatTemplate {
    pub open: Vec<LlamaToken>,
    pub close: Vec<LlamaToken>,
}

impl ChatTemplate {
    /// Returns `None` if the model has no template, or one that llama.cpp does not support.
    pub(crate) fn of(model: &LlamaModel) -> Option<Self> {
        let template = model.chat_template(None).ok()?;
        let message = LlamaChatMessage::new("user".to_owned(), MARK.to_owned()).ok()?;
        let rendered = model.apply_chat_template(&template, &[message], true).ok()?;
        let (open, close) = rendered.split_once(MARK)?;
        let vocabulary = model.vocab();
        Some(Self {
            open: vocabulary.tokenize(open.as_bytes(), true, true),
            close: vocabulary.tokenize(close.as_bytes(), false, true),
        })
    }
}

/// Tokenises untrusted text; no part of it becomes a control token.
pub(crate) fn plain(model: &LlamaModel, text: &str) -> Vec<LlamaToken> {
    model.vocab().tokenize(text.as_bytes(), false, false)
}

/// All tokens that spell a label, with or without a space around it.
pub(crate) struct Labels {
    by_spelling: HashMap<String, Vec<LlamaToken>>,
}

impl Labels {
    /// Longest spelling that is kept, since labels are letters and numbers.
    const CHARS_MAX: usize = 3;

    pub(crate) fn of(model: &LlamaModel) -> Self {
        let vocabulary = model.vocab();
        let mut by_spelling: HashMap<String, Vec<LlamaToken>> = HashMap::new();
        for token in vocabulary.tokens() {
            let Ok(piece) = String::from_utf8(vocabulary.token_to_piece(token, false, None)) else { continue };
            let spelling = piece.trim();
            if !spelling.is_empty() && spelling.chars().count() <= Self::CHARS_MAX {
                by_spelling.entry(spelling.to_owned()).or_default().push(token);
            }
        }
        Self { by_spelling }
    }

    pub(crate) fn tokens(&self, label: &str) -> Result<&[LlamaToken], AskError> {
        let tokens = self.by_spelling.get(label).map(Vec::as_slice);
        tokens.ok_or_else(|| AskError::UnknownLabel { label: label.to_owned() })
    }
}
