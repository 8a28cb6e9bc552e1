//! Audiences that accounts keep: read and counted when they are kept, and taken by the drafts that name them.

use foundation::Language;
use language::audience::Audience;
use language::brief::{BriefError, BriefFault, Draft, KeptForBrief};
use language::kept_audience::{AudienceBrief, KeepDraft};
use population::sample::{self, Drawable};
use population::{Attribute, Filters};

use super::App;
use super::earlier::DraftError;
use primitives::ids::{AccountId, AudienceId};
use store::{Keeping, KeptAudience, KeyedReport, StoreError};

#[derive(Debug, thiserror::Error)]
pub enum AudienceError {
    #[error(transparent)]
    Refused(#[from] BriefError),
    #[error("another audience of this account has this name; delete it first, or choose another name")]
    NameTaken,
    #[error("this account keeps as many audiences as it can; delete one first")]
    Full,
    #[error("reading the audience failed")]
    Broken(#[source] anyhow::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A kept audience, and whether it was kept before.
pub struct KeptOnce {
    pub kept: KeptAudience,
    pub is_replay: bool,
}

const FIELD: &str = "audience_id";

impl App {
    /// Reads an audience, counts its people and keeps it. The same audience under the same name is kept once.
    pub async fn keep_audience(&self, account: AccountId, draft: KeepDraft) -> Result<KeptOnce, AudienceError> {
        let brief = AudienceBrief::parse(draft)?;
        let country = self.store.account(account).await?.and_then(|account| account.country);
        let turn = self.previews.clone().acquire_owned().await.map_err(|error| AudienceError::Broken(error.into()))?;
        let (brief, read) = tokio::task::spawn_blocking(move || {
            let read = counted(&brief, country.as_deref());
            drop(turn);
            (brief, read)
        })
        .await
        .map_err(|error| AudienceError::Broken(error.into()))?;
        let (audience, drawable) = read?;
        let now = self.clock.now();
        let kept = KeptAudience {
            id: AudienceId::new(now, &self.chance),
            name: brief.name.clone(),
            words: brief.words().map(str::to_owned),
            language: brief.language,
            audience,
            filters: drawable.filters,
            people: i64::try_from(drawable.candidates).unwrap_or(i64::MAX),
            sample_size: brief.sample_size.into(),
            created_at: now,
        };
        match self.store.keep_audience(account, &kept).await? {
            Keeping::Kept => Ok(KeptOnce { kept, is_replay: false }),
            Keeping::Already(earlier) => Ok(KeptOnce { kept: *earlier, is_replay: true }),
            Keeping::NameTaken => Err(AudienceError::NameTaken),
            Keeping::Full => Err(AudienceError::Full),
        }
    }

    /// Completes a draft: with what it takes from the report whose respondents it asks or that it repeats, or with the
    /// audience that it names.
    pub async fn completed_draft(
        &self,
        account: AccountId,
        draft: Draft,
        key: Option<&str>,
    ) -> Result<Draft, DraftError> {
        if draft.same_panel_as.is_some() || draft.wave_of.is_some() {
            return self.with_earlier(account, draft, key).await;
        }
        let Some(named) = draft.audience_id.clone() else { return Ok(draft) };
        if let Some(kept) = self.kept_audience(account, &named).await? {
            return Ok(draft.for_kept(&for_brief(&kept))?);
        }
        // A request that is repeated after the audience was deleted is the same request.
        let earlier = match key {
            Some(key) => self.store.report_of_key(account, key, self.clock.now()).await?,
            None => None,
        };
        match earlier {
            Some(KeyedReport::Deleted) => return Err(DraftError::Deleted),
            Some(KeyedReport::Created(brief)) if brief.audience_id() == Some(named.as_str()) => {
                if let Some(audience) = brief.audience() {
                    let (words, sample_size) = (brief.audience_description(), brief.sample_size());
                    return Ok(draft.for_kept(&KeptForBrief { words, audience, sample_size })?);
                }
            }
            _ => {}
        }
        let message = "audience_id must be the id of an audience that this account keeps";
        Err(BriefError::new(FIELD, BriefFault::UnknownAudience, message).into())
    }

    /// Returns a kept audience. Another account's does not exist.
    pub async fn kept_audience(&self, account: AccountId, named: &str) -> Result<Option<KeptAudience>, StoreError> {
        let Some(id) = AudienceId::parse(named) else { return Ok(None) };
        self.store.kept_audience(account, id).await
    }
}

/// Returns a kept audience as a brief takes it.
fn for_brief(kept: &KeptAudience) -> KeptForBrief<'_> {
    KeptForBrief {
        words: kept.words.as_deref(),
        audience: &kept.audience,
        sample_size: u32::try_from(kept.sample_size).unwrap_or(u32::MAX),
    }
}

/// Describes a kept audience to a reader.
pub fn described(kept: &KeptAudience, language: Language) -> String {
    let relaxed = &kept.filters.relaxed;
    wording::audience::description(&kept.audience, &given_up(&kept.filters), relaxed, language)
}

/// Returns the filters that were dropped because too few people match.
fn given_up(filters: &Filters) -> Vec<Attribute> {
    let is_dropped = |attribute: &Attribute| filters.relaxed.iter().any(|name| name == attribute.filter_name());
    Attribute::drop_order().into_iter().filter(is_dropped).collect()
}

/// Reads an audience and counts its people. Runs on a blocking thread, since population data may have to be loaded first.
fn counted(brief: &AudienceBrief, country: Option<&str>) -> Result<(Audience, Drawable), BriefError> {
    let refused = |message| BriefError::new(brief.field(), BriefFault::ImpossibleAudience, message);
    let audience =
        brief.understood(country).map_err(|clash| refused(wording::audience::clash(&clash, brief.language)))?;
    let drawable = sample::drawable(audience.filters.clone(), brief.sample_size)
        .map_err(|error| refused(wording::audience::sample_error(&error, brief.language)))?;
    Ok((audience, drawable))
}
