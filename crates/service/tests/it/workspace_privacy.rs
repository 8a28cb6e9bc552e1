//! Visibility of a finished report: the owner always sees all of it, others what is published.

use axum::http::StatusCode;
use primitives::ids::ReportId;
use serde_json::{Value, json};

use testing::on_both;
use testing::support::{Answer, Caller, TestApp, brief, brief_with};

const BELOW: [&str; 4] = ["", "/respondents", "/respondents.csv", "/report.json"];
const NOWHERE: &str = "/r/0000000000000000000000";

/// A finished report created on the new-report page.
struct Made {
    owner: Caller,
    browser: Caller,
    id: String,
}

impl Made {
    async fn in_workspace(app: &TestApp, language: &str) -> Self {
        let owner = app.caller(500).await;
        let browser = app.browser_of(owner.account.unwrap()).await;
        let fields = [
            ("question", "Which name fits a calm sleep app best?"),
            ("options", "Drift\nLull\nNod"),
            ("audience_description", ""),
            ("sample_size", "50"),
            ("language", language),
            ("form_key", "one form"),
        ];
        let sent = browser.submit("/reports/new", &fields).await;
        let id = sent.header("location").unwrap().strip_prefix("/reports/").unwrap().to_owned();
        app.run_jobs().await;
        Self { owner, browser, id }
    }

    async fn by_program(app: &TestApp, body: &Value) -> Self {
        let owner = app.caller(500).await;
        let browser = app.browser_of(owner.account.unwrap()).await;
        let id = owner.created(body).await;
        app.run_jobs().await;
        Self { owner, browser, id }
    }

    /// Creates a report with quotes. Which respondents have open answers is random, and few answers may share no
    /// theme.
    async fn with_quotes(app: &TestApp, body: &Value) -> Self {
        for _ in 0..20 {
            let made = Self::by_program(app, body).await;
            if !made.result().await["analysis"]["open_text_themes"].as_array().unwrap().is_empty() {
                return made;
            }
        }
        panic!("nobody is quoted in any of twenty reports");
    }

    async fn result(&self) -> Value {
        self.owner.report(&self.id).await["result"].clone()
    }

    /// Returns the public path from its result.
    async fn public_path(&self) -> String {
        let url = self.result().await["report_url"].as_str().unwrap().to_owned();
        url.strip_prefix("https://canvass.example").unwrap().to_owned()
    }

    async fn change(&self, change: &str) {
        let changed = self.browser.submit(&format!("/reports/{}/publication", self.id), &[("change", change)]).await;
        assert_eq!(changed.header("location"), Some(format!("/reports/{}", self.id).as_str()), "{change}");
    }

    async fn workspace_page(&self, language: &str) -> String {
        let headers = [("accept-language", language)];
        self.browser.get_with(&format!("/reports/{}", self.id), &headers).await.text()
    }

    fn own_page(&self) -> String {
        format!("/reports/{}/page", self.id)
    }
}

/// Escapes a text as pages do.
fn escaped(text: &str) -> String {
    let signs = [('&', "&#38;"), ('<', "&#60;"), ('>', "&#62;"), ('"', "&#34;"), ('\'', "&#39;")];
    signs.iter().fold(text.to_owned(), |text, (sign, code)| text.replace(*sign, code))
}

async fn assert_closed(app: &TestApp, path: &str) {
    for below in BELOW {
        let closed = app.stranger(None).get(&format!("{path}{below}")).await;
        let never = app.stranger(None).get(&format!("{NOWHERE}{below}")).await;
        assert_eq!((closed.status, &closed.bytes), (StatusCode::NOT_FOUND, &never.bytes), "{path}{below}");
    }
}

async fn assert_open(app: &TestApp, path: &str) {
    for below in BELOW {
        assert_eq!(app.stranger(None).get(&format!("{path}{below}")).await.status, StatusCode::OK, "{path}{below}");
    }
}

