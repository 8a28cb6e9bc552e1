//! The `canvass` binary: runs the command line and returns its exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    canvass::cli::main()
}
