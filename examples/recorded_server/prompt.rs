//! Parses a prompt: options on lines `A) text`; groups, reasons and people
//! on lines `1) text`; the client's material between two lines of `===`.

/// The line before and after the material.
pub const MARK: &str = "===";

/// The text of a request.
#[derive(Debug, Clone, Copy)]
pub struct Prompt<'a> {
    text: &'a str,
}

/// A respondent whose open answer is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person<'a> {
    pub number: &'a str,
    pub description: &'a str,
    /// The text of the option that they chose.
    pub chosen: &'a str,
    /// Empty if none is given.
    pub reason: &'a str,
}

impl<'a> Prompt<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text }
    }

    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the options in order: the longest run of letters from A.
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

    /// Returns the numbered lists; each starts at 1.
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

    /// Returns the people on numbered lines who have a stated choice.
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

    /// Returns the option that those asked about chose, whether the prompt gives its letter or its text.
    pub fn chosen(&self) -> Option<&'a str> {
        let said = self.text.lines().find_map(|line| stated(line, "Chosen:"))?;
        let options = self.options();
        Some(letter_place(said).and_then(|place| options.get(place).copied()).unwrap_or(said))
    }

    /// Returns the material: what lies between the first mark and the last.
    pub fn material(&self) -> Option<&'a str> {
        let marks = self.marks();
        let (first, last) = (marks.first()?, marks.last()?);
        self.text.get(first.1..last.0).map(str::trim)
    }

    /// Returns the instructions: all that follows the material.
    pub fn demand(&self) -> &'a str {
        let begins = self.marks().last().map_or(0, |mark| mark.1);
        self.text.get(begins..).unwrap_or(self.text)
    }

    /// Returns the byte range of each mark.
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

/// Splits a line such as `A) text` or `1) text` into label and text.
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
