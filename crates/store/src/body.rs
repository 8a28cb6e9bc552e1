//! The body of a finished report: JSON compressed once, stored, and served as it is.
//!
//! The balance after settlement, `credits_left`, is known only inside the transaction that settles the report, and
//! compressing the body there would hold the transaction open. So the body is compressed beforehand up to that value
//! ([`OpenBody`]). Sealing the body appends the value and what follows it as uncompressed deflate blocks, which gives one
//! ordinary gzip member. These blocks are a few bytes if the value is near the end of the body.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::ops::Range;

use flate2::read::GzDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

/// Magic, deflate, no flags, no time, default level, unknown system.
const GZIP_HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
/// First byte of a deflate block that is stored and not compressed; the lowest bit marks the last block.
const STORED_BLOCK: u8 = 0b000;
const FINAL_STORED_BLOCK: u8 = 0b001;
/// Fast enough for megabytes, and within 10 % of the best size.
const COMPRESSION_LEVEL: u32 = 6;
const ETAG_HEX_BYTES: usize = 16;

/// The body of a completed report that lacks its balance after settlement.
#[derive(Clone)]
pub struct OpenBody {
    gzip: Vec<u8>,
    crc: crc32fast::Hasher,
    sha: Sha256,
    plain_bytes: usize,
    /// What follows the value.
    tail: Vec<u8>,
}

/// A complete gzip member and its entity tag.
pub struct SealedBody {
    pub gzip: Vec<u8>,
    pub etag: String,
}

impl OpenBody {
    /// Compresses the JSON of a completed report without the value of `result.credits_left`.
    pub fn without_credits_left(json: &[u8]) -> io::Result<Self> {
        let value = value_of(json, ["result", "credits_left"])?;
        Self::new(&json[..value.start], json[value.end..].to_vec())
    }

    fn new(head: &[u8], tail: Vec<u8>) -> io::Result<Self> {
        let mut gzip = GZIP_HEADER.to_vec();
        deflate_to_byte_boundary(head, &mut gzip)?;
        let mut crc = crc32fast::Hasher::new();
        crc.update(head);
        let mut sha = Sha256::new();
        sha.update(head);
        Ok(Self { gzip, crc, sha, plain_bytes: head.len(), tail })
    }

    /// Adds the balance after settlement.
    pub fn seal(self, credits_left: i64) -> SealedBody {
        self.close(credits_left.to_string().as_bytes())
    }

    /// Appends the missing value and what follows it, and closes the gzip member.
    fn close(mut self, value: &[u8]) -> SealedBody {
        let rest = [value, &self.tail].concat();
        self.crc.update(&rest);
        self.sha.update(&rest);
        let mut remaining = rest.as_slice();
        loop {
            let length = u16::try_from(remaining.len()).unwrap_or(u16::MAX);
            let (block, others) = remaining.split_at(usize::from(length));
            self.gzip.push(if others.is_empty() { FINAL_STORED_BLOCK } else { STORED_BLOCK });
            self.gzip.extend(length.to_le_bytes());
            self.gzip.extend((!length).to_le_bytes());
            self.gzip.extend(block);
            remaining = others;
            if remaining.is_empty() {
                break;
            }
        }
        let plain_bytes = self.plain_bytes + rest.len();
        self.gzip.extend(self.crc.finalize().to_le_bytes());
        // The format keeps the length modulo 2^32.
        self.gzip.extend((plain_bytes as u32).to_le_bytes());
        SealedBody { gzip: self.gzip, etag: etag(&self.sha.finalize()) }
    }
}

/// Compresses a complete body.
pub fn pack(plain: &[u8]) -> io::Result<SealedBody> {
    Ok(OpenBody::new(plain, Vec::new())?.close(b""))
}

/// Replaces `result.report_url`, the address of the public page.
pub fn with_report_url(gzip: &[u8], report_url: &str) -> io::Result<SealedBody> {
    let plain = unpack(gzip)?;
    let old = value_of(&plain, ["result", "report_url"])?;
    let new = serde_json::to_string(report_url)?;
    pack(&[&plain[..old.start], new.as_bytes(), &plain[old.end..]].concat())
}

