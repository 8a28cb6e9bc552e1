//! Sign-up, signing in and out, passwords, and protection against cross-site forms.

use axum::http::{Method, StatusCode};
use service::config::Registration;

use testing::on_both;
use testing::support::{Answer, Caller, TestApp};

const PASSWORD: &str = "correct horse battery";

/// Returns the cookie that a browser would send from then on.
fn cookie(answer: &Answer) -> String {
    answer.header("set-cookie").unwrap().split(';').next().unwrap().to_owned()
}

fn with_cookie(caller: &Caller, answer: &Answer) -> Caller {
    caller.with_cookie(&cookie(answer))
}

async fn sign_up(app: &TestApp, email: &str, password: &str) -> Answer {
    app.stranger(None).submit("/sign-up", &[("email", email), ("password", password)]).await
}

async fn sign_in(app: &TestApp, email: &str, password: &str) -> Answer {
    app.stranger(None).submit("/sign-in", &[("email", email), ("password", password), ("next", "/keys")]).await
}

async fn is_in(browser: &Caller) -> bool {
    browser.get("/reports").await.status == StatusCode::OK
}

/// Returns the parts of a response that do not vary between requests.
fn shape(answer: &Answer) -> (StatusCode, Vec<(String, String)>, Vec<u8>) {
    let mut headers: Vec<_> = answer
        .headers
        .iter()
        .filter(|(name, _)| *name != "x-request-id")
        .map(|(name, value)| {
            let value = value.to_str().unwrap();
            let is_secret = name == "set-cookie";
            let shown = if is_secret {
                value.replace(&cookie(answer), &"x".repeat(cookie(answer).len()))
            } else {
                value.to_owned()
            };
            (name.to_string(), shown)
        })
        .collect();
    headers.sort();
    (answer.status, headers, answer.bytes.clone())
}

on_both! {
    async fn who_signs_up_is_in_at_once_with_the_first_credits(app: TestApp) {
        let answer = sign_up(&app, " Ana@Example.com ", PASSWORD).await;
        assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, Some("/welcome")));
        let browser = with_cookie(&app.stranger(None), &answer);
        assert_eq!(browser.get("/welcome").await.header("location"), Some("/reports"));
        let page = browser.get("/reports").await.text();
        assert!(page.contains("ana@example.com") && page.contains("100 credits"), "{page}");
        let again = sign_in(&app, "ANA@example.com", PASSWORD).await;
        assert_eq!((again.status, again.header("location")), (StatusCode::SEE_OTHER, Some("/keys")));
        assert!(is_in(&with_cookie(&browser, &again)).await);
    }
}

on_both! {
    async fn signing_up_for_a_taken_address_gets_the_same_answer_and_opens_nothing(app: TestApp) {
        let first = sign_up(&app, "ana@example.com", PASSWORD).await;
        let second = sign_up(&app, "ana@example.com", "another password").await;
        assert_eq!(shape(&first), shape(&second));
        let intruder = with_cookie(&app.stranger(None), &second);
        assert!(!is_in(&intruder).await);
        assert!(intruder.get("/welcome").await.text().contains("may have an account already"));
        assert_eq!(sign_in(&app, "ana@example.com", "another password").await.status, StatusCode::FORBIDDEN);
        assert!(is_in(&with_cookie(&intruder, &first)).await);
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM accounts").await, 1);
    }
}

on_both! {
    async fn a_wrong_password_and_an_unknown_address_are_answered_alike(app: TestApp) {
        sign_up(&app, "ana@example.com", PASSWORD).await;
        // Of the same length, since the page repeats the address.
        let wrong = sign_in(&app, "ana@example.com", "wrong horse battery").await;
        let unknown = sign_in(&app, "eva@example.com", PASSWORD).await;
        assert_eq!(wrong.status, StatusCode::FORBIDDEN);
        assert_eq!(wrong.text().replace("ana@", "eva@"), unknown.text());
        assert_eq!((unknown.status, unknown.header("set-cookie")), (StatusCode::FORBIDDEN, None));
        let without_password = app.caller(10).await.account.unwrap();
        let email = app.app.store.account(without_password).await.unwrap().unwrap().email;
        assert_eq!(sign_in(&app, &email, "").await.status, StatusCode::FORBIDDEN);
    }
}

on_both! {
    async fn an_address_or_password_that_cannot_be_is_refused_with_a_word_on_the_field(app: TestApp) {
        for (email, password, words) in [
            ("ana", PASSWORD, "This is not an e-mail address."),
            ("ana@example.com", "short", "between 10 and 200 characters"),
            ("<script>@x", "short", "between 10 and 200 characters"),
        ] {
            let page = sign_up(&app, email, password).await;
            assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{email}");
            assert!(page.text().contains(words) && !page.text().contains("<script>@"), "{}", page.text());
            assert!(!page.text().contains(password) || password == "short", "a password is not sent back");
        }
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM accounts").await, 0);
    }
}

