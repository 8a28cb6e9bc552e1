//! A forecast from an engine whose tokens can be read: the probability of each option's letter after the question what most
//! people answered, in many orders, so that no place and no letter is favoured, in two framings, so that less hangs on one
//! prompt's words, and, where the engine can weigh words, as the likelihood of each option's own.

use survey::forecast::{Choosers, Said, spread};
use survey::order::RATINGS;
use survey::report::Scale;

use super::{GroupsAsk, Later, Room, Told};
use crate::engine::prompt::{self, GeneralAsk, GeneralPrompt, WordsPrompt};
use crate::engine::{Failure, LabelsAsk, LabelsBy, Reply, Usage, took};

/// Orders that the choice is read in: as many as it has options, up to here. Whatever else is asked is read in fewer.
const ORDERS_OF_CHOICE_MAX: usize = 8;
const ORDERS_MAX: usize = 2;
/// What a nat of likelihood per token counts beside a nat of the labels' logarithms, with the options in view and without.
/// Found on the development surveys; any weight from 0.1 to 0.3 does about as well.
const PHRASED_WEIGHT: f64 = 0.2;
const BARE_WEIGHT: f64 = 0.1;
const PROBABILITY_MIN: f64 = 1e-6;

/// A prompt to read, and which answer each of its labels stands for.
struct Put {
    prompt: GeneralPrompt,
    order: Vec<usize>,
}

/// The logarithms of a reading's labels, and what reading took.
struct Logs {
    by_put: Vec<Vec<f64>>,
    usage: Usage,
}

pub(super) async fn whole(room: &Room<'_>) -> Told<Said> {
    let options = room.matter.options;
    let orders = turned(&room.order("embedded"), ORDERS_OF_CHOICE_MAX);
    let framings = [prompt::general, prompt::first_person];
    let puts: Vec<Put> = framings
        .iter()
        .flat_map(|framing| orders.iter().map(|order| put(order, options, |texts| framing(room.general(), texts))))
        .collect();
    let read = logarithms(room, &puts).await?;
    let mut scores = mean_logs(&puts, &read.by_put, options.len());
    let mut usage = read.usage;
    let (phrased, bare) =
        (prompt::phrased(room.general(), options), prompt::bare(room.matter.language, room.matter.question, options));
    for (words, weight) in [(phrased, PHRASED_WEIGHT), (bare, BARE_WEIGHT)] {
        let told = in_words(room, words).await;
        usage += took(&told);
        // An engine that can't weigh words is read by letters alone.
        if let Ok(told) = told {
            scores.iter_mut().zip(told.value).for_each(|(score, p)| *score += weight * p.ln());
        }
    }
    let each: Vec<Vec<f64>> =
        puts.iter().zip(&read.by_put).map(|(put, logs)| softmax(&in_own_order(put, logs))).collect();
    Ok(Reply { value: Said::Whole { shares: softmax(&scores), spread: spread(&each) }, usage })
}

/// The same question about each group in turn.
pub(super) async fn groups(room: &Room<'_>, ask: &GroupsAsk) -> Told<Said> {
    let options = room.matter.options;
    let orders = turned(&room.order("embedded"), ORDERS_MAX);
    let audiences: Vec<String> =
        ask.groups.iter().map(|(_, name)| format!("{} – {}: {name}", room.matter.audience, ask.name)).collect();
    let puts: Vec<Put> = audiences
        .iter()
        .flat_map(|audience| {
            let general = GeneralAsk { audience, ..room.general() };
            orders.iter().map(move |order| put(order, options, |texts| prompt::general(general, texts)))
        })
        .collect();
    let Logs { by_put, usage } = logarithms(room, &puts).await?;
    let of_groups = puts.chunks(orders.len()).zip(by_put.chunks(orders.len()));
    let shares = of_groups.map(|(puts, logs)| softmax(&mean_logs(puts, logs, options.len())));
    let said = ask.groups.iter().map(|(value, _)| value.clone()).zip(shares).collect();
    Ok(Reply { value: Said::Groups(said), usage })
}

