//! Small closed lists of the domain as the contract spells them, each converted from its domain type and back.

use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::Type;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// An enum with the same variants as one of the domain; if the two differ, this does not compile.
macro_rules! mirrored {
    ($(#[$meta:meta])* $name:ident of $domain:ty { $($(#[$on:meta])* $variant:ident),+ $(,)? }) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
        $(#[$meta])*
        pub enum $name {
            $($(#[$on])* $variant,)+
        }

        impl From<$domain> for $name {
            fn from(domain: $domain) -> Self {
                match domain {
                    $(<$domain>::$variant => Self::$variant,)+
                }
            }
        }

        impl From<$name> for $domain {
            fn from(wire: $name) -> Self {
                match wire {
                    $($name::$variant => Self::$variant,)+
                }
            }
        }
    };
}

/// Report language; in results it is the domain's own, spelled by its code.
pub struct Language;

impl PartialSchema for Language {
    fn schema() -> RefOr<Schema> {
        let codes = foundation::Language::ALL.map(foundation::Language::code);
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("Report language."))
            .enum_values(Some(codes))
            .into()
    }
}

impl ToSchema for Language {}

mirrored! {
    /// How a survey addresses people: usted or 您, tú or 你, vos.
    #[derive(Default)]
    #[serde(rename_all = "snake_case")]
    Address of language::address::Address {
        #[default]
        Formal,
        Informal,
        Vos,
    }
}

impl Address {
    pub(crate) fn is_formal(&self) -> bool {
        *self == Self::Formal
    }
}

mirrored! {
    /// What kind of question it is; questionnaire and wording follow from it.
    #[derive(Default)]
    #[serde(rename_all = "snake_case")]
    Inquiry of language::Inquiry {
        #[default]
        Preference,
        Naming,
        Pricing,
        FeaturePriority,
        Likelihood,
        FactualBelief,
    }
}

mirrored! {
    /// Whether the wording may be edited before respondents get it.
    #[serde(rename_all = "snake_case")]
    WordingChoice of language::brief::WordingChoice { Edited, AsIs }
}

mirrored! {
    /// Whether the client described the audience or it was inferred from the question.
    #[serde(rename_all = "lowercase")]
    AudienceSource of population::Source { Given, Inferred }
}

mirrored! {
    /// What an audience that nobody described, or the place of one that names none, was inferred from.
    #[serde(rename_all = "lowercase")]
    AudienceBasis of population::Basis { Question, Account, Language }
}

mirrored! {
    /// Where the value of an attribute comes from.
    #[serde(rename_all = "lowercase")]
    Provenance of population::Provenance {
        /// A real record.
        Observed,
        /// Drawn from a published table.
        Table,
        /// Published margins with a pattern from elsewhere.
        Raked,
        /// Odds from another country.
        Borrowed,
        /// Set by the audience.
        Screen,
    }
}

mirrored! {
    #[serde(rename_all = "snake_case")]
    QuestionKind of questionnaire::QuestionKind { SingleChoice, MultipleChoice, Rating, BestWorst, OpenText }
}

mirrored! {
    #[serde(rename_all = "lowercase")]
    Severity of analysis::Severity { Low, Medium, High }
}

mirrored! {
    /// What a difference between two reports shows.
    #[serde(rename_all = "snake_case")]
    Change of analysis::comparison::Change {
        /// The interval excludes zero.
        Changed,
        /// It includes zero: the two can't be told apart.
        Alike,
        /// The error of such a difference was not measured.
        NotMeasured,
    }
}

mirrored! {
    /// How shares follow from answers.
    #[derive(Default)]
    #[serde(rename_all = "snake_case")]
    Estimator of analysis::Estimator {
        #[default]
        /// Everyone chose one of all options; shares are weighted counts.
        Share,
        /// Everyone chose best and worst of small subsets; shares are the worths of a Plackett–Luce fit.
        PlackettLuce,
        /// Everyone named the dearest price at which they would buy, or none; shares are of those who would buy at each price
        /// and do not add up to 1.
        WouldBuy,
    }
}