/// Asserts that the owner sees everything and nothing is cached.
async fn assert_whole_to_its_owner(made: &Made) {
    let result = made.result().await;
    let read = async |below: &str| -> Answer {
        let answer = made.browser.get(&format!("{}{below}", made.own_page())).await;
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (StatusCode::OK, Some("private, no-store")),
            "{below}"
        );
        answer
    };
    let page = read("").await.text();
    assert!(page.contains(&format!("<h1 dir=\"auto\">{}</h1>", result["title"].as_str().unwrap())), "{page}");
    for theme in result["analysis"]["open_text_themes"].as_array().unwrap() {
        let quote = theme["quotes"][0]["text"].as_str().unwrap();
        assert!(page.contains(&format!("<blockquote dir=\"auto\">{}</blockquote>", escaped(quote))), "{quote}: {page}");
    }
    for below in &BELOW[1..] {
        assert!(page.contains(&format!("href=\"{}{below}\"", made.own_page())), "{below}");
    }
    assert!(page.contains(&format!("href=\"/reports/{}\"", made.id)) && !page.contains("<style>"), "a way back");
    assert!(!page.contains("canonical") && !page.contains("/r/"), "an address that others may not have");
    let explorer = read("/respondents?question=preference&by=sex").await.text();
    assert!(
        explorer.contains("<table class=\"cross\">") && explorer.contains(&format!("href=\"{}\"", made.own_page()))
    );
    assert_eq!(read("/respondents.csv").await.text().lines().count(), 51);
    assert_eq!(read("/report.json").await.json()["sample_data"], result["sample_data"]);
}

on_both! {
    async fn a_report_made_in_the_workspace_is_its_owners_alone_until_it_is_published(app: TestApp) {
        let made = Made::in_workspace(&app, "en").await;
        let path = made.public_path().await;
        assert_closed(&app, &path).await;
        assert_whole_to_its_owner(&made).await;
        assert!(!made.workspace_page("en").await.contains(&path));
        made.change("publish").await;
        made.change("publish").await;
        assert_eq!(made.public_path().await, path, "the address that its result named all along");
        assert_open(&app, &path).await;
        assert!(made.workspace_page("en").await.contains(&format!("https://canvass.example{path}")));
        made.change("unpublish").await;
        made.change("publish").await;
        assert_closed(&app, &path).await;
        assert_whole_to_its_owner(&made).await;
        made.change("republish").await;
        assert_closed(&app, &path).await;
        assert_open(&app, &made.public_path().await).await;
    }
}

on_both! {
    async fn a_report_made_by_a_program_is_at_its_address_and_stays_its_owners_when_that_is_closed(app: TestApp) {
        let made = Made::by_program(&app, &brief()).await;
        let path = made.public_path().await;
        assert_open(&app, &path).await;
        assert_whole_to_its_owner(&made).await;
        made.change("hide_respondents").await;
        made.change("unpublish").await;
        assert_closed(&app, &path).await;
        assert_whole_to_its_owner(&made).await;
        let listed = made.browser.get("/reports").await.text();
        assert!(listed.contains(&format!("href=\"{}\"", made.own_page())), "{listed}");
    }
}

on_both! {
    async fn nobody_else_sees_the_owners_page(app: TestApp) {
        let made = Made::by_program(&app, &brief()).await;
        let other = app.browser_of(app.new_account(0).await).await;
        for below in BELOW {
            let path = format!("{}{below}", made.own_page());
            assert_eq!(other.get(&path).await.status, StatusCode::NOT_FOUND, "{below}");
            let stranger = app.stranger(None).get(&path).await;
            assert!(stranger.header("location").unwrap().starts_with("/sign-in?next="), "{below}");
            let by_key = made.owner.get(&path).await;
            assert_eq!(by_key.status, StatusCode::SEE_OTHER, "a key is no session: {below}");
        }
        let unfinished = made.owner.created(&brief()).await;
        assert_eq!(made.browser.get(&format!("/reports/{unfinished}/page")).await.status, StatusCode::NOT_FOUND);
    }
}

on_both! {
    async fn the_page_says_who_can_see_it_in_every_language(app: TestApp) {
        for (language, private, closed, own) in [
            ("en", "Only you can read this report.", "is no longer published", "Only you can see this page."),
            ("es", "Solo tú puedes leer este informe.", "ya no está publicado", "Solo tú puedes ver esta página."),
            ("zh", "只有您能阅读本报告。", "本报告已不再公开", "此页面只有您能看到。"),
        ] {
            let made = Made::in_workspace(&app, language).await;
            let page = made.workspace_page(language).await;
            assert!(page.contains(private) && page.contains("value=\"publish\""), "{page}");
            assert!(made.browser.get(&made.own_page()).await.text().contains(own), "{language}");
            made.change("publish").await;
            assert!(!made.browser.get(&made.own_page()).await.text().contains(own), "{language}");
            made.change("unpublish").await;
            assert!(made.workspace_page(language).await.contains(closed), "{language}");
        }
    }
}

