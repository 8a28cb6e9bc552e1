//! Tells outages of the database (a full or failing disk, a server that is down or restarting, a lock timeout) from
//! errors of one statement. After an outage the same statement may succeed.

use sqlx::Error;

/// SQLite's primary result codes BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL and CANTOPEN.
const SQLITE_OUTAGES: [u32; 7] = [5, 6, 7, 8, 10, 13, 14];
/// Classes of PostgreSQL's SQLSTATE: connection exception, transaction rollback (deadlock), insufficient resources (a
/// full disk among them), operator intervention (shutdown, timeout), system error (I/O).
const POSTGRES_CLASSES: [&str; 5] = ["08", "40", "53", "57", "58"];
/// Read-only transaction (a standby), idle in a transaction for too long, lock not available.
const POSTGRES_STATES: [&str; 3] = ["25006", "25P03", "55P03"];
const SQLSTATE_CHARS: usize = 5;

pub(crate) fn is_outage(error: &Error) -> bool {
    match error {
        Error::Io(_)
        | Error::Tls(_)
        | Error::Protocol(_)
        | Error::PoolTimedOut
        | Error::WorkerCrashed
        | Error::BeginFailed
        | Error::InvalidSavePointStatement => true,
        Error::Database(error) => error.code().is_some_and(|code| is_outage_code(&code)),
        _ => false,
    }
}

fn is_outage_code(code: &str) -> bool {
    if code.len() == SQLSTATE_CHARS {
        return POSTGRES_CLASSES.iter().any(|class| code.starts_with(class)) || POSTGRES_STATES.contains(&code);
    }
    // The lower byte of an extended result code is the primary one.
    code.parse::<u32>().is_ok_and(|code| SQLITE_OUTAGES.contains(&(code & 0xff)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_and_a_server_that_is_away_are_outages_and_a_broken_rule_is_not() {
        // SQLite: FULL, IOERR_WRITE, BUSY, BUSY_SNAPSHOT. PostgreSQL: disk full, shutdown, deadlock, lock timeout.
        for code in ["13", "778", "5", "517", "53100", "57P01", "40P01", "55P03"] {
            assert!(is_outage_code(code), "{code}");
        }
        // SQLite: CONSTRAINT_CHECK, MISMATCH, ERROR. PostgreSQL: check violation, undefined table, raised by a
        // trigger.
        for code in ["275", "20", "1", "23514", "42P01", "P0001", ""] {
            assert!(!is_outage_code(code), "{code}");
        }
    }
}
