//! What sharing a prefix is worth: the same questionnaire put to the same people through this crate, one prompt after
//! the other, and as a bare loop over llama.cpp with the same batches.
//!
//!     cargo bench -p llama --bench sharing -- MODEL.gguf [PEOPLE]

#![allow(clippy::disallowed_methods, clippy::unwrap_used)] // A bench reads the clock and may fail.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use llama::{Branch, LabelTail, Llama, Options};
use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::token::LlamaToken;

const FORM: &str = "You answer a survey on behalf of one particular person, who is described after the questionnaire. \
Answer as that person would, from their own life and means, not as an expert and not to please anybody.\n\n===\n\n\
1. Which name fits a calm sleep app best?\n   A) Nod\n   B) Drift\n   C) Lull\n\n\
2. Which two of these mattered most when you compared the names?\n   A) Ease of remembering\n   B) Ease of \
pronunciation\n   C) Pleasant sound\n   D) Clear meaning\n   E) Originality\n   F) Pleasant associations\n   \
G) Trustworthy tone\n   H) Something else\n\n\
3. What, if anything, worries you most about your top choice?\n   A) Misunderstandings\n   B) Difficult \
pronunciation\n   C) Likeness to other names\n   D) Unwanted associations\n   E) Weak impression\n   F) Short-lived \
appeal\n   G) Nothing in particular\n\n\
4. Would one of these names do, or would you rather have none of them?\n   A) One of these would do\n   B) I would \
rather have none of them\n   C) I don't know\n\n\
5. A week from now, how likely would you be to remember your top choice?\n   From 1 (Not at all likely) to 5 (Very \
likely)\n\n===\n";
/// People whom the slow way is measured on; it is as slow for the next.
const ONE_BY_ONE_PEOPLE: usize = 3;
const BLOCK: usize = 32;
const BARE_TOKENS: usize = 4096;
/// About what the questionnaire has.
const TOKENS_PER_OUTPUT: usize = 30;

fn tails() -> Vec<LabelTail> {
    let labels = |labels: &str| labels.chars().map(String::from).collect::<Vec<_>>();
    let asked = [
        (1, "letter", "ABC"),
        (2, "letter", "ABCDEFGH"),
        (3, "letter", "ABCDEFG"),
        (4, "letter", "ABC"),
        (5, "number", "12345"),
    ];
    let tail = |(number, what, of): (u32, &str, &str)| LabelTail {
        text: format!("Question {number}: which of the answers would this person give? Reply with its {what} alone."),
        lead: String::new(),
        labels: labels(of),
    };
    asked.into_iter().map(tail).collect()
}

fn person(number: usize) -> String {
    let (sex, age) = (if number.is_multiple_of(2) { "woman" } else { "man" }, 18 + number * 7 % 60);
    format!(
        "The person: A {sex} of {age} who lives in an urban area of Ohio, United States, finished upper secondary \
         school and has an income in the country's middle fifth.\n"
    )
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let path = arguments.next().expect("usage: cargo bench -p llama --bench sharing -- MODEL.gguf [PEOPLE]");
    let people: usize = arguments.next().map_or(100, |people| people.parse().unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    // First, for llama.cpp is started once in a process.
    let theirs = bare(&path);
    let (shared, tokens) = runtime.block_on(shared(&path, people));
    let one_by_one = runtime.block_on(one_by_one(&path));
    let rate = |people: usize, took: Duration| people as f64 / took.as_secs_f64();
    let (fast, slow) = (rate(people, shared), rate(ONE_BY_ONE_PEOPLE, one_by_one));
    println!("five closed questions a person          people   seconds  people/s");
    println!("shared prefix, side by side          {people:>9} {:>9.1} {fast:>9.3}", shared.as_secs_f64());
    println!(
        "whole prompts, one by one            {ONE_BY_ONE_PEOPLE:>9} {:>9.1} {slow:>9.3}",
        one_by_one.as_secs_f64()
    );
    println!("ratio                                                    {:>9.1}", fast / slow);
    let ours = tokens as f64 / shared.as_secs_f64();
    println!("tokens computed a second: here {ours:.1}, bare loop {theirs:.1}, ratio {:.2}", ours / theirs);
}

async fn shared(path: &str, people: usize) -> (Duration, u64) {
    let llama = Llama::open(path.as_ref(), Options::default()).unwrap();
    let begun = Instant::now();
    let mut tokens = 0;
    for block in (0..people).collect::<Vec<_>>().chunks(BLOCK) {
        let branches = block.iter().map(|number| Branch { stem: person(*number), tails: tails() }).collect();
        tokens += llama.labels(FORM.to_owned(), branches).await.unwrap().tokens.encoded;
    }
    (begun.elapsed(), tokens)
}

/// Each question of each person as a prompt of its own, with nothing kept from the one before.
async fn one_by_one(path: &str) -> Duration {
    let llama = Llama::open(path.as_ref(), Options::default()).unwrap();
    let begun = Instant::now();
    for number in 0..ONE_BY_ONE_PEOPLE {
        for tail in tails() {
            let text = format!("{FORM}{}{}", person(number), tail.text);
            let branch = Branch { stem: String::new(), tails: vec![LabelTail { text, ..tail }] };
            llama.labels(String::new(), vec![branch]).await.unwrap();
        }
    }
    begun.elapsed()
}

/// Tokens a second of batches of the same size with as many outputs, and nothing else around them.
fn bare(path: &str) -> f64 {
    let mut backend = LlamaBackend::init().unwrap();
    backend.void_logs();
    let took = bare_with(&backend, path);
    BARE_TOKENS as f64 / took.as_secs_f64()
}

fn bare_with(backend: &LlamaBackend, path: &str) -> Duration {
    let options = Options::default();
    let model = LlamaModel::load_from_file(backend, path, &LlamaModelParams::default().with_n_gpu_layers(0)).unwrap();
    let threads = i32::try_from(options.threads.get()).unwrap();
    let parameters = LlamaContextParams::default()
        .with_n_ctx(NonZeroU32::new(options.context_tokens))
        .with_n_batch(options.batch_tokens)
        .with_n_ubatch(options.batch_tokens)
        .with_n_seq_max(options.sequences_max)
        .with_kv_unified(true)
        .with_n_threads(threads)
        .with_n_threads_batch(threads);
    let mut context = model.new_context(backend, parameters).unwrap();
    let mut batch = LlamaBatch::new(options.batch_tokens as usize, 1);
    let begun = Instant::now();
    let mut left = BARE_TOKENS;
    while left > 0 {
        let size = left.min(options.batch_tokens as usize);
        batch.clear();
        context.clear_kv_cache();
        for at in 0..size {
            let token = LlamaToken(1000 + i32::try_from(at * 7 % 5000).unwrap());
            batch.add(token, i32::try_from(at).unwrap(), &[0], at.is_multiple_of(TOKENS_PER_OUTPUT)).unwrap();
        }
        context.decode(&mut batch).unwrap();
        left -= size;
    }
    begun.elapsed()
}
