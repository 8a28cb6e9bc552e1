//! Checks that this processor has the features that llama.cpp was compiled for. The check runs before llama.cpp does,
//! so that an older machine gets an error message and not an illegal instruction.

/// Returns the features that the build needs and this processor lacks.
pub(crate) fn missing() -> Vec<&'static str> {
    env!("LLAMA_CPU_FEATURES").split(',').filter(|feature| !feature.is_empty() && !has(feature)).collect()
}

#[cfg(target_arch = "x86_64")]
fn has(feature: &str) -> bool {
    match feature {
        "sse4.2" => is_x86_feature_detected!("sse4.2"),
        "avx" => is_x86_feature_detected!("avx"),
        "avx2" => is_x86_feature_detected!("avx2"),
        "fma" => is_x86_feature_detected!("fma"),
        "f16c" => is_x86_feature_detected!("f16c"),
        "bmi2" => is_x86_feature_detected!("bmi2"),
        // The build's AVX-512 switch means the features of the first servers with AVX-512.
        "avx512f" => {
            is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512cd")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512bw")
        }
        "avx512vbmi" => is_x86_feature_detected!("avx512vbmi"),
        "avx512vnni" => is_x86_feature_detected!("avx512vnni"),
        "avx512bf16" => is_x86_feature_detected!("avx512bf16"),
        "avxvnni" => is_x86_feature_detected!("avxvnni"),
        _ => false,
    }
}

/// The features are those of x86-64; builds for other processors need none of them.
#[cfg(not(target_arch = "x86_64"))]
fn has(_: &str) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_that_builds_can_run_what_it_built() {
        assert_eq!(missing(), Vec::<&str>::new());
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn an_instruction_nobody_knows_is_missing() {
        assert!(!has("amx-from-the-future"));
    }
}
