//! Forecast of prices from JSON documents: the share that would buy at each price. Shares that rise with the price are
//! levelled here and nowhere else; the steps between neighbouring prices are the shares of the dearest price at which
//! people would buy.

use forecast::{Response, dearest_shares, falling};
use serde_json::{Map, Value};

use super::documents::{ask, figures, in_own_order, letters, read, schema, texts};
use super::numbers::fractions;
use super::{CallResult, GroupsAsk, PriceLadder, Session};
use crate::schema::object;
use engine::prompt::{self, AudienceQuestion};

/// Readings of the total: from the cheapest price to the dearest, and the other way round.
pub(super) const READINGS: usize = 2;

/// Asks for one reading of the total.
pub(super) async fn whole(session: &Session<'_>, prices: &PriceLadder<'_>, reading: usize) -> CallResult<Response> {
    let mut order = prices.options.to_vec();
    if reading % 2 == 1 {
        order.reverse();
    }
    let prompt = prompt::prices(question(session, prices), &texts(session, &order));
    let letters = letters(&order);
    let schema = schema(&[("buyers", figures(&letters))]);
    let reply = ask(session, "forecast_prices", &prompt, &schema, &["buyers"]).await?;
    read(&reply, |document| {
        let buying = in_own_order(&order, fractions(&document["buyers"], &letters)?);
        let fallen = falling(&buying, prices.options);
        let shares = dearest_shares(&fallen, prices.options);
        Some(Response::Whole { shares, spread: 0.0, levelled: fallen != buying })
    })
}

/// Asks for every group; a group whose figures can't be read is dropped.
pub(super) async fn groups(
    session: &Session<'_>,
    prices: &PriceLadder<'_>,
    groups: &GroupsAsk,
) -> CallResult<Response> {
    let order = prices.options;
    let names: Vec<&str> = groups.groups.iter().map(|(_, name)| name.as_str()).collect();
    let prompt = prompt::price_groups(question(session, prices), &texts(session, order), &groups.name, &names);
    let letters = letters(order);
    let numbers: Vec<String> = (1..=names.len()).map(|number| number.to_string()).collect();
    let each: Map<String, Value> = numbers.iter().map(|number| (number.clone(), figures(&letters))).collect();
    let schema = schema(&[("buyers_by_group", object(each))]);
    let reply = ask(session, "forecast_price_groups", &prompt, &schema, &["buyers_by_group"]).await?;
    read(&reply, |document| {
        let shares_by_group = groups.groups.iter().zip(&numbers).filter_map(|((value, _), number)| {
            let buying = in_own_order(order, fractions(&document["buyers_by_group"][number], &letters)?);
            Some((value.clone(), dearest_shares(&falling(&buying, order), order)))
        });
        Some(Response::Groups(shares_by_group.collect()))
            .filter(|reply| !matches!(reply, Response::Groups(none) if none.is_empty()))
    })
}

fn question<'a>(session: &'a Session<'_>, prices: &PriceLadder<'a>) -> AudienceQuestion<'a> {
    AudienceQuestion { title: prices.question, ..session.general() }
}
