//! Tests of pulling from several sources, played on loopback: whatever a source does, the file in place is the one with
//! the expected SHA-256, or there is none.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::loopback::{Act, Server, TOKEN, network, network_with_window};
use super::tiny_gguf;
use crate::*;

/// The only time that a test waits for: until a silent server is given up.
const MINIMUM_SPEED: Duration = Duration::from_secs(2);

/// A catalogue's model with these sources.
fn model_from(sources: &[String]) -> ModelChoice {
    let model = tiny_gguf();
    let text = format!(
        "[[model]]\nname = \"tiny\"\nfile = \"tiny.gguf\"\nbytes = {}\nsha256 = \"{}\"\nlicence = \"MIT\"\n\
         languages = [\"en\"]\nparameters = \"8\"\nmemory_mb = 1\ndefault = true\nsources = {sources:?}\n",
        model.len(),
        sha256(&model),
    );
    ModelChoice::Catalogued(Catalogue::parse(&text, "test").unwrap().default_model().clone())
}

fn sha256(bytes: &[u8]) -> String {
    fingerprint::hash(bytes).unwrap()
}

/// A file of the model's size with other content.
fn other_model() -> Vec<u8> {
    let mut other = tiny_gguf();
    *other.last_mut().unwrap() ^= 1;
    other
}

fn file_at(server: &Server) -> String {
    format!("{}/files/tiny.gguf", server.address)
}

/// Pulls, and returns the outcome with each source that was tried and the failure before it.
async fn pulled(
    choice: &ModelChoice,
    folder: &Path,
    network: &Network,
) -> (Result<Pulled, ModelError>, Vec<(String, Option<String>)>) {
    let tried = Arc::new(Mutex::new(Vec::new()));
    let note = Arc::clone(&tried);
    let watch = move |event| {
        if let PullEvent::Trying { source, failed } = event {
            note.lock().unwrap().push((source, failed));
        }
    };
    let outcome = pull(choice, folder, network, Arc::new(watch)).await;
    let tried = tried.lock().unwrap().clone();
    (outcome, tried)
}

/// Asserts that the pull succeeds and leaves the model alone.
async fn succeeds(choice: &ModelChoice, folder: &Path, network: &Network) -> Vec<(String, Option<String>)> {
    let (outcome, tried) = pulled(choice, folder, network).await;
    let pulled = outcome.unwrap();
    assert_eq!(std::fs::read(&pulled.file.path).unwrap(), tiny_gguf());
    assert_eq!(pulled.source.as_ref(), tried.last().map(|(source, _)| source));
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(names.into_iter().all(|name| name.starts_with('.') || name.ends_with(".gguf")), "something is left");
    tried
}

/// A pull from a source that acts this way and then from a sound one. Returns the failure that is told, and what the
/// sound source was asked.
async fn failure_of(acts: Vec<Act>, window: Duration) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let (bad, sound) = (Server::start(acts), Server::start(vec![Act::Serve(tiny_gguf())]));
    let choice = model_from(&[file_at(&bad), file_at(&sound)]);
    let tried = succeeds(&choice, folder.path(), &network_with_window("http://127.0.0.1:9", None, window)).await;
    assert_eq!(tried.len(), 2, "{tried:?}");
    assert_eq!((&tried[0], &tried[1].0), (&(file_at(&bad), None), &file_at(&sound)));
    (tried[1].1.clone().unwrap(), sound.heads().remove(0))
}

#[tokio::test]
async fn a_file_that_moved_is_followed_and_the_token_stays_with_the_hub() {
    let folder = tempfile::tempdir().unwrap();
    let store = Server::start(vec![Act::Serve(tiny_gguf())]);
    let hub = Server::start(vec![
        Act::Moved("/moved/here".to_owned(), String::new()),
        Act::Moved(file_at(&store), sha256(&tiny_gguf())),
    ]);
    let choice = model_from(&["hf:me/models@v1/x.gguf".to_owned()]);
    succeeds(&choice, folder.path(), &network(&hub.address, None)).await;
    let asked = hub.heads();
    assert!(asked[0].starts_with("get /me/models/resolve/v1/x.gguf "), "{asked:?}");
    assert!(asked.len() == 2 && asked.iter().all(|head| head.contains(TOKEN)), "{asked:?}");
    assert!(store.requests() == 1 && !store.heads()[0].contains("authorization"), "{:?}", store.heads());
}

