//! Audiences that an account keeps, and audiences given as filters, as requests and responses spell them.

use language::audience::given::{self, GivenFilters, SHOWN_ONLY, TRAIT_CHARS_MAX, TRAITS_MAX, VALUES_MAX};
use language::kept_audience::KeepDraft;
use population::Attribute;
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{AdditionalProperties, SchemaType, Type};
use utoipa::openapi::{ArrayBuilder, ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::{AudienceFilters, Language};

/// An audience to keep: described, or given as filters.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AudienceRequest {
    /// The name that the account knows it by; one line.
    #[schema(
        min_length = 1,
        max_length = 80,
        pattern = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$"
    )]
    pub name: String,
    /// Whom to ask, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000, pattern = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$")]
    pub audience_description: Option<String>,
    /// Whom to ask, as the filters that results show.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<FiltersRequest>)]
    pub audience_filters: Option<GivenFilters>,
    /// Sample size of reports that name none; 100 when omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 50, maximum = 1000, default = 100)]
    pub default_sample_size: Option<i64>,
    /// Language of the description in the response; `en` when omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Language>)]
    pub language: Option<String>,
}

impl From<AudienceRequest> for KeepDraft {
    fn from(request: AudienceRequest) -> Self {
        Self {
            name: request.name,
            audience_description: request.audience_description,
            audience_filters: request.audience_filters,
            default_sample_size: request.default_sample_size,
            language: request.language,
        }
    }
}

/// An audience that the account keeps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct KeptAudience {
    /// Name it in a request; begins with `aud_`.
    pub audience_id: String,
    pub name: String,
    /// The client's words; absent where the audience was given as filters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub audience_description: Option<String>,
    /// What was understood: whom a report with this audience asks.
    pub audience_filters: AudienceFilters,
    /// Estimated number of matching people in the population data.
    pub people: u64,
    /// Sample size of reports that name none.
    pub default_sample_size: u32,
    /// In RFC 3339.
    #[schema(format = DateTime)]
    pub created_at: String,
}

/// The audiences that the account keeps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct KeptAudiences {
    /// Newest first.
    pub audiences: Vec<KeptAudience>,
}

/// Filters of a request. Only its schema is used: `language::audience::given` reads them.
pub struct FiltersRequest;

impl PartialSchema for FiltersRequest {
    fn schema() -> RefOr<Schema> {
        let text = || ObjectBuilder::new().schema_type(Type::String);
        let list = |items: ObjectBuilder| ArrayBuilder::new().items(items).max_items(Some(VALUES_MAX));
        let age = || ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(18)).maximum(Some(120));
        let mut object = ObjectBuilder::new()
            .schema_type(Type::Object)
            .description(Some(
                "Whom to ask. The values of one filter are alternatives; all filters must hold. An absent filter does not filter.",
            ))
            .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
            .property("countries", list(text().pattern(Some("^[A-Z]{2}$")).description(Some("ISO 3166-1 alpha-2."))))
            .property("regions", list(text().pattern(Some("^[A-Z]{2}/")).description(Some("Such as `MX/Jalisco`."))))
            .property("cities", list(text().pattern(Some("^[A-Z]{2}/")).description(Some("Such as `MX/Guadalajara`."))))
            .property("age_min", age())
            .property("age_max", age());
        for attribute in Attribute::filters() {
            let codes = match attribute {
                // Too many for an enumeration.
                Attribute::Occupation => text().pattern(Some("^(isco|soc|skill)-")),
                coded => text().enum_values(Some(given::codes(coded))),
            };
            object = object.property(attribute.filter_name(), list(codes));
        }
        let words = text().min_length(Some(1)).max_length(Some(TRAIT_CHARS_MAX));
        let traits = ArrayBuilder::new()
            .items(words)
            .max_items(Some(TRAITS_MAX))
            .description(Some("Conditions that no statistic covers, taken as true of every respondent."));
        object = object.property("traits", traits);
        for shown in SHOWN_ONLY {
            let any = ObjectBuilder::new().schema_type(SchemaType::AnyValue);
            object = object.property(shown, any.description(Some("Shown by results; not read.")));
        }
        object.into()
    }
}

impl ToSchema for FiltersRequest {}