/// Finds the value at a path of field names. A name alone is ambiguous, because a client's options are field names too.
fn value_of<const DEPTH: usize>(json: &[u8], path: [&str; DEPTH]) -> io::Result<Range<usize>> {
    let mut found = 0..json.len();
    for name in path {
        let fields: BTreeMap<Cow<'_, str>, &RawValue> = serde_json::from_slice(&json[found])?;
        let value = fields.get(name).ok_or_else(|| io::Error::other(format!("the body has no {name}")))?.get();
        let begins = value.as_ptr().addr() - json.as_ptr().addr();
        found = begins..begins + value.len();
    }
    Ok(found)
}

/// Decompresses a sealed body.
pub fn unpack(gzip: &[u8]) -> io::Result<Vec<u8>> {
    let mut plain = Vec::with_capacity(gzip.len() * 6);
    GzDecoder::new(gzip).read_to_end(&mut plain)?;
    Ok(plain)
}

/// Stored JSON that can't be parsed. The error names the position and never quotes the text, which is a client's and
/// would end up in a log.
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

/// Parses JSON that contains text of a client or a model.
pub fn read_json<T: DeserializeOwned>(json: &[u8]) -> Result<T, UnreadableJson> {
    Ok(serde_json::from_slice(json)?)
}

/// Returns a weak entity tag: it names the gzip, the zstd and the plain form alike.
fn etag(sha: &[u8]) -> String {
    format!("W/\"{}\"", foundation::hex(&sha[..ETAG_HEX_BYTES]))
}

fn deflate_to_byte_boundary(head: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
    let mut deflate = Compress::new(Compression::new(COMPRESSION_LEVEL), false);
    out.reserve(head.len() / 4 + 1024);
    loop {
        let consumed = usize::try_from(deflate.total_in()).map_err(io::Error::other)?;
        let status = deflate.compress_vec(&head[consumed..], out, FlushCompress::Sync).map_err(io::Error::other)?;
        let all_in = deflate.total_in() == head.len() as u64;
        // Spare capacity after a flush means that the flush is complete.
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
    use serde_json::json;

    use super::*;

    proptest! {
        #[test]
        fn a_body_is_sealed_wherever_the_balance_stands(before in ".{0,900}", after in ".{0,90}", more in 0..2_000usize, left in any::<i64>()) {
            let after = after.repeat(more);
            let json = |left: i64| json!({ "result": { "a": before, "credits_left": left, "z": after } }).to_string();
            let sealed = OpenBody::without_credits_left(json(0).as_bytes()).unwrap().seal(left);
            prop_assert_eq!(unpack(&sealed.gzip).unwrap(), json(left).into_bytes());
        }
    }

    #[test]
    fn an_option_may_have_the_name_of_a_field() {
        let json = |left: i64, url: &str| {
            let shares = json!({ "credits_left": 0.5, "report_url": 0.5 });
            json!({ "result": { "a": shares, "credits_left": left, "report_url": url, "z": shares } }).to_string()
        };
        let sealed = OpenBody::without_credits_left(json(0, "old").as_bytes()).unwrap().seal(7);
        assert_eq!(unpack(&sealed.gzip).unwrap(), json(7, "old").as_bytes());
        let moved = with_report_url(&sealed.gzip, "new").unwrap();
        assert_eq!(unpack(&moved.gzip).unwrap(), json(7, "new").as_bytes());
        assert!(OpenBody::without_credits_left(br#"{"result":{"a":{"credits_left":1}}}"#).is_err());
    }

    #[test]
    fn bodies_that_differ_in_the_balance_have_different_tags() {
        let tag = |left| OpenBody::without_credits_left(br#"{"result":{"credits_left":0}}"#).unwrap().seal(left).etag;
        assert_ne!(tag(1), tag(2));
        assert_eq!(tag(1), tag(1));
    }

    #[test]
    fn only_the_address_of_a_body_is_replaced() {
        let body =
            |url: &str| format!(r#"{{"result":{{"title":"say \"report_url\":\"x\"","report_url":"{url}","left":7}}}}"#);
        let sealed = pack(body("https://a/r/old").as_bytes()).unwrap();
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
    fn repetitive_text_is_packed_to_a_twentieth() {
        let head = "the same words again and again ".repeat(1000);
        assert!(pack(head.as_bytes()).unwrap().gzip.len() < head.len() / 20);
    }
}
