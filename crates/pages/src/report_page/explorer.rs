//! The respondent explorer: filters, cross tables and pages of respondents. Its whole state is in the URL's query, so
//! it needs only links and forms; unknown attributes and values are ignored. The file version has all respondents on
//! one page, which a script filters.

mod cross;
mod index;

use std::borrow::Cow;
use std::collections::BTreeSet;

use askama::Template;
use contract::ids::PREFERENCE;
use contract::{AnswerValue, Question, QuestionKind, ReportResult, RespondentRecord};
use foundation::Language;
use language::brief::{OPTION_CHARS_MAX, OPTIONS_MAX};
use population::Attribute;
use url::form_urlencoded::{Serializer, parse};
use wording::Locale;

use super::attributes;
use super::links::Links;
use super::notice::Notice;
use super::words::Localized;
use contract::PeopleView;
use cross::{Answer, CrossTable};

pub use index::Index;

const PEOPLE_ON_A_PAGE: usize = 20;
/// Attributes with more values get no filter. The index stores value positions as `u8`.
const VALUES_MAX: usize = 250;

/// No value is longer, not even an option that was chosen before; longer query values are ignored.
const VALUE_BYTES_MAX: usize = 4 * OPTION_CHARS_MAX;
/// Names of the filters on answers, in addition to those on attributes.
const CHOICE: &str = "choice";
const COMMENT: &str = "comment";
const YES: &str = "yes";

/// The view a reader requests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Request {
    /// Attribute and value; each attribute occurs at most once.
    filters: Vec<(&'static str, String)>,
    /// The option's position in the questionnaire, from 1.
    choice: Option<usize>,
    has_comment: bool,
    question: Option<String>,
    attribute: Option<&'static str>,
    page: usize,
}

impl Request {
    /// Parses a URL query. Unknown parameters and values are ignored.
    pub fn parse(query: &str) -> Self {
        let mut request = Self { page: 1, ..Self::default() };
        let is_value = |value: &str| (1..=VALUE_BYTES_MAX).contains(&value.len());
        for (name, value) in parse(query.as_bytes()).filter(|(_, value)| is_value(value)) {
            match &*name {
                CHOICE => request.choice = value.parse().ok().filter(|number| (1..=OPTIONS_MAX).contains(number)),
                COMMENT => request.has_comment = value == YES,
                "question" => request.question = Some(value.into_owned()),
                "by" => request.attribute = attributes::grouping(&value).map(Attribute::group_code),
                "page" => request.page = value.parse().unwrap_or(1),
                name => {
                    let known = attributes::grouping(name).map(Attribute::group_code);
                    if let Some(name) = known.filter(|name| request.filter(name).is_none()) {
                        request.filters.push((name, value.into_owned()));
                    }
                }
            }
        }
        request
    }

    fn filter(&self, attribute: &str) -> Option<&str> {
        self.filters.iter().find(|(name, _)| *name == attribute).map(|(_, value)| value.as_str())
    }

    /// Returns the query of this request. For a request from [`Index::canonical`] it is the unique query of that
    /// view.
    pub fn canonical_query(&self) -> String {
        self.query(self.page)
    }

    /// Returns the query of the same view on another page.
    fn query(&self, page: usize) -> String {
        let mut query = Serializer::new(String::new());
        query.extend_pairs(self.filters.iter().map(|(name, value)| (*name, value.as_str())));
        query.extend_pairs(self.choice.map(|number| (CHOICE, number.to_string())));
        query.extend_pairs(self.has_comment.then_some((COMMENT, YES)));
        if let (Some(question), Some(attribute)) = (&self.question, self.attribute) {
            query.append_pair("question", question).append_pair("by", attribute);
        }
        query.append_pair("page", &page.to_string());
        query.finish()
    }
}

/// Renders one page of the explorer. It shows only the forecast's respondents; if people answered, the notice says
/// so.
pub fn explorer(
    result: &ReportResult,
    links: &Links,
    request: Request,
    people: Option<&PeopleView>,
) -> askama::Result<String> {
    let mut page = ExplorerPage::new(result, links, request, PEOPLE_ON_A_PAGE);
    page.notice = Notice::of_forecast(page.locale(), people);
    page.render()
}

/// Renders the explorer as a self-contained file with all respondents.
pub fn explorer_file(result: &ReportResult, people: Option<&PeopleView>) -> askama::Result<String> {
    let everyone = result.sample_data.respondents.len().max(1);
    let links = Links::back();
    let mut page = ExplorerPage::new(result, &links, Request::parse(""), everyone);
    page.notice = Notice::of_forecast(page.locale(), people);
    page.render()
}

