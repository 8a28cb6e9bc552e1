//! Methods that depend on the kind of question, in complete reports in three languages.

use super::*;

async fn analysed(options: &[&str], language: Language) -> contract::Analysis {
    let options = options.iter().map(|option| (*option).to_owned()).collect();
    made(&job_of(options, language, 100, 4), 0.0).await.unwrap().analysis
}

#[tokio::test]
async fn prices_are_judged_by_what_they_earn_and_are_no_scale() {
    for language in Language::ALL {
        let analysis = analysed(&["$10", "$4", "$15", "$7"], language).await;
        let price = analysis.price.as_ref().unwrap();
        assert!(analysis.scale.is_none());
        let amounts: Vec<f64> = price.points.iter().map(|point| point.amount).collect();
        assert_eq!(amounts, [4.0, 7.0, 10.0, 15.0]);
        assert!(price.points.windows(2).all(|pair| pair[0].accepting >= pair[1].accepting), "{price:?}");
        let best = price.points.iter().find(|point| point.option == price.best).unwrap();
        assert!(price.points.iter().all(|point| point.revenue_index <= best.revenue_index));
        assert_eq!(best.revenue_index, 100.0);
        assert!(
            price.best_range.iter().all(|option| analysis.overview.headline.contains(option)) || {
                analysis.overview.headline.contains(&price.best)
            }
        );
    }
}

#[tokio::test]
async fn on_a_scale_no_answer_wins() {
    for (language, options) in [
        (Language::En, ["Very likely", "Unlikely", "Likely", "Very unlikely"]),
        (Language::Es, ["Muy probable", "Poco probable", "Probable", "Nada probable"]),
        (Language::Zh, ["非常可能", "不太可能", "比较可能", "非常不可能"]),
    ] {
        let analysis = analysed(&options, language).await;
        let scale = analysis.scale.as_ref().unwrap();
        assert_eq!(scale.steps, [options[3], options[1], options[2], options[0]], "{language}");
        assert!((scale.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(scale.top_steps, [options[2], options[0]]);
        let ruling = analysis.overview.ruling.as_ref().unwrap();
        assert!(ruling.options.is_empty() || ruling.options == scale.top_steps, "{ruling:?}");
        assert!(scale.top_steps.iter().all(|step| analysis.overview.headline.contains(step)), "{language}");
    }
}
