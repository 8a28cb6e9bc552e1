//! Checks that a file is a complete GGUF file: parses its header and verifies that the last tensor ends inside the
//! file. Only a few short metadata values are kept; llama.cpp reads the model itself.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use super::ModelError;

const MAGIC: [u8; 4] = *b"GGUF";
const VERSIONS: std::ops::RangeInclusive<u32> = 2..=3;
const ALIGNMENT_KEY: &[u8] = b"general.alignment";
const ALIGNMENT_DEFAULT: u32 = 32;
pub const KIND_KEY: &str = "general.type";
pub const NAME_KEY: &str = "general.name";
/// SHA-256 of the model that an adapter was trained on, and of the prompts that it was trained with.
pub const BASE_KEY: &str = "canvass.base.sha256";
pub const PROMPTS_KEY: &str = "canvass.prompts.sha256";
const FACT_KEYS: [&[u8]; 4] = [KIND_KEY.as_bytes(), NAME_KEY.as_bytes(), BASE_KEY.as_bytes(), PROMPTS_KEY.as_bytes()];
/// Ends of the keys of architecture figures (`llama.block_count`), from which the memory of a context follows.
pub const LAYERS_KEY: &str = ".block_count";
pub const CONTEXT_KEY: &str = ".context_length";
pub const WIDTH_KEY: &str = ".embedding_length";
pub const HEADS_KEY: &str = ".attention.head_count";
pub const KV_HEADS_KEY: &str = ".attention.head_count_kv";
pub const KEY_WIDTH_KEY: &str = ".attention.key_length";
pub const VALUE_WIDTH_KEY: &str = ".attention.value_length";
const FIGURE_KEYS: [&str; 7] =
    [LAYERS_KEY, CONTEXT_KEY, WIDTH_KEY, HEADS_KEY, KV_HEADS_KEY, KEY_WIDTH_KEY, VALUE_WIDTH_KEY];
/// Longest key or name. A longer one means damage, and must not be read into memory.
const NAME_BYTES_MAX: u64 = 1024;
const DIMENSIONS_MAX: u32 = 8;
const NESTING_MAX: u32 = 4;

const VALUE_UINT32: u32 = 4;
const VALUE_STRING: u32 = 8;
const VALUE_ARRAY: u32 = 9;

#[derive(Debug, thiserror::Error)]
pub enum GgufFault {
    #[error("not the format")]
    NotGguf,
    #[error("version {0}")]
    UnknownVersion(u32),
    #[error("cut off")]
    Cut,
    #[error("{0}")]
    Damaged(&'static str),
    #[error(transparent)]
    Io(io::Error),
}

impl GgufFault {
    pub fn of(self, path: &Path) -> ModelError {
        let path = path.to_owned();
        match self {
            Self::NotGguf => ModelError::NotGguf { path },
            Self::UnknownVersion(version) => ModelError::UnknownVersion { path, version },
            Self::Cut => ModelError::Cut { path },
            Self::Damaged(what) => ModelError::Damaged { path, what },
            Self::Io(source) => ModelError::Unreadable { path, source },
        }
    }
}

impl From<io::Error> for GgufFault {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof { Self::Cut } else { Self::Io(error) }
    }
}

/// Short metadata values of a file, by key; figures of the architecture by the end of their key.
pub type Facts = BTreeMap<String, String>;

pub fn check(path: &Path) -> Result<Facts, GgufFault> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut header = Header { reader: BufReader::with_capacity(1 << 16, file), at: 0, length };
    if header.take().ok() != Some(MAGIC) {
        return Err(GgufFault::NotGguf);
    }
    let version = header.u32()?;
    if !VERSIONS.contains(&version) {
        return Err(GgufFault::UnknownVersion(version));
    }
    let (tensors, pairs) = (header.u64()?, header.u64()?);
    if tensors == 0 {
        return Err(GgufFault::Damaged("it holds no weights"));
    }
    let (alignment, facts) = header.pairs(pairs)?;
    let mut data_bytes = 0;
    for _ in 0..tensors {
        data_bytes = data_bytes.max(header.tensor_end()?);
    }
    let end = header.at.checked_next_multiple_of(alignment).and_then(|begin| begin.checked_add(data_bytes));
    if end.is_some_and(|end| end <= length) { Ok(facts) } else { Err(GgufFault::Cut) }
}

struct Header {
    reader: BufReader<File>,
    at: u64,
    length: u64,
}

