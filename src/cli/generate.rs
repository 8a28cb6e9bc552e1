//! `canvass completions` and `canvass man`: shell completions and manual pages, generated from the command line's
//! definition.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::settings::command_line;
use super::{CommandLine, exit};
use primitives::disk;

#[derive(Args)]
pub struct CompletionsArguments {
    /// The shell to complete for
    shell: Shell,
}

#[derive(Args)]
pub struct ManArguments {
    /// Write a page for every command into this folder, in place of the first one to standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub fn completions(arguments: &CompletionsArguments) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut CommandLine::command(), "canvass", &mut script);
    Ok(std::io::stdout().write_all(&script)?)
}

pub fn man(arguments: &ManArguments) -> anyhow::Result<()> {
    let command = command_line();
    match &arguments.out {
        None => Ok(std::io::stdout().write_all(&page(&man_of(&command))?)?),
        Some(folder) => {
            std::fs::create_dir_all(folder).with_context(|| format!("making the folder {}", folder.display()))?;
            write_all(&command, folder)
        }
    }
}

/// Writes one page per command, named as in `man canvass-client-create`.
fn write_all(command: &clap::Command, folder: &Path) -> anyhow::Result<()> {
    let man = man_of(command);
    let path = folder.join(man.get_filename());
    disk::replace(&path, &page(&man)?).with_context(|| format!("writing {}", path.display()))?;
    let mut below = command.get_subcommands().filter(|below| !below.is_hide_set() && below.get_name() != "help");
    below.try_for_each(|below| write_all(below, folder))
}

fn man_of(command: &clap::Command) -> Man {
    Man::new(command.clone().after_help("").after_long_help(""))
}

fn page(man: &Man) -> anyhow::Result<Vec<u8>> {
    let mut text = Vec::new();
    man.render(&mut text)?;
    let mut codes = Roff::new();
    codes.control("SH", ["EXIT STATUS"]);
    for line in exit::CODES.lines().skip(1) {
        let (code, meaning) = line.trim().split_once(' ').unwrap_or((line, ""));
        codes.control("TP", ["8"]).text([roman(code)]).text([roman(meaning.trim())]);
    }
    codes.to_writer(&mut text)?;
    Ok(text)
}
