//! Who is asked in a case: the people that its survey names, understood as a report would understand them.

use survey::audience;
use survey::human::Case;
use survey::report::{AudienceFilters, Profile};
use survey::sample::{self, Respondent, SampleError};

/// Respondents, and the conditions taken as true of all of them.
pub(super) struct Panel {
    pub(super) respondents: Vec<Respondent>,
    pub(super) traits: Vec<String>,
}

/// As the population is described; where nobody can be drawn by that, adults of its country; else adults of the world.
pub(super) fn panel(case: &Case, respondents: u32, seed: u64) -> Result<Panel, SampleError> {
    if respondents == 0 {
        return Ok(in_general());
    }
    let described = audience::understand("", Some(&case.population), case.language).ok();
    if let Some(Ok(panel)) = described.map(|filters| draw(filters, case, respondents, seed)) {
        return Ok(panel);
    }
    let Ok(everyone) = audience::understand("", None, case.language) else {
        return Err(SampleError::Empty { filter: "countries" });
    };
    let compatriots = AudienceFilters { countries: vec![case.country.clone()], ..everyone.clone() };
    draw(compatriots, case, respondents, seed).or_else(|_| draw(everyone, case, respondents, seed))
}

/// Nobody in particular stands for everybody.
fn in_general() -> Panel {
    let nobody =
        Respondent { id: "everybody".to_owned(), display_name: None, profile: Profile::default(), weight: 1.0 };
    Panel { respondents: vec![nobody], traits: Vec::new() }
}

fn draw(mut filters: AudienceFilters, case: &Case, respondents: u32, seed: u64) -> Result<Panel, SampleError> {
    loop {
        match sample::draw(&filters, respondents, seed) {
            Err(SampleError::TooFew { .. }) if sample::loosen(&mut filters, case.language) => {}
            drawn => return Ok(Panel { respondents: drawn?, traits: filters.traits }),
        }
    }
}
