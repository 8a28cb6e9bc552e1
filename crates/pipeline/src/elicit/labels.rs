//! Forecast from token probabilities: the probability of each option's label after a question about what most people
//! answered. Each list is read in one order and its reverse, which cancels position bias. Prompts about groups and
//! choosers differ only in their last line, so that the shared prefix is evaluated once.

use forecast::{Choosers, Said, spread};
use foundation::Language;
use language::scale::{self, Role};
use questionnaire::Scale;
use questionnaire::order::RATINGS;
use serde::Serialize;
use statistics::softmax;

use super::{GroupsAsk, Later, Room, Told};
use engine::prompt::{self, Among, GeneralAsk, GeneralPrompt};
use engine::{Failure, LabelsAsk, Reply, Usage, took};

/// Orders per list. More orders take seconds and hardly improve a fine-tuned model (docs/engines.md).
const ORDERS: usize = 2;
const PROBABILITY_MIN: f64 = 1e-6;

/// A prompt, and the answer that each of its labels stands for.
struct Put {
    prompt: GeneralPrompt,
    order: Vec<usize>,
}

/// Log probabilities of the labels by prompt, and the usage.
struct Logs {
    by_put: Vec<Vec<f64>>,
    usage: Usage,
}

pub(super) async fn whole(room: &Room<'_>) -> Told<Said> {
    let options = room.matter.options;
    let asked = |texts: &[&str]| prompt::general(room.general(), Among::Everybody, texts);
    let puts: Vec<Put> = orders(room).iter().map(|order| put(order, options, asked)).collect();
    let Logs { by_put, usage } = logarithms(room, &puts).await?;
    let shares = softmax(&mean_logs(&puts, &by_put, options.len()));
    let each: Vec<Vec<f64>> = puts.iter().zip(&by_put).map(|(put, logs)| softmax(&in_own_order(put, logs))).collect();
    Ok(Reply { value: Said::Whole { shares, spread: spread(&each), levelled: false }, usage })
}

/// Asks about each group in the orders used for the total, so that only the last line of each prompt is new.
pub(super) async fn groups(room: &Room<'_>, ask: &GroupsAsk) -> Told<Said> {
    let options = room.matter.options;
    let orders = orders(room);
    let parts: Vec<String> = ask.groups.iter().map(|(_, name)| format!("{}: {name}", ask.name)).collect();
    let puts: Vec<Put> = orders
        .iter()
        .flat_map(|order| {
            let asked =
                |part: &String| put(order, options, |texts| prompt::general(room.general(), Among::Part(part), texts));
            parts.iter().map(asked).collect::<Vec<_>>()
        })
        .collect();
    let Logs { by_put, usage } = logarithms(room, &puts).await?;
    let shares = |group: usize| {
        let mut scores = vec![0.0; options.len()];
        for at in (group..puts.len()).step_by(parts.len()) {
            scores.iter_mut().zip(in_own_order(&puts[at], &by_put[at])).for_each(|(score, log)| *score += log);
        }
        softmax(&scores.iter().map(|score| score / orders.len() as f64).collect::<Vec<_>>())
    };
    let said = ask.groups.iter().enumerate().map(|(at, (value, _))| (value.clone(), shares(at))).collect();
    Ok(Reply { value: Said::Groups(said), usage })
}

/// Asks the later questions about the choosers of an option, in one batch.
pub(super) async fn choosers(room: &Room<'_>, option: usize, later: &Later<'_>) -> Told<Said> {
    let chosen = room.matter.options[option];
    let reasons: Vec<&str> = later.drivers.options.iter().map(String::as_str).collect();
    let concerns: Vec<&str> = later.concern.options.iter().map(String::as_str).collect();
    let lists: [(&str, &[&str], Option<&Scale>); 4] = [
        (&later.drivers.title, &reasons, None),
        (&later.concern.title, &concerns, None),
        (later.acceptance_title, &later.acceptance, None),
        (&later.likelihood.title, &RATINGS, Some(later.scale)),
    ];
    let asked = |(title, texts, scale): (&str, &[&str], Option<&Scale>)| -> Vec<Put> {
        let ask = GeneralAsk { topic: Some(room.matter.question), title, scale, ..room.general() };
        let orders = both_ways(texts.len());
        // A rating scale has only one order.
        let orders = if scale.is_some() { &orders[..1] } else { &orders[..] };
        let puts =
            orders.iter().map(|order| put(order, texts, |texts| prompt::general(ask, Among::Choosers(chosen), texts)));
        puts.collect()
    };
    let by_list = lists.map(asked);
    let Logs { by_put, usage } = logarithms(room, by_list.iter().flatten()).await?;
    let mut logs = by_put.as_slice();
    let [reasons, concerns, acceptance, likelihood] = by_list.map(|puts| {
        let own = logs.split_off(..puts.len()).unwrap_or(&[]);
        softmax(&mean_logs(&puts, own, puts[0].order.len()))
    });
    let none = acceptance.get(1).copied().unwrap_or(0.0);
    Ok(Reply { value: Said::Choosers(Choosers { reasons, concerns, none, likelihood }), usage })
}

