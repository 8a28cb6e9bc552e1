//! Usage: calls and tokens of a report, and what they cost.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// Number of calls and tokens. Tokens are what servers state, so sums saturate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Usage {
    pub calls: u64,
    pub prompt_tokens: u64,
    /// Prompt tokens served from the provider's cache; part of `prompt_tokens`.
    pub cached_tokens: u64,
    pub completion_tokens: u64,
}

/// Price of a million tokens, in the operator's currency.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Price {
    pub input_per_million: f64,
    pub cached_per_million: f64,
    pub output_per_million: f64,
}

impl Usage {
    /// Returns the tokens sent and received.
    pub fn tokens(&self) -> u64 {
        self.prompt_tokens.saturating_add(self.completion_tokens)
    }

    pub fn cost(&self, price: &Price) -> f64 {
        let fresh = self.prompt_tokens.saturating_sub(self.cached_tokens);
        let millions = |tokens: u64, per_million: f64| tokens as f64 * per_million / 1e6;
        millions(fresh, price.input_per_million)
            + millions(self.cached_tokens, price.cached_per_million)
            + millions(self.completion_tokens, price.output_per_million)
    }
}

impl Add for Usage {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            calls: self.calls.saturating_add(other.calls),
            prompt_tokens: self.prompt_tokens.saturating_add(other.prompt_tokens),
            cached_tokens: self.cached_tokens.saturating_add(other.cached_tokens),
            completion_tokens: self.completion_tokens.saturating_add(other.completion_tokens),
        }
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Usage {
    fn sum<I: Iterator<Item = Self>>(usages: I) -> Self {
        usages.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_tokens_are_part_of_the_prompt_and_have_their_own_price() {
        let usage = Usage { calls: 2, prompt_tokens: 1_000_000, cached_tokens: 400_000, completion_tokens: 500_000 };
        let price = Price { input_per_million: 1.0, cached_per_million: 0.5, output_per_million: 4.0 };
        assert!((usage.cost(&price) - 2.8).abs() < 1e-12);
        assert_eq!([usage, usage].into_iter().sum::<Usage>().calls, 4);
    }

    #[test]
    fn counts_that_no_server_can_mean_do_not_overflow() {
        let most = Usage { calls: 1, prompt_tokens: u64::MAX, cached_tokens: u64::MAX, completion_tokens: u64::MAX };
        assert_eq!(([most, most].into_iter().sum::<Usage>().prompt_tokens, most.tokens()), (u64::MAX, u64::MAX));
    }
}
