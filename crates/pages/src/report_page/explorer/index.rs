//! An index of a report's respondents by filter value. It is small compared to the report, so it can be cached, and
//! it maps every request to the canonical one of the same view.

use contract::{ReportResult, RespondentRecord};
use population::{Attribute, Groups};

use super::{Filter, PEOPLE_ON_A_PAGE, Request, attributes, choice, cross, filter, has_comment, preference};

/// Marks a respondent without a value for an attribute.
const NO_VALUE: u8 = u8::MAX;

pub struct Index {
    pub(super) filters: Vec<Filter>,
    /// Ids of the questions that can be tabulated.
    questions: Vec<String>,
    options: usize,
    respondents: Vec<Row>,
}

struct Row {
    /// The position of the respondent's value in each filter's list.
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

    /// Returns the request without filters the report does not have, in a fixed order, so that equal views have equal
    /// requests. The page is clamped to the last one.
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

    /// Returns the positions of the respondents that match a canonical request.
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
