//! Elicits a forecast from an engine, by one procedure for all engines. An engine that writes documents states shares
//! as numbers after reasoning; otherwise shares are the token probabilities of labels. Readings vary the order of
//! options and the framing. The members of a blend have equal weight. The crate `forecast` pools the replies and
//! draws from them.

mod asker;
pub(crate) mod calls;
mod documents;
mod elicitation;
mod labels;
mod numbers;
mod prices;
mod voices;

#[cfg(test)]
mod tests;

use forecast::calibration::{Calibration, Way};
use forecast::{Choosers, Response, floored, pooled};
use foundation::chance::stream;
use foundation::{Language, OptionId};
use language::served;
use questionnaire::{Question, Scale};

use engine::prompt::{AudienceQuestion, FollowUpQuestions};
use engine::{EngineCard, EngineError, Failure, Reply, Usage};
use rand::seq::SliceRandom;

pub use asker::{Asker, TokenBudget};
pub use elicitation::{EngineIdentity, elicitation, price_elicitation, way_of};
pub use labels::Steps;
pub use voices::{BATCH_MAX, Speech, speak};

/// The question as it is put to the engine.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    pub seed: u64,
    pub language: Language,
    /// Description of the audience.
    pub audience: &'a str,
    pub question: &'a str,
    /// In the client's order.
    pub options: &'a [&'a str],
    /// Set if the options are prices of one offer and the question asks for the dearest one at which people would buy.
    pub prices: Option<PriceLadder<'a>>,
}

/// The options as prices of one offer. Shares have one more answer after the options: none of the prices.
#[derive(Debug, Clone, Copy)]
pub struct PriceLadder<'a> {
    /// Options from the cheapest to the dearest.
    pub options: &'a [usize],
    /// The question without the request for the dearest price.
    pub question: &'a str,
    /// The answer of those who would buy at none of the prices.
    pub none: &'a str,
}

/// The groups of one attribute, as put to the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupsAsk {
    /// Code of the attribute in results, and its name in prompts.
    pub attribute: String,
    pub name: String,
    /// Code of each group in results, and its name in prompts.
    pub groups: Vec<(String, String)>,
}

/// The questions that follow the choice of an option.
#[derive(Debug, Clone, Copy)]
pub struct FollowUps<'a> {
    pub drivers: &'a Question,
    pub concern: &'a Question,
    /// Question whether any option is acceptable, and its two answers: one of them, none of them.
    pub acceptance_title: &'a str,
    pub acceptance: [&'a str; 2],
    pub likelihood: &'a Question,
    pub scale: &'a Scale,
}

/// One question put to one engine by one method.
pub struct Session<'a> {
    pub asker: &'a Asker<'a>,
    pub way: Way,
    pub subject: Subject<'a>,
}

/// One request of a forecast.
#[derive(Clone, Copy)]
enum Ask<'a> {
    Whole(usize),
    Groups(&'a GroupsAsk),
    Choosers(usize, &'a FollowUps<'a>),
}

type CallResult<T> = Result<Reply<T>, Failure>;

