//! Checks the compiled-in data before a command runs: an error in it stops the program.

use foundation::data::DataError;

use super::Command;

/// Checks all data that the command uses.
pub(super) fn check(command: &Command) -> Result<(), DataError> {
    match command {
        Command::Ask(_) | Command::Serve | Command::Worker | Command::Bench(_) | Command::Engine(_) => check_all(),
        // These commands only display what a server made.
        Command::Client(_) | Command::Compare(_) | Command::People(_) | Command::Mcp(_) => wording::check(),
        Command::Account(_)
        | Command::Key(_)
        | Command::Credits(_)
        | Command::Model(_)
        | Command::Backup(_)
        | Command::Health(_)
        | Command::Config
        | Command::Completions(_)
        | Command::Man(_)
        | Command::Doctor => Ok(()),
    }
}

/// Checks in order of dependency.
fn check_all() -> Result<(), DataError> {
    population::check()?;
    language::check()?;
    forecast::check()?;
    questionnaire::check()?;
    wording::check()?;
    engine::check_data()?;
    lab::measure::check()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{CommandLine, exit, run};

    #[test]
    fn a_broken_build_stops_every_command_that_works_with_it_before_it_begins() {
        let folder = tempfile::tempdir().unwrap();
        for command in [&["serve"][..], &["worker"], &["ask", "Which?", "-o", "a", "-o", "b"], &["bench", "human"]] {
            let place = ["--data-dir", folder.path().to_str().unwrap(), "--listen", "127.0.0.1:0"];
            let line = CommandLine::try_parse_from([&["canvass"], command, &place].concat()).unwrap();
            let error =
                run(line, |_| Err(DataError { file: "data/inquiry.toml", problem: "line 3: a word".to_owned() }));
            let error = error.unwrap_err();
            let said = "this build is broken: data/inquiry.toml, which is compiled in, can't be read: line 3: a word";
            assert_eq!((format!("{error:#}").as_str(), exit::code(&error)), (said, 1), "{command:?}");
        }
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "something was begun");
    }

    #[test]
    fn this_build_is_sound() {
        check_all().unwrap();
    }
}
