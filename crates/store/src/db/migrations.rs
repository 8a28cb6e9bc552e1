//! The migrations of both databases, compiled in. They are listed by name, so that one list checks that both
//! databases have the same migrations, and the `macros` feature of sqlx is not needed.

use std::borrow::Cow;

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

use super::Dialect;

/// Each name stands for a file in `crates/store/migrations/sqlite` and one in `crates/store/migrations/postgres`.
macro_rules! listed {
    ($($name:literal),* $(,)?) => {
        const LISTED: &[Listed] = &[$(Listed {
            name: $name,
            sqlite: include_str!(concat!("../../migrations/sqlite/", $name, ".sql")),
            postgres: include_str!(concat!("../../migrations/postgres/", $name, ".sql")),
        }),*];
    };
}

struct Listed {
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

listed![
    "0001_foundation",
    "0002_publication",
    "0003_workspace",
    "0004_engine_outage",
    "0005_private",
    "0006_cancelled",
    "0007_calibrations",
    "0008_gist",
    "0009_people",
    "0010_country",
    "0011_studies",
    "0012_counted_answers",
    "0013_heartbeat",
    "0014_screening",
    "0015_hidden_comments",
    "0016_engine_choice",
    "0017_deletion",
    "0018_kept_audiences",
    "0019_waves",
];

pub(super) fn of(dialect: Dialect) -> Migrator {
    let migration = |(place, listed): (usize, &Listed)| {
        let text = match dialect {
            Dialect::Sqlite => listed.sqlite,
            Dialect::Postgres => listed.postgres,
        };
        let description = listed.name.split_once('_').map_or(listed.name, |(_, words)| words).replace('_', " ");
        let version = place as i64 + 1;
        Migration::new(version, Cow::Owned(description), MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations(LISTED.iter().enumerate().map(migration).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_listed_once_and_in_the_order_of_its_number() {
        for folder in ["sqlite", "postgres"] {
            let path = format!("{}/migrations/{folder}", env!("CARGO_MANIFEST_DIR"));
            let mut files: Vec<String> = std::fs::read_dir(path)
                .unwrap()
                .map(|file| file.unwrap().file_name().into_string().unwrap().replace(".sql", ""))
                .collect();
            files.sort();
            let listed: Vec<&str> = LISTED.iter().map(|listed| listed.name).collect();
            assert_eq!(files, listed, "{folder}");
        }
        for (place, listed) in LISTED.iter().enumerate() {
            assert!(listed.name.starts_with(&format!("{:04}_", place + 1)), "{}", listed.name);
        }
    }
}