fn put(order: &[usize], texts: &[&str], prompt: impl Fn(&[&str]) -> GeneralPrompt) -> Put {
    let texts: Vec<&str> = order.iter().map(|answer| texts[*answer]).collect();
    Put { prompt: prompt(&texts), order: order.to_vec() }
}

/// Evaluates all prompts in one batch. If one fails, all fail: a missing order would bias the mean.
async fn logarithms(room: &Room<'_>, puts: impl IntoIterator<Item = &Put>) -> Result<Logs, Failure> {
    let ask = |put: &Put| LabelsAsk {
        beginning: put.prompt.beginning.clone(),
        rest: put.prompt.rest.clone(),
        labels: put.prompt.labels.clone(),
    };
    let replies = room.asker.labels(&puts.into_iter().map(ask).collect::<Vec<_>>()).await;
    let usage = replies.iter().map(took).sum();
    let mut by_put = Vec::with_capacity(replies.len());
    for reply in replies {
        let probabilities = reply.map_err(|failure| Failure { usage, ..failure })?.value;
        by_put.push(probabilities.iter().map(|p| p.max(PROBABILITY_MIN).ln()).collect());
    }
    Ok(Logs { by_put, usage })
}

/// Returns two orders in which every option precedes every other equally often. Steps of a scale stay in sequence,
/// and options off the scale stay at the end, as in surveys.
fn orders(room: &Room<'_>) -> [Vec<usize>; ORDERS] {
    if let Some(Steps { up, aside }) = Steps::of(room.matter.language, room.matter.options) {
        let down = up.iter().rev();
        return [up.iter().chain(&aside).copied().collect(), down.chain(&aside).copied().collect()];
    }
    let first = room.order("embedded");
    let turned = first.iter().rev().copied().collect();
    [first, turned]
}

/// Options that form a scale, by index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Steps {
    /// From the lowest to the highest.
    pub up: Vec<usize>,
    /// Answers off the scale.
    pub aside: Vec<usize>,
}

impl Steps {
    /// `None` if the options form no scale, or if a substantive answer is not on it.
    pub fn of(language: Language, options: &[&str]) -> Option<Self> {
        let read = scale::read(language, options);
        read.kind?;
        let (mut steps, mut aside) = (Vec::new(), Vec::new());
        for (at, role) in read.roles.iter().enumerate() {
            match role {
                Role::Step(step) => steps.push((at, step.place)),
                Role::Plain => return None,
                _ => aside.push(at),
            }
        }
        steps.sort_by(|(_, one), (_, other)| one.total_cmp(other));
        aside.sort_by_key(|at| options[*at]);
        (steps.len() > 1).then(|| Self { up: steps.into_iter().map(|(at, _)| at).collect(), aside })
    }
}

/// Returns the list in its order and reversed. The last of three or more answers, the residual category, stays last.
fn both_ways(count: usize) -> [Vec<usize>; ORDERS] {
    let turned = match count {
        0..=2 => (0..count).rev().collect(),
        _ => (0..count - 1).rev().chain([count - 1]).collect(),
    };
    [(0..count).collect(), turned]
}

fn in_own_order(put: &Put, logs: &[f64]) -> Vec<f64> {
    let mut own = vec![0.0; put.order.len()];
    put.order.iter().zip(logs).for_each(|(answer, log)| own[*answer] = *log);
    own
}

/// Returns the mean log probability over the prompts, in the answers' original order.
fn mean_logs(puts: &[Put], by_put: &[Vec<f64>], answers: usize) -> Vec<f64> {
    let mut scores = vec![0.0; answers];
    for (put, logs) in puts.iter().zip(by_put) {
        for (answer, log) in put.order.iter().zip(logs) {
            scores[*answer] += log / puts.len() as f64;
        }
    }
    scores
}
