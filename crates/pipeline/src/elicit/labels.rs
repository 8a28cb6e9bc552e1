//! Forecast from token probabilities: the probability of each option's label after a question about what most people
//! answered. Each list is read in one order and its reverse, which cancels position bias. Prompts about groups and
//! choosers differ only in their last line, so that the shared prefix is evaluated once.

use forecast::{Choosers, Response, spread};
use foundation::Language;
use language::scale::{self, Role};
use questionnaire::Scale;
use questionnaire::order::RATINGS;
use serde::Serialize;
use statistics::softmax;

use super::{CallResult, FollowUps, GroupsAsk, Session};
use engine::prompt::{self, AudiencePrompt, AudienceQuestion, Subgroup};
use engine::{Failure, LabelRequest, Reply, Usage, took};

/// Orders per list. More orders take seconds and hardly improve a fine-tuned model (docs/engines.md).
const ORDERS: usize = 2;
const PROBABILITY_MIN: f64 = 1e-6;

/// A prompt, and the answer that each of its labels stands for.
struct LabelPrompt {
    prompt: AudiencePrompt,
    order: Vec<usize>,
}

/// Log probabilities of the labels by prompt, and the usage.
struct Logs {
    by_prompt: Vec<Vec<f64>>,
    usage: Usage,
}

pub(super) async fn whole(session: &Session<'_>) -> CallResult<Response> {
    let options = &answers(session)[..];
    let asked = |texts: &[&str]| prompt::general(session.general(), Subgroup::Everybody, texts);
    let prompts: Vec<LabelPrompt> = orders(session).iter().map(|order| ordered(order, options, asked)).collect();
    let Logs { by_prompt, usage } = logarithms(session, &prompts).await?;
    let shares = softmax(&mean_logs(&prompts, &by_prompt, options.len()));
    let each: Vec<Vec<f64>> =
        prompts.iter().zip(&by_prompt).map(|(label_prompt, logs)| softmax(&in_own_order(label_prompt, logs))).collect();
    Ok(Reply { value: Response::Whole { shares, spread: spread(&each), levelled: false }, usage })
}

/// Asks about each group in the orders used for the total, so that only the last line of each prompt is new.
pub(super) async fn groups(session: &Session<'_>, ask: &GroupsAsk) -> CallResult<Response> {
    let options = &answers(session)[..];
    let orders = orders(session);
    let parts: Vec<String> = ask.groups.iter().map(|(_, name)| format!("{}: {name}", ask.name)).collect();
    let prompts: Vec<LabelPrompt> = orders
        .iter()
        .flat_map(|order| {
            let asked = |part: &String| {
                ordered(order, options, |texts| prompt::general(session.general(), Subgroup::Part(part), texts))
            };
            parts.iter().map(asked).collect::<Vec<_>>()
        })
        .collect();
    let Logs { by_prompt, usage } = logarithms(session, &prompts).await?;
    let shares = |group: usize| {
        let mut scores = vec![0.0; options.len()];
        for at in (group..prompts.len()).step_by(parts.len()) {
            scores.iter_mut().zip(in_own_order(&prompts[at], &by_prompt[at])).for_each(|(score, log)| *score += log);
        }
        softmax(&scores.iter().map(|score| score / orders.len() as f64).collect::<Vec<_>>())
    };
    let by_group = ask.groups.iter().enumerate().map(|(at, (value, _))| (value.clone(), shares(at))).collect();
    Ok(Reply { value: Response::Groups(by_group), usage })
}

