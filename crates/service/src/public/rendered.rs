//! A cache of rendered pages and files of finished reports, compressed and with their ETags. It does not check access:
//! the caller has just done so in the store. The key contains everything that a page depends on, so no entry can be
//! stale.

use std::future::Future;
use std::hash::Hash;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

use pages::report_page::{ExplorerIndex, Format, Picture};
use store::body::pack;

/// Concurrent renderings. Each takes milliseconds of CPU time, or tenths of a second for a large report.
const RENDERINGS_AT_ONCE_MAX: usize = 4;
/// Concurrent renderings of the explorer, in addition.
const EXPLORERS_AT_ONCE_MAX: usize = 1;
const WAIT_MAX: Duration = Duration::from_secs(10);
const EXPLORER_WAIT_MAX: Duration = Duration::from_secs(3);
/// Maximum number of explorer indexes. Each takes about 1 kB per hundred respondents.
const INDEXES_MAX: usize = 128;
/// Approximate overhead of an entry beyond its bytes.
const ENTRY_BYTES: u64 = 512;
/// Compressed size of a page of usual length; only a hint for the number of entries.
const USUAL_BYTES: u64 = 16 * 1024;

/// Content type of a document that does not exist.
const NOTHING: &str = "";

/// A view that can be rendered from a report.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum View {
    Page,
    /// With the query string in canonical form, so that equivalent queries share one entry.
    Explorer(String),
    Respondents,
    Findings,
    Summary,
    Picture(Picture, Format),
}

impl View {
    /// Returns the view's metric label.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Explorer(_) => "explorer",
            Self::Respondents => "respondents",
            Self::Findings => "findings",
            Self::Summary => "summary",
            Self::Picture(picture, _) => picture.name(),
        }
    }
}

/// The cache key: everything that a rendering depends on. The report's language and end time follow from the ETag.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RenderKey {
    pub token: String,
    /// The ETag of the stored body.
    pub of: String,
    pub are_respondents_hidden: bool,
    /// Increased by every change of people's answers.
    pub people_version: i64,
    pub view: View,
}

/// A page or file before compression.
pub struct Document {
    pub content_type: &'static str,
    /// The `Content-Disposition` header of a download; `None` for inline content.
    pub offer: Option<String>,
    pub bytes: Vec<u8>,
}

impl Document {
    pub fn html(text: String) -> Self {
        Self { content_type: "text/html; charset=utf-8", offer: None, bytes: text.into_bytes() }
    }

    pub fn file(content_type: &'static str, offer: Option<String>, bytes: Vec<u8>) -> Self {
        Self { content_type, offer, bytes }
    }

    /// Represents a view that a report lacks. It is cached, so that repeated requests are cheap.
    pub fn nothing() -> Self {
        Self { content_type: NOTHING, offer: None, bytes: Vec::new() }
    }

    pub fn pack(self) -> io::Result<Rendered> {
        let sealed = pack(&self.bytes)?;
        let Self { content_type, offer, .. } = self;
        Ok(Rendered { content_type, offer, gzip: sealed.gzip.into(), etag: sealed.etag })
    }
}

/// A compressed document. Its ETag is derived from the bytes, so all processes agree on it and a new build changes
/// it.
pub struct Rendered {
    pub content_type: &'static str,
    pub offer: Option<String>,
    pub gzip: Bytes,
    pub etag: String,
}

impl Rendered {
    pub fn is_nothing(&self) -> bool {
        self.content_type == NOTHING
    }
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<RenderKey, Arc<Rendered>> for ByBytes {
    fn weight(&self, made: &RenderKey, rendered: &Arc<Rendered>) -> u64 {
        let asked = if let View::Explorer(query) = &made.view { query.len() } else { 0 };
        let offer = rendered.offer.as_ref().map_or(0, String::len);
        (rendered.gzip.len() + offer + made.token.len() + made.of.len() + asked) as u64 + ENTRY_BYTES
    }
}

/// A rendering slot, held until the rendering ends even if no request waits for it any more.
pub type Turn = Option<OwnedSemaphorePermit>;

/// Why nothing was rendered.
#[derive(Debug, PartialEq, Eq)]
pub enum RenderError<E> {
    /// No slot became free in time.
    Busy,
    Failed(E),
}

/// A number of rendering slots, and the longest wait for one.
struct Turns {
    free: Arc<Semaphore>,
    wait_max: Duration,
}

impl Turns {
    fn new(at_once_max: usize, wait_max: Duration) -> Self {
        Self { free: Arc::new(Semaphore::new(at_once_max)), wait_max }
    }

