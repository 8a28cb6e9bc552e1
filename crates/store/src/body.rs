//! The body of a finished report: JSON compressed once, stored, and served as it is.
//!
//! Its last figure, `credits_left`, is known only inside the transaction that settles the report, and nothing slow
//! belongs there. So the body is compressed up to that figure beforehand (`OpenBody`), and sealing it appends the
//! figure as one uncompressed deflate block: a few bytes, and still one ordinary gzip member.

use std::io::{self, Read};

use flate2::read::GzDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use sha2::{Digest, Sha256};

/// Magic, deflate, no flags, no time, default level, unknown system.
const GZIP_HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
/// A final deflate block that is stored, not compressed.
const FINAL_STORED_BLOCK: u8 = 0b001;
/// Fast enough for megabytes, within a tenth of the best size.
const COMPRESSION_LEVEL: u32 = 6;
const ETAG_HEX_BYTES: usize = 16;

/// A body whose tail is still to come.
#[derive(Clone)]
pub struct OpenBody {
    gzip: Vec<u8>,
    crc: crc32fast::Hasher,
    sha: Sha256,
    plain_bytes: usize,
}

/// A whole gzip member and its entity tag.
pub struct SealedBody {
    pub gzip: Vec<u8>,
    pub etag: String,
}

impl OpenBody {
    pub fn new(head: &[u8]) -> io::Result<Self> {
        let mut gzip = GZIP_HEADER.to_vec();
        deflate_to_byte_boundary(head, &mut gzip)?;
        let mut crc = crc32fast::Hasher::new();
        crc.update(head);
        let mut sha = Sha256::new();
        sha.update(head);
        Ok(Self { gzip, crc, sha, plain_bytes: head.len() })
    }

    /// Appends `tail`, at most 64 KiB less one, and closes the member.
    pub fn seal(mut self, tail: &[u8]) -> io::Result<SealedBody> {
        let length = u16::try_from(tail.len()).map_err(|_| io::Error::other("the tail of a body is too long"))?;
        self.crc.update(tail);
        self.sha.update(tail);
        self.gzip.push(FINAL_STORED_BLOCK);
        self.gzip.extend(length.to_le_bytes());
        self.gzip.extend((!length).to_le_bytes());
        self.gzip.extend(tail);
        let plain_bytes = self.plain_bytes + tail.len();
        self.gzip.extend(self.crc.finalize().to_le_bytes());
        // The format keeps the length modulo 2^32.
        self.gzip.extend((plain_bytes as u32).to_le_bytes());
        Ok(SealedBody { gzip: self.gzip, etag: etag(&self.sha.finalize()) })
    }
}

/// The same body with another address of its public page, and the entity tag that goes with it.
pub fn with_report_url(gzip: &[u8], report_url: &str) -> io::Result<SealedBody> {
    let plain = unpack(gzip)?;
    // Quotes inside a text are escaped, so this can only be the field itself.
    let field = br#""report_url":"#;
    let begins = plain.windows(field.len()).position(|window| window == field);
    let begins = begins.ok_or_else(|| io::Error::other("the body names no report_url"))? + field.len();
    let mut old = serde_json::Deserializer::from_slice(&plain[begins..]).into_iter::<String>();
    old.next().transpose()?;
    let (head, rest) = (&plain[..begins], &plain[begins + old.byte_offset()..]);
    let (middle, tail) = rest.split_at(rest.len().saturating_sub(1));
    OpenBody::new(&[head, serde_json::to_string(report_url)?.as_bytes(), middle].concat())?.seal(tail)
}

/// The plain bytes of a sealed body.
pub fn unpack(gzip: &[u8]) -> io::Result<Vec<u8>> {
    let mut plain = Vec::with_capacity(gzip.len() * 6);
    GzDecoder::new(gzip).read_to_end(&mut plain)?;
    Ok(plain)
}