/// The later questions about those who chose an option, all in one go.
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
    let mut puts = Vec::new();
    let mut ends = Vec::new();
    for (title, texts, scale) in lists {
        let ask = GeneralAsk { topic: Some(room.matter.question), title, scale, ..room.general() };
        let first: Vec<usize> = (0..texts.len()).collect();
        let orders = if scale.is_some() { vec![first] } else { turned(&first, ORDERS_MAX) };
        puts.extend(orders.iter().map(|order| put(order, texts, |texts| prompt::chosen(ask, chosen, texts))));
        ends.push(puts.len());
    }
    let Logs { by_put, usage } = logarithms(room, &puts).await?;
    let mut from = 0;
    let mut distributions = lists.iter().zip(ends).map(|((_, texts, _), end)| {
        let scores = mean_logs(&puts[from..end], &by_put[from..end], texts.len());
        from = end;
        softmax(&scores)
    });
    let mut next = || distributions.next().unwrap_or_else(Vec::new);
    let (reasons, concerns, acceptance, likelihood) = (next(), next(), next(), next());
    let none = acceptance.get(1).copied().unwrap_or(0.0);
    Ok(Reply { value: Said::Choosers(Choosers { reasons, concerns, none, likelihood }), usage })
}

fn put(order: &[usize], texts: &[&str], prompt: impl Fn(&[&str]) -> GeneralPrompt) -> Put {
    let texts: Vec<&str> = order.iter().map(|answer| texts[*answer]).collect();
    Put { prompt: prompt(&texts), order: order.to_vec() }
}

/// Reads all prompts together. A prompt that can't be read is a failure of all: what is missing would favour an order.
async fn logarithms(room: &Room<'_>, puts: &[Put]) -> Result<Logs, Failure> {
    let ask = |put: &Put| LabelsAsk {
        prompt: put.prompt.text.clone(),
        lead: String::new(),
        labels: put.prompt.labels.clone(),
        by: LabelsBy::Token,
    };
    let replies = room.asker.labels(&puts.iter().map(ask).collect::<Vec<_>>()).await;
    let usage = replies.iter().map(took).sum();
    let mut by_put = Vec::with_capacity(puts.len());
    for reply in replies {
        let probabilities = reply.map_err(|failure| Failure { usage, ..failure })?.value;
        by_put.push(probabilities.iter().map(|p| p.max(PROBABILITY_MIN).ln()).collect());
    }
    Ok(Logs { by_put, usage })
}

async fn in_words(room: &Room<'_>, words: WordsPrompt) -> Told<Vec<f64>> {
    let WordsPrompt { text, lead, answers } = words;
    let ask = LabelsAsk { prompt: text, lead, labels: answers, by: LabelsBy::Words };
    let mut replies = room.asker.labels(&[ask]).await;
    replies.pop().unwrap_or_else(|| Err(super::nothing_said().into()))
}

/// Orders in which each answer stands at each place about as often as any other.
fn turned(first: &[usize], orders_max: usize) -> Vec<Vec<usize>> {
    let (count, orders) = (first.len(), first.len().min(orders_max));
    let turned = |at: usize| {
        let mut order = first.to_vec();
        order.rotate_left(at * count / orders);
        order
    };
    (0..orders).map(turned).collect()
}

fn in_own_order(put: &Put, logs: &[f64]) -> Vec<f64> {
    let mut own = vec![0.0; put.order.len()];
    put.order.iter().zip(logs).for_each(|(answer, log)| own[*answer] = *log);
    own
}

/// The mean logarithm over the prompts, in the answers' own order.
fn mean_logs(puts: &[Put], by_put: &[Vec<f64>], answers: usize) -> Vec<f64> {
    let mut scores = vec![0.0; answers];
    for (put, logs) in puts.iter().zip(by_put) {
        for (answer, log) in put.order.iter().zip(logs) {
            scores[*answer] += log / puts.len() as f64;
        }
    }
    scores
}

fn softmax(scores: &[f64]) -> Vec<f64> {
    let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = scores.iter().map(|score| (score - top).exp()).collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}
