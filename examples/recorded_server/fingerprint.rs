//! A hash of texts, so that the same request is answered alike on every machine and in any order.

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// Returns the FNV-1a hash of these texts, mixed so that the low bits can be used by themselves.
pub fn fingerprint(texts: &[&str]) -> u64 {
    let mut hash = OFFSET;
    for text in texts {
        // A byte that no UTF-8 text contains, to separate the texts.
        for byte in text.bytes().chain([0xff]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_texts_give_the_same_number_and_others_another() {
        assert_eq!(fingerprint(&["tea", "price"]), fingerprint(&["tea", "price"]));
        assert_ne!(fingerprint(&["tea", "price"]), fingerprint(&["teap", "rice"]));
        let odd = (0..100).filter(|number| fingerprint(&[&format!("prompt {number}")]) % 2 == 1).count();
        assert!((30..=70).contains(&odd), "{odd} of 100 are odd");
    }
}
