//! Simulated studies of people who are unlike the audience, and of many options. Each test states what must hold and prints its
//! table; `cargo test --release -p fieldwork --test who_counts -- --nocapture` shows the figures of docs/method.md.

#![allow(clippy::unwrap_used)] // A panic is how a test fails.

use fieldwork::{Audience, CountedAnswer, Criterion, Details, Forecast, Member, People, Screening, SurveyedReport};
use forecast::joint::{Answers, Estimate, ListAnswer, Study};
use foundation::Language;
use foundation::chance::stream;
use rand::{Rng, RngExt};

/// Age bands with their shares of the audience.
const BANDS: [(&str, f64); 4] = [("18-29", 0.2), ("30-44", 0.27), ("45-64", 0.33), ("65+", 0.2)];
/// Relative willingness to answer by age band: the youngest are six times as likely as the oldest.
const SKEWED: [f64; 4] = [1.0, 0.55, 0.3, 0.165];
/// 95 % of the volunteers are of the youngest band.
const YOUNG: [f64; 4] = [76.0, 1.0, 1.0, 1.0];

/// What people of each age band would choose.
struct World {
    chances: [Vec<f64>; 4],
}

impl World {
    fn options(&self) -> usize {
        self.chances[0].len()
    }

    fn truth(&self) -> Vec<f64> {
        let share = |option| BANDS.iter().zip(&self.chances).map(|((_, share), chances)| share * chances[option]).sum();
        (0..self.options()).map(share).collect()
    }

    /// A report whose forecast is uniform and worth about three people.
    fn report(&self) -> SurveyedReport {
        let options = self.options();
        let uniform = vec![1.0 / options as f64; options];
        let member = |at: usize| Member {
            groups: [Some(BANDS[at % 4].0.to_owned()), None, None],
            weight: BANDS[at % 4].1,
            forecast: uniform.clone(),
        };
        SurveyedReport {
            language: Language::En,
            question: "Which?".to_owned(),
            options: (0..options).map(|at| at.to_string()).collect(),
            inquiry: language::Inquiry::default(),
            questions: Vec::new(),
            forecast: Forecast {
                intervals: vec![[0.0, 1.0]; options],
                shares: uniform.clone(),
                effective_size: 3.0,
                effective_sizes: Vec::new(),
                criterion: Criterion::Choice,
                none: None,
            },
            audience: Audience::new((0..400).map(member), options),
            screening: Screening::default(),
            likelihood: None,
        }
    }

    /// A volunteer; those who prefer option 1 are `fans` times as likely to come as others.
    fn volunteer(&self, willing: &[f64; 4], fans: f64, rng: &mut impl Rng) -> CountedAnswer {
        let weight = |band: usize, option: usize| {
            BANDS[band].1 * willing[band] * self.chances[band][option] * if option == 1 { fans } else { 1.0 }
        };
        let cells: Vec<(usize, usize)> =
            (0..BANDS.len()).flat_map(|band| (0..self.options()).map(move |option| (band, option))).collect();
        let chances: Vec<f64> = cells.iter().map(|(band, option)| weight(*band, *option)).collect();
        let (band, option) = cells[drawn(&chances, rng)];
        CountedAnswer { choice: Some(option), age_band: Some(BANDS[band].0.to_owned()), ..CountedAnswer::default() }
    }
}

fn drawn(chances: &[f64], rng: &mut impl Rng) -> usize {
    let mut left = rng.random::<f64>() * chances.iter().sum::<f64>();
    let passes = |chance: &f64| {
        left -= chance;
        left < 0.0
    };
    chances.iter().position(passes).unwrap_or(chances.len() - 1)
}

