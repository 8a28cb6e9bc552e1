//! `canvass config`: every setting with its description, default and current value. Also decides which settings
//! appear in each command's help: all commands accept all settings, but listing them would bury the command's own
//! options.

use clap::{Arg, Command, CommandFactory};

use super::CommandLine;
use super::output::Output;
use service::config::{SettingFlags, SettingGroup, is_setting, listing};

const POINTER: &str =
    "Every setting can be given as a flag, too: `canvass config` lists them all with their present values.";

/// Long-running commands show every setting; the others show the relevant ones.
const SHOWN_BY_ALL: [&str; 2] = ["serve", "worker"];
const ENGINE: &[&str] = &["engine", "model", "openai_base_url", "openai_api_key", "openai_model", "concurrency"];
const DATABASE: &[&str] = &["data_dir", "database_url"];
const MODELS: &[&str] = &["model", "models_dir", "models_catalogue", "model_mirror_url"];
const SHOWN: [(&str, &[&str]); 10] = [
    ("ask", ENGINE),
    ("bench", ENGINE),
    ("engine", ENGINE),
    ("account", DATABASE),
    ("key", DATABASE),
    ("credits", DATABASE),
    ("backup", DATABASE),
    ("doctor", DATABASE),
    ("model", MODELS),
    ("health", &["listen", "metrics_listen"]),
];

/// Returns the complete command line with shortened help.
pub fn command_line() -> Command {
    let mut command = CommandLine::command();
    // Propagates global flags to subcommands, so that each copy can be hidden.
    command.build();
    for below in command.get_subcommands_mut() {
        let name = below.get_name().to_owned();
        if SHOWN_BY_ALL.contains(&name.as_str()) {
            continue;
        }
        let shown = SHOWN.iter().find(|(command, _)| *command == name).map_or(&[][..], |(_, shown)| *shown);
        *below = with_few(std::mem::take(below), shown);
    }
    command.mut_args(|arg| hidden_unless(arg, &[]))
}

/// Hides all settings except `shown` in the help of a command and its subcommands.
fn with_few(command: Command, shown: &[&str]) -> Command {
    let words = command.get_after_help().map(|words| format!("{words}\n\n{POINTER}"));
    let mut command = command.mut_args(|arg| hidden_unless(arg, shown));
    for below in command.get_subcommands_mut() {
        *below = with_few(std::mem::take(below), shown);
    }
    command.after_help(words.unwrap_or_else(|| POINTER.to_owned()))
}

fn hidden_unless(arg: Arg, shown: &[&str]) -> Arg {
    let name = arg.get_id().as_str().to_owned();
    if !is_setting(&name) {
        return arg;
    }
    if shown.contains(&name.as_str()) { arg.hide_short_help(false) } else { arg.hide(true) }
}

/// Prints the settings as JSON, or as a settings file that notes changed values.
pub fn print(flags: &SettingFlags, output: Output) -> anyhow::Result<()> {
    let groups = listing(flags)?;
    let settings: Vec<_> = groups.iter().flat_map(|group| &group.settings).collect();
    output.print(&settings, || groups.iter().map(paragraph).collect::<Vec<_>>().join("\n\n"))
}

fn paragraph(group: &SettingGroup) -> String {
    let comment = group.comment.iter().map(|line| format!("# {line}"));
    let settings = group.settings.iter().map(|setting| {
        let line = format!("{} = {}", setting.name, setting.value);
        if setting.value == setting.default { line } else { format!("{line}  # default: {}", setting.default) }
    });
    comment.chain(settings).collect::<Vec<_>>().join("\n")
}
