//! What a running report is doing, told from the checkpoints that it has. Calls of several phases may wait for the engine at
//! the same time; the phase is the last one of which something is done.

use store::StoreError;

use super::App;
use primitives::ids::{AccountId, ReportId};

/// Checkpoint keys. A new checkpoint format gets new keys, so a report that an older version began is designed again.
pub const DESIGN_KEY: &str = "5/design";
/// Continues with the request of the part.
pub const PART_KEY_PREFIX: &str = "5/part/";
pub const FORECAST_KEY: &str = "5/forecast";
/// Continues with the respondents who speak.
pub const VOICES_KEY_PREFIX: &str = "5/voices/";
pub const LOST_KEY: &str = "5/lost";
/// The engine that the other steps come from. Reports begun before this key was written have none.
pub const ENGINE_KEY: &str = "5/engine";

/// What the engine is being asked, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// How the whole audience would choose.
    Whole,
    /// How groups differ.
    Groups,
    /// Why people choose an option, and what holds them back.
    Reasons,
    /// What drawn respondents say in their own words.
    Voices,
}

impl Phase {
    fn of<'a>(keys: impl Iterator<Item = &'a str>) -> Self {
        let reached = |key: &str| match key.strip_prefix(PART_KEY_PREFIX) {
            Some(part) if part.starts_with("groups/") => Self::Groups,
            Some(part) if part.starts_with("choosers/") => Self::Reasons,
            None if key == FORECAST_KEY || key.starts_with(VOICES_KEY_PREFIX) => Self::Voices,
            _ => Self::Whole,
        };
        keys.map(reached).max().unwrap_or(Self::Whole)
    }
}

impl App {
    /// Returns what a report that is sampling is doing.
    pub async fn phase(&self, account: AccountId, report: ReportId) -> Result<Phase, StoreError> {
        let keys = self.store.step_keys(account, report).await?;
        Ok(Phase::of(keys.iter().map(String::as_str)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_phase_is_the_last_one_that_something_is_done_of() {
        for (keys, phase) in [
            (&[DESIGN_KEY, ENGINE_KEY][..], Phase::Whole),
            (&[DESIGN_KEY, LOST_KEY, "5/part/whole/0"], Phase::Whole),
            (&["5/part/groups/age_band", "5/part/whole/0"], Phase::Groups),
            (&["5/part/choosers/1", "5/part/groups/sex", "5/part/whole/0"], Phase::Reasons),
            (&[FORECAST_KEY, "5/part/choosers/1"], Phase::Voices),
            (&[FORECAST_KEY, "5/voices/0-3"], Phase::Voices),
        ] {
            assert_eq!(Phase::of(keys.iter().copied()), phase, "{keys:?}");
        }
    }
}