    /// Returns the cached value, or the result of `make` once a slot is free. The wait is bounded per request, also
    /// while it waits for the rendering of another request.
    async fn get<K, V, W, E, F>(
        &self,
        kept: &Cache<K, V, W>,
        key: &K,
        make: impl FnOnce(Turn) -> F,
    ) -> Result<V, RenderError<E>>
    where
        K: Hash + Eq + Clone,
        V: Clone,
        W: Weighter<K, V> + Clone,
        F: Future<Output = Result<V, E>>,
    {
        let deadline = Instant::now() + self.wait_max;
        let found = timeout_at(deadline, kept.get_value_or_guard_async(key)).await;
        let place = match found.map_err(|_| RenderError::Busy)? {
            Ok(found) => return Ok(found),
            Err(place) => place,
        };
        let turn = timeout_at(deadline, Arc::clone(&self.free).acquire_owned()).await.map_err(|_| RenderError::Busy)?;
        // The semaphore is never closed, so there is always a permit.
        let made = make(turn.ok()).await.map_err(RenderError::Failed)?;
        // Insertion is refused only if another value was inserted meanwhile.
        let _ = place.insert(made.clone());
        Ok(made)
    }
}

/// The cache. It is bounded in bytes and evicts what is requested least.
///
/// Concurrent requests for one page share one rendering. Few renderings run at once, and a request waits a bounded time
/// for its slot. The explorer has separate slots: it has more views than can be cached, so its readers must not delay
/// those of the page.
pub struct RenderCache {
    kept: Cache<RenderKey, Arc<Rendered>, ByBytes>,
    /// Explorer indexes by the ETag of the stored body.
    indexes: Cache<String, Arc<ExplorerIndex>>,
    turns: Turns,
    explorer_turns: Turns,
}

impl RenderCache {
    /// Creates the cache. With 0 bytes nothing is cached, and only concurrent requests share a rendering.
    pub fn new(bytes_max: u64) -> Self {
        let mut options = OptionsBuilder::new();
        // A single shard: with several, each would hold only its part of the bytes, and a large page would fit in
        // none.
        options.shards(1).weight_capacity(bytes_max);
        options.estimated_items_capacity(usize::try_from(bytes_max / USUAL_BYTES).unwrap_or(usize::MAX));
        let kept = match options.build() {
            Ok(options) => {
                Cache::with_options(options, ByBytes, DefaultHashBuilder::default(), DefaultLifecycle::default())
            }
            Err(_) => Cache::with_weighter(0, 0, ByBytes),
        };
        Self {
            kept,
            indexes: Cache::new(INDEXES_MAX),
            turns: Turns::new(RENDERINGS_AT_ONCE_MAX, WAIT_MAX),
            explorer_turns: Turns::new(EXPLORERS_AT_ONCE_MAX, EXPLORER_WAIT_MAX),
        }
    }

    /// Returns the cached document, or the result of `render` once a slot is free; dropping the `Turn` frees the
    /// slot. If the rendering request fails or is dropped, the next waiting one renders instead.
    pub async fn get<E, F>(
        &self,
        made: &RenderKey,
        render: impl FnOnce(Turn) -> F,
    ) -> Result<Arc<Rendered>, RenderError<E>>
    where
        F: Future<Output = Result<Rendered, E>>,
    {
        let turns = if matches!(made.view, View::Explorer(_)) { &self.explorer_turns } else { &self.turns };
        let rendering = async |turn| {
            let rendered = render(turn).await?;
            metrics::counter!("canvass_public_renderings_total", "view" => made.view.name()).increment(1);
            Ok(Arc::new(rendered))
        };
        let found = turns.get(&self.kept, made, rendering).await;
        metrics::gauge!("canvass_public_kept_bytes").set(self.kept.weight() as f64);
        found
    }

