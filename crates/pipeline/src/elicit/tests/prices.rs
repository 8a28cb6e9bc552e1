//! Asking for the dearest price at which people would buy.

use forecast::buying_shares;
use rand::RngExt;

use super::*;

const PRICES: [&str; 4] = ["$10", "$5", "$12", "$8"];
const LADDER: [usize; 4] = [1, 3, 0, 2];

fn about_prices() -> Subject<'static> {
    let prices = PriceLadder { options: &LADDER, question: "Which price?", none: "I would not buy" };
    Subject { question: "Which price? Choose the highest.", options: &PRICES, prices: Some(prices), ..subject() }
}

/// Returns a document with the buyers of each price, wherever it is listed.
fn buyers(prompt: &str, of: impl Fn(&str) -> f64) -> Value {
    let lines = prompt.lines().filter_map(|line| line.split_once(") ")).filter(|(_, text)| PRICES.contains(text));
    Value::Object(lines.map(|(letter, text)| (letter.to_owned(), json!(of(text)))).collect())
}

#[tokio::test]
async fn a_best_price_of_ten_stays_ten() {
    let demand = |price: &str| match price {
        "$5" => 100.0,
        "$8" => 95.0,
        "$10" => 80.0,
        _ => 25.0,
    };
    let engine = Teller::new(move |_, prompt| json!({ "buyers": buyers(prompt, demand) }));
    let asker = Asker::unlimited(&engine);
    let session = Session { asker: &asker, way: Way::Documents, subject: about_prices() };
    assert_eq!(session.readings(), 2);
    for reading in 0..2 {
        let said = session.whole(reading).await.unwrap().value;
        assert!(matches!(said, Response::Whole { levelled: false, .. }), "{said:?}");
        let buying = buying_shares(&whole(said), &LADDER);
        let earned: Vec<f64> = buying.iter().zip([10.0, 5.0, 12.0, 8.0]).map(|(share, price)| share * price).collect();
        assert!(earned.iter().all(|it| *it <= earned[0]), "{earned:?}");
    }
    let asked = engine.asked.lock().unwrap();
    assert!(
        asked.iter().all(|(name, prompt)| name == "forecast_prices" && prompt.contains("Question: Which price?\n"))
    );
    assert!(asked[0].1.contains("A) $5\nB) $8\nC) $10\nD) $12") && asked[1].1.contains("A) $12\nB) $10"));
}

#[tokio::test]
async fn whatever_an_engine_says_buyers_fall_with_the_price_and_all_answers_sum_to_one() {
    let said = |prompt: &str, price: &str| f64::from(stream(7, &format!("{price}{prompt}")).random_range(0..=100_u32));
    let engine = Teller::new(move |name, prompt| match name {
        "forecast_prices" => json!({ "buyers": buyers(prompt, |price| said(prompt, price)) }),
        _ => json!({ "buyers_by_group": { "1": buyers(prompt, |price| said(prompt, price)), "2": { "A": "many" } } }),
    });
    let asker = Asker::unlimited(&engine);
    let groups = vec![("female".to_owned(), "Women".to_owned()), ("male".to_owned(), "Men".to_owned())];
    let ask = GroupsAsk { attribute: "sex".to_owned(), name: "sex".to_owned(), groups };
    for number in 0..100 {
        let audience = format!("audience {number}");
        let subject = Subject { audience: &audience, ..about_prices() };
        let session = Session { asker: &asker, way: Way::Documents, subject };
        let Response::Groups(groups) = session.groups(&ask).await.unwrap().value else { panic!() };
        assert_eq!(groups.len(), 1, "a group that cannot be read is left away");
        for shares in [whole(session.whole(0).await.unwrap().value), groups["female"].clone()] {
            assert_eq!(shares.len(), 5);
            assert!(
                (shares.iter().sum::<f64>() - 1.0).abs() < 1e-9 && shares.iter().all(|it| *it >= 0.0),
                "{shares:?}"
            );
        }
    }
}

#[tokio::test]
async fn an_engine_that_reads_labels_gets_the_same_question_with_none_as_the_last_answer() {
    let asker = Asker::unlimited(&Letters);
    let session = Session { asker: &asker, way: Way::Labels, subject: about_prices() };
    let shares = whole(session.whole(0).await.unwrap().value);
    assert_eq!(shares.len(), 5);
    // Position decides what this engine says; both orders cancel it among prices, and none stays last.
    assert!((0..4).all(|at| shares[at] > shares[4]), "{shares:?}");
    assert!((shares[1] - shares[2]).abs() < 1e-9, "{shares:?}");
}

#[tokio::test]
async fn figures_that_are_no_shares_of_buyers_are_a_failure() {
    let engine = Teller::new(|_, _| json!({ "buyers": { "A": 120, "B": 50, "C": 20, "D": 10 } }));
    let asker = Asker::unlimited(&engine);
    let session = Session { asker: &asker, way: Way::Documents, subject: about_prices() };
    let failure = session.whole(0).await.unwrap_err();
    assert!(matches!(failure.error, EngineError::Unreadable { .. }), "{failure:?}");
}