on_both! {
    with |flags| flags.registration = Some(Registration::Closed);
    async fn a_closed_registration_lets_nobody_in(app: TestApp) {
        let page = app.stranger(None).get("/sign-up").await;
        assert_eq!(page.status, StatusCode::FORBIDDEN);
        assert!(page.text().contains("Sign-up is closed") && page.text().contains("href=\"/\""));
        assert_eq!(sign_up(&app, "ana@example.com", PASSWORD).await.status, StatusCode::FORBIDDEN);
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM accounts").await, 0);
        assert!(!app.stranger(None).get("/sign-in").await.text().contains("/sign-up"));
    }
}

on_both! {
    with |flags| (flags.registration, flags.sign_up_credits) = (None, None);
    async fn a_service_that_others_reach_is_closed_unless_told_otherwise(app: TestApp) {
        assert_eq!(app.stranger(None).get("/sign-up").await.status, StatusCode::FORBIDDEN);
        assert_eq!(sign_up(&app, "ana@example.com", PASSWORD).await.status, StatusCode::FORBIDDEN);
        assert!(!app.stranger(None).get("/").await.text().contains("/sign-up"));
    }
}

on_both! {
    with |flags| (flags.registration, flags.sign_up_credits) = (Some(Registration::Open), None);
    async fn who_opens_an_account_where_others_can_starts_with_nothing(app: TestApp) {
        let browser = with_cookie(&app.stranger(None), &sign_up(&app, "ana@example.com", PASSWORD).await);
        assert!(browser.get("/reports").await.text().contains("0 credits"));
    }
}

/// Tries a password from a client network.
async fn try_from(app: &TestApp, network: usize, email: &str, password: &str) -> StatusCode {
    let form = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("email", email), ("password", password)])
        .finish();
    let address = format!("192.0.2.{network}");
    let headers = [("content-type", "application/x-www-form-urlencoded"), ("x-forwarded-for", address.as_str())];
    app.stranger(None).send(Method::POST, "/sign-in", &headers, form).await.status
}

on_both! {
    with |flags| (flags.sign_in_tries_per_minute, flags.behind_proxy) = (Some(2), Some(true));
    async fn nobody_is_kept_out_of_their_account_by_what_others_try(app: TestApp) {
        sign_up(&app, "ana@example.com", PASSWORD).await;
        assert_eq!(try_from(&app, 1, "ana@example.com", PASSWORD).await, StatusCode::SEE_OTHER);
        let mut slowed = 0;
        for network in 10..60 {
            for _ in 0..2 {
                slowed += usize::from(try_from(&app, network, "ana@example.com", "guess").await != StatusCode::FORBIDDEN);
            }
            assert_eq!(try_from(&app, network, "ana@example.com", "guess").await, StatusCode::TOO_MANY_REQUESTS);
        }
        assert_eq!(slowed, 0, "each network has two tries of its own");
        for (place, network) in [("where she signed in before", 1), ("a network never seen", 2)] {
            assert_eq!(try_from(&app, network, "ana@example.com", PASSWORD).await, StatusCode::SEE_OTHER, "{place}");
        }
    }
}

on_both! {
    with |flags| flags.sign_in_tries_per_minute = Some(3);
    async fn passwords_can_be_tried_only_so_often_whether_or_not_the_account_exists(app: TestApp) {
        for email in ["ana@example.com", "eva@example.com"] {
            for _ in 0..3 {
                assert_eq!(sign_in(&app, email, PASSWORD).await.status, StatusCode::FORBIDDEN);
            }
            let refused = sign_in(&app, email, PASSWORD).await;
            assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
            assert!(refused.header("retry-after").unwrap().parse::<u64>().unwrap() >= 1);
            assert_eq!(sign_up(&app, email, PASSWORD).await.status, StatusCode::TOO_MANY_REQUESTS);
        }
    }
}

on_both! {
    async fn a_changed_password_ends_every_other_session(app: TestApp) {
        let here = with_cookie(&app.stranger(None), &sign_up(&app, "ana@example.com", PASSWORD).await);
        let there = with_cookie(&here, &sign_in(&app, "ana@example.com", PASSWORD).await);
        let wrong = here.submit("/account", &[("current", "not it at all"), ("new", "a new password")]).await;
        assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(wrong.text().contains("This is not your current password."));
        assert!(is_in(&there).await);
        let changed = here.submit("/account", &[("current", PASSWORD), ("new", "a new password")]).await;
        assert_eq!(changed.header("location"), Some("/account?changed=password"));
        assert_eq!((is_in(&here).await, is_in(&there).await), (true, false));
        assert_eq!(sign_in(&app, "ana@example.com", PASSWORD).await.status, StatusCode::FORBIDDEN);
        assert_eq!(sign_in(&app, "ana@example.com", "a new password").await.status, StatusCode::SEE_OTHER);
    }
}

