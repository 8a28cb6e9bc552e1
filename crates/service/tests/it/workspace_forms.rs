//! Rejected forms: the wrong field is marked, explained and focused, without scripts.

use axum::http::StatusCode;

use testing::on_both;
use testing::support::Answer;

/// Returns the tags with `autofocus`.
fn focused(page: &str) -> Vec<&str> {
    let tags = page.split('<').skip(1).map(|tag| tag.split('>').next().unwrap());
    tags.filter(|tag| tag.split_whitespace().any(|word| word == "autofocus")).collect()
}

/// Asserts that exactly this field is focused, marked invalid and described by existing text.
#[track_caller]
fn assert_field_is_wrong(answer: &Answer, field: &str) {
    let page = answer.text();
    let [tag] = focused(&page)[..] else { panic!("{field}: {:?}", focused(&page)) };
    assert!(tag.contains(&format!("id=\"{field}\"")) && tag.contains("aria-invalid=\"true\""), "{field}: {tag}");
    let described = tag.split("aria-describedby=\"").nth(1).unwrap().split('"').next().unwrap();
    let explained = described.split(' ').any(|id| {
        let words = page.split(&format!("id=\"{id}\"")).nth(1).and_then(|rest| rest.split('>').nth(1));
        id.contains("error") && words.is_some_and(|words| !words.split('<').next().unwrap().trim().is_empty())
    });
    assert!(explained, "{field} is not explained: {page}");
}

on_both! {
    async fn a_new_report_that_breaks_a_rule_opens_at_the_field_that_does(app: TestApp) {
        let browser = app.browser_of(app.new_account(100).await).await;
        let long = "x".repeat(2001);
        for (field, value) in [
            ("question", ""),
            ("question", long.as_str()),
            ("options", "one"),
            ("options", "tea\nwater\nTEA"),
            ("audience_description", &long),
            ("sample_size", "49"),
            ("sample_size", "1000"),
            ("language", "fr"),
        ] {
            let mut fields = [
                ("question", "Which drink?"),
                ("options", "tea\nwater"),
                ("audience_description", ""),
                ("sample_size", "50"),
                ("language", "en"),
                ("form_key", "a form"),
            ];
            fields.iter_mut().find(|(name, _)| *name == field).unwrap().1 = value;
            let page = browser.submit("/reports/new", &fields).await;
            assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}");
            assert_field_is_wrong(&page, field);
            let duplicate = page.text().contains("data-wrong=\"2\"");
            assert_eq!(duplicate, value.contains("TEA"), "the third option repeats the first");
        }
        let blank = browser.get("/reports/new").await.text();
        assert!(focused(&blank).is_empty() && !blank.contains("aria-invalid"));
    }
}

on_both! {
    with |flags| flags.unfinished_reports_max = Some(0);
    async fn what_no_field_can_mend_is_said_and_read_first(app: TestApp) {
        let browser = app.browser_of(app.new_account(100).await).await;
        let fields = [
            ("question", "Which drink?"),
            ("options", "tea\nwater"),
            ("audience_description", ""),
            ("sample_size", "50"),
            ("language", "en"),
            ("form_key", "a form"),
        ];
        let page = browser.submit("/reports/new", &fields).await.text();
        let [tag] = focused(&page)[..] else { panic!("{page}") };
        assert!(tag.contains("role=\"alert\"") && !page.contains("aria-invalid"), "{tag}");
    }
}

on_both! {
    async fn every_other_form_opens_at_the_field_that_is_wrong(app: TestApp) {
        let stranger = app.stranger(None);
        let sign_up = async |email: &str, password: &str| {
            stranger.submit("/sign-up", &[("email", email), ("password", password)]).await
        };
        assert_field_is_wrong(&sign_up("nobody", "correct horse battery").await, "email");
        assert_field_is_wrong(&sign_up("nobody", "short").await, "email");
        assert_field_is_wrong(&sign_up("ana@example.com", "short").await, "password");
        let sign_in = stranger.submit("/sign-in", &[("email", "ana@example.com"), ("password", "wrong")]).await;
        assert_field_is_wrong(&sign_in, "password");
        let browser = app.browser_of(app.new_account(0).await).await;
        assert_field_is_wrong(&browser.submit("/keys", &[("name", ""), ("expires", "7")]).await, "name");
        assert_field_is_wrong(&browser.submit("/account", &[("new", "short")]).await, "new");
        browser.submit("/account", &[("new", "correct horse battery")]).await;
        let wrong = browser.submit("/account", &[("current", "not it"), ("new", "correct horse battery")]).await;
        assert_field_is_wrong(&wrong, "current");
    }
}