#[derive(Template)]
#[template(path = "report/respondents.html")]
struct ExplorerPage<'a> {
    result: &'a ReportResult,
    links: &'a Links,
    request: Request,
    filters: Vec<Filter>,
    cross: Option<CrossTable<'a>>,
    matching: usize,
    people: Vec<&'a RespondentRecord>,
    pages: usize,
    notice: Notice,
}

/// A drop-down list of an attribute's values.
struct Filter {
    attribute: &'static str,
    values: Vec<String>,
}

impl Localized for ExplorerPage<'_> {
    fn locale(&self) -> Locale {
        self.result.locale()
    }

    fn country(&self) -> Option<&str> {
        self.result.only_country()
    }

    fn ages(&self) -> (Option<u8>, Option<u8>) {
        let filters = &self.result.research_input.audience_filters;
        (filters.age_min, filters.age_max)
    }
}

impl<'a> ExplorerPage<'a> {
    fn new(result: &'a ReportResult, links: &'a Links, request: Request, people_on_a_page: usize) -> Self {
        let index = Index::of(result);
        let request = index.canonical_in_pages_of(request, people_on_a_page);
        let everyone = &result.sample_data.respondents;
        let admitted: Vec<&RespondentRecord> = index.admitted(&request).map(|place| &everyone[place]).collect();
        let pages = admitted.len().div_ceil(people_on_a_page).max(1);
        let cross = cross_table(result, &request, &admitted);
        let people = admitted.iter().skip((request.page - 1) * people_on_a_page).take(people_on_a_page);
        Self {
            result,
            links,
            filters: index.filters,
            cross,
            matching: admitted.len(),
            people: people.copied().collect(),
            pages,
            notice: Notice::of_forecast(result.locale(), None),
            request,
        }
    }

    fn title(&self) -> String {
        self.say_with("page-explorer-title", &[("title", self.result.title.as_str().into())])
    }

    fn matching_said(&self) -> String {
        self.say_with("page-matching", &[("n_count", self.matching.into()), ("n", self.integer(&self.matching).into())])
    }

    fn page_said(&self) -> String {
        let [page, pages] = [self.request.page, self.pages].map(|number| self.integer(&number));
        self.say_with("page-of-pages", &[("page", page.into()), ("pages", pages.into())])
    }

    fn previous(&self) -> Option<String> {
        (self.request.page > 1).then(|| self.request.query(self.request.page - 1))
    }

    fn next(&self) -> Option<String> {
        (self.request.page < self.pages).then(|| self.request.query(self.request.page + 1))
    }

    fn options(&self) -> &'a [String] {
        preference(self.result).map_or(&[], |question| question.options.as_slice())
    }

    fn is_choice(&self, place: &usize) -> bool {
        self.request.choice == Some(*place)
    }

    /// Whether any respondent has an open answer.
    fn has_comments(&self) -> bool {
        self.result.sample_data.respondents.iter().any(|each| has_comment(self.result, each))
    }

    /// Returns the attributes by which the script of the file filters this respondent.
    fn marks(&self, person: &RespondentRecord) -> Vec<(&'static str, String)> {
        let group = |filter: &Filter| {
            let value = attributes::grouping(filter.attribute).and_then(|attribute| person.profile.group(attribute));
            value.map(|value| (filter.attribute, value))
        };
        let choice = choice(self.result, person).map(|number| (CHOICE, number.to_string()));
        let comment = has_comment(self.result, person).then(|| (COMMENT, YES.to_owned()));
        self.filters.iter().filter_map(group).chain(choice).chain(comment).collect()
    }

    /// Returns the sentence "n of total" with a placeholder for n, which the script fills in.
    fn matching_shown(&self) -> String {
        let total = self.integer(&self.matching);
        self.say_with("page-matching-shown", &[("n", "#".into()), ("total", total.into())])
    }

    fn is_file(&self) -> bool {
        self.links.is_file
    }

    fn styles(&self) -> String {
        crate::assets::stylesheets(&["canvass.css", "report.css"])
    }

    fn script(&self) -> &'static str {
        crate::assets::script("respondents.js")
    }

    fn script_hash(&self) -> String {
        crate::assets::integrity(self.script())
    }

    fn is_filtered_by(&self, attribute: &str, value: &str) -> bool {
        self.request.filter(attribute) == Some(value)
    }

    fn is_question(&self, id: &str) -> bool {
        self.request.question.as_deref() == Some(id)
    }

    fn is_attribute(&self, name: &str) -> bool {
        self.request.attribute == Some(name)
    }

    fn crossable(&self) -> Vec<&'a Question> {
        self.result
            .sample_data
            .questionnaire
            .questions
            .iter()
            .filter(|question| cross::is_crossable(question))
            .collect()
    }

    fn row_label(&self, answer: &Answer) -> String {
        match answer {
            Answer::Chosen(option) => option.clone(),
            Answer::Rated(rating) => rating.to_string(),
            Answer::Best(option) => self.say_with("page-best", &[("option", option.as_str().into())]),
            Answer::Worst(option) => self.say_with("page-worst", &[("option", option.as_str().into())]),
        }
    }

    /// Returns each question's title with this respondent's answer.
    fn answers(&self, respondent: &RespondentRecord) -> Vec<(Cow<'a, str>, Vec<String>)> {
        let lines = |question: &Question| match respondent.answers.get(&question.id) {
            Some(answer) => self.answer_lines(answer),
            None => vec![self.say("page-no-answer")],
        };
        let questions = &self.result.sample_data.questionnaire.questions;
        questions.iter().map(|question| (self.result.in_address(&question.title), lines(question))).collect()
    }
}

