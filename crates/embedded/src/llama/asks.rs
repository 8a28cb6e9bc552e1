//! Requests to a model and their results: label readings and texts.

/// The end of a prompt, and the labels whose probabilities are read after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelTail {
    pub text: String,
    pub labels: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct LabelRead {
    /// In the order of the labels; with `outside` they sum to 1.
    pub probabilities: Vec<f64>,
    /// Total probability of all tokens that are no label.
    pub outside: f64,
}

/// A text, and whether its token limit ended it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    pub text: String,
    pub is_cut: bool,
}

/// A text to write after the group's prefix.
#[derive(Debug, Clone, PartialEq)]
pub struct TextRequest {
    pub prompt: String,
    pub tokens_max: u32,
    /// The text ends before the first of these.
    pub stops: Vec<String>,
    pub temperature: f32,
    pub seed: u32,
}