/// Returns the content of the confirmation dialog around a button, or `None` if there is no dialog.
fn question_before<'a>(page: &'a str, button: &str) -> Option<&'a str> {
    let mut questions =
        page.split("<details class=\"confirm\">").skip(1).map(|rest| rest.split("</details>").next().unwrap());
    questions.find(|question| question.contains(button))
}

on_both! {
    async fn what_takes_a_link_from_people_is_asked_about_first(app: TestApp) {
        let made = Made::by_program(&app, &brief()).await;
        for (language, closes, replaces) in [
            ("en", "The link stops working immediately and permanently", "The old link stops working immediately"),
            ("es", "El enlace deja de funcionar de inmediato y para siempre", "El enlace anterior deja de funcionar"),
            ("zh", "链接立即失效，以后也不会恢复", "旧链接立即失效"),
        ] {
            let page = made.workspace_page(language).await;
            for (button, words) in [("value=\"unpublish\"", closes), ("value=\"republish\"", replaces)] {
                assert_eq!(page.matches(button).count(), 1, "{button}");
                let question = question_before(&page, button).unwrap_or_else(|| panic!("{button} is not asked: {page}"));
                assert!(question.contains("<summary>") && question.contains(words), "{question}");
            }
            assert!(question_before(&page, "value=\"hide_respondents\"").is_none(), "it can be taken back");
        }
    }
}

on_both! {
    async fn respondents_that_were_hidden_are_in_no_quote_and_no_download(app: TestApp) {
        for (language, words) in [
            ("en", "does not share what individual respondents said"),
            ("es", "no comparte lo que dijo cada encuestado"),
            ("zh", "没有公开各位受访者的原话"),
        ] {
            let made = Made::with_quotes(&app, &brief_with(&json!({ "language": language }))).await;
            let (path, result) = (made.public_path().await, made.result().await);
            let quoted = |shown: &str| -> Vec<String> {
                let themes = result["analysis"]["open_text_themes"].as_array().unwrap();
                let quotes = themes.iter().flat_map(|theme| theme["quotes"].as_array().unwrap());
                let said = quotes.flat_map(|quote| [&quote["text"], &quote["respondent_id"]]);
                let everyone = result["sample_data"]["respondents"].as_array().unwrap();
                let ids = everyone.iter().map(|each| &each["respondent_id"]);
                let all = said.chain(ids).map(|text| text.as_str().unwrap().to_owned());
                all.filter(|text| [text.clone(), escaped(text)].iter().any(|text| shown.contains(text.as_str()))).collect()
            };
            assert!(!quoted(&app.stranger(None).get(&path).await.text()).is_empty(), "there is something to hide");
            made.change("hide_respondents").await;
            for below in ["", "/report.json", "/card.svg"] {
                let shown = app.stranger(None).get(&format!("{path}{below}")).await;
                assert_eq!(shown.status, StatusCode::OK);
                assert_eq!(quoted(&shown.text()), [] as [&str; 0], "{below}");
            }
            assert!(app.stranger(None).get(&path).await.text().contains(words), "{language}");
            for below in ["/respondents", "/respondents.csv"] {
                let gone = app.stranger(None).get(&format!("{path}{below}")).await;
                assert_eq!(gone.status, StatusCode::NOT_FOUND, "{below}");
            }
            assert_eq!(made.result().await, result, "its owner's result is what it was");
        }
    }
}

on_both! {
    async fn an_owner_is_told_of_a_report_that_never_was_open(app: TestApp) {
        let made = Made::in_workspace(&app, "en").await;
        let (store, account, id) = (&app.app.store, made.owner.account.unwrap(), ReportId::parse(&made.id).unwrap());
        let publication = store.publication(account, id).await.unwrap().unwrap();
        assert!(!publication.is_published && !publication.was_ever_published);
        assert!(!store.publish(app.new_account(0).await, id).await.unwrap(), "not for another account");
        assert!(store.publish(account, id).await.unwrap());
        assert!(!store.publish(account, id).await.unwrap(), "once");
        let unfinished = ReportId::parse(&made.owner.created(&brief()).await).unwrap();
        assert!(!store.publish(account, unfinished).await.unwrap());
    }
}