on_both! {
    async fn who_came_by_a_link_sets_a_password_without_knowing_one(app: TestApp) {
        let account = app.caller(10).await.account.unwrap();
        let email = app.app.store.account(account).await.unwrap().unwrap().email;
        let browser = app.browser_of(account).await;
        assert!(browser.get("/reports").await.text().contains("has no password yet"));
        let set = browser.submit("/account", &[("new", PASSWORD)]).await;
        assert_eq!(set.status, StatusCode::SEE_OTHER, "{}", set.text());
        assert!(!browser.get("/reports").await.text().contains("has no password yet"));
        assert_eq!(sign_in(&app, &email, PASSWORD).await.status, StatusCode::SEE_OTHER);
        let second = browser.submit("/account", &[("new", "a third password")]).await;
        assert_eq!(second.status, StatusCode::UNPROCESSABLE_ENTITY, "from now on the current one is needed");
    }
}

on_both! {
    async fn who_has_no_password_is_told_before_signing_out_and_asked(app: TestApp) {
        for (language, words) in [
            ("en", "only a sign-in link from whoever runs this service lets you in again"),
            ("es", "solo podrás volver a entrar con un enlace de quien administra este servicio"),
            ("zh", "只有用管理员给的登录链接才能再进来"),
        ] {
            let browser = app.browser_of(app.new_account(0).await).await;
            let asked = browser.submit("/sign-out", &[]).await;
            assert_eq!((asked.header("location"), asked.header("set-cookie")), (Some("/sign-out"), None));
            assert!(is_in(&browser).await, "nothing has happened yet");
            let page = browser.get_with("/sign-out", &[("accept-language", language)]).await.text();
            assert!(page.contains(words) && page.contains("href=\"/account\""), "{page}");
            let out = browser.submit("/sign-out", &[("confirmed", "yes")]).await;
            assert!(out.header("set-cookie").unwrap().contains("Max-Age=0"));
            assert!(!is_in(&browser).await);
        }
        let browser = with_cookie(&app.stranger(None), &sign_up(&app, "ana@example.com", PASSWORD).await);
        assert!(!browser.get("/sign-out").await.text().contains("no password"));
        assert_eq!(browser.submit("/sign-out", &[]).await.header("location"), Some("/"), "who can come back just goes");
        assert!(!is_in(&browser).await);
        let nobody = app.stranger(None).submit("/sign-out", &[]).await;
        assert_eq!((nobody.status, nobody.header("location")), (StatusCode::SEE_OTHER, Some("/")));
    }
}

on_both! {
    async fn no_other_site_can_send_a_form(app: TestApp) {
        let browser = app.browser_of(app.new_account(100).await).await;
        let form = "application/x-www-form-urlencoded";
        for headers in [
            &[("origin", "https://evil.example")][..],
            &[("origin", "null")],
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-site"), ("origin", "https://canvass.example")],
        ] {
            let headers = [headers, &[("content-type", form)]].concat();
            let refused = browser.send(Method::POST, "/keys", &headers, "name=evil&expires=").await;
            assert_eq!(refused.status, StatusCode::FORBIDDEN, "{headers:?}");
            assert!(refused.text().contains("came from another site"));
        }
        assert!(app.app.store.keys(browser.account.unwrap()).await.unwrap().is_empty());
    }
}

on_both! {
    async fn the_chosen_language_wins_over_the_browsers(app: TestApp) {
        let chosen = app.stranger(None).submit("/language", &[("language", "zh"), ("next", "/sign-in")]).await;
        assert_eq!((chosen.status, chosen.header("location")), (StatusCode::SEE_OTHER, Some("/sign-in")));
        let page = app.stranger(None).get_with("/", &[("accept-language", "es"), ("cookie", &cookie(&chosen))]).await;
        assert!(page.text().contains("<html lang=\"zh\">"));
        let away = app.stranger(None).submit("/language", &[("language", "es"), ("next", "//evil.example")]).await;
        assert_eq!(away.header("location"), Some("/"));
        let odd = app.stranger(None).submit("/language", &[("language", "xx")]).await;
        assert_eq!(odd.status, StatusCode::BAD_REQUEST);
    }
}

on_both! {
    async fn no_password_or_session_stands_in_the_database(app: TestApp) {
        let answer = sign_up(&app, "ana@example.com", PASSWORD).await;
        let token = cookie(&answer).split_once('=').unwrap().1.to_owned();
        let found = format!("SELECT COUNT(*) FROM accounts WHERE password_hash LIKE '%{PASSWORD}%'");
        assert_eq!(app.database.integer(&found).await, 0);
        let argon = "SELECT COUNT(*) FROM accounts WHERE password_hash LIKE '$argon2id$v=19$m=19456,t=2,p=1$%'";
        assert_eq!(app.database.integer(argon).await, 1);
        let sessions = format!("SELECT COUNT(*) FROM sessions WHERE CAST(hash AS TEXT) LIKE '%{token}%'");
        assert_eq!(app.database.integer(&sessions).await, 0);
    }
}
