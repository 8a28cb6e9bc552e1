//! A link as a QR code, drawn here and embedded in the page as SVG, so that no other server learns the link.

use qrcodegen::{QrCode, QrCodeEcc};

/// Width of the white border in modules, as the standard requires.
const QUIET_MODULES: i32 = 4;

pub struct Qr {
    /// Modules per side, including the border.
    pub size: i32,
    /// The dark modules as one SVG path.
    pub path: String,
}

impl Qr {
    /// Encodes a link; `None` if it is too long for any QR code.
    pub fn of(link: &str) -> Option<Self> {
        let code = QrCode::encode_text(link, QrCodeEcc::Medium).ok()?;
        let mut path = String::new();
        for y in 0..code.size() {
            for x in 0..code.size() {
                if code.get_module(x, y) {
                    path.push_str(&format!("M{} {}h1v1h-1z", x + QUIET_MODULES, y + QUIET_MODULES));
                }
            }
        }
        Some(Self { size: code.size() + 2 * QUIET_MODULES, path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_a_square_of_modules_with_white_around_it() {
        let qr = Qr::of("https://canvass.example/s/0123456789012345678901").unwrap();
        assert!(qr.size >= 21 + 8 && qr.path.starts_with("M4 4h1v1h-1z"), "{} {}", qr.size, qr.path);
        assert!(Qr::of(&"x".repeat(5000)).is_none());
    }
}
