//! Forecast from JSON documents: shares keyed by the letter of each option and the number of each group, as listed in
//! the prompt, after a free-text field for reasoning.

use forecast::{Choosers, Response};
use serde_json::{Map, Value, json};

use super::numbers::{share, shares, unit};
use super::{CallResult, FollowUps, GroupsAsk, Session};
use crate::schema::object;
use engine::prompt::{self, Framing};
use engine::{DocumentRequest, EngineError, Failure, Reply};

/// Readings of the total: two framings, each in one order and its reverse.
pub(super) use forecast::human::READINGS;

/// Asks for one reading of the total.
pub(super) async fn whole(session: &Session<'_>, reading: usize) -> CallResult<Response> {
    let framing = if reading < READINGS / 2 { Framing::Shares } else { Framing::Ranked };
    let mut order = session.order(if reading < READINGS / 2 { "shares" } else { "ranked" });
    if reading % 2 == 1 {
        order = session.reversed(&order);
    }
    let prompt = prompt::whole(session.general(), framing, &texts(session, &order));
    let letters = letters(&order);
    let schema = schema(&[("shares", figures(&letters))]);
    let reply = ask(session, "forecast_whole", &prompt, &schema, &["shares"]).await?;
    read(&reply, |document| {
        let shares = in_own_order(&order, shares(&document["shares"], &letters)?);
        Some(Response::Whole { shares, spread: 0.0, levelled: false })
    })
}

/// Asks for the shares of every group; a group with unreadable shares is dropped.
pub(super) async fn groups(session: &Session<'_>, groups: &GroupsAsk) -> CallResult<Response> {
    let order = session.order("groups");
    let names: Vec<&str> = groups.groups.iter().map(|(_, name)| name.as_str()).collect();
    let prompt = prompt::groups(session.general(), &texts(session, &order), &groups.name, &names);
    let letters = letters(&order);
    let numbers: Vec<String> = (1..=names.len()).map(|number| number.to_string()).collect();
    let each: Map<String, Value> = numbers.iter().map(|number| (number.clone(), figures(&letters))).collect();
    let schema = schema(&[("groups", object(each))]);
    let reply = ask(session, "forecast_groups", &prompt, &schema, &["groups"]).await?;
    read(&reply, |document| {
        let shares_by_group = groups.groups.iter().zip(&numbers).filter_map(|((value, _), number)| {
            Some((value.clone(), in_own_order(&order, shares(&document["groups"][number], &letters)?)))
        });
        Some(Response::Groups(shares_by_group.collect()))
            .filter(|reply| !matches!(reply, Response::Groups(none) if none.is_empty()))
    })
}

/// Asks what the choosers of one option think.
pub(super) async fn choosers(session: &Session<'_>, option: usize, follow_ups: &FollowUps<'_>) -> CallResult<Response> {
    let order = session.order("choosers");
    let chosen = order.iter().position(|own| *own == option).unwrap_or(0);
    let questions = follow_ups.questions();
    let prompt = prompt::choosers(session.general(), &texts(session, &order), chosen, &questions);
    let numbered = |count: usize| (1..=count).map(|number| number.to_string()).collect::<Vec<_>>();
    let (reasons, concerns) = (numbered(questions.reasons.len()), numbered(questions.concerns.len()));
    let ratings: Vec<String> = (follow_ups.scale.min..=follow_ups.scale.max).map(|rating| rating.to_string()).collect();
    let schema = schema(&[
        ("reasons", figures(&reasons)),
        ("concerns", figures(&concerns)),
        ("none", json!({ "type": "number" })),
        ("likelihood", figures(&ratings)),
    ]);
    let needs = ["reasons", "concerns", "none", "likelihood"];
    let reply = ask(session, "forecast_choosers", &prompt, &schema, &needs).await?;
    read(&reply, |document| {
        let lists = [("reasons", &reasons), ("concerns", &concerns), ("likelihood", &ratings)];
        let units = lists.map(|(field, names)| unit(&document[field], names));
        let [reasons, concerns, likelihood] = lists.map(|(field, names)| shares(&document[field], names));
        Some(Response::Choosers(Choosers {
            reasons: reasons?,
            concerns: concerns?,
            none: share(&document["none"], &units)?,
            likelihood: likelihood?,
        }))
    })
}

pub(super) async fn ask(
    session: &Session<'_>,
    name: &str,
    prompt: &str,
    schema: &Value,
    needs: &[&str],
) -> CallResult<Value> {
    let (seed, language) = (session.subject.seed, session.subject.language);
    session.asker.document(DocumentRequest { seed, language, name, prompt, schema, needs }).await
}

pub(super) fn read(reply: &Reply<Value>, read: impl FnOnce(&Value) -> Option<Response>) -> CallResult<Response> {
    match read(&reply.value) {
        Some(value) => Ok(Reply { value, usage: reply.usage }),
        None => {
            let error = EngineError::Unreadable { message: "the document's figures are no shares".to_owned() };
            Err(Failure { error, usage: reply.usage })
        }
    }
}

pub(super) fn texts<'a>(session: &Session<'a>, order: &[usize]) -> Vec<&'a str> {
    order.iter().map(|option| session.subject.options[*option]).collect()
}

pub(super) fn letters(order: &[usize]) -> Vec<String> {
    (0..order.len()).map(prompt::letter).collect()
}

pub(super) fn in_own_order(order: &[usize], shares: Vec<f64>) -> Vec<f64> {
    let mut own = vec![0.0; order.len()];
    order.iter().zip(shares).for_each(|(option, share)| own[*option] = share);
    own
}

pub(super) fn figures(names: &[String]) -> Value {
    object(names.iter().map(|name| (name.clone(), json!({ "type": "number" }))).collect::<Map<_, _>>())
}

/// Returns a schema with these fields after one for reasoning. Its name sorts first, since servers that enforce a
/// schema write the fields in alphabetical order.
pub(super) fn schema(fields: &[(&str, Value)]) -> Value {
    let fields = fields.iter().map(|(name, field)| ((*name).to_owned(), field.clone()));
    let thoughts = ("analysis".to_owned(), json!({ "type": "string" }));
    object(std::iter::once(thoughts).chain(fields).collect::<Map<_, _>>())
}
