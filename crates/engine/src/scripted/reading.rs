//! Parses the lists of a prompt: options on lines `A) text`, other lists on lines `1) text`, and what was chosen.

/// All lists of a prompt, in its order.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ParsedPrompt {
    pub options: Vec<String>,
    /// Numbered lists; each starts at 1.
    pub lists: Vec<Vec<String>>,
    pub people: Vec<PromptRespondent>,
    chosen: String,
}

/// A respondent in a prompt, with their answers.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct PromptRespondent {
    pub description: String,
    pub chosen: String,
    pub reason: String,
    pub concern: String,
}

impl ParsedPrompt {
    pub(super) fn in_prompt(prompt: &str) -> Self {
        let mut listed = Self::default();
        prompt.lines().for_each(|line| listed.take(line));
        listed
    }

    /// Returns the text of the option that the choosers chose; the prompt names it by letter.
    pub(super) fn chosen(&self) -> &str {
        let at = self.chosen.bytes().next().map_or(0, |letter| usize::from(letter.saturating_sub(b'A')));
        self.options.get(at).map_or("", String::as_str)
    }

    fn take(&mut self, line: &str) {
        if let Some((mark, text)) = line.split_once(") ") {
            if let [letter @ b'A'..=b'Z'] = mark.as_bytes()
                && usize::from(letter - b'A') == self.options.len()
            {
                self.options.push(text.to_owned());
            } else if let Ok(number) = mark.parse::<usize>() {
                if number == 1 {
                    self.lists.push(Vec::new());
                }
                if let Some(list) = self.lists.last_mut() {
                    list.push(text.to_owned());
                }
                self.people.push(PromptRespondent { description: text.to_owned(), ..PromptRespondent::default() });
            }
        }
        if let Some(chosen) = line.strip_prefix("Chosen: ") {
            self.chosen = chosen.to_owned();
        }
        let Some(person) = self.people.last_mut() else { return };
        for (key, field) in
            [("Chosen: ", &mut person.chosen), ("Reason: ", &mut person.reason), ("Concern: ", &mut person.concern)]
        {
            if let Some(text) = line.strip_prefix(key) {
                text.clone_into(field);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_listed_is_found() {
        let listed =
            ParsedPrompt::in_prompt("Who?\nA) tea\nB) milk (cold)\nChosen: B\n\n1) price\n2) taste\n\n1) health\n");
        assert_eq!((listed.options.len(), listed.chosen()), (2, "milk (cold)"));
        assert_eq!(listed.lists, [vec!["price".to_owned(), "taste".to_owned()], vec!["health".to_owned()]]);
    }

    #[test]
    fn people_are_found_with_what_they_said() {
        let listed = ParsedPrompt::in_prompt(
            "1) A nurse\nChosen: tea\nReason: taste\n\n2) A cook\nChosen: milk\nReason: price\nConcern: fat\n",
        );
        assert_eq!(listed.people[1].concern, "fat");
        assert_eq!((listed.people[0].chosen.as_str(), listed.people[0].concern.as_str()), ("tea", ""));
    }
}
