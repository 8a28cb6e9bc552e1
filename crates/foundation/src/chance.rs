//! Reproducible random numbers: a report's seed and a label determine one stream. Streams of different labels are
//! independent, so an added draw in one place does not change the draws elsewhere.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Returns the random stream of `label` under this seed.
pub fn stream(seed: u64, label: &str) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(fnv1a(label.as_bytes()));
    rng
}

/// Returns a 32-bit seed for the random number generator of another library.
pub fn seed32(seed: u64, label: &str) -> u32 {
    stream(seed, label).next_u32()
}

/// The 64-bit FNV-1a hash. It is written out here because a stored seed must give the same report on every machine
/// and toolchain.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_the_same_for_the_same_seed_and_label() {
        assert_eq!(stream(7, "sample").next_u64(), stream(7, "sample").next_u64());
    }

    #[test]
    fn streams_differ_by_seed_and_by_label() {
        let first = stream(7, "sample").next_u64();
        assert_ne!(first, stream(8, "sample").next_u64());
        assert_ne!(first, stream(7, "forms").next_u64());
    }

    #[test]
    fn the_label_hash_has_its_published_value() {
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
