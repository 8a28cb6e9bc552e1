//! The model's KV cache: sequence 0 holds the group's prefix, and the other sequences continue it. Every group starts
//! from an empty cache with its prefix in the same cells, so that it computes the same bits each time.

use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::session::{LlamaStateSeqFlags, SeqState};
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::token::LlamaToken;

use crate::llama::plan::{Plan, Step};
use crate::llama::{AskError, Options, Tokens};

pub(crate) const PREFIX: i32 = 0;

pub(crate) struct KvCache<'model> {
    context: LlamaContext<'model>,
    batch: LlamaBatch<'static>,
    options: Options,
    /// Encoded prefixes, least recently used first.
    prefixes: Vec<(Vec<LlamaToken>, SeqState)>,
    prefix_tokens: usize,
    pub(crate) tokens: Tokens,
}

impl<'model> KvCache<'model> {
    pub(crate) fn new(context: LlamaContext<'model>, options: Options) -> Self {
        let sequences = i32::try_from(options.sequences_max).unwrap_or(i32::MAX);
        let batch = LlamaBatch::new(options.batch_tokens as usize, sequences);
        Self { context, batch, options, prefixes: Vec::new(), prefix_tokens: 0, tokens: Tokens::default() }
    }

    pub(crate) fn prefix_tokens(&self) -> usize {
        self.prefix_tokens
    }

    /// Returns how many tokens fit beside the prefix.
    pub(crate) fn room(&self) -> usize {
        (self.options.context_tokens as usize).saturating_sub(self.prefix_tokens)
    }

    pub(crate) fn sequences_max(&self) -> usize {
        self.options.sequences_max as usize - 1
    }

    /// Clears the cache and puts the prefix in place, from the encoded prefixes if it is among them.
    pub(crate) fn begin(&mut self, prefix: &[LlamaToken]) -> Result<(), AskError> {
        self.context.clear_kv_cache();
        (self.tokens, self.prefix_tokens) = (Tokens::default(), 0);
        if prefix.len() > self.room() {
            return Err(AskError::TooLong { tokens: prefix.len(), max: self.room() });
        }
        match self.prefixes.iter().position(|(tokens, _)| tokens == prefix) {
            Some(at) => {
                let kept = self.prefixes.remove(at);
                self.context.state_seq_set(&kept.1, PREFIX).map_err(failed)?;
                self.prefixes.push(kept);
                self.tokens.reused += prefix.len() as u64;
            }
            None => self.encode(prefix)?,
        }
        self.prefix_tokens = prefix.len();
        Ok(())
    }

    fn encode(&mut self, prefix: &[LlamaToken]) -> Result<(), AskError> {
        let mut plan = Plan::default();
        plan.extend(prefix, 0, &[PREFIX], None);
        self.compute(&plan.steps, |_, _| {})?;
        let state = self.context.state_seq_get(PREFIX, LlamaStateSeqFlags::empty()).map_err(failed)?;
        self.prefixes.push((prefix.to_vec(), state));
        let bytes = |prefixes: &[(Vec<LlamaToken>, SeqState)]| -> usize {
            prefixes.iter().map(|(_, state)| state.byte_len()).sum()
        };
        while self.prefixes.len() > 1 && bytes(&self.prefixes) > self.options.prefixes_bytes_max {
            self.prefixes.remove(0);
        }
        Ok(())
    }

    /// Makes the sequence continue the prefix.
    pub(crate) fn branch(&mut self, sequence: i32) -> Result<(), AskError> {
        self.tokens.reused += self.prefix_tokens as u64;
        self.context.kv_cache_seq_cp(PREFIX, sequence, None, None).map_err(failed)
    }

    pub(crate) fn forget(&mut self, sequence: i32) -> Result<(), AskError> {
        let sequence = u32::try_from(sequence).map_err(failed)?;
        self.context.clear_kv_cache_seq(Some(sequence), None, None).map_err(failed).map(|_| ())
    }

    /// Computes the steps in order and passes each reader the logits that it waits for.
    pub(crate) fn compute(&mut self, steps: &[Step], mut read: impl FnMut(usize, &[f32])) -> Result<(), AskError> {
        for chunk in steps.chunks(self.options.batch_tokens as usize) {
            self.batch.clear();
            for step in chunk {
                self.batch.add(step.token, step.position, &step.sequences, step.reader.is_some()).map_err(failed)?;
            }
            self.context.decode(&mut self.batch).map_err(failed)?;
            self.tokens.encoded += chunk.len() as u64;
            for (at, step) in chunk.iter().enumerate() {
                if let Some(reader) = step.reader {
                    read(reader, self.context.get_logits_ith(i32::try_from(at).map_err(failed)?));
                }
            }
        }
        Ok(())
    }
}

pub(crate) fn failed(error: impl std::fmt::Display) -> AskError {
    AskError::Failed { message: error.to_string() }
}