    /// Returns the explorer index of the body with this ETag.
    pub async fn index<E, F>(
        &self,
        of: &String,
        read: impl FnOnce(Turn) -> F,
    ) -> Result<Arc<ExplorerIndex>, RenderError<E>>
    where
        F: Future<Output = Result<ExplorerIndex, E>>,
    {
        self.explorer_turns.get(&self.indexes, of, async |turn| read(turn).await.map(Arc::new)).await
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures::future::join_all;

    use super::*;

    fn made(token: usize, view: View) -> RenderKey {
        RenderKey {
            token: token.to_string(),
            of: "W/\"1\"".to_owned(),
            are_respondents_hidden: false,
            people_version: 0,
            view,
        }
    }

    fn rendered(bytes: usize) -> Rendered {
        // Not compressed, so that the size is the weight.
        Rendered { content_type: "text/plain", offer: None, gzip: vec![0; bytes].into(), etag: String::new() }
    }

    async fn get(renderings: &RenderCache, made: &RenderKey, count: &AtomicUsize, bytes: usize) {
        let render = |_turn| async {
            count.fetch_add(1, Ordering::SeqCst);
            tokio::task::yield_now().await;
            Ok::<_, Infallible>(rendered(bytes))
        };
        assert_eq!(renderings.get(made, render).await.unwrap().gzip.len(), bytes);
    }

    #[tokio::test]
    async fn a_crowd_that_asks_for_one_page_costs_one_rendering() {
        for (bytes_max, later) in [(1 << 20, 1), (0, 2)] {
            let (renderings, count, page) = (RenderCache::new(bytes_max), AtomicUsize::new(0), made(1, View::Page));
            join_all((0..100).map(|_| get(&renderings, &page, &count, 1000))).await;
            assert_eq!(count.load(Ordering::SeqCst), 1, "{bytes_max}");
            get(&renderings, &page, &count, 1000).await;
            assert_eq!(count.load(Ordering::SeqCst), later, "kept only where there is room");
        }
    }

    #[tokio::test]
    async fn no_more_is_kept_than_was_allowed_and_what_is_asked_for_often_stays() {
        let bytes_max = 1 << 20;
        let (renderings, count, loved) = (RenderCache::new(bytes_max), AtomicUsize::new(0), made(0, View::Page));
        for n in 1..=1000 {
            get(&renderings, &loved, &AtomicUsize::new(0), 10_000).await;
            // Clients can put arbitrarily long queries into an explorer URL.
            get(&renderings, &made(n, View::Explorer("x".repeat(n * 30))), &count, 10_000).await;
            assert!(renderings.kept.weight() <= bytes_max, "{n}: {}", renderings.kept.weight());
        }
        get(&renderings, &loved, &count, 10_000).await;
        assert_eq!(count.load(Ordering::SeqCst), 1000, "the one that everybody reads was never let go of");
    }

    #[tokio::test]
    async fn a_page_too_large_to_keep_is_still_shown() {
        let (renderings, count, large) = (RenderCache::new(1 << 20), AtomicUsize::new(0), made(1, View::Findings));
        join_all((0..10).map(|_| get(&renderings, &large, &count, 2 << 20))).await;
        assert_eq!((count.load(Ordering::SeqCst), renderings.kept.weight()), (1, 0));
    }

    #[tokio::test]
    async fn a_rendering_that_fails_is_tried_again_by_the_next() {
        let (renderings, count, page) = (RenderCache::new(1 << 20), AtomicUsize::new(0), made(1, View::Page));
        let broken = renderings.get(&page, |_turn| async { Err("broken") }).await.err();
        assert_eq!(broken, Some(RenderError::Failed("broken")));
        get(&renderings, &page, &count, 10).await;
        assert_eq!(count.load(Ordering::SeqCst), 1);
    }

    /// Holds its slot forever.
    async fn stuck(turn: Turn) -> Result<Rendered, Infallible> {
        std::future::pending::<()>().await;
        drop(turn);
        Ok(rendered(0))
    }

    #[tokio::test(start_paused = true)]
    async fn explorers_that_take_for_ever_hold_up_no_page_and_are_waited_for_a_limited_time() {
        let (renderings, count) = (RenderCache::new(1 << 20), AtomicUsize::new(0));
        let explored = |n: usize| made(1, View::Explorer(n.to_string()));
        let views: Vec<RenderKey> = (0..64).map(|n| explored(n % 8)).collect();
        let crowd = join_all(views.iter().map(|view| renderings.get(view, stuck)));
        let others = async {
            get(&renderings, &made(1, View::Page), &count, 10).await;
            assert_eq!(count.load(Ordering::SeqCst), 1, "the page was rendered beside them");
            let begun = Instant::now();
            let busy = renderings.get(&explored(100), stuck).await.err();
            assert_eq!((busy, begun.elapsed()), (Some(RenderError::Busy), EXPLORER_WAIT_MAX));
        };
        tokio::select! {
            biased;
            // The first one keeps its slot to the end.
            _ = crowd => panic!("the one whose turn it is has none"),
            () = others => {}
        }
    }
}
