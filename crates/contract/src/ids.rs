//! The ids by which results name questions.

pub const PREFERENCE: &str = "preference";
pub const DRIVERS: &str = "drivers";
pub const CONCERN: &str = "concern";
pub const ACCEPTANCE: &str = "acceptance";
pub const LIKELIHOOD: &str = "likelihood";
pub const REASON: &str = "reason";

/// Whether the question chooses among the client's options.
pub fn is_preference(id: &str) -> bool {
    id.parse().is_ok_and(questionnaire::QuestionId::is_preference)
}

#[cfg(test)]
mod tests {
    use questionnaire::QuestionId;

    use super::*;

    #[test]
    fn questions_go_by_the_names_of_the_domain() {
        let ids = [
            QuestionId::Preference,
            QuestionId::Drivers,
            QuestionId::Concern,
            QuestionId::Acceptance,
            QuestionId::Likelihood,
            QuestionId::Reason,
        ];
        let names = [PREFERENCE, DRIVERS, CONCERN, ACCEPTANCE, LIKELIHOOD, REASON];
        assert_eq!(ids.map(|id| id.to_string()), names);
    }

    #[test]
    fn only_the_choice_itself_is_a_preference() {
        assert!(["preference", "preference_1", "preference_4"].iter().all(|id| is_preference(id)));
        assert!(!["preferences", "preference_", "preference_x", "drivers", ""].iter().any(|id| is_preference(id)));
    }
}
