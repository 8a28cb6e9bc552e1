//! A respondent's profile as results spell it: one field for each attribute of the table.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use population::{Attribute, Value};
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::schema::{AdditionalProperties, SchemaType, Type};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::mirrored::Provenance;

const PROVENANCE: &str = "provenance";

/// Attributes drawn from population data; one without data is absent.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Profile {
    values: BTreeMap<Attribute, Value>,
    /// By attribute, also of the name shown.
    pub provenance: BTreeMap<String, Provenance>,
}

impl Profile {
    /// As it is read: a code, a name or a number.
    pub fn value(&self, attribute: Attribute) -> Option<Cow<'_, str>> {
        self.values.get(&attribute).map(|value| match value {
            Value::Word(word) => Cow::Borrowed(word.as_str()),
            Value::Number(number) => Cow::Owned(number.to_string()),
        })
    }

    /// The group that the value belongs to.
    pub fn group(&self, attribute: Attribute) -> Option<String> {
        self.value(attribute).map(|value| attribute.group_of(&value))
    }
}

impl From<&population::Profile> for Profile {
    fn from(profile: &population::Profile) -> Self {
        let known = Attribute::recorded().filter_map(|attribute| Some((attribute, profile.value(attribute)?.clone())));
        let origins = profile.provenance.iter();
        Self {
            values: known.collect(),
            provenance: origins.map(|(attribute, origin)| (attribute.code().to_owned(), (*origin).into())).collect(),
        }
    }
}

/// Provenance of an attribute that this version does not know is left out.
impl From<&Profile> for population::Profile {
    fn from(profile: &Profile) -> Self {
        let mut own = Self::default();
        for (attribute, value) in &profile.values {
            own = match value {
                Value::Word(word) => own.with(*attribute, word),
                Value::Number(number) => own.with_number(*attribute, *number),
            };
        }
        let origins = profile.provenance.iter();
        own.provenance =
            origins.filter_map(|(code, origin)| Some((Attribute::of_code(code)?, (*origin).into()))).collect();
        own
    }
}

impl Serialize for Profile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (attribute, value) in &self.values {
            match value {
                Value::Word(word) => map.serialize_entry(attribute.code(), word)?,
                Value::Number(number) => map.serialize_entry(attribute.code(), number)?,
            }
        }
        if !self.provenance.is_empty() {
            map.serialize_entry(PROVENANCE, &self.provenance)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Profile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Reader)
    }
}

/// A value of either kind.
#[derive(Deserialize)]
#[serde(untagged)]
enum Spelled {
    Word(String),
    Number(u8),
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Profile;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a profile")
    }

    /// A field that is no attribute comes from another version and is skipped.
    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Profile, M::Error> {
        let mut profile = Profile::default();
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            if key == PROVENANCE {
                profile.provenance = map.next_value()?;
                continue;
            }
            let Some(attribute) = Attribute::of_code(&key) else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            let value = map.next_value::<Option<Spelled>>()?.map(|value| match value {
                Spelled::Word(word) => Value::Word(word),
                Spelled::Number(number) => Value::Number(number),
            });
            profile.values.extend(value.map(|value| (attribute, value)));
        }
        Ok(profile)
    }
}

impl PartialSchema for Profile {
    fn schema() -> RefOr<Schema> {
        let mut object = ObjectBuilder::new()
            .schema_type(Type::Object)
            .description(Some("Attributes drawn from population data; one without data is absent."));
        for attribute in Attribute::recorded() {
            let is_number = matches!(attribute, Attribute::Age | Attribute::Children);
            let kind = if is_number { Type::Integer } else { Type::String };
            let field = ObjectBuilder::new()
                .schema_type(SchemaType::from_iter([kind, Type::Null]))
                .description(Some(attribute.entry().about));
            object = object.property(attribute.code(), field);
        }
        let origins = ObjectBuilder::new()
            .schema_type(Type::Object)
            .additional_properties(Some(AdditionalProperties::RefOr(Provenance::schema())))
            .description(Some("By attribute, also of the name shown."));
        object.property(PROVENANCE, origins).into()
    }
}

impl ToSchema for Profile {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_reads_back_in_the_order_of_the_table() {
        let profile = population::Profile::default()
            .with(Attribute::Marital, "married")
            .with_number(Attribute::Age, 40)
            .with(Attribute::Country, "MX");
        let json = serde_json::to_string(&Profile::from(&profile)).unwrap();
        assert_eq!(json, r#"{"country":"MX","age":40,"marital":"married"}"#);
        assert_eq!(serde_json::from_str::<Profile>(&json).unwrap(), Profile::from(&profile));
        assert_eq!(population::Profile::from(&Profile::from(&profile)), profile);
        let later = r#"{"shoe_size": {"eu": 40}, "sex": "female", "city": null}"#;
        let read: Profile = serde_json::from_str(later).unwrap();
        assert_eq!((read.value(Attribute::Sex).as_deref(), read.value(Attribute::City)), (Some("female"), None));
    }
}