/// Stored JSON that can't be read. The error says where, but never quotes the text: it is a client's words, and errors
/// end in a log.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("stored JSON can't be read: {what} at line {line}, column {column}")]
pub struct UnreadableJson {
    what: &'static str,
    line: usize,
    column: usize,
}

impl From<serde_json::Error> for UnreadableJson {
    fn from(error: serde_json::Error) -> Self {
        let what = match error.classify() {
            Category::Io | Category::Eof => "it breaks off",
            Category::Syntax => "it is no JSON",
            Category::Data => "something else was expected",
        };
        Self { what, line: error.line(), column: error.column() }
    }
}

/// Reads JSON that a client or a model had a part in.
pub fn read_json<T: DeserializeOwned>(json: &[u8]) -> Result<T, UnreadableJson> {
    Ok(serde_json::from_slice(json)?)
}

/// Weak, because the same tag names the gzip, the zstd and the plain form.
fn etag(sha: &[u8]) -> String {
    let hex: String = sha.iter().take(ETAG_HEX_BYTES).map(|byte| format!("{byte:02x}")).collect();
    format!("W/\"{hex}\"")
}

fn deflate_to_byte_boundary(head: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
    let mut deflate = Compress::new(Compression::new(COMPRESSION_LEVEL), false);
    out.reserve(head.len() / 4 + 1024);
    loop {
        let consumed = usize::try_from(deflate.total_in()).map_err(io::Error::other)?;
        let status = deflate.compress_vec(&head[consumed..], out, FlushCompress::Sync).map_err(io::Error::other)?;
        let all_in = deflate.total_in() == head.len() as u64;
        // Spare room after a flush means that the flush is complete.
        if all_in && out.len() < out.capacity() {
            return Ok(());
        }
        if status == Status::StreamEnd {
            return Err(io::Error::other("the deflate stream ended early"));
        }
        out.reserve(out.len().max(1024));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_sealed_body_unpacks_to_head_and_tail(head in prop::collection::vec(any::<u8>(), 0..20_000), tail in prop::collection::vec(any::<u8>(), 0..40)) {
            let sealed = OpenBody::new(&head).unwrap().seal(&tail).unwrap();
            prop_assert_eq!(unpack(&sealed.gzip).unwrap(), [head, tail].concat());
        }
    }

    #[test]
    fn bodies_that_differ_in_the_tail_have_different_tags() {
        let tag = |tail: &[u8]| OpenBody::new(b"head").unwrap().seal(tail).unwrap().etag;
        assert_ne!(tag(b"1}}"), tag(b"2}}"));
        assert_eq!(tag(b"1}}"), tag(b"1}}"));
    }

    #[test]
    fn only_the_address_of_a_body_is_replaced() {
        let body =
            |url: &str| format!(r#"{{"result":{{"title":"say \"report_url\":\"x\"","report_url":"{url}","left":7}}}}"#);
        let sealed = OpenBody::new(body("https://a/r/old").as_bytes()).unwrap().seal(b"").unwrap();
        let moved = with_report_url(&sealed.gzip, "https://a/r/new").unwrap();
        assert_eq!(unpack(&moved.gzip).unwrap(), body("https://a/r/new").as_bytes());
        assert_ne!(moved.etag, sealed.etag);
    }

    #[test]
    fn what_stands_in_json_that_can_t_be_read_is_not_repeated() {
        for json in [r#"{"kind": "secret"}"#, r#""secret""#, r#"["secret""#, "secret", "[1, \"secret\"]"] {
            let error = read_json::<Vec<u32>>(json.as_bytes()).unwrap_err();
            let shown = format!("{error} {error:?}");
            assert!(!shown.contains("secret") && shown.contains("line 1"), "{shown}");
        }
    }

    #[test]
    fn text_shrinks() {
        let head = "the same words again and again ".repeat(1000);
        assert!(OpenBody::new(head.as_bytes()).unwrap().seal(b"!").unwrap().gzip.len() < head.len() / 20);
    }
}
