//! Reads customers and users. As such they say nothing about who they are, and the client's own are a condition that
//! nothing is known of.

use std::ops::Range;

use super::super::lexicon::Role;
use super::super::tokens::Token;
use super::Reader;

/// Words by which the client speaks of its own customers.
const OWN: [&str; 14] = [
    "our",
    "my",
    "nuestro",
    "nuestra",
    "nuestros",
    "nuestras",
    "mi",
    "mis",
    "我们",
    "咱们",
    "我司",
    "本店",
    "我店",
    "本公司",
];

impl Reader<'_> {
    /// Appends "consumers" to the condition right before it; alone it says nothing, unless they are the client's own.
    pub(super) fn user(&mut self, at: usize, span: &Range<usize>) {
        let own = self.own_customers(at);
        self.out.has_own_customers |= own.is_some();
        let is_words = |token: &Token| {
            matches!(token, Token::Other(_)) || matches!(token.role(), Some(Role::Thing | Role::Absorb))
        };
        let is_next = at > 0 && is_words(&self.tokens[at - 1]);
        if let Some(open) = self.state.open.as_mut().filter(|_| is_next) {
            open.end = span.end;
        } else {
            self.out.traits.extend(own.filter(|_| !self.state.in_object));
        }
    }

    /// Returns the words that call customers the client's own: "our users", "clientes nuestros", 我们的用户.
    fn own_customers(&self, at: usize) -> Option<Range<usize>> {
        let is_own = |token: &Token| OWN.contains(&&self.folded.text[token.span().clone()]);
        let is_modifier = |token: &Token| matches!(token, Token::Other(_)) || token.role() == Some(Role::De);
        let span = self.tokens[at].span();
        let before = self.tokens[..at].iter().rev();
        let owner = before.take_while(|token| is_own(token) || is_modifier(token)).find(|token| is_own(token));
        if let Some(owner) = owner {
            return Some(owner.span().start..span.end);
        }
        let after = self.tokens.get(at + 1).filter(|token| is_own(token))?;
        Some(span.start..after.span().end)
    }
}
