//! Keeps rendered pages and files of finished reports as they are sent: packed, with their tag. It holds a limited
//! number of bytes and drops what is asked for least. Many requests for one page wait for one rendering of it. Few are
//! rendered at once, and a request waits for its turn for a limited time. The explorer has turns of its own: it has more
//! views than can be kept, so readers of it must not hold up those of the page.
//!
//! It does not know whether a reader may see a page: the caller has just read that from the store. The key names all
//! that a page is made of, so that nothing kept can be out of date.

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
use store::body::OpenBody;

/// Each takes a processor for milliseconds, or tenths of a second for a large report; others wait.
const RENDERINGS_AT_ONCE_MAX: usize = 4;
/// Of explorers, beside those.
const EXPLORERS_AT_ONCE_MAX: usize = 1;
const WAIT_MAX: Duration = Duration::from_secs(10);
const EXPLORER_WAIT_MAX: Duration = Duration::from_secs(3);
/// Each has about as many kilobytes as its report has hundreds of respondents.
const INDEXES_MAX: usize = 128;
/// What an entry takes beside its bytes, roughly.
const ENTRY_BYTES: u64 = 512;
/// A page of a report of usual size, packed; only a hint of how many there will be.
const USUAL_BYTES: u64 = 16 * 1024;

/// The type of what is not there.
const NOTHING: &str = "";

/// One of the things that are made of a report.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum View {
    Page,
    /// With the query of a request that the report's index has made canonical.
    Explorer(String),
    Respondents,
    Findings,
    Summary,
    Picture(Picture, Format),
}

impl View {
    /// As the metrics call it.
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

/// All that a rendering depends on; a report's language and the time it ended stand in the body that the tag names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Made {
    pub token: String,
    /// The tag of the stored body.
    pub of: String,
    pub are_respondents_hidden: bool,
    /// Raised by every answer of a person.
    pub people_version: i64,
    pub view: View,
}

/// A page or file as it came out of its template.
pub struct Document {
    pub content_type: &'static str,
    /// With one, it is a download, of the name in it.
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

    /// What a report does not have: kept, so that asking again costs nothing.
    pub fn nothing() -> Self {
        Self { content_type: NOTHING, offer: None, bytes: Vec::new() }
    }

    pub fn pack(self) -> io::Result<Rendered> {
        let sealed = OpenBody::new(&self.bytes)?.seal(b"")?;
        let Self { content_type, offer, .. } = self;
        Ok(Rendered { content_type, offer, gzip: sealed.gzip.into(), etag: sealed.etag })
    }
}

/// The same, packed. Its tag follows from its bytes, so that every process has the same tag for a page, and a new build
/// another.
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

impl Weighter<Made, Arc<Rendered>> for ByBytes {
    fn weight(&self, made: &Made, rendered: &Arc<Rendered>) -> u64 {
        let asked = if let View::Explorer(query) = &made.view { query.len() } else { 0 };
        let offer = rendered.offer.as_ref().map_or(0, String::len);
        (rendered.gzip.len() + offer + made.token.len() + made.of.len() + asked) as u64 + ENTRY_BYTES
    }
}

/// The right to render; held to the end of the rendering, even if no request waits for it any more.
pub type Turn = Option<OwnedSemaphorePermit>;

/// Why there is nothing to show.
#[derive(Debug, PartialEq, Eq)]
pub enum Missed<E> {
    /// No turn came in time.
    Busy,
    Failed(E),
}

/// So many renderings at once, and how long a request waits for its turn.
struct Turns {
    free: Arc<Semaphore>,
    wait_max: Duration,
}

impl Turns {
    fn new(at_once_max: usize, wait_max: Duration) -> Self {
        Self { free: Arc::new(Semaphore::new(at_once_max)), wait_max }
    }

    /// What is kept, or what `make` makes when its turn comes. The time to wait is that of one request, also where it waits
    /// for what another request makes.
    async fn get<K, V, W, E, F>(
        &self,
        kept: &Cache<K, V, W>,
        key: &K,
        make: impl FnOnce(Turn) -> F,
    ) -> Result<V, Missed<E>>
    where
        K: Hash + Eq + Clone,
        V: Clone,
        W: Weighter<K, V> + Clone,
        F: Future<Output = Result<V, E>>,
    {
        let deadline = Instant::now() + self.wait_max;
        let found = timeout_at(deadline, kept.get_value_or_guard_async(key)).await;
        let place = match found.map_err(|_| Missed::Busy)? {
            Ok(found) => return Ok(found),
            Err(place) => place,
        };
        let turn = timeout_at(deadline, Arc::clone(&self.free).acquire_owned()).await.map_err(|_| Missed::Busy)?;
        // Never closed, so that there is always a turn.
        let made = make(turn.ok()).await.map_err(Missed::Failed)?;
        // It is refused only if somebody took its place meanwhile.
        let _ = place.insert(made.clone());
        Ok(made)
    }
}

