//! Passes on which CPU features llama.cpp was compiled for, from the variables that its own build reads.

#![allow(clippy::disallowed_methods)] // A build script gets its input from the environment.

const SWITCHES: [(&str, &str); 11] = [
    ("GGML_SSE42", "sse4.2"),
    ("GGML_AVX", "avx"),
    ("GGML_AVX2", "avx2"),
    ("GGML_FMA", "fma"),
    ("GGML_F16C", "f16c"),
    ("GGML_BMI2", "bmi2"),
    ("GGML_AVX512", "avx512f"),
    ("GGML_AVX512_VBMI", "avx512vbmi"),
    ("GGML_AVX512_VNNI", "avx512vnni"),
    ("GGML_AVX512_BF16", "avx512bf16"),
    ("GGML_AVX_VNNI", "avxvnni"),
];

fn main() {
    let is_on = |switch: &str| std::env::var(switch).is_ok_and(|value| value == "ON");
    let needed: Vec<&str> = SWITCHES.iter().filter(|(switch, _)| is_on(switch)).map(|(_, feature)| *feature).collect();
    SWITCHES.iter().for_each(|(switch, _)| println!("cargo:rerun-if-env-changed={switch}"));
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-env=LLAMA_CPU_FEATURES={}", needed.join(","));
}