fn preference(result: &ReportResult) -> Option<&Question> {
    result.sample_data.questionnaire.questions.iter().find(|question| question.id == PREFERENCE)
}

/// Returns the position, from 1, of the option that the respondent chose or ranked best.
fn choice(result: &ReportResult, respondent: &RespondentRecord) -> Option<usize> {
    let (AnswerValue::Text(chosen) | AnswerValue::BestWorst { best: chosen, .. }) =
        respondent.answers.get(PREFERENCE)?
    else {
        return None;
    };
    preference(result)?.options.iter().position(|option| option == chosen).map(|place| place + 1)
}

fn has_comment(result: &ReportResult, respondent: &RespondentRecord) -> bool {
    let mut open = result.sample_data.questionnaire.questions.iter().filter(|each| each.kind == QuestionKind::OpenText);
    open.any(
        |question| matches!(respondent.answers.get(&question.id), Some(AnswerValue::Text(text)) if !text.is_empty()),
    )
}

/// Returns the filter of an attribute, or `None` if it has fewer than two or more than [`VALUES_MAX`] values.
fn filter(attribute: Attribute, everyone: &[RespondentRecord], language: Language) -> Option<Filter> {
    let values: BTreeSet<String> = everyone.iter().filter_map(|each| each.profile.group(attribute)).collect();
    let mut values: Vec<String> = values.into_iter().collect();
    if attribute == Attribute::Country {
        wording::sort_by_name(language, &mut values, |value| wording::value(language, attribute.code(), value).into());
    } else {
        values.sort_by_cached_key(|value| attributes::order(attribute, value));
    }
    (2..=VALUES_MAX).contains(&values.len()).then_some(Filter { attribute: attribute.group_code(), values })
}

fn cross_table<'a>(
    result: &'a ReportResult,
    request: &Request,
    admitted: &[&RespondentRecord],
) -> Option<CrossTable<'a>> {
    let id = request.question.as_deref()?;
    let question = result.sample_data.questionnaire.questions.iter().find(|question| question.id == id)?;
    cross::table(question, attributes::grouping(request.attribute?)?, admitted)
}

#[cfg(test)]
mod tests {
    use population::Groups;

    use super::*;

    #[test]
    fn a_query_reads_back_as_it_was_asked() {
        let request = Request::parse("sex=female&age_band=65%2B&question=preference&by=income&page=3");
        assert_eq!(request.filters, [("sex", "female".to_owned()), ("age_band", "65+".to_owned())]);
        assert_eq!((request.attribute, request.page), (Some("income"), 3));
        assert_eq!(Request::parse(&request.query(3)), request);
        let request = Request::parse("comment=yes&choice=2");
        assert_eq!((request.choice, request.has_comment), (Some(2), true));
        assert_eq!(request.canonical_query(), "choice=2&comment=yes&page=1");
    }

    #[test]
    fn what_is_kept_of_a_query_is_bounded() {
        let long = "x".repeat(VALUE_BYTES_MAX + 1);
        let names = Attribute::grouping(Groups::Shown).map(Attribute::group_code);
        let query: String = names.map(|name| format!("{name}={long}&")).collect();
        let query = format!("{query}question={long}&choice=21&choice=x&comment={long}");
        assert_eq!(Request::parse(&query), Request { page: 1, ..Request::default() });
    }

    #[test]
    fn what_is_no_filter_is_passed_over() {
        let request = Request::parse("sex=&colour=red&by=shoe&page=minus&sex=male&sex=female&%FF=%FF");
        assert_eq!(request, Request { filters: vec![("sex", "male".to_owned())], page: 1, ..Request::default() });
    }
}
