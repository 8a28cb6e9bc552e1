//! The command line: parses it, runs one command and prints the answer as text or as one JSON document.

mod accounts;
mod ask;
mod audiences;
mod backup;
mod bench;
mod brief;
mod case_progress;
mod client;
mod compare;
mod doctor;
mod engine;
mod exit;
mod generate;
mod health;
mod keys;
mod mcp;
mod memory;
mod models;
mod output;
mod people;
mod progress;
mod report;
mod run;
mod settings;
mod shipped;

use std::process::ExitCode;

use clap::{Args, FromArgMatches, Parser, Subcommand};
use foundation::data::DataError;

use output::Output;
use service::config::{self, Config, SettingFlags};

/// Research reports from synthetic respondents
#[derive(Parser)]
#[command(name = "canvass", version, about, propagate_version = true, after_help = AFTER_HELP, after_long_help = after_long_help())]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    global: GlobalFlags,
    #[command(flatten)]
    settings: SettingFlags,
}

const AFTER_HELP: &str = "Settings are given as flags, CANVASS_… variables or in canvass.toml, in that order; \
    `canvass config` lists them all.";

fn after_long_help() -> String {
    format!("{AFTER_HELP}\n\n{}", exit::CODES)
}

#[derive(Args)]
struct GlobalFlags {
    /// Print one JSON document on standard output
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Make a whole report right here, with no server and no account
    Ask(ask::AskArguments),
    /// Put two to six reports beside each other: which shares differ, and which differences are changes
    Compare(compare::CompareArguments),
    /// Serve the API, the workspace and the public pages, and work on reports
    Serve,
    /// Work on reports without serving, for more machines on one database
    Worker,
    /// Add and list accounts, and let their holders in
    #[command(subcommand)]
    Account(accounts::AccountCommand),
    /// Add, list and revoke API keys
    #[command(subcommand)]
    Key(keys::KeyCommand),
    /// Give credits to an account
    #[command(subcommand)]
    Credits(accounts::CreditsCommand),
    /// List and fetch models for the embedded engine
    #[command(subcommand)]
    Model(models::ModelCommand),
    /// Measure the engine in use against people, and print what is known of each
    #[command(subcommand)]
    Engine(engine::EngineCommand),
    /// Score the engine in use against real people
    #[command(subcommand)]
    Bench(bench::BenchCommand),
    /// Copy the SQLite database into a new file while it is in use
    Backup(backup::BackupArguments),
    /// Ask a running process whether it is up, for health checks
    Health(health::HealthArguments),
    /// Create, watch, fetch, export and list reports on a running server
    Client(client::ClientArguments),
    /// Ask real people about a finished report on a running server
    People(people::PeopleArguments),
    /// Let agents create and read reports on a running server: a model context server on standard input and output
    Mcp(mcp::McpArguments),
    /// Print a script that completes commands and flags in your shell
    Completions(generate::CompletionsArguments),
    /// Print the manual page, or write one for every command
    Man(generate::ManArguments),
    /// Print every setting: what it does, its default and its present value
    Config,
    /// Check settings, database, model and ledger, and print what would be used
    Doctor,
}

/// Runs the command line. Errors go to standard error and determine the exit code.
pub fn main() -> ExitCode {
    let given = settings::command_line().get_matches();
    let mut line = CommandLine::from_arg_matches(&given).unwrap_or_else(|error| error.exit());
    // `engine use --model` names a served model, and clap passes it on to the setting of the same name.
    if let Command::Engine(engine::EngineCommand::Use(_)) = line.command {
        line.settings.model = None;
    }
    match run(line, shipped::check) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::note(&format!("canvass: {error:#}"));
            ExitCode::from(exit::code(&error))
        }
    }
}

/// Returns the settings with the engine that was chosen for the service, if no setting decides it, so that commands that ask an
/// engine use the same one as the service. If the choice can't be read, a note says so and the default is used.
async fn with_chosen_engine(mut config: Config) -> Config {
    match engine::chosen_engine(&config).await {
        Ok(Some(settings)) => config.engines = settings,
        Ok(None) => {}
        Err(error) => output::note(&format!("canvass: the chosen engine is not used: {error:#}")),
    }
    config
}

fn run(line: CommandLine, check: fn(&Command) -> Result<(), DataError>) -> anyhow::Result<()> {
    // Commands that describe the command line and its settings must work even if the settings are invalid.
    match &line.command {
        Command::Completions(arguments) => return generate::completions(arguments),
        Command::Man(arguments) => return generate::man(arguments),
        Command::Config => return settings::print(&line.settings, Output { json: line.global.json }),
        _ => {}
    }
    check(&line.command)?;
    let config = Config::load(&line.settings)?;
    for name in config::unknown_variables() {
        output::note(&format!("canvass: there is no setting {name}; it is ignored"));
    }
    let output = Output { json: line.global.json };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let config = match line.command {
            Command::Ask(_) | Command::Engine(_) | Command::Bench(_) | Command::Doctor => {
                with_chosen_engine(config).await
            }
            _ => config,
        };
        match line.command {
            Command::Ask(arguments) => ask::ask(&config, arguments, output).await,
            Command::Compare(arguments) => compare::compare(&config, arguments, output).await,
            Command::Serve => run::serve(config, output).await,
            Command::Worker => run::work(config).await,
            Command::Account(command) => accounts::account(&config, command, output).await,
            Command::Credits(command) => accounts::credits(&config, command, output).await,
            Command::Key(command) => keys::key(&config, command, output).await,
            Command::Model(command) => models::model(&config, command, output).await,
            Command::Engine(command) => engine::engine(&config, command, output).await,
            Command::Bench(command) => bench::bench(&config, command, output).await,
            Command::Backup(arguments) => backup::backup(&config, &arguments, output).await,
            Command::Health(arguments) => health::health(&config, &arguments, output).await,
            Command::Client(arguments) => client::client(&config, arguments, output).await,
            Command::People(arguments) => people::people(&config, arguments, output).await,
            Command::Mcp(arguments) => mcp::mcp(&config, &arguments).await,
            Command::Doctor => doctor::doctor(&config, output).await,
            Command::Completions(_) | Command::Man(_) | Command::Config => Ok(()),
        }
    })
}
