//! Writes JSON of a schema: a grammar made from the schema allows only tokens that match it.

use llama_cpp_2::sampling::LlamaSampler;
use serde_json::Value;

use crate::llama::grammar;
use crate::llama::kv_cache::failed;
use crate::llama::owner::Owner;
use crate::llama::plan::Plan;
use crate::llama::text::draw;
use crate::llama::{Answered, AskError, Reply};

impl Owner<'_> {
    pub(crate) fn document(
        &mut self,
        prompt: &str,
        schema: &Value,
        tokens_max: u32,
        seed: u32,
        reply: &Reply<Answered<Value>>,
    ) -> Result<Answered<Value>, AskError> {
        let mut sampler = self.grammar(schema, seed)?;
        self.begin(prompt)?;
        let mut pending = self.asked("");
        let mut position = self.memory.prefix_tokens();
        if pending.len() + tokens_max as usize > self.memory.room() {
            let tokens = pending.len() + tokens_max as usize;
            return Err(AskError::TooLong { tokens, max: self.memory.room() });
        }
        let mut bytes = Vec::new();
        for _ in 0..tokens_max {
            let mut plan = Plan::default();
            plan.extend(&pending, position, &[crate::llama::kv_cache::PREFIX], Some(0));
            let mut next = None;
            self.memory.compute(&plan.steps, |_, logits| next = Some(draw(&mut sampler, logits)))?;
            let token = next.ok_or_else(|| failed("a document was not read"))?;
            self.memory.tokens.generated += 1;
            if self.ends_text(token) {
                let value = serde_json::from_slice(&bytes).map_err(|_| AskError::Unfinished)?;
                return Ok(Answered { value, tokens: self.memory.tokens });
            }
            bytes.extend(self.piece(token));
            position += pending.len();
            pending = vec![token];
            if reply.is_closed() {
                return Err(AskError::Closed);
            }
        }
        Err(AskError::Unfinished)
    }

    fn grammar(&self, schema: &Value, seed: u32) -> Result<LlamaSampler, AskError> {
        let grammar = grammar::of(schema).map_err(|message| AskError::Schema { message })?;
        let grammar = LlamaSampler::grammar(self.model, &grammar, "root")
            .map_err(|error| AskError::Schema { message: error.to_string() })?;
        Ok(LlamaSampler::chain_simple([grammar, LlamaSampler::temp(0.3), LlamaSampler::dist(seed)]))
    }
}
