//! The random generator of ids, secrets and report seeds, passed as an argument: seeded by the operating system in
//! production and by a constant in tests. A report's computations draw from the report's seed, never from here.

use std::sync::{Arc, Mutex, PoisonError};

use rand::rngs::SysRng;
use rand::{Rng, SeedableRng, TryRng};
use rand_chacha::ChaCha20Rng;

/// A ChaCha20 generator; clones share its state.
#[derive(Clone)]
pub struct Chance(Arc<Mutex<ChaCha20Rng>>);

impl Chance {
    pub fn from_system() -> anyhow::Result<Self> {
        let mut seed = [0; 32];
        SysRng.try_fill_bytes(&mut seed)?;
        Ok(Self(Arc::new(Mutex::new(ChaCha20Rng::from_seed(seed)))))
    }

    pub fn seeded(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(ChaCha20Rng::seed_from_u64(seed))))
    }

    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        // A panic elsewhere can't leave the generator half-updated, so a poisoned lock is still good.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(&mut bytes);
        bytes
    }

    pub fn u128(&self) -> u128 {
        u128::from_le_bytes(self.bytes())
    }

    pub fn u64(&self) -> u64 {
        u64::from_le_bytes(self.bytes())
    }
}
