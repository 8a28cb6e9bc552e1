//! What can be asked of a report's respondents: the filters, their values, the questions, and which of them fit whom. It is
//! small beside the report, so it can be kept, and brings every request to one of the views that the report has.

use contract::{ReportResult, RespondentRecord};
use population::{Attribute, Groups};

use super::{Filter, PEOPLE_ON_A_PAGE, Request, attributes, choice, cross, filter, has_comment, preference};

/// Stands for an attribute that somebody has no value of.
const NO_VALUE: u8 = u8::MAX;

/// Of one report.
pub struct Index {
    pub(super) filters: Vec<Filter>,
    /// The ids of the questions that can be crossed.
    questions: Vec<String>,
    options: usize,
    respondents: Vec<Row>,
}

/// One respondent.
struct Row {
    /// The place of their value in the list of each filter.
    values: Vec<u8>,
    choice: Option<usize>,
    has_comment: bool,
}

impl Index {
    pub fn of(result: &ReportResult) -> Self {
        let everyone = &result.sample_data.respondents;
        let filters: Vec<Filter> = Attribute::grouping(Groups::Shown)
            .filter_map(|attribute| filter(attribute, everyone, result.research_input.language))
            .collect();
        let asked = result.sample_data.questionnaire.questions.iter();
        let respondents = everyone.iter().map(|respondent| Row::of(result, &filters, respondent)).collect();
        Self {
            questions: asked.filter(|question| cross::is_crossable(question)).map(|asked| asked.id.clone()).collect(),
            options: preference(result).map_or(0, |question| question.options.len()),
            respondents,
            filters,
        }
    }

    /// The same request with nothing in it that the report does not have, in one order, so that two addresses of one view
    /// are one request. A page past the last is the last.
    pub fn canonical(&self, request: Request) -> Request {
        self.canonical_in_pages_of(request, PEOPLE_ON_A_PAGE)
    }

    pub(super) fn canonical_in_pages_of(&self, mut request: Request, people_on_a_page: usize) -> Request {
        let place = |name: &str| self.filters.iter().position(|filter| filter.attribute == name);
        let is_offered =
            |name: &str, value: &String| place(name).is_some_and(|place| self.filters[place].values.contains(value));
        request.filters.retain(|(name, value)| is_offered(name, value));
        request.filters.sort_by_key(|(name, _)| place(name));
        request.choice = request.choice.filter(|number| (1..=self.options).contains(number));
        request.has_comment &= self.respondents.iter().any(|row| row.has_comment);
        let question = request.question.filter(|id| self.questions.contains(id));
        let crossed = question.zip(request.attribute.filter(|name| place(name).is_some()));
        (request.question, request.attribute) = crossed.unzip();
        let pages = self.admitted(&request).count().div_ceil(people_on_a_page).max(1);
        request.page = request.page.clamp(1, pages);
        request
    }

    /// The places of the respondents whom a canonical request admits.
    pub(super) fn admitted(&self, request: &Request) -> impl Iterator<Item = usize> {
        let wanted: Vec<(usize, Option<u8>)> = request
            .filters
            .iter()
            .filter_map(|(name, value)| {
                let place = self.filters.iter().position(|filter| filter.attribute == *name)?;
                Some((place, self.filters[place].place_of(value)))
            })
            .collect();
        let (choice, has_comment) = (request.choice, request.has_comment);
        let fits = move |row: &Row| {
            wanted.iter().all(|(place, value)| Some(row.values[*place]) == *value)
                && choice.is_none_or(|number| row.choice == Some(number))
                && (!has_comment || row.has_comment)
        };
        self.respondents.iter().enumerate().filter(move |(_, row)| fits(row)).map(|(place, _)| place)
    }
}

impl Row {
    fn of(result: &ReportResult, filters: &[Filter], respondent: &RespondentRecord) -> Self {
        let value = |filter: &Filter| {
            let group = attributes::grouping(filter.attribute).and_then(|it| respondent.profile.group(it));
            group.and_then(|group| filter.place_of(&group)).unwrap_or(NO_VALUE)
        };
        Self {
            values: filters.iter().map(value).collect(),
            choice: choice(result, respondent),
            has_comment: has_comment(result, respondent),
        }
    }
}

impl Filter {
    fn place_of(&self, value: &str) -> Option<u8> {
        let place = self.values.iter().position(|own| own == value)?;
        u8::try_from(place).ok().filter(|place| *place != NO_VALUE)
    }
}
