//! Ways into and around the workspace that readers stumbled over, in a real browser: Enter in the form of a new report, a sign-in
//! link that was used, an account without credits, and the navigation of a phone.

use crate::browser::{Look, Page};
use crate::signed_up::{EMAIL, SignedUp};
use testing::support::Backend;

const FOLD_WIDTH_PX: f64 = 390.0;

async fn fill_a_brief(page: &Page, url: &str) {
    page.go(url).await;
    page.fill("#question", "Which name fits best?").await;
    page.fill(".options li:nth-child(1) input", "Drift").await;
    page.fill(".options li:nth-child(2) input", "Lull").await;
}

async fn enter_in(page: &Page, field: &str) {
    assert!(page.evaluate::<bool>(&format!("(document.querySelector({field:?}).focus(), true)")).await);
    page.enter().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn enter_in_a_field_of_the_form_starts_the_report() {
    let owner = SignedUp::start(Backend::Sqlite, &[]).await;
    let page = &owner.page;
    for field in ["#sample_size", "#wording"] {
        fill_a_brief(page, &owner.url("/reports/new")).await;
        page.fill("#sample_size", "50").await;
        enter_in(page, field).await;
        let address: String = page.evaluate("location.pathname").await;
        assert!(address.starts_with("/reports/req_"), "{field}: {address}");
    }
    assert_eq!(page.complaints(), [] as [&str; 0]);
    owner.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_used_sign_in_link_says_how_to_get_another() {
    let owner = SignedUp::start(Backend::Sqlite, &[]).await;
    let link = owner.site.json(&["account", "sign-in", EMAIL])["url"].as_str().unwrap().to_owned();
    let page = owner.browser.open(&link, Look::PHONE).await;
    page.follow("main form button").await;
    for (language, heading, command) in [
        ("en", "This sign-in link no longer works", "canvass account sign-in"),
        ("es", "Este enlace de acceso ya no sirve", "canvass account sign-in"),
        ("zh", "这个登录链接已失效", "canvass account sign-in"),
    ] {
        let page = owner.browser.open("about:blank", Look::PHONE.speaking(language)).await;
        page.go(&link).await;
        page.follow("main form button").await;
        let said = page.texts("main").await.concat();
        assert!(said.contains(heading) && said.contains(command), "{language}: {said}");
        page.expect_complaint("404").await;
        page.assert_stands("sign-in-used").await;
    }
    owner.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_credits_the_operator_reads_the_command_that_grants_them() {
    let owner = SignedUp::start(Backend::Sqlite, &[]).await;
    let page = &owner.page;
    for is_operator in [false, true] {
        if is_operator {
            owner.site.json(&["account", "admin", EMAIL]);
        }
        for _ in 0..3 {
            fill_a_brief(page, &owner.url("/reports/new")).await;
            page.fill("#sample_size", "1000").await;
            enter_in(page, "#sample_size").await;
        }
        let said = page.texts("#sample_size-error").await.concat();
        assert!(said.contains("1,000"), "{said}");
        assert_eq!(said.contains(&format!("canvass credits grant {EMAIL}")), is_operator, "{said}");
    }
    owner.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_navigation_of_a_phone_shows_every_item() {
    let owner = SignedUp::start(Backend::Sqlite, &[]).await;
    for language in ["en", "es", "zh"] {
        let page = owner.browser.open(&owner.url("/reports"), Look::PHONE.speaking(language)).await;
        let ends: Vec<[f64; 4]> = page
            .evaluate(
                "[...document.querySelectorAll('.side nav a')].map(item => {
                    const { left, right, top, bottom } = item.getBoundingClientRect();
                    return [left, right, top, bottom];
                })",
            )
            .await;
        assert!(ends.len() >= 5, "{language}: {ends:?}");
        let is_seen = |[left, right, top, bottom]: &[f64; 4]| {
            *left >= 0.0 && *right <= FOLD_WIDTH_PX && right > left && bottom > top
        };
        assert!(ends.iter().all(is_seen), "{language}: {ends:?}");
    }
    owner.stop().await;
}
