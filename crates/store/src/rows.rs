//! How a column becomes a domain type. Row structs derive `sqlx::FromRow`; a field that no database knows the type of
//! names one of the types here in `#[sqlx(try_from = "…")]`, and each is converted in this file and nowhere else. A
//! value that its type refuses is [`StoreError::Unreadable`].

use fieldwork::Eligibility;
use language::audience::Audience;
use language::brief::Brief;
use population::Filters;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use sqlx::any::{AnyTypeInfo, AnyValueRef};
use sqlx::error::BoxDynError;
use sqlx::{Any, Decode, Type, ValueRef};

use super::{Finding, JointFinding, KeySource, Status, StoreError};
use crate::body::read_json;
use foundation::Language;
use primitives::ids::{AccountId, AnswerId, AudienceId, KeyId, LedgerId, ReportId, SurveyId};
use primitives::password::PasswordHash;

/// A column of text that stands for an id, a name or JSON.
pub(super) struct As<T>(pub T);

/// The same where the column may be null.
pub(super) struct Optional<T>(Option<T>);

/// A column of text that may be null and is never refused.
#[derive(Type)]
#[sqlx(transparent)]
pub(super) struct OptionalText(Option<String>);

/// A column of text with commas between items.
#[derive(Type)]
#[sqlx(transparent)]
pub(super) struct CommaSeparated(String);

/// A column of 0 or 1, which is how both databases store a `bool`.
#[derive(Type)]
#[sqlx(transparent)]
pub(super) struct Flag(i64);

/// A `u64` in a signed column, bit for bit.
#[derive(Type)]
#[sqlx(transparent)]
pub(super) struct Unsigned(i64);

/// Whether a column of any type is not null.
pub(super) struct IsSet(bool);

/// A stored value that its type refuses.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct BadValue(String);

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::ColumnDecode { index, source } => match source.downcast::<BadValue>() {
                Ok(bad) => Self::Unreadable(format!("column {index}: {bad}")),
                Err(source) => Self::Database(sqlx::Error::ColumnDecode { index, source }),
            },
            error => Self::Database(error),
        }
    }
}

/// How the eligibility of a person is stored.
const ELIGIBILITY: [(Eligibility, &str); 4] = [
    (Eligibility::Unscreened, "unscreened"),
    (Eligibility::Fits, "fits"),
    (Eligibility::Unknown, "unknown"),
    (Eligibility::Out, "out"),
];

/// Returns the stored name of an eligibility.
pub(super) fn eligibility_name(eligibility: Eligibility) -> &'static str {
    ELIGIBILITY.into_iter().find(|(it, _)| *it == eligibility).map_or("unscreened", |(_, name)| name)
}

/// A type that is stored as text. It is read while a column is decoded: of what the derived `try_from` refuses, sqlx 0.9 loses
/// the error.
pub(super) trait FromText: Sized {
    fn from_text(text: &str) -> Result<Self, BadValue>;
}

macro_rules! from_text {
    ($($type:ty: $read:expr;)*) => {$(
        impl FromText for $type {
            fn from_text(text: &str) -> Result<Self, BadValue> {
                $read(text)
            }
        }

        impl From<As<$type>> for $type {
            fn from(As(value): As<$type>) -> Self {
                value
            }
        }

        impl From<Optional<$type>> for Option<$type> {
            fn from(Optional(value): Optional<$type>) -> Self {
                value
            }
        }
    )*};
}

from_text! {
    AccountId: |text| parse(text, "an id", Self::parse);
    AnswerId: |text| parse(text, "an id", Self::parse);
    AudienceId: |text| parse(text, "an id", Self::parse);
    KeyId: |text| parse(text, "an id", Self::parse);
    LedgerId: |text| parse(text, "an id", Self::parse);
    ReportId: |text| parse(text, "an id", Self::parse);
    SurveyId: |text| parse(text, "an id", Self::parse);
    Language: |text| parse(text, "a language of reports", |text| text.parse().ok());
    Eligibility: |text| parse(text, "an eligibility", |text| {
        ELIGIBILITY.into_iter().find(|(_, name)| *name == text).map(|(eligibility, _)| eligibility)
    });
    KeySource: |text| parse(text, "a place of a key", Self::parse);
    Status: |text| parse(text, "a status", |text| Self::ALL.into_iter().find(|status| status.as_str() == text));
    Audience: json;
    Brief: json;
    Filters: json;
    Map<String, Value>: json;
    Vec<String>: json;
    Vec<f64>: json;
}

fn parse<T>(text: &str, what: &str, parse: impl Fn(&str) -> Option<T>) -> Result<T, BadValue> {
    parse(text).ok_or_else(|| BadValue(format!("{text:?} is not {what}")))
}

/// The text may be a client's words, so an error does not quote it.
fn json<T: DeserializeOwned>(text: &str) -> Result<T, BadValue> {
    read_json(text.as_bytes()).map_err(|error| BadValue(error.to_string()))
}

/// `None` also where this version can't read it: a list then shows the title alone.
impl From<OptionalText> for Option<Finding> {
    fn from(OptionalText(text): OptionalText) -> Self {
        text.and_then(|text| serde_json::from_str(&text).ok())
    }
}

impl From<OptionalText> for Option<JointFinding> {
    fn from(OptionalText(text): OptionalText) -> Self {
        text.and_then(|text| serde_json::from_str(&text).ok())
    }
}

impl From<OptionalText> for Option<PasswordHash> {
    fn from(OptionalText(text): OptionalText) -> Self {
        text.map(PasswordHash::from_store)
    }
}

impl From<CommaSeparated> for Vec<String> {
    fn from(CommaSeparated(text): CommaSeparated) -> Self {
        text.split(',').filter(|item| !item.is_empty()).map(str::to_owned).collect()
    }
}

impl From<Flag> for bool {
    fn from(Flag(flag): Flag) -> Self {
        flag == 1
    }
}

impl From<Unsigned> for u64 {
    fn from(Unsigned(bits): Unsigned) -> Self {
        bits.cast_unsigned()
    }
}

impl From<IsSet> for bool {
    fn from(IsSet(is_set): IsSet) -> Self {
        is_set
    }
}

impl Type<Any> for IsSet {
    fn type_info() -> AnyTypeInfo {
        <str as Type<Any>>::type_info()
    }

    fn compatible(_: &AnyTypeInfo) -> bool {
        true
    }
}

impl Decode<'_, Any> for IsSet {
    fn decode(value: AnyValueRef<'_>) -> Result<Self, BoxDynError> {
        Ok(Self(!value.is_null()))
    }
}

impl<T> Type<Any> for As<T> {
    fn type_info() -> AnyTypeInfo {
        <str as Type<Any>>::type_info()
    }
}

impl<T: FromText> Decode<'_, Any> for As<T> {
    fn decode(value: AnyValueRef<'_>) -> Result<Self, BoxDynError> {
        Ok(Self(T::from_text(<&str as Decode<Any>>::decode(value)?)?))
    }
}

impl<T> Type<Any> for Optional<T> {
    fn type_info() -> AnyTypeInfo {
        <str as Type<Any>>::type_info()
    }
}

impl<T: FromText> Decode<'_, Any> for Optional<T> {
    fn decode(value: AnyValueRef<'_>) -> Result<Self, BoxDynError> {
        Ok(Self(Option::<As<T>>::decode(value)?.map(|As(value)| value)))
    }
}
