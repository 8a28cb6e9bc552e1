//! Ledger entries, and how each changes the `available` and `held` credits of an account. Pure arithmetic. A hold is
//! closed exactly once, by a post or by a void, and only grants change `available + held + spent`.

/// One line of the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// Credits given to an account.
    Grant { credits: i64 },
    /// Credits set aside when a report is created.
    Hold { credits: i64 },
    /// A completed report: `used` of the `held` credits are spent, the rest goes back.
    Post { held: i64, used: i64 },
    /// A failed report: everything goes back.
    Void { held: i64 },
}

impl Entry {
    pub fn kind(self) -> &'static str {
        match self {
            Self::Grant { .. } => "grant",
            Self::Hold { .. } => "hold",
            Self::Post { .. } => "post",
            Self::Void { .. } => "void",
        }
    }

    /// Returns the change of `available`.
    pub fn d_available(self) -> i64 {
        match self {
            Self::Grant { credits } => credits,
            Self::Hold { credits } => -credits,
            Self::Post { held, used } => held - used,
            Self::Void { held } => held,
        }
    }

    /// Returns the change of `held`.
    pub fn d_held(self) -> i64 {
        match self {
            Self::Grant { .. } => 0,
            Self::Hold { credits } => credits,
            Self::Post { held, .. } | Self::Void { held } => -held,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_hold_leaves_nothing_held() {
        for closing in [Entry::Post { held: 100, used: 60 }, Entry::Void { held: 100 }] {
            assert_eq!(Entry::Hold { credits: 100 }.d_held() + closing.d_held(), 0);
        }
    }

    #[test]
    fn only_what_was_used_is_spent() {
        let hold = Entry::Hold { credits: 100 };
        assert_eq!(hold.d_available() + Entry::Post { held: 100, used: 60 }.d_available(), -60);
        assert_eq!(hold.d_available() + Entry::Void { held: 100 }.d_available(), 0);
    }
}
