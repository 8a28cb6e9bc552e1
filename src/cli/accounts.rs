//! `canvass account …` and `canvass credits …`: account administration.

use anyhow::{Context, bail, ensure};
use clap::Subcommand;
use serde::Serialize;

use super::output::{Output, table};
use primitives::chance::Chance;
use primitives::clock::Clock;
use primitives::email::Email;
use primitives::ids::{AccountId, LedgerId};
use primitives::secret::PlainToken;
use service::config::Config;
use service::serve::open_store;
use store::{Account, AddAccountError, NewAccount, Store};

/// Far above any realistic balance and far below integer overflow.
const CREDITS_MAX: i64 = 1_000_000_000_000;

/// Long enough to hand the link on, short enough to limit the risk of a leaked link.
const LINK_LASTS_MIN: i64 = 60;
const LINK_LASTS_MS: i64 = LINK_LASTS_MIN * 60 * 1000;

#[derive(Subcommand)]
pub enum AccountCommand {
    /// Add an account
    Add {
        /// E-mail address of the account
        email: String,
        /// Credits it starts with
        #[arg(long, default_value_t = 0)]
        credits: i64,
    },
    /// List the accounts
    List,
    /// Let an account change the engine for all accounts
    Admin {
        /// E-mail address of the account
        email: String,
        /// Take it away again
        #[arg(long)]
        remove: bool,
    },
    /// Print a link that signs in to an account, once and within the hour
    SignIn {
        /// E-mail address of the account
        email: String,
    },
}

#[derive(Subcommand)]
pub enum CreditsCommand {
    /// Add credits to an account
    Grant {
        /// E-mail address of the account
        email: String,
        /// How many credits to add
        credits: i64,
    },
}

#[derive(Serialize)]
struct AccountDocument {
    account_id: String,
    email: String,
    credits_left: i64,
    administrator: bool,
}

impl From<&Account> for AccountDocument {
    fn from(account: &Account) -> Self {
        Self {
            account_id: account.id.to_string(),
            email: account.email.clone(),
            credits_left: account.available,
            administrator: account.is_administrator,
        }
    }
}

pub async fn account(config: &Config, command: AccountCommand, output: Output) -> anyhow::Result<()> {
    let store = open_store(config).await?;
    match command {
        AccountCommand::Add { email, credits } => add(&store, &email, credits, output).await,
        AccountCommand::List => list(&store, output).await,
        AccountCommand::Admin { email, remove } => admin(&store, &email, !remove, output).await,
        AccountCommand::SignIn { email } => sign_in(config, &store, &email, output).await,
    }
}

pub async fn credits(config: &Config, command: CreditsCommand, output: Output) -> anyhow::Result<()> {
    let CreditsCommand::Grant { email, credits } = command;
    ensure!((1..=CREDITS_MAX).contains(&credits), "credits must be between 1 and {CREDITS_MAX}");
    let store = open_store(config).await?;
    let account = find(&store, &email).await?;
    let now = Clock::System.now();
    let entry = LedgerId::new(now, &Chance::from_system()?);
    let credits_left = store.grant(account.id, entry, credits, now).await?.context("the account is gone")?;
    output.print(&serde_json::json!({ "email": account.email, "credits_left": credits_left }), || {
        format!("{} has {credits_left} credits now", account.email)
    })
}

/// Returns the account with this e-mail address, or an error that names it.
pub async fn find(store: &Store, email: &str) -> anyhow::Result<Account> {
    let email = parse_email(email)?;
    store.account_by_email(&email).await?.with_context(|| format!("there is no account {email}"))
}

async fn add(store: &Store, email: &str, credits: i64, output: Output) -> anyhow::Result<()> {
    ensure!((0..=CREDITS_MAX).contains(&credits), "credits must be between 0 and {CREDITS_MAX}");
    let email = parse_email(email)?;
    let (now, chance) = (Clock::System.now(), Chance::from_system()?);
    let id = AccountId::new(now, &chance);
    let new = NewAccount { id, email: &email, credits, grant: LedgerId::new(now, &chance) };
    match store.add_account(new, now).await {
        Ok(()) => {}
        Err(AddAccountError::Taken) => bail!("an account {email} exists already"),
        Err(AddAccountError::Store(error)) => return Err(error.into()),
    }
    let document = AccountDocument {
        account_id: id.to_string(),
        email: email.clone(),
        credits_left: credits,
        administrator: false,
    };
    output.print(&document, || format!("added {email} with {credits} credits"))
}

async fn list(store: &Store, output: Output) -> anyhow::Result<()> {
    let accounts = store.accounts().await?;
    let documents: Vec<AccountDocument> = accounts.iter().map(AccountDocument::from).collect();
    output.print(&documents, || {
        let heading = ["e-mail", "credits left", "held", "account", "administrator"].map(str::to_owned).to_vec();
        let row = |a: &Account| {
            let mark = if a.is_administrator { "yes" } else { "" };
            vec![a.email.clone(), a.available.to_string(), a.held.to_string(), a.id.to_string(), mark.to_owned()]
        };
        table(&std::iter::once(heading).chain(accounts.iter().map(row)).collect::<Vec<_>>())
    })
}

async fn admin(store: &Store, email: &str, is_administrator: bool, output: Output) -> anyhow::Result<()> {
    let account = find(store, email).await?;
    store.set_administrator(account.id, is_administrator).await?;
    let document = serde_json::json!({ "email": account.email, "administrator": is_administrator });
    output.print(&document, || match is_administrator {
        true => format!("{} may change the engine now", account.email),
        false => format!("{} may no longer change the engine", account.email),
    })
}

/// Creates a one-time sign-in link for a user without a password; the operator forwards it.
async fn sign_in(config: &Config, store: &Store, email: &str, output: Output) -> anyhow::Result<()> {
    let account = find(store, email).await?;
    let link = PlainToken::generate(&Chance::from_system()?);
    let now = Clock::System.now();
    let expires_at = now + LINK_LASTS_MS;
    store.add_sign_in_link(account.id, link.hash(), expires_at, now).await?;
    let url = format!("{}/sign-in/{}", config.public_url, link.reveal());
    let document = serde_json::json!({ "url": url, "email": account.email, "expires_at_ms": expires_at });
    output.print(&document, || format!("{url}\nsigns in to {} once, within {LINK_LASTS_MIN} minutes", account.email))
}

fn parse_email(text: &str) -> anyhow::Result<String> {
    let email = Email::parse(text).with_context(|| format!("{text:?} is not an e-mail address"))?;
    Ok(email.as_str().to_owned())
}