fn normal(rng: &mut impl Rng) -> f64 {
    (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0
}

fn distance(shares: &[Estimate], truth: &[f64]) -> f64 {
    shares.iter().zip(truth).map(|(share, truth)| (share.value - truth).abs()).sum::<f64>() / 2.0
}

/// Number of options whose interval holds the truth.
fn held(shares: &[Estimate], truth: &[f64]) -> usize {
    shares.iter().zip(truth).filter(|(share, truth)| (share.interval[0]..=share.interval[1]).contains(truth)).count()
}

fn together(report: &SurveyedReport, answers: &Answers) -> Vec<Estimate> {
    let effective_size = report.forecast.effective_size_prior();
    Study { forecast: &report.forecast.shares, effective_size: &effective_size, answers }.shares().0
}

/// A world in which preferences drift with age: about 0.2 total variation distance between the youngest and the oldest.
fn drifting(rng: &mut impl Rng) -> World {
    let base: [f64; 4] = std::array::from_fn(|_| 0.9 * normal(rng));
    let drift: [f64; 4] = std::array::from_fn(|_| 0.25 * normal(rng));
    let chances = [-1.0, -0.33, 0.33, 1.0].map(|age: f64| {
        let odds: Vec<f64> = base.iter().zip(drift).map(|(base, drift)| (base + age * drift).exp()).collect();
        let total: f64 = odds.iter().sum();
        odds.into_iter().map(|odds| odds / total).collect()
    });
    World { chances }
}

/// Mean distance of people alone, of the joint estimate, and the share of joint intervals that hold the truth: unweighted,
/// raked, tempered.
fn of_weights(people: usize, fans: f64) -> [[f64; 3]; 3] {
    const WORLDS: u64 = 250;
    let mut sums = [[0.0; 3]; 3];
    for seed in 0..WORLDS {
        let mut rng = stream(seed, "weights");
        let world = drifting(&mut rng);
        let (report, truth) = (world.report(), world.truth());
        let sample: Vec<CountedAnswer> = (0..people).map(|_| world.volunteer(&SKEWED, fans, &mut rng)).collect();
        let plain = Answers::of(sample.iter().filter_map(|it| Some((it.choice?, 1.0))), world.options());
        let (raked, tempered) = (report.audience.raked_answers(&sample), report.audience.unadjusted_answers(&sample));
        for (sums, answers) in sums.iter_mut().zip([plain, raked, tempered]) {
            let joint = together(&report, &answers);
            sums[0] += distance(&answers.alone(), &truth) / WORLDS as f64;
            sums[1] += distance(&joint, &truth) / WORLDS as f64;
            sums[2] += held(&joint, &truth) as f64 / (truth.len() as u64 * WORLDS) as f64;
        }
    }
    sums
}

#[test]
fn tempered_weights_beat_raked_ones_among_few_people_and_keep_the_coverage() {
    println!("skewed volunteers: people alone, together, held (unweighted | raked | tempered)");
    for people in [10, 30, 100, 300] {
        let [plain, raked, tempered] = of_weights(people, 1.0);
        println!("n={people}: {plain:.3?} | {raked:.3?} | {tempered:.3?}");
        assert!(tempered[1] <= raked[1] + 0.002, "n={people}: {tempered:?} {raked:?}");
        assert!((0.92..=0.99).contains(&tempered[2]), "n={people}: {tempered:?}");
        if people == 30 {
            assert!(tempered[0] <= plain[0] + 0.002 && tempered[0] < raked[0], "{plain:?} {raked:?} {tempered:?}");
        }
    }
    let [_, _, fans] = of_weights(100, 1.5);
    println!("fans of one option come 1.5 times as often, n=100, tempered: {fans:.3?}");
    assert!(fans[2] < 0.93, "no weight corrects self-selection: {fans:?}");
}

/// Share of studies that ever settle on a wrong option, and on the right one, looked at after every tenth answer: by the
/// stopping rule alone with full weights, and by all rules.
fn settling(world: &World, willing: &[f64; 4]) -> [[f64; 2]; 2] {
    const STUDIES: u64 = 60;
    let (report, truth) = (world.report(), world.truth());
    let best = (0..truth.len()).max_by(|a, b| truth[*a].total_cmp(&truth[*b])).unwrap();
    let mut settled = [[0.0; 2]; 2];
    for seed in 0..STUDIES {
        let mut rng = stream(seed, "settling");
        let mut people = People::default();
        let mut done = [false; 2];
        while people.counted.len() < 300 && done != [true; 2] {
            people.counted.extend((0..10).map(|_| world.volunteer(willing, 1.0, &mut rng)));
            let answers = report.audience.raked_answers(&people.counted);
            let effective_size = report.forecast.effective_size_prior();
            let study = Study { forecast: &report.forecast.shares, effective_size: &effective_size, answers: &answers };
            let Some(on) = study.settled() else { continue };
            let now = [true, fieldwork::unsettled(&report, &people).is_empty()];
            for rule in 0..2 {
                if now[rule] && !done[rule] {
                    settled[rule][usize::from(on == best)] += 1.0 / STUDIES as f64;
                    done[rule] = true;
                }
            }
        }
    }
    settled
}

#[test]
fn nothing_is_settled_wrongly_while_groups_of_the_audience_are_missing() {
    println!("settled wrong, right: by the stopping rule alone | by all rules");
    let split = |young: usize| World {
        chances: std::array::from_fn(|band| if band < young { vec![0.85, 0.15] } else { vec![0.1, 0.9] }),
    };
    let young_and_middle = [38.0, 38.0, 1.0, 1.0];
    let cases = [
        ("95 % are 18-29, who alone prefer another option", split(1), YOUNG),
        ("95 % are under 45, who prefer another option", split(2), young_and_middle),
        ("the young come six times as often, opposed", split(1), SKEWED),
    ];
    for (name, world, willing) in cases {
        let [alone, all] = settling(&world, &willing);
        println!("{name}: {alone:.2?} | {all:.2?}");
        assert!(all[0] < 0.05, "{name}: {all:?}");
    }
    let agreed = World { chances: std::array::from_fn(|_| vec![0.25, 0.75]) };
    let [_, all] = settling(&agreed, &SKEWED);
    println!("skewed, but of one mind: {all:.2?}");
    assert!(all[0] < 0.05 && all[1] > 0.8, "a study can still be settled: {all:?}");
}

/// Somebody who orders all options and answers short lists, then chooses among the best of each.
fn ranker(utility: &[f64], order: &[usize], lists: usize) -> CountedAnswer {
    let best_of = |of: &[usize]| *of.iter().max_by(|a, b| utility[**a].total_cmp(&utility[**b])).unwrap();
    let worst_of = |of: &[usize]| *of.iter().min_by(|a, b| utility[**a].total_cmp(&utility[**b])).unwrap();
    if lists == 1 {
        return CountedAnswer { choice: Some(best_of(order)), ..CountedAnswer::default() };
    }
    let part = |at: usize| &order[at * order.len() / lists..(at + 1) * order.len() / lists];
    let answer =
        |of: &[usize]| ListAnswer { list: of.to_vec(), best: best_of(of), worst: Some(worst_of(of)), weight: 1.0 };
    let mut answers: Vec<ListAnswer> = (0..lists).map(|at| answer(part(at))).collect();
    let finalists: Vec<usize> = answers.iter().map(|it| it.best).collect();
    let choice = best_of(&finalists);
    answers.push(ListAnswer { list: finalists, best: choice, worst: None, weight: 1.0 });
    CountedAnswer {
        choice: Some(choice),
        details: Details { lists: answers, ..Details::default() },
        ..CountedAnswer::default()
    }
}

/// Option 0 is the favourite of 31 % and the last choice of everybody else; the others are close to each other.
fn divided(options: usize, rng: &mut impl Rng) -> Vec<f64> {
    let lovers = rng.random_bool(0.31);
    let utility = |option: usize| match option {
        0 => {
            if lovers {
                10.0
            } else {
                -10.0
            }
        }
        _ => normal(rng) - 0.02 * option as f64,
    };
    (0..options).map(utility).collect()
}

#[test]
fn final_choices_of_many_options_give_the_right_shares_and_leader() {
    const STUDIES: u64 = 100;
    println!("options: held and leader right by pooled lists | by counted final choices");
    for options in [2_usize, 5, 6, 8, 10, 12, 15] {
        let lists = options.div_ceil(5);
        let mut rng = stream(1, "truth");
        let many: Vec<usize> = (0..40_000)
            .map(|_| {
                let utility = divided(options, &mut rng);
                (0..options).max_by(|a, b| utility[*a].total_cmp(&utility[*b])).unwrap()
            })
            .collect();
        let truth: Vec<f64> =
            (0..options).map(|option| many.iter().filter(|it| **it == option).count() as f64 / 40_000.0).collect();
        let best = (0..options).max_by(|a, b| truth[*a].total_cmp(&truth[*b])).unwrap();
        let world = World { chances: std::array::from_fn(|_| truth.clone()) };
        let audience = world.report().audience;
        let (mut kept, mut led) = ([0.0; 2], [0; 2]);
        for seed in 0..STUDIES {
            let mut rng = stream(seed, "lists");
            let person = |_| {
                let mut order: Vec<usize> = (0..options).collect();
                (1..options).rev().for_each(|at| order.swap(at, rng.random_range(0..=at)));
                ranker(&divided(options, &mut rng), &order, lists)
            };
            let people: Vec<CountedAnswer> = (0..300).map(person).collect();
            let all: Vec<ListAnswer> = people.iter().flat_map(|it| it.details.lists.clone()).collect();
            let pooled = if all.is_empty() { None } else { Some(Answers::of_lists(&all, options)) };
            for (rule, answers) in [pooled, Some(audience.unadjusted_answers(&people))].into_iter().enumerate() {
                let alone = answers.map(|answers| answers.alone()).unwrap_or_default();
                kept[rule] += held(&alone, &truth) as f64 / (options as u64 * STUDIES) as f64;
                let leads = (0..alone.len()).max_by(|a, b| alone[*a].value.total_cmp(&alone[*b].value));
                led[rule] += u32::from(leads == Some(best));
            }
        }
        println!("{options}: {:.2} {} | {:.2} {}", kept[0], led[0], kept[1], led[1]);
        assert!(kept[1] > 0.93, "{options} options: {kept:?}");
        assert!(options < 6 || led[1] == 100, "{options} options: {led:?}");
    }
}
