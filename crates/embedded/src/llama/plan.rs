//! The tokens of one computation, each with its position and the sequences that contain it.

use llama_cpp_2::token::LlamaToken;

/// One token of a plan.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Step {
    pub token: LlamaToken,
    pub position: i32,
    pub sequences: Vec<i32>,
    /// The reader that gets the logits after this token.
    pub reader: Option<usize>,
}

/// Steps under construction, and the sequences they use. Sequence 0 is the prefix; the others continue it.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub steps: Vec<Step>,
    pub sequences: Vec<i32>,
}

impl Plan {
    /// Appends tokens to the sequences from the position `from` on; the last one gets the reader.
    pub(crate) fn extend(&mut self, tokens: &[LlamaToken], from: usize, sequences: &[i32], reader: Option<usize>) {
        for (offset, token) in tokens.iter().enumerate() {
            let is_last = offset + 1 == tokens.len();
            self.steps.push(Step {
                token: *token,
                position: i32::try_from(from + offset).unwrap_or(i32::MAX),
                sequences: sequences.to_vec(),
                reader: reader.filter(|_| is_last),
            });
        }
    }

    /// Reserves the next free sequences.
    pub(crate) fn open(&mut self, count: usize) -> Vec<i32> {
        let first = i32::try_from(self.sequences.len()).unwrap_or(i32::MAX) + 1;
        let opened: Vec<i32> = (first..).take(count).collect();
        self.sequences.extend(&opened);
        opened
    }
}
