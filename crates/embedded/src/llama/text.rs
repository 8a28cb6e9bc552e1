//! Writes short texts in parallel: a finished text makes room for the next while the others continue.

use std::collections::VecDeque;

use llama_cpp_2::sampling::LlamaSampler;
use llama_cpp_2::token::LlamaToken;

use crate::llama::asks::{Text, TextRequest};
use crate::llama::kv_cache::failed;
use crate::llama::owner::Owner;
use crate::llama::plan::Plan;
use crate::llama::{Answered, AskError, Reply};

const TOP_P: f32 = 0.95;
/// Most texts in parallel; more would not be faster.
const SIDE_BY_SIDE_MAX: usize = 32;

/// A text in progress.
struct Writing<'a> {
    ask: &'a TextRequest,
    place: usize,
    sampler: LlamaSampler,
    bytes: Vec<u8>,
    written: u32,
    /// Tokens to compute next: the prompt at first, then the last sampled token.
    pending: Vec<LlamaToken>,
    position: usize,
    sequence: i32,
}

impl Owner<'_> {
    pub(crate) fn texts(
        &mut self,
        prefix: &str,
        asks: &[TextRequest],
        reply: &Reply<Answered<Vec<Result<Text, AskError>>>>,
    ) -> Result<Answered<Vec<Result<Text, AskError>>>, AskError> {
        self.begin(prefix)?;
        let mut texts: Vec<Result<Text, AskError>> = asks.iter().map(|ask| self.fits(ask)).collect();
        let fitting = asks.iter().enumerate().filter(|(place, _)| texts[*place].is_ok());
        let mut waiting: VecDeque<(usize, &TextRequest)> = fitting.collect();
        let mut free: VecDeque<i32> = (1..).take(SIDE_BY_SIDE_MAX.min(self.memory.sequences_max())).collect();
        let mut writing: Vec<Writing<'_>> = Vec::new();
        loop {
            self.admit(&mut waiting, &mut free, &mut writing)?;
            if writing.is_empty() {
                return Ok(Answered { value: texts, tokens: self.memory.tokens });
            }
            self.advance(&mut writing)?;
            for at in (0..writing.len()).rev() {
                if let Some(text) = self.finished(&writing[at]) {
                    let done = writing.remove(at);
                    self.memory.forget(done.sequence)?;
                    free.push_back(done.sequence);
                    texts[done.place] = Ok(text);
                }
            }
            if reply.is_closed() {
                return Err(AskError::Closed);
            }
        }
    }

    /// Returns an error if the text can never fit, otherwise an empty text as a placeholder.
    fn fits(&self, ask: &TextRequest) -> Result<Text, AskError> {
        let tokens = self.asked(&ask.prompt).len() + ask.tokens_max as usize;
        let max = self.memory.room();
        if tokens > max { Err(AskError::TooLong { tokens, max }) } else { Ok(Text::default()) }
    }

    /// Starts waiting texts while there are free sequences and space for their full length.
    fn admit<'a>(
        &mut self,
        waiting: &mut VecDeque<(usize, &'a TextRequest)>,
        free: &mut VecDeque<i32>,
        writing: &mut Vec<Writing<'a>>,
    ) -> Result<(), AskError> {
        while let (Some((place, ask)), Some(sequence)) = (waiting.front().copied(), free.front().copied()) {
            let pending = self.asked(&ask.prompt);
            let size = pending.len() + ask.tokens_max as usize;
            let used: usize = writing.iter().map(|text| text.size(self.memory.prefix_tokens())).sum();
            if used + size > self.memory.room() {
                return Ok(());
            }
            waiting.pop_front();
            free.pop_front();
            self.memory.branch(sequence)?;
            let position = self.memory.prefix_tokens();
            let samplers =
                [LlamaSampler::top_p(TOP_P, 1), LlamaSampler::temp(ask.temperature), LlamaSampler::dist(ask.seed)];
            let sampler = LlamaSampler::chain_simple(samplers);
            writing.push(Writing { ask, place, sampler, bytes: Vec::new(), written: 0, pending, position, sequence });
        }
        Ok(())
    }

    /// Computes the pending tokens of all texts and samples one more token for each.
    fn advance(&mut self, writing: &mut [Writing<'_>]) -> Result<(), AskError> {
        let mut plan = Plan::default();
        for (reader, text) in writing.iter().enumerate() {
            plan.extend(&text.pending, text.position, &[text.sequence], Some(reader));
        }
        let mut next: Vec<Option<LlamaToken>> = vec![None; writing.len()];
        self.memory.compute(&plan.steps, |reader, logits| {
            next[reader] = Some(draw(&mut writing[reader].sampler, logits));
        })?;
        for (text, token) in writing.iter_mut().zip(next) {
            let token = token.ok_or_else(|| failed("a text was not read"))?;
            text.position += text.pending.len();
            text.pending = vec![token];
            text.written += 1;
            text.bytes.extend(self.piece(token));
        }
        self.memory.tokens.generated += writing.len() as u64;
        Ok(())
    }

    /// Returns the text once it has ended: by an end token, at a stop, or at its token limit.
    fn finished(&self, writing: &Writing<'_>) -> Option<Text> {
        let text = String::from_utf8_lossy(&writing.bytes);
        let stop = writing.ask.stops.iter().filter_map(|stop| text.find(stop.as_str())).min();
        let is_over = writing.pending.iter().any(|token| self.ends_text(*token));
        if stop.is_none() && !is_over && writing.written < writing.ask.tokens_max {
            return None;
        }
        let kept = &text[..stop.unwrap_or(text.len())];
        // The limit may split a character.
        let text = kept.trim_end_matches(char::REPLACEMENT_CHARACTER).trim().to_owned();
        Some(Text { text, is_cut: stop.is_none() && !is_over })
    }
}

impl Writing<'_> {
    /// Returns the tokens that the text takes beside the prefix, including those still to come.
    fn size(&self, prefix: usize) -> usize {
        self.position - prefix
            + self.pending.len()
            + (self.ask.tokens_max - self.written.min(self.ask.tokens_max)) as usize
    }
}

pub(crate) fn draw(sampler: &mut LlamaSampler, logits: &[f32]) -> LlamaToken {
    use llama_cpp_2::token::data::LlamaTokenData;
    use llama_cpp_2::token::data_array::LlamaTokenDataArray;
    let candidates = (0..).zip(logits).map(|(id, logit)| LlamaTokenData::new(LlamaToken(id), *logit, 0.0));
    let mut candidates = LlamaTokenDataArray::from_iter(candidates, false);
    candidates.apply_sampler(sampler);
    let token = candidates.selected_token().unwrap_or(LlamaToken(0));
    sampler.accept(token);
    token
}
