//! `canvass engine prompts`: renders the prompts that reports use, so that a model is trained on identical text.

use std::io::{BufRead, Write};

use anyhow::Context;
use clap::Args;
use foundation::Language;
use language::Inquiry;
use questionnaire::design::{RATING_MAX, RATING_MIN};
use questionnaire::order::RATINGS;
use questionnaire::{QuestionId, Scale, bank};
use serde::{Deserialize, Serialize};

use engine::prompt::{self, AudiencePrompt, AudienceQuestion, Person, Subgroup};
use pipeline::elicit::Steps;

#[derive(Args)]
pub struct PromptsArguments {
    /// Print the hash of the prompts that a model is taught with instead; an adapter carries it
    #[arg(long)]
    hash: bool,
}

/// One line of the input.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum Ask {
    /// Shares of a question's options, in the whole audience or in a group.
    Shares { language: Language, audience: String, title: String, options: Vec<String>, part: Option<String> },
    /// Answers of an option's choosers to a follow-up question.
    Choosers {
        language: Language,
        audience: String,
        question: String,
        chosen: String,
        asked: Later,
        reasons: Vec<String>,
        concerns: Vec<String>,
        #[serde(default)]
        turned: bool,
        inquiry: Option<Inquiry>,
    },
    /// Reasons and concerns that fit a subject, as a JSON document.
    Reasons { language: Language, audience: String, question: String, options: Vec<String> },
    /// One respondent's open answer.
    Voice {
        language: Language,
        question: String,
        description: String,
        chosen: String,
        reason: String,
        concern: String,
        inquiry: Option<Inquiry>,
    },
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Later {
    Reasons,
    Concerns,
    Acceptance,
    Likelihood,
}

/// One line of the output. The model tokenises `beginning` and `rest` separately and reads one after the other.
#[derive(Debug, Serialize)]
struct Rendered {
    beginning: String,
    rest: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<String>,
    /// The orders in which options that form a scale are asked: ascending and descending, with options outside the
    /// scale last.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Steps>,
}

impl Rendered {
    fn text(beginning: String, rest: String) -> Self {
        Self { beginning, rest, labels: Vec::new(), steps: None }
    }
}

pub fn prompts(arguments: &PromptsArguments) -> anyhow::Result<()> {
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    if arguments.hash {
        writeln!(output, "{}", prompt::taught())?;
        return Ok(());
    }
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let line = line?;
        let ask: Ask = serde_json::from_str(&line).with_context(|| format!("line {} is not a request", number + 1))?;
        writeln!(output, "{}", serde_json::to_string(&rendered(ask))?)?;
    }
    output.flush()?;
    Ok(())
}

fn rendered(ask: Ask) -> Rendered {
    match ask {
        Ask::Shares { language, audience, title, options, part } => {
            let ask = AudienceQuestion { language, audience: &audience, topic: None, title: &title, scale: None };
            let among = part.as_deref().map_or(Subgroup::Everybody, Subgroup::Part);
            let options = strs(&options);
            Rendered { steps: Steps::of(language, &options), ..by_label(prompt::general(ask, among, &options)) }
        }
        Ask::Choosers { language, audience, question, chosen, asked, reasons, concerns, turned, inquiry } => {
            let inquiry = inquiry.unwrap_or(Inquiry::Preference);
            let (id, mut texts) = match asked {
                Later::Reasons => {
                    (QuestionId::Drivers, with_residual(reasons, inquiry, bank::ListKind::Driver, language))
                }
                Later::Concerns => {
                    (QuestionId::Concern, with_residual(concerns, inquiry, bank::ListKind::Concern, language))
                }
                Later::Acceptance => {
                    (QuestionId::Acceptance, bank::acceptance(inquiry, language).map(str::to_owned).to_vec())
                }
                Later::Likelihood => (QuestionId::Likelihood, RATINGS.map(str::to_owned).to_vec()),
            };
            if turned {
                texts.reverse();
            }
            let (min_label, max_label) = bank::scale(inquiry, language);
            let scale = Scale {
                min: RATING_MIN,
                max: RATING_MAX,
                min_label: min_label.to_owned(),
                max_label: max_label.to_owned(),
            };
            let ask = AudienceQuestion {
                language,
                audience: &audience,
                topic: Some(&question),
                title: bank::title(inquiry, id, language),
                scale: matches!(asked, Later::Likelihood).then_some(&scale),
            };
            by_label(prompt::general(ask, Subgroup::Choosers(&chosen), &strs(&texts)))
        }
        Ask::Reasons { language, audience, question, options } => {
            Rendered::text(prompt::reasons(language, &audience, &question, &strs(&options)), String::new())
        }
        Ask::Voice { language, question, description, chosen, reason, concern, inquiry } => {
            let title = bank::title(inquiry.unwrap_or(Inquiry::Preference), QuestionId::Reason, language);
            let person = Person { description, chosen, reason, concern };
            let prompt = prompt::voice(language, &question, title, &[], &person);
            Rendered::text(prompt.shared, prompt.own)
        }
    }
}

/// Appends the residual category ("other") from the question bank.
fn with_residual(labels: Vec<String>, inquiry: Inquiry, kind: bank::ListKind, language: Language) -> Vec<String> {
    let residual = bank::items(inquiry, kind).last().map(|item| item.label(language).to_owned());
    labels.into_iter().chain(residual).collect()
}

fn by_label(AudiencePrompt { beginning, rest, labels }: AudiencePrompt) -> Rendered {
    Rendered { beginning, rest, labels, steps: None }
}

fn strs(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}
