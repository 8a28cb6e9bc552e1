//! The part of a result that says what was asked, of whom, and how it was understood. Nothing here computes.

use std::collections::BTreeMap;

use language::QuestionFamily;
use population::{Attribute, Filters};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{ArrayBuilder, ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::mirrored::{AudienceBasis, AudienceSource, Inquiry, Language, WordingChoice};

/// The input settings used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ResearchInput {
    pub question: String,
    pub options: Vec<String>,
    #[schema(value_type = Language)]
    pub language: foundation::Language,
    pub audience_filters: AudienceFilters,
    pub sample_size: u32,
    /// `as_is` if the client declined edits of the wording; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wording: Option<WordingChoice>,
    /// Id of the earlier report whose respondents were asked; absent where new respondents were drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub same_panel_as: Option<String>,
    /// Id of the earlier report that was asked again; absent where the report is no later wave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub wave_of: Option<String>,
    /// Id of the kept audience that was asked; absent where none was named. `audience_filters` is a copy, which stays when the
    /// account deletes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub audience_id: Option<String>,
    /// The wording that respondents were served, where it differs from the client's own.
    pub optimized: OptimizedInput,
}

/// The served wording and what was noticed about the client's; `options` stand in the client's order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OptimizedInput {
    pub question: String,
    pub options: Vec<String>,
    pub changes: Vec<WordingChange>,
    #[serde(default)]
    pub inquiry: Inquiry,
    /// The family of the question, by which engines are measured. Absent in older reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub family: Option<QuestionFamily>,
    /// The language that the question is written in, where that can be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Language>)]
    pub question_language: Option<foundation::Language>,
    /// Whether people would want to answer "none of these" or "don't know" and the options don't offer it.
    #[serde(default)]
    pub wants_none: bool,
    /// What could make answers hard to read; nothing here was changed.
    #[serde(default)]
    pub notes: Vec<WordingNote>,
    /// What the prices are in; only for a price question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<PriceUnit>,
}

/// What the prices of a question are in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PriceUnit {
    /// ISO 4217 code, where it can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// What each price is paid for, in the client's words, such as "a month".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

/// Something about the client's wording that a reader of the results should know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WordingNote {
    /// `overlap`, `double_barrelled`, `leading`, `not_parallel` or `language`.
    pub code: String,
    /// `question`, `options` or `options[2]`.
    pub field: String,
    /// In the report's language.
    pub message: String,
}

/// One edit of the client's wording, and why it was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WordingChange {
    /// `question` or `options[2]`.
    pub field: String,
    pub from: String,
    pub to: String,
    pub reason: String,
}

/// Who was asked. An absent filter does not filter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AudienceFilters {
    /// What was understood, in the report's language.
    pub description: String,
    /// ISO 3166-1 alpha-2 codes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub countries: Vec<String>,
    /// `MX/Jalisco`: the country's code and the region's name in the population data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<String>,
    /// `MX/Guadalajara`, like regions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cities: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age_min: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age_max: Option<u8>,
    /// By filter, such as `sexes` or `education`, the codes that will do.
    #[serde(flatten)]
    pub coded: CodedFilters,
    /// Conditions that no statistic covers, taken as true of every respondent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<String>,
    pub source: AudienceSource,
    /// What it was inferred from, where nobody described it: the question's own words or money, the country of the
    /// account, or the language of the question. Two where the question names people and no place. Where a description
    /// names no place, what its place was inferred from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub basis: Vec<AudienceBasis>,
    /// Filters that were loosened because too few candidates matched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relaxed: Vec<String>,
}

impl AudienceFilters {
    /// Spells filters, with their description.
    pub fn of(description: String, filters: Filters) -> Self {
        Self {
            description,
            coded: (&filters).into(),
            countries: filters.countries,
            regions: filters.regions,
            cities: filters.cities,
            age_min: filters.age_min,
            age_max: filters.age_max,
            traits: filters.traits,
            source: filters.source.into(),
            basis: filters.basis.into_iter().map(Into::into).collect(),
            relaxed: filters.relaxed,
        }
    }

    /// Returns what the people have to be, without what it was inferred from.
    pub fn filters(&self) -> Filters {
        let Self { countries, regions, cities, traits, relaxed, .. } = self.clone();
        Filters {
            countries,
            regions,
            cities,
            age_min: self.age_min,
            age_max: self.age_max,
            wanted: self.coded.0.clone(),
            traits,
            relaxed,
            ..Filters::default()
        }
    }
}

/// Filters by codes, one field each, by the table of attributes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CodedFilters(BTreeMap<Attribute, Vec<String>>);

impl CodedFilters {
    pub fn codes(&self, attribute: Attribute) -> &[String] {
        self.0.get(&attribute).map_or(&[], Vec::as_slice)
    }
}

impl From<&Filters> for CodedFilters {
    fn from(filters: &Filters) -> Self {
        Self(filters.wanted.clone())
    }
}

impl Serialize for CodedFilters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let set = Attribute::filters().into_iter().filter_map(|attribute| Some((attribute, self.0.get(&attribute)?)));
        serializer.collect_map(set.map(|(attribute, codes)| (attribute.filter_name(), codes)))
    }
}

impl<'de> Deserialize<'de> for CodedFilters {
    /// Reads the filters from the fields that are not named above. Others come from another version and are skipped.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields: BTreeMap<String, Value> = Deserialize::deserialize(deserializer)?;
        let filters = Attribute::filters().into_iter();
        let set = filters.filter_map(|attribute| Some((attribute, fields.get(attribute.filter_name())?)));
        let read = |(attribute, codes): (Attribute, &Value)| Ok((attribute, Deserialize::deserialize(codes)?));
        set.map(read).collect::<Result<_, serde_json::Error>>().map(Self).map_err(D::Error::custom)
    }
}

impl PartialSchema for CodedFilters {
    fn schema() -> RefOr<Schema> {
        let codes = || ArrayBuilder::new().items(ObjectBuilder::new().schema_type(Type::String));
        let object = ObjectBuilder::new().schema_type(Type::Object);
        let filters = Attribute::filters().into_iter();
        filters.fold(object, |object, attribute| object.property(attribute.filter_name(), codes())).into()
    }
}

impl ToSchema for CodedFilters {}