/// Asks the later questions about the choosers of an option, in one batch.
pub(super) async fn choosers(session: &Session<'_>, option: usize, follow_ups: &FollowUps<'_>) -> CallResult<Response> {
    let chosen = session.subject.options[option];
    let reasons: Vec<&str> = follow_ups.drivers.options.iter().map(String::as_str).collect();
    let concerns: Vec<&str> = follow_ups.concern.options.iter().map(String::as_str).collect();
    let lists: [(&str, &[&str], Option<&Scale>); 4] = [
        (&follow_ups.drivers.title, &reasons, None),
        (&follow_ups.concern.title, &concerns, None),
        (follow_ups.acceptance_title, &follow_ups.acceptance, None),
        (&follow_ups.likelihood.title, &RATINGS, Some(follow_ups.scale)),
    ];
    let asked = |(title, texts, scale): (&str, &[&str], Option<&Scale>)| -> Vec<LabelPrompt> {
        let ask = AudienceQuestion { topic: Some(session.subject.question), title, scale, ..session.general() };
        let orders = both_ways(texts.len());
        // A rating scale has only one order.
        let orders = if scale.is_some() { &orders[..1] } else { &orders[..] };
        let prompts = orders
            .iter()
            .map(|order| ordered(order, texts, |texts| prompt::general(ask, Subgroup::Choosers(chosen), texts)));
        prompts.collect()
    };
    let by_list = lists.map(asked);
    let Logs { by_prompt, usage } = logarithms(session, by_list.iter().flatten()).await?;
    let mut logs = by_prompt.as_slice();
    let [reasons, concerns, acceptance, likelihood] = by_list.map(|prompts| {
        let own = logs.split_off(..prompts.len()).unwrap_or(&[]);
        softmax(&mean_logs(&prompts, own, prompts[0].order.len()))
    });
    let none = acceptance.get(1).copied().unwrap_or(0.0);
    Ok(Reply { value: Response::Choosers(Choosers { reasons, concerns, none, likelihood }), usage })
}

/// Returns the answers to the choice: the options, and of prices last that none of them will do.
fn answers<'a>(session: &Session<'a>) -> Vec<&'a str> {
    let none = session.subject.prices.as_ref().map(|prices| prices.none);
    session.subject.options.iter().copied().chain(none).collect()
}

/// Renders a prompt with the answers in this order.
fn ordered(order: &[usize], texts: &[&str], prompt: impl Fn(&[&str]) -> AudiencePrompt) -> LabelPrompt {
    let texts: Vec<&str> = order.iter().map(|answer| texts[*answer]).collect();
    LabelPrompt { prompt: prompt(&texts), order: order.to_vec() }
}

/// Evaluates all prompts in one batch. If one fails, all fail: a missing order would bias the mean.
async fn logarithms(session: &Session<'_>, prompts: impl IntoIterator<Item = &LabelPrompt>) -> Result<Logs, Failure> {
    let ask = |label_prompt: &LabelPrompt| LabelRequest {
        beginning: label_prompt.prompt.beginning.clone(),
        rest: label_prompt.prompt.rest.clone(),
        labels: label_prompt.prompt.labels.clone(),
    };
    let replies = session.asker.labels(&prompts.into_iter().map(ask).collect::<Vec<_>>()).await;
    let usage = replies.iter().map(took).sum();
    let mut by_prompt = Vec::with_capacity(replies.len());
    for reply in replies {
        let probabilities = reply.map_err(|failure| Failure { usage, ..failure })?.value;
        by_prompt.push(probabilities.iter().map(|p| p.max(PROBABILITY_MIN).ln()).collect());
    }
    Ok(Logs { by_prompt, usage })
}

/// Returns two orders in which every option precedes every other equally often. Prices and steps of a scale stay in
/// sequence, and what is neither stays at the end, as in surveys.
fn orders(session: &Session<'_>) -> [Vec<usize>; ORDERS] {
    if let Some(prices) = &session.subject.prices {
        let (up, none) = (prices.options.iter(), session.subject.options.len());
        return [up.clone().copied().chain([none]).collect(), up.rev().copied().chain([none]).collect()];
    }
    if let Some(Steps { up, aside }) = Steps::of(session.subject.language, session.subject.options) {
        let down = up.iter().rev();
        return [up.iter().chain(&aside).copied().collect(), down.chain(&aside).copied().collect()];
    }
    let first = session.order("embedded");
    let turned = session.reversed(&first);
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

fn in_own_order(label_prompt: &LabelPrompt, logs: &[f64]) -> Vec<f64> {
    let mut own = vec![0.0; label_prompt.order.len()];
    label_prompt.order.iter().zip(logs).for_each(|(answer, log)| own[*answer] = *log);
    own
}

/// Returns the mean log probability over the prompts, in the answers' original order.
fn mean_logs(prompts: &[LabelPrompt], by_prompt: &[Vec<f64>], answers: usize) -> Vec<f64> {
    let mut scores = vec![0.0; answers];
    for (label_prompt, logs) in prompts.iter().zip(by_prompt) {
        for (answer, log) in label_prompt.order.iter().zip(logs) {
            scores[*answer] += log / prompts.len() as f64;
        }
    }
    scores
}
