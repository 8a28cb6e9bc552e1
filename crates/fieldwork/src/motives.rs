//! Reasons and concerns that people ticked, as unweighted counts in the order of the most frequent.

use questionnaire::QuestionId;

use super::answer::CountedAnswer;
use super::report::SurveyedReport;

/// Answers of people to the question on reasons or on concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Motives {
    /// Number of people who answered the question.
    pub people: usize,
    /// The most frequent first; listed answers that nobody gave come last, in the order of the list.
    pub motives: Vec<Motive>,
}

/// One listed reason or concern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Motive {
    /// As the report's questionnaire words it.
    pub text: String,
    /// Number of people who gave it.
    pub people: usize,
}

/// Returns what people answered to `question`; `None` where it is not in the questionnaire or nobody answered it.
pub(super) fn motives(report: &SurveyedReport, question: QuestionId, people: &[CountedAnswer]) -> Option<Motives> {
    let listed = &report.questions.iter().find(|asked| asked.id == question)?.options;
    let mut counts = vec![0; listed.len()];
    let mut answered = 0;
    for person in people {
        let given: Vec<usize> = match question {
            QuestionId::Drivers => person.details.drivers.iter().flatten().copied().collect(),
            _ => person.details.concern.into_iter().collect(),
        };
        // Places beyond the list are not counted: the answer was given to another list.
        let known: Vec<usize> = given.into_iter().filter(|place| *place < listed.len()).collect();
        known.iter().for_each(|place| counts[*place] += 1);
        answered += usize::from(!known.is_empty());
    }
    let motive = |(text, people): (&String, usize)| Motive { text: text.clone(), people };
    let mut motives: Vec<Motive> = listed.iter().zip(counts).map(motive).collect();
    motives.sort_by_key(|motive| std::cmp::Reverse(motive.people));
    (answered > 0).then_some(Motives { people: answered, motives })
}
