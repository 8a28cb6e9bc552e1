//! Downloads of a public report: its images and its Markdown summary.

use axum::http::StatusCode;
use serde_json::json;

use crate::public_report::{Finished, read};
use testing::on_both;
use testing::support::brief_with;

on_both! {
    async fn the_card_and_the_charts_are_pictures_in_three_languages(app: TestApp) {
        for (language, question, named) in [
            ("en", "Which name fits best?", "attachment; filename=\"canvass-which-name-fits-best-2026-01-01-options.png\""),
            ("es", "¿Qué señal va mejor?", "attachment; filename=\"canvass-que-senal-va-mejor-2026-01-01-options.png\"; \
              filename*=UTF-8''canvass-qu%C3%A9-se%C3%B1al-va-mejor-2026-01-01-options.png"),
            ("zh", "哪个名字好？", "attachment; filename=\"canvass-2026-01-01-options.png\"; \
              filename*=UTF-8''canvass-%E5%93%AA%E4%B8%AA%E5%90%8D%E5%AD%97%E5%A5%BD-2026-01-01-options.png"),
        ] {
            let options: Vec<String> = (1..=20).map(|n| format!("{question} {n}")).collect();
            let asked = json!({ "question": question, "options": options, "language": language });
            let report = Finished::make(&app, &brief_with(&asked)).await;
            let card = read(&app, &format!("{}/card.svg", report.path)).await.text();
            assert!(options.iter().all(|option| card.contains(&format!(">{option}<"))), "{card}");
            for picture in ["card", "options"] {
                let png = read(&app, &format!("{}/{picture}.png", report.path)).await;
                assert_eq!(png.header("content-type"), Some("image/png"), "{picture}");
                assert!(png.bytes.starts_with(b"\x89PNG"), "{picture}");
                if picture == "options" {
                    assert_eq!(png.header("content-disposition"), Some(named));
                }
            }
            assert_eq!(read(&app, &format!("{}/nothing.png", report.path)).await.status, StatusCode::NOT_FOUND);
        }
    }
}

on_both! {
    async fn the_summary_to_paste_has_the_verdict_and_every_option_as_text(app: TestApp) {
        let options = ["<script>alert(1)</script>", "[x](https://x)", "a|b\n# c"];
        let report = Finished::make(&app, &brief_with(&json!({ "options": options, "sample_size": 200 }))).await;
        let file = read(&app, &format!("{}/report.md", report.path)).await;
        assert_eq!(file.header("content-type"), Some("text/markdown; charset=utf-8"));
        let text = file.text();
        for raw in ["<script>", "[x](", "a|b", "\n# c"] {
            assert!(!text.contains(raw), "{raw} in {text}");
        }
        for option in ["\\<script\\>alert(1)\\</script\\>", "\\[x\\](https\\://x)", "a\\|b \\# c"] {
            assert!(text.contains(&format!("### {option}\n")), "{option} in {text}");
        }
        assert!(text.contains("Synthetic respondents") && text.contains(report.result["report_url"].as_str().unwrap()));
    }
}