#[tokio::test]
async fn the_token_does_not_come_back_with_a_redirect_from_another_server() {
    let folder = tempfile::tempdir().unwrap();
    let hub = Server::start(vec![Act::Serve(tiny_gguf())]);
    let stranger = Server::start(vec![Act::Moved(format!("{}/x", hub.address), String::new())]);
    let choice = model_from(&[file_at(&stranger)]);
    succeeds(&choice, folder.path(), &network(&hub.address, None)).await;
    assert!(hub.requests() == 1 && !hub.heads()[0].contains(TOKEN) && !stranger.heads()[0].contains(TOKEN));
}

#[tokio::test]
async fn redirects_without_end_are_given_up() {
    let (failure, _) = failure_of(vec![Act::Moved("/again".to_owned(), String::new())], Duration::from_secs(60)).await;
    assert!(failure.contains("redirects without end"), "{failure}");
}

#[tokio::test]
async fn a_connection_that_ends_early_is_resumed_where_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(vec![Act::Cut(tiny_gguf(), 50), Act::Cut(tiny_gguf(), 7), Act::Serve(tiny_gguf())]);
    let tried = succeeds(&model_from(&[file_at(&server)]), folder.path(), &network(&server.address, None)).await;
    assert_eq!(tried.len(), 1);
    let asked = server.heads();
    assert!(!asked[0].contains("range:"), "{asked:?}");
    assert!(asked[1].contains("range: bytes=50-") && asked[2].contains("range: bytes=57-"), "{asked:?}");
}

#[tokio::test]
async fn a_server_that_knows_no_ranges_sends_the_file_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(vec![Act::Cut(tiny_gguf(), 50), Act::ServeAll(tiny_gguf())]);
    succeeds(&model_from(&[file_at(&server)]), folder.path(), &network(&server.address, None)).await;
    assert_eq!(server.requests(), 2);
}

#[tokio::test]
async fn what_a_failed_pull_kept_is_resumed_by_the_next_one() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(vec![Act::Cut(tiny_gguf(), 50), Act::Status(503), Act::Serve(tiny_gguf())]);
    let (choice, network) = (model_from(&[file_at(&server)]), network(&server.address, None));
    let failed = pulled(&choice, folder.path(), &network).await.0.unwrap_err().to_string();
    assert!(failed.contains("status 503") && !choice.path_in(folder.path()).exists(), "{failed}");
    succeeds(&choice, folder.path(), &network).await;
    assert!(server.heads()[2].contains("range: bytes=50-"), "{:?}", server.heads());
}

#[tokio::test]
async fn kept_bytes_of_another_file_cost_one_more_download() {
    let folder = tempfile::tempdir().unwrap();
    let partial = folder.path().join("tiny.gguf.partial");
    let server = Server::start(vec![Act::Serve(tiny_gguf())]);
    for kept in [vec![1; 50], vec![1; tiny_gguf().len()], vec![1; 5000]] {
        std::fs::create_dir(&partial).unwrap();
        std::fs::write(partial.join("download"), kept).unwrap();
        succeeds(&model_from(&[file_at(&server)]), folder.path(), &network(&server.address, None)).await;
        std::fs::remove_file(folder.path().join("tiny.gguf")).unwrap();
    }
    assert!(!server.heads().last().unwrap().contains("range:"), "{:?}", server.heads());
}

#[tokio::test]
async fn a_file_with_another_hash_is_deleted_and_the_next_source_tried_from_the_beginning() {
    let (failure, asked) = failure_of(vec![Act::Serve(other_model())], Duration::from_secs(60)).await;
    assert!(failure.contains("differs (SHA-256)"), "{failure}");
    assert!(!asked.contains("range:"), "{asked}");
}

#[tokio::test]
async fn a_file_of_another_size_is_not_even_downloaded() {
    let (failure, _) = failure_of(vec![Act::Serve(vec![0; 1000])], Duration::from_secs(60)).await;
    assert!(failure.contains("1000 bytes instead of"), "{failure}");
}

#[tokio::test]
async fn a_source_that_is_gone_refuses_or_fails_is_followed_by_the_next() {
    for (status, words) in
        [(404, "does not have it"), (410, "does not have it"), (403, "refuses it"), (500, "status 500")]
    {
        let (failure, _) = failure_of(vec![Act::Status(status)], Duration::from_secs(60)).await;
        assert!(failure.contains(words), "{failure}");
    }
}

#[tokio::test]
async fn a_source_that_is_silent_is_followed_by_the_next() {
    let (failure, asked) = failure_of(vec![Act::Silent], MINIMUM_SPEED).await;
    assert!(failure.contains("within 2 seconds") && !asked.contains("range:"), "{failure}");
}

