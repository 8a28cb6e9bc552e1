//! Bodies of error responses.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Body of a 400.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct InvalidBody {
    /// Human-readable description of the error.
    pub message: String,
    /// The invalid field, such as `options[2]`; absent if the body itself can't be parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

/// Body of a 400 for an upload of people's answers.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct InvalidRowsBody {
    pub message: String,
    /// The invalid field, if the error concerns a single one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The errors by row; absent if the body itself can't be parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<InvalidRow>>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct InvalidRow {
    /// Row number in the file, counting from 1 and including a header line; 0 is the file as a whole.
    pub row: usize,
    /// The column with the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    pub message: String,
}

/// Body of all other errors except the 402.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ErrorBody {
    pub error: ErrorDetail,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ErrorDetail {
    /// Stable error code for programs.
    pub code: String,
    /// Human-readable description of the error.
    pub message: String,
}

/// Body of a 402.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct InsufficientCreditsBody {
    pub error: InsufficientCreditsDetail,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct InsufficientCreditsDetail {
    /// `insufficient_credits`
    pub code: String,
    pub message: String,
    /// The current balance.
    pub credits_left: i64,
}