pub struct Renderings {
    kept: Cache<Made, Arc<Rendered>, ByBytes>,
    /// By the tag of the stored body.
    indexes: Cache<String, Arc<ExplorerIndex>>,
    turns: Turns,
    explorer_turns: Turns,
}

impl Renderings {
    /// With 0, no page is kept: only those who ask while it is being made share a rendering.
    pub fn new(bytes_max: u64) -> Self {
        let mut options = OptionsBuilder::new();
        // One part, because each part could hold only its own share of the bytes, and a large page none.
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

    /// What is kept, or what `render` makes when its turn comes; dropping the turn gives it back. If the request that
    /// renders fails or goes away, the next one that waits starts again.
    pub async fn get<E, F>(&self, made: &Made, render: impl FnOnce(Turn) -> F) -> Result<Arc<Rendered>, Missed<E>>
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

    /// What can be asked of the respondents in the body that has this tag.
    pub async fn index<E, F>(&self, of: &String, read: impl FnOnce(Turn) -> F) -> Result<Arc<ExplorerIndex>, Missed<E>>
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

    fn made(token: usize, view: View) -> Made {
        Made {
            token: token.to_string(),
            of: "W/\"1\"".to_owned(),
            are_respondents_hidden: false,
            people_version: 0,
            view,
        }
    }

    fn rendered(bytes: usize) -> Rendered {
        // Not packed, so that the figure is the weight.
        Rendered { content_type: "text/plain", offer: None, gzip: vec![0; bytes].into(), etag: String::new() }
    }

    async fn get(renderings: &Renderings, made: &Made, count: &AtomicUsize, bytes: usize) {
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
            let (renderings, count, page) = (Renderings::new(bytes_max), AtomicUsize::new(0), made(1, View::Page));
            join_all((0..100).map(|_| get(&renderings, &page, &count, 1000))).await;
            assert_eq!(count.load(Ordering::SeqCst), 1, "{bytes_max}");
            get(&renderings, &page, &count, 1000).await;
            assert_eq!(count.load(Ordering::SeqCst), later, "kept only where there is room");
        }
    }

    #[tokio::test]
    async fn no_more_is_kept_than_was_allowed_and_what_is_asked_for_often_stays() {
        let bytes_max = 1 << 20;
        let (renderings, count, loved) = (Renderings::new(bytes_max), AtomicUsize::new(0), made(0, View::Page));
        for n in 1..=1000 {
            get(&renderings, &loved, &AtomicUsize::new(0), 10_000).await;
            // Strangers can ask an explorer for as much as they can write into an address.
            get(&renderings, &made(n, View::Explorer("x".repeat(n * 30))), &count, 10_000).await;
            assert!(renderings.kept.weight() <= bytes_max, "{n}: {}", renderings.kept.weight());
        }
        get(&renderings, &loved, &count, 10_000).await;
        assert_eq!(count.load(Ordering::SeqCst), 1000, "the one that everybody reads was never let go of");
    }

    #[tokio::test]
    async fn a_page_too_large_to_keep_is_still_shown() {
        let (renderings, count, large) = (Renderings::new(1 << 20), AtomicUsize::new(0), made(1, View::Findings));
        join_all((0..10).map(|_| get(&renderings, &large, &count, 2 << 20))).await;
        assert_eq!((count.load(Ordering::SeqCst), renderings.kept.weight()), (1, 0));
    }

    #[tokio::test]
    async fn a_rendering_that_fails_is_tried_again_by_the_next() {
        let (renderings, count, page) = (Renderings::new(1 << 20), AtomicUsize::new(0), made(1, View::Page));
        let broken = renderings.get(&page, |_turn| async { Err("broken") }).await.err();
        assert_eq!(broken, Some(Missed::Failed("broken")));
        get(&renderings, &page, &count, 10).await;
        assert_eq!(count.load(Ordering::SeqCst), 1);
    }

    /// Holds its turn for ever.
    async fn stuck(turn: Turn) -> Result<Rendered, Infallible> {
        std::future::pending::<()>().await;
        drop(turn);
        Ok(rendered(0))
    }

    #[tokio::test(start_paused = true)]
    async fn explorers_that_take_for_ever_hold_up_no_page_and_are_waited_for_a_limited_time() {
        let (renderings, count) = (Renderings::new(1 << 20), AtomicUsize::new(0));
        let explored = |n: usize| made(1, View::Explorer(n.to_string()));
        let views: Vec<Made> = (0..64).map(|n| explored(n % 8)).collect();
        let crowd = join_all(views.iter().map(|view| renderings.get(view, stuck)));
        let others = async {
            get(&renderings, &made(1, View::Page), &count, 10).await;
            assert_eq!(count.load(Ordering::SeqCst), 1, "the page was rendered beside them");
            let begun = Instant::now();
            let busy = renderings.get(&explored(100), stuck).await.err();
            assert_eq!((busy, begun.elapsed()), (Some(Missed::Busy), EXPLORER_WAIT_MAX));
        };
        tokio::select! {
            biased;
            // The first one has its turn to the end.
            _ = crowd => panic!("the one whose turn it is has none"),
            () = others => {}
        }
    }
}