impl Header {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], GgufFault> {
        let mut bytes = [0; N];
        self.reader.read_exact(&mut bytes)?;
        self.at += N as u64;
        Ok(bytes)
    }

    fn u32(&mut self) -> Result<u32, GgufFault> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, GgufFault> {
        self.take().map(u64::from_le_bytes)
    }

    fn skip(&mut self, bytes: u64) -> Result<(), GgufFault> {
        self.at = self.at.checked_add(bytes).filter(|&at| at <= self.length).ok_or(GgufFault::Cut)?;
        let bytes = i64::try_from(bytes).map_err(|_| GgufFault::Cut)?;
        Ok(self.reader.seek_relative(bytes)?)
    }

    fn skip_text(&mut self) -> Result<(), GgufFault> {
        let bytes = self.u64()?;
        self.skip(bytes)
    }

    fn name(&mut self) -> Result<Vec<u8>, GgufFault> {
        let bytes = self.u64()?;
        if bytes > NAME_BYTES_MAX {
            return Err(GgufFault::Damaged("a name in it is too long"));
        }
        let mut name = vec![0; bytes as usize];
        self.reader.read_exact(&mut name)?;
        self.at += bytes;
        Ok(name)
    }

    /// Skips the metadata; returns the alignment of the tensor data and the values of `FACT_KEYS` and `FIGURE_KEYS`.
    fn pairs(&mut self, pairs: u64) -> Result<(u64, Facts), GgufFault> {
        let (mut alignment, mut facts) = (ALIGNMENT_DEFAULT, Facts::new());
        for _ in 0..pairs {
            let key = self.name()?;
            match self.u32()? {
                VALUE_UINT32 if key == ALIGNMENT_KEY => alignment = self.u32()?,
                VALUE_UINT32 => {
                    let value = self.u32()?;
                    if let Some(figure) = figure_of(&key) {
                        facts.insert(figure.to_owned(), value.to_string());
                    }
                }
                VALUE_STRING if FACT_KEYS.contains(&key.as_slice()) => {
                    let text = self.name()?;
                    facts.insert(lossy(&key), lossy(&text));
                }
                kind => self.skip_value(kind, 0)?,
            }
        }
        if alignment == 0 { Err(GgufFault::Damaged("its alignment is 0")) } else { Ok((u64::from(alignment), facts)) }
    }

    fn skip_value(&mut self, kind: u32, depth: u32) -> Result<(), GgufFault> {
        match kind {
            VALUE_STRING => self.skip_text(),
            VALUE_ARRAY if depth < NESTING_MAX => {
                let (kind, count) = (self.u32()?, self.u64()?);
                match value_bytes(kind) {
                    Some(bytes) => self.skip(count.checked_mul(bytes).ok_or(GgufFault::Cut)?),
                    None => (0..count).try_for_each(|_| self.skip_value(kind, depth + 1)),
                }
            }
            scalar => self.skip(value_bytes(scalar).ok_or(GgufFault::Damaged("it holds a value of no known kind"))?),
        }
    }

    /// Returns the end of a tensor, as an offset from the start of the data.
    fn tensor_end(&mut self) -> Result<u64, GgufFault> {
        self.name()?;
        let dimensions = self.u32()?;
        if dimensions > DIMENSIONS_MAX {
            return Err(GgufFault::Damaged("a tensor in it has too many dimensions"));
        }
        let mut elements = Some(1_u64);
        for _ in 0..dimensions {
            let size = self.u64()?;
            elements = elements.and_then(|elements| elements.checked_mul(size));
        }
        let (kind, offset) = (self.u32()?, self.u64()?);
        let (per_block, block_bytes) = block(kind);
        let bytes = elements.and_then(|elements| elements.div_ceil(per_block).checked_mul(block_bytes));
        bytes
            .and_then(|bytes| bytes.checked_add(offset))
            .ok_or(GgufFault::Damaged("a tensor in it is impossibly large"))
    }
}

/// Returns the figure that a key such as `llama.block_count` gives.
fn figure_of(key: &[u8]) -> Option<&'static str> {
    let dot = key.iter().position(|&byte| byte == b'.')?;
    FIGURE_KEYS.into_iter().find(|figure| figure.as_bytes() == &key[dot..])
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the size in bytes of a value whose type has a fixed size.
fn value_bytes(kind: u32) -> Option<u64> {
    match kind {
        0 | 1 | 7 => Some(1),
        2 | 3 => Some(2),
        4..=6 => Some(4),
        10..=12 => Some(8),
        _ => None,
    }
}

/// Returns the elements and bytes of one block of a tensor, by ggml type. A type newer than this table counts as
/// empty, so only its start is checked.
fn block(kind: u32) -> (u64, u64) {
    match kind {
        0 | 26 => (1, 4),      // F32, I32
        1 | 25 | 30 => (1, 2), // F16, I16, BF16
        24 => (1, 1),          // I8
        27 | 28 => (1, 8),     // I64, F64
        2 | 20 => (32, 18),    // Q4_0, IQ4_NL
        3 => (32, 20),         // Q4_1
        6 => (32, 22),         // Q5_0
        7 => (32, 24),         // Q5_1
        8 => (32, 34),         // Q8_0
        9 => (32, 36),         // Q8_1
        39 => (32, 17),        // MXFP4
        10 => (256, 84),       // Q2_K
        11 | 21 => (256, 110), // Q3_K, IQ3_S
        12 => (256, 144),      // Q4_K
        13 => (256, 176),      // Q5_K
        14 => (256, 210),      // Q6_K
        15 => (256, 292),      // Q8_K
        16 | 35 => (256, 66),  // IQ2_XXS, TQ2_0
        17 => (256, 74),       // IQ2_XS
        18 => (256, 98),       // IQ3_XXS
        19 => (256, 50),       // IQ1_S
        22 => (256, 82),       // IQ2_S
        23 => (256, 136),      // IQ4_XS
        29 => (256, 56),       // IQ1_M
        34 => (256, 54),       // TQ1_0
        _ => (1, 0),
    }
}