impl Session<'_> {
    /// Returns the number of readings of the total to ask for.
    pub fn readings(&self) -> usize {
        readings(self.asker, self.way, self.subject.prices.is_some())
    }

    /// Asks for one reading of the total audience's shares.
    pub async fn whole(&self, reading: usize) -> CallResult<Response> {
        match self.blended(Ask::Whole(reading)).await {
            Some(reply) => reply.map(|reply| reply.with(|replies| mean_of_wholes(&replies))),
            None => self.ask(Ask::Whole(reading)).await,
        }
    }

    /// Asks for the shares of every group of an attribute.
    pub async fn groups(&self, ask: &GroupsAsk) -> CallResult<Response> {
        match self.blended(Ask::Groups(ask)).await {
            Some(reply) => reply.map(|reply| reply.with(|replies| mean_of_groups(&replies))),
            None => self.ask(Ask::Groups(ask)).await,
        }
    }

    /// Asks what the choosers of the option at this index think.
    pub async fn choosers(&self, option: usize, follow_ups: &FollowUps<'_>) -> CallResult<Response> {
        match self.blended(Ask::Choosers(option, follow_ups)).await {
            Some(reply) => reply.map(|reply| reply.with(|replies| mean_of_choosers(&replies))),
            None => self.ask(Ask::Choosers(option, follow_ups)).await,
        }
    }

    /// Asks a single engine, not a blend.
    async fn ask(&self, ask: Ask<'_>) -> CallResult<Response> {
        match (self.way, ask, &self.subject.prices) {
            (Way::Documents, Ask::Whole(reading), Some(prices)) => prices::whole(self, prices, reading).await,
            (Way::Documents, Ask::Groups(ask), Some(prices)) => prices::groups(self, prices, ask).await,
            (Way::Documents, Ask::Whole(reading), None) => documents::whole(self, reading).await,
            (Way::Documents, Ask::Groups(ask), None) => documents::groups(self, ask).await,
            (Way::Documents, Ask::Choosers(option, later), _) => documents::choosers(self, option, later).await,
            (Way::Labels, Ask::Whole(_), _) => labels::whole(self).await,
            (Way::Labels, Ask::Groups(ask), _) => labels::groups(self, ask).await,
            (Way::Labels, Ask::Choosers(option, later), _) => labels::choosers(self, option, later).await,
        }
    }

    /// Asks for all readings of the total and pools them.
    async fn whole_of_all(&self) -> CallResult<Response> {
        let mut usage = Usage::default();
        let (mut shares, mut failure) = (Vec::new(), None);
        for reading in 0..self.readings() {
            match self.ask(Ask::Whole(reading)).await {
                Ok(Reply { value: Response::Whole { shares: reading, .. }, usage: took }) => {
                    usage += took;
                    shares.push(floored(&reading));
                }
                Ok(reply) => usage += reply.usage,
                Err(error) if error.is_crash() => return Err(Failure { usage: usage + error.usage, ..error }),
                Err(error) => {
                    usage += error.usage;
                    failure = Some(error.error);
                }
            }
        }
        match pooled(&shares) {
            Some(shares) => Ok(Reply { value: Response::Whole { shares, spread: 0.0, levelled: false }, usage }),
            None => Err(Failure { error: failure.unwrap_or_else(no_figures), usage }),
        }
    }

    /// Asks each member of a blend by its own method; `None` if the engine is not a blend. If one member fails, the
    /// blend fails, with the usage of all calls so far.
    async fn blended(&self, ask: Ask<'_>) -> Option<CallResult<Vec<Response>>> {
        if self.asker.members().is_empty() {
            return None;
        }
        let mut usage = Usage::default();
        let mut replies = Vec::new();
        for member in self.asker.members() {
            let asker = self.asker.of(member.as_ref());
            let session = Session { asker: &asker, way: way_of(&asker.card), subject: self.subject };
            let reply = match ask {
                Ask::Whole(_) => session.whole_of_all().await,
                ask => session.ask(ask).await,
            };
            match reply {
                Ok(reply) => {
                    usage += reply.usage;
                    replies.push(reply.value);
                }
                Err(failure) => return Some(Err(Failure { usage: usage + failure.usage, ..failure })),
            }
        }
        Some(Ok(Reply { value: replies, usage }))
    }

    fn general(&self) -> AudienceQuestion<'_> {
        let Subject { language, audience, question, .. } = self.subject;
        AudienceQuestion { language, audience, topic: None, title: question, scale: None }
    }

    /// Returns an order of the options that depends on their texts and the question, not on the client's order. Prices
    /// are listed from the cheapest, and residual options ("other", "not sure") come last.
    fn order(&self, label: &str) -> Vec<usize> {
        if let Some(prices) = &self.subject.prices {
            return prices.options.to_vec();
        }
        let mut order: Vec<usize> = (0..self.subject.options.len()).collect();
        order.sort_by_key(|option| self.subject.options[*option]);
        order.shuffle(&mut stream(0, &format!("{label}/orders/{}", self.subject.question)));
        self.with_residual_last(order)
    }

    /// Returns the reverse of an order, with residual options still last.
    fn reversed(&self, order: &[usize]) -> Vec<usize> {
        self.with_residual_last(order.iter().rev().copied().collect())
    }

    fn with_residual_last(&self, mut order: Vec<usize>) -> Vec<usize> {
        if self.subject.prices.is_none() {
            let residual = served::residual(self.subject.options);
            order.sort_by_key(|option| residual.contains(&OptionId(*option)));
        }
        order
    }
}