#[tokio::test]
async fn a_source_that_stalls_is_followed_by_the_next_which_sends_the_rest() {
    let (failure, asked) = failure_of(vec![Act::Stall(tiny_gguf(), 60)], MINIMUM_SPEED).await;
    assert!(failure.contains("within 2 seconds") && asked.contains("range: bytes=60-"), "{failure}: {asked}");
}

#[tokio::test]
async fn the_operators_mirror_is_asked_first_and_without_the_token() {
    let folder = tempfile::tempdir().unwrap();
    let (mirror, hub) = (Server::start(vec![Act::Serve(tiny_gguf())]), Server::start(vec![Act::Status(500)]));
    let network = network(&hub.address, Some(&format!("{}/my models/", mirror.address)));
    let tried = succeeds(&model_from(&["hf:me/models/x.gguf".to_owned()]), folder.path(), &network).await;
    assert_eq!((tried.len(), hub.requests()), (1, 0));
    let asked = mirror.heads().remove(0);
    assert!(asked.starts_with("get /my%20models/tiny.gguf ") && !asked.contains(TOKEN), "{asked}");
}

#[tokio::test]
async fn when_no_source_has_the_model_the_error_names_the_failure_of_each() {
    let folder = tempfile::tempdir().unwrap();
    let (gone, wrong) = (Server::start(vec![Act::Status(404)]), Server::start(vec![Act::Serve(other_model())]));
    let choice = model_from(&[file_at(&gone), "hf:me/models/x.gguf".to_owned()]);
    let (outcome, _) = pulled(&choice, folder.path(), &network(&wrong.address, None)).await;
    let error = outcome.unwrap_err().to_string();
    for words in [&file_at(&gone), "does not have it", "hf:me/models/x.gguf", "differs (SHA-256)", "canvass model pull"]
    {
        assert!(error.contains(words), "no {words:?} in {error}");
    }
    assert!(!choice.path_in(folder.path()).exists());
}

#[tokio::test]
async fn a_fault_of_this_machine_is_not_put_down_to_the_source() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(vec![Act::Serve(tiny_gguf())]);
    let partial = folder.path().join("tiny.gguf.partial");
    std::fs::create_dir(&partial).unwrap();
    std::os::unix::fs::symlink(folder.path().join("elsewhere"), partial.join("download")).unwrap();
    let choice = model_from(&[file_at(&server), file_at(&server)]);
    let (outcome, tried) = pulled(&choice, folder.path(), &network(&server.address, None)).await;
    assert!(outcome.unwrap_err().to_string().contains("it is a link") && tried.len() == 1);
    assert_eq!(server.requests(), 0);
}

#[tokio::test]
async fn a_file_of_the_hub_that_no_catalogue_lists_must_have_the_hash_that_the_hub_states() {
    let folder = tempfile::tempdir().unwrap();
    let choice = ModelChoice::HuggingFace(HubFile::parse("me/models/x.gguf").unwrap());
    let store = Server::start(vec![Act::Serve(tiny_gguf())]);
    let hub = Server::start(vec![
        Act::Moved(file_at(&store), sha256(&other_model())),
        Act::Moved(file_at(&store), sha256(&tiny_gguf())),
    ]);
    let network = network(&hub.address, None);
    let error = pulled(&choice, folder.path(), &network).await.0.unwrap_err().to_string();
    assert!(error.contains("hf:me/models/x.gguf") && error.contains("differs (SHA-256)"), "{error}");
    assert!(!choice.path_in(folder.path()).exists());
    succeeds(&choice, folder.path(), &network).await;
}

#[tokio::test]
async fn a_file_of_the_hub_is_resumed_only_where_its_hash_can_be_checked() {
    let folder = tempfile::tempdir().unwrap();
    let choice = ModelChoice::HuggingFace(HubFile::parse("me/models/x.gguf").unwrap());
    let partial = folder.path().join("hf--me--models--x.gguf.partial");
    std::fs::create_dir(&partial).unwrap();
    // The beginning of another file that is a model, too.
    std::fs::write(partial.join("download"), other_model()).unwrap();
    let hub = Server::start(vec![Act::Serve(tiny_gguf())]);
    succeeds(&choice, folder.path(), &network(&hub.address, None)).await;
    let asked = hub.heads();
    assert!(asked.len() == 2 && asked[0].contains("range:") && !asked[1].contains("range:"), "{asked:?}");
}
