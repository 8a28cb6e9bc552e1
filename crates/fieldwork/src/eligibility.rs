//! Whether one person belongs to the audience. It knows neither answers nor filters.

/// First and last age in years, both included; `None` has no upper end.
pub type Ages = (u8, Option<u8>);

/// Whether a person belongs to the audience.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Eligibility {
    /// Nothing was asked.
    #[default]
    Unscreened,
    Fits,
    /// A screening question was skipped, or a file has no such column.
    Unknown,
    Out,
}

impl Eligibility {
    /// Combines what is known by condition: `None` where it is unknown.
    pub fn of(known: impl IntoIterator<Item = Option<bool>>) -> Self {
        known.into_iter().fold(Self::Unscreened, |so_far, fits| match (so_far, fits) {
            (Self::Out, _) | (_, Some(false)) => Self::Out,
            (Self::Unknown, _) | (_, None) => Self::Unknown,
            (_, Some(true)) => Self::Fits,
        })
    }
}
