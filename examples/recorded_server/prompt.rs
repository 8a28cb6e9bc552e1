//! What stands in a prompt: options on lines `A) text`, groups, reasons and people on lines `1) text`, and the client's
//! material between two lines of `===`.

/// The line before and after the material.
pub const MARK: &str = "===";

/// The text of a request, read as the project writes it.
#[derive(Debug, Clone, Copy)]
pub struct Prompt<'a> {
    text: &'a str,
}

/// Somebody whose words are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person<'a> {
    pub number: &'a str,
    pub description: &'a str,
    /// What they chose, in its own words.
    pub chosen: &'a str,
    /// Empty where none is given.
    pub reason: &'a str,
}

impl<'a> Prompt<'a> {
    /// Reads nothing yet.
    pub fn new(text: &'a str) -> Self {
        Self { text }
    }

    /// All of it.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The options in their order: the longest run of letters from A.
    pub fn options(&self) -> Vec<&'a str> {
        let (mut longest, mut run): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        for (label, text) in self.text.lines().filter_map(labelled) {
            let Some(place) = letter_place(label) else { continue };
            if place == 0 {
                run.clear();
            }
            if place == run.len() {
                run.push(text);
            }
            if run.len() > longest.len() {
                longest.clone_from(&run);
            }
        }
        longest
    }

    /// The numbered lists. Each begins at 1.
    pub fn lists(&self) -> Vec<Vec<&'a str>> {
        let mut lists: Vec<Vec<&str>> = Vec::new();
        for (label, text) in self.text.lines().filter_map(labelled).filter(|(label, _)| is_number(label)) {
            if label == "1" || lists.is_empty() {
                lists.push(Vec::new());
            }
            if let Some(list) = lists.last_mut() {
                list.push(text);
            }
        }
        lists
    }

    /// Those on numbered lines who are said to have chosen something.
    pub fn people(&self) -> Vec<Person<'a>> {
        let mut people: Vec<Person<'a>> = Vec::new();
        for line in self.text.lines() {
            if let Some((number, description)) = labelled(line).filter(|(label, _)| is_number(label)) {
                people.push(Person { number, description, chosen: "", reason: "" });
            } else if let Some(person) = people.last_mut() {
                person.chosen = stated(line, "Chosen:").unwrap_or(person.chosen);
                person.reason = stated(line, "Reason:").unwrap_or(person.reason);
            }
        }
        people.retain(|person| !person.chosen.is_empty());
        people
    }

    /// The option that all of those chose who are asked about, whether the prompt gives its letter or its words.
    pub fn chosen(&self) -> Option<&'a str> {
        let said = self.text.lines().find_map(|line| stated(line, "Chosen:"))?;
        let options = self.options();
        Some(letter_place(said).and_then(|place| options.get(place).copied()).unwrap_or(said))
    }

    /// The material: what lies between the first mark and the last.
    pub fn material(&self) -> Option<&'a str> {
        let marks = self.marks();
        let (first, last) = (marks.first()?, marks.last()?);
        self.text.get(first.1..last.0).map(str::trim)
    }

    /// What the prompt demands: all that follows the material.
    pub fn demand(&self) -> &'a str {
        let begins = self.marks().last().map_or(0, |mark| mark.1);
        self.text.get(begins..).unwrap_or(self.text)
    }

    /// Where each mark begins and ends.
    fn marks(&self) -> Vec<(usize, usize)> {
        let mut begins = 0;
        let mut marks = Vec::new();
        for line in self.text.split_inclusive('\n') {
            let ends = begins + line.len();
            if line.trim() == MARK {
                marks.push((begins, ends));
            }
            begins = ends;
        }
        marks
    }
}

/// The label and the text of a line such as `A) text` or `1) text`.
fn labelled(line: &str) -> Option<(&str, &str)> {
    let (label, text) = line.trim().split_once(')')?;
    (is_number(label) || letter_place(label).is_some()).then(|| (label, text.trim()))
}

fn is_number(label: &str) -> bool {
    !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit())
}

fn letter_place(label: &str) -> Option<usize> {
    match label.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(usize::from(letter - b'A')),
        _ => None,
    }
}

fn stated<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.trim().strip_prefix(name).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHOOSERS: &str = "Judge (this) first.\n===\nQuestion: Which drink?\nA) Tea\nB) Coffee (black)\nChosen: B\n\n\
                            Reasons.\n1) Price\n2) Taste\n\nConcerns.\n1) Sleep\n===\nReply with \"reasons\".";

    #[test]
    fn options_and_lists_are_read_from_their_lines() {
        let prompt = Prompt::new(CHOOSERS);
        assert_eq!(prompt.options(), ["Tea", "Coffee (black)"]);
        assert_eq!(prompt.lists(), [vec!["Price", "Taste"], vec!["Sleep"]]);
        assert_eq!(prompt.chosen(), Some("Coffee (black)"));
        assert_eq!(prompt.demand(), "Reply with \"reasons\".");
        assert!(prompt.material().is_some_and(|it| it.starts_with("Question") && it.ends_with("Sleep")));
    }

    #[test]
    fn people_are_those_who_chose_something() {
        let text = "===\n1) Woman, 34\nChosen: Tea\nReason: Price\nConcern: Sleep\n\n\
                    2) Man, 50\nChosen: Coffee\n\n3) Nobody\n===";
        let people = Prompt::new(text).people();
        let read: Vec<_> = people.iter().map(|it| (it.number, it.chosen, it.reason)).collect();
        assert_eq!(read, [("1", "Tea", "Price"), ("2", "Coffee", "")]);
    }

    #[test]
    fn a_prompt_without_material_is_all_demand() {
        let prompt = Prompt::new("Reply with OK.");
        assert_eq!((prompt.material(), prompt.demand()), (None, "Reply with OK."));
        assert!(prompt.options().is_empty() && prompt.lists().is_empty() && prompt.people().is_empty());
    }
}