impl<'a> FollowUps<'a> {
    fn questions(&self) -> FollowUpQuestions<'a> {
        FollowUpQuestions {
            reason_title: &self.drivers.title,
            reasons: &self.drivers.options,
            concern_title: &self.concern.title,
            concerns: &self.concern.options,
            none_answer: self.acceptance[1],
            likelihood_title: &self.likelihood.title,
            scale: self.scale,
        }
    }
}

/// Returns the number of readings of the total: one by labels, and one for a blend, whose members pool their own.
/// `are_prices` is whether the share that buys at each price is asked for.
pub fn readings(asker: &Asker<'_>, way: Way, are_prices: bool) -> usize {
    match way {
        _ if !asker.members().is_empty() => 1,
        Way::Documents if are_prices => prices::READINGS,
        Way::Documents => documents::READINGS,
        Way::Labels => 1,
    }
}

/// Returns the calibration for an engine without a record. A scripted engine is left uncalibrated, since its answers
/// are no findings.
pub fn unmeasured(card: &EngineCard) -> Calibration {
    let calibration = match card.scripted {
        true => Calibration { group_weight: 1.0, ..Calibration::identity() },
        false => Calibration::cautious(),
    };
    Calibration { way: way_of(card), ..calibration }
}

fn no_figures() -> EngineError {
    EngineError::Unreadable { message: "the engine returned no shares".to_owned() }
}

fn mean(rows: &[&[f64]]) -> Vec<f64> {
    let places = rows.iter().map(|row| row.len()).min().unwrap_or(0);
    (0..places).map(|at| rows.iter().map(|row| row[at]).sum::<f64>() / rows.len() as f64).collect()
}

fn mean_of_wholes(replies: &[Response]) -> Response {
    let shares: Vec<&[f64]> = replies
        .iter()
        .filter_map(|reply| match reply {
            Response::Whole { shares, .. } => Some(shares.as_slice()),
            _ => None,
        })
        .collect();
    let levelled = replies.iter().any(|reply| matches!(reply, Response::Whole { levelled: true, .. }));
    Response::Whole { shares: mean(&shares), spread: 0.0, levelled }
}

/// Returns the mean over members, for the groups that every member answered.
fn mean_of_groups(replies: &[Response]) -> Response {
    let members: Vec<_> = replies
        .iter()
        .filter_map(|reply| match reply {
            Response::Groups(groups) => Some(groups),
            _ => None,
        })
        .collect();
    let values = members.first().map(|groups| groups.keys()).into_iter().flatten();
    let of_all = values.filter_map(|value| {
        let shares: Option<Vec<&[f64]>> = members.iter().map(|groups| groups.get(value).map(Vec::as_slice)).collect();
        Some((value.clone(), mean(&shares?)))
    });
    Response::Groups(of_all.collect())
}

fn mean_of_choosers(replies: &[Response]) -> Response {
    let members: Vec<&Choosers> = replies
        .iter()
        .filter_map(|reply| match reply {
            Response::Choosers(choosers) => Some(choosers),
            _ => None,
        })
        .collect();
    let part = |part: fn(&Choosers) -> &Vec<f64>| {
        mean(&members.iter().map(|choosers| part(choosers).as_slice()).collect::<Vec<_>>())
    };
    Response::Choosers(Choosers {
        reasons: part(|it| &it.reasons),
        concerns: part(|it| &it.concerns),
        none: members.iter().map(|it| it.none).sum::<f64>() / members.len().max(1) as f64,
        likelihood: part(|it| &it.likelihood),
    })
}
