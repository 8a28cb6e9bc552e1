//! What a model is asked, and what comes back: closed questions and texts.

/// A question at the end of a prompt, and the labels of its answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelTail {
    pub text: String,
    pub labels: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct LabelRead {
    /// In the order of the labels; with `outside` they add up to one.
    pub probabilities: Vec<f64>,
    /// The probability of everything that is no label.
    pub outside: f64,
}

/// A text, and whether its limit ended it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    pub text: String,
    pub is_cut: bool,
}

/// A text to be written after the group's prefix.
#[derive(Debug, Clone, PartialEq)]
pub struct TextAsk {
    pub prompt: String,
    pub tokens_max: u32,
    /// The text ends before any of these.
    pub stops: Vec<String>,
    pub temperature: f32,
    pub seed: u32,
}
