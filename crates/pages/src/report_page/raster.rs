//! Renders SVG to PNG. Text uses the bundled font, so that images look the same everywhere, and system fonts for
//! characters it lacks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{FontResolver, Options, Tree};

/// Latin, Greek, Cyrillic and common CJK ideographs; `crates/pages/data/font/README.md` lists the ranges.
const FONT: &[u8] = include_bytes!("../../data/font/pictures.otf");
/// Charts are rendered at twice their size, unless that exceeds this number of pixels.
const PIXELS_MAX: f32 = 6_000_000.0;
const FINENESS_MAX: f32 = 2.0;

static OWN: LazyLock<Arc<Database>> = LazyLock::new(|| Arc::new(own()));
/// Loaded on first use, since scanning the system's fonts is slow.
static OWN_AND_SYSTEM: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = own();
    fonts.load_system_fonts();
    Arc::new(fonts)
});

fn own() -> Database {
    let mut fonts = Database::new();
    fonts.load_font_data(FONT.to_vec());
    fonts
}

/// Returns `None` if no font has all characters; the SVG is then better, since its viewer may have one. `is_fine`
/// renders at up to twice the size.
pub fn png(svg: &str, is_fine: bool) -> Option<Vec<u8>> {
    let tree = laid_out(svg, &OWN).or_else(|| laid_out(svg, &OWN_AND_SYSTEM))?;
    let size = tree.size();
    let fineness = if is_fine { (PIXELS_MAX / (size.width() * size.height())).sqrt().min(FINENESS_MAX) } else { 1.0 };
    let [width, height] = [size.width(), size.height()].map(|length| (length * fineness).ceil() as u32);
    let mut pixels = Pixmap::new(width, height)?;
    resvg::render(&tree, Transform::from_scale(fineness, fineness), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

/// Returns `None` if a character is missing from `fonts`.
fn laid_out(svg: &str, fonts: &Arc<Database>) -> Option<Tree> {
    let is_missing = Arc::new(AtomicBool::new(false));
    let noticed = Arc::clone(&is_missing);
    let fallback = FontResolver::default_fallback_selector();
    let options = Options {
        fontdb: Arc::clone(fonts),
        font_resolver: FontResolver {
            // Ignores the SVG's font family, which is meant for browsers.
            select_font: Box::new(|_, fonts| fonts.faces().next().map(|face| face.id)),
            select_fallback: Box::new(move |letter, tried, fonts| {
                let found = fallback(letter, tried, fonts);
                noticed.fetch_or(found.is_none(), Ordering::Relaxed);
                found
            }),
        },
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).ok()?;
    (!is_missing.load(Ordering::Relaxed)).then_some(tree)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(words: &str) -> String {
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='60'><text x='9' y='40'>{words}</text></svg>"
        )
    }

    #[test]
    fn the_three_languages_need_no_font_of_the_machine() {
        for words in
            ["Which name? “Drift” – 47% · £5", "¿Qué nombre, señor? Ñandú", "哪个名字最适合一款助眠应用？“漂流”"]
        {
            assert!(laid_out(&svg(words), &OWN).is_some(), "{words}");
            assert!(png(&svg(words), false).unwrap().starts_with(b"\x89PNG"));
        }
    }

    #[test]
    fn a_letter_that_no_font_has_makes_no_picture() {
        // Unassigned code points, which no font has.
        assert!(png(&svg("a\u{e0123}\u{3fffd}b"), false).is_none());
    }
}
