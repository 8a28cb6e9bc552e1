//! Fieldwork in a real browser, from the owner's page to the report with people's answers: three people on phones,
//! each with their own browser and language, one without scripts and one using only the keyboard; a file; and
//! deletion. Screenshots are under `target/screenshots`.

use serde_json::{Value, json};

use crate::browser::{Browser, Look, Page};
use crate::processes_on_both;
use crate::signed_up::SignedUp;
use testing::support::Backend;

const NONE: [&str; 0] = [];
const QUESTION: &str = "Which name fits a calm sleep app best, “Drift” & co?";
const OPTIONS: [&str; 3] = ["Drift", "Lull <3", "小憩"];
/// More screens than a survey with three options has.
const SCREENS_MAX: usize = 12;

/// An owner with a finished report.
struct Asking {
    owner: SignedUp,
    report: String,
}

impl Asking {
    async fn start(backend: Backend, language: &str) -> Self {
        let owner = SignedUp::start(backend, &[]).await;
        let brief = json!({ "question": QUESTION, "options": OPTIONS, "sample_size": 50, "language": language });
        let report = owner.ended(&brief).await;
        Self { owner, report }
    }

    fn url(&self, path: &str) -> String {
        self.owner.url(&format!("/reports/{}{path}", self.report))
    }

    /// Opens the survey on the owner's page and returns its link.
    async fn opened(&self) -> String {
        self.owner.page.go(&self.url("")).await;
        self.owner.page.follow("main a[href$='/people']").await;
        self.owner.page.fill("#asker", "The sleep team").await;
        self.owner.page.fill("#quota", "50").await;
        self.owner.page.follow("button[value=open]").await;
        self.owner.page.evaluate("document.getElementById('survey-url').value").await
    }

    async fn people(&self) -> Value {
        let answer = self.owner.program.get(&format!("/api/v1/reports/{}/people", self.report)).send().await.unwrap();
        answer.json().await.unwrap()
    }
}

/// How a person operates the page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hand {
    Finger,
    FingerWithoutScript,
    Keyboard,
}

/// Answers every screen in a new browser and returns the screens' texts.
async fn answers(url: &str, language: &'static str, hand: Hand) -> Vec<String> {
    let browser = Browser::start().await;
    let page = browser.open("about:blank", Look::WIDE_PHONE.speaking(language)).await;
    if hand == Hand::FingerWithoutScript {
        page.without_script().await;
    }
    page.go(url).await;
    assert_eq!(page.texts("h1").await, [QUESTION], "the client's own words");
    assert_eq!(page.evaluate::<String>("document.documentElement.lang").await, language);
    let mut seen = vec![page.texts("main").await.concat()];
    go_on(&page, hand, "form button").await;
    while !page.evaluate::<bool>("location.pathname.endsWith('/thanks')").await {
        assert!(seen.len() < SCREENS_MAX, "{seen:?}");
        assert!(page.fits().await);
        if hand != Hand::FingerWithoutScript {
            assert_eq!(page.barriers().await, NONE);
        }
        seen.push(page.texts("main").await.concat());
        answer(&page, hand).await;
        go_on(&page, hand, "form button").await;
    }
    seen.push(page.texts("main").await.concat());
    assert_eq!(page.complaints(), NONE);
    page.go(url).await;
    assert!(page.evaluate::<bool>("location.pathname.endsWith('/thanks')").await, "one answer a browser");
    browser.close().await;
    seen
}

/// Answers the current screen: the first choice, a short text, or a country.
async fn answer(page: &Page, hand: Hand) {
    let has = async |selector: &str| page.evaluate::<bool>(&format!("!!document.querySelector({selector:?})")).await;
    let (field, is_picked) = match (has("textarea").await, has("select").await) {
        (true, _) => ("textarea", false),
        (_, true) => ("select", false),
        _ => ("[name=pick]", true),
    };
    match hand {
        Hand::Keyboard => {
            page.tab_to(field).await;
            match field {
                "textarea" => page.types("It sounds calm.").await,
                // Types the first letter of a country.
                "select" => page.key("s").await,
                _ => page.key(" ").await,
            }
        }
        _ if is_picked => page.click("label.pick").await,
        Hand::FingerWithoutScript if field == "textarea" => page.choose(field, "Suena tranquilo.").await,
        _ if field == "textarea" => page.fill(field, "It sounds calm.").await,
        _ => page.choose(field, "ES").await,
    }
}

async fn go_on(page: &Page, hand: Hand, button: &str) {
    if hand == Hand::Keyboard {
        page.tab_to(button).await;
        page.enter().await;
    } else {
        page.follow(button).await;
    }
}

fn forty() -> String {
    let row = |n: usize| format!("{},{},{}\n", OPTIONS[usize::from(!n.is_multiple_of(8))], 20 + n, ["f", "m"][n % 2]);
    "Opción,edad,性别\n".to_owned() + &(0..40).map(row).collect::<String>()
}

processes_on_both! {
    async fn people_are_asked_and_what_they_say_stands_beside_the_forecast_until_it_is_deleted(backend: Backend) {
        let asking = Asking::start(backend, "en").await;
        let page = &asking.owner.page;
        let url = asking.opened().await;
        for (language, hand, thanks) in [
            ("en", Hand::Keyboard, "Thank you"),
            ("es", Hand::FingerWithoutScript, "gracias"),
            ("zh", Hand::Finger, "谢谢"),
        ] {
            let seen = answers(&url, language, hand).await;
            assert!(seen[0].contains("The sleep team"), "{seen:?}");
            assert!(OPTIONS.iter().all(|option| seen[1].contains(option)), "{seen:?}");
            assert!(seen.last().unwrap().contains(thanks), "{seen:?}");
        }
        let seen = asking.people().await;
        assert_eq!((&seen["people"], &seen["unfinished"]), (&json!(3), &json!(0)), "{seen}");

        // The owner's page was open all along and was not reloaded.
        page.until("document.querySelector('#counted').textContent.includes('3 of 50')").await;
        page.until("document.querySelector('#together')?.textContent.includes('7 more answers')").await;

        upload(&asking).await;
        page.go(&asking.url("/page")).await;
        assert_eq!(page.texts(".band strong").await, ["43 people and a forecast"]);
        assert_eq!(page.texts("#people h2").await, ["43 people and a forecast"]);
        let verdict = page.texts("#verdict .headline, #verdict .lead").await.concat();
        assert!(verdict.contains("43 people’s answers together")
            && ["further answers are unlikely to change it", "more people", "stays open"].iter().any(|said| verdict.contains(said)), "{verdict}");
        assert_eq!(page.texts("#people h3 bdi").await, OPTIONS);
        let bars = page.texts("#people .bars .bar-label").await;
        assert_eq!(bars, ["Forecast", "People", "Together"].repeat(OPTIONS.len()));
        assert!(!page.texts(".band, .site-footer").await.concat().contains("No real people were asked"));
        page.go(&asking.url("/page/respondents")).await;
        let said = page.texts(".band").await.concat();
        assert!(said.contains("the forecast alone") && said.contains("43 people"), "{said}");

        deleted(&asking).await;
        assert_eq!(page.complaints(), NONE);
        asking.owner.stop().await;
    }
}

/// Uploads forty people without scripts, after checking the preview.
async fn upload(asking: &Asking) {
    let page = asking.owner.browser.open("about:blank", Look::DESKTOP).await;
    page.without_script().await;
    page.go(&asking.url("/people")).await;
    let file = asking.owner.site.database.folder().join("people.csv");
    std::fs::write(&file, forty().replace(",21,", ",old,")).unwrap();
    page.choose_file("#chosen", &file).await;
    page.follow("form:has(#chosen) button[value=preview]").await;
    let wrong = page.texts(".notice.bad").await.concat();
    assert!(wrong.contains("Row 3") && wrong.contains("age"), "{wrong}");
    std::fs::write(&file, forty()).unwrap();
    page.choose_file("#chosen", &file).await;
    page.follow("form:has(#chosen) button[value=preview]").await;
    assert_eq!(page.texts(".notice.good").await, ["40 people were found. Nothing is saved yet."]);
    let names = page.texts("section[aria-labelledby=file-heading] tbody th").await;
    let roles = page.texts("section[aria-labelledby=file-heading] tbody option:checked").await;
    assert_eq!(
        (names, roles),
        (["Opción", "edad", "性别"].map(str::to_owned).to_vec(), ["Choice", "Age", "Sex"].map(str::to_owned).to_vec())
    );
    assert_eq!(asking.people().await["people"], 3);
    page.follow("button[value=add]").await;
    assert_eq!(asking.people().await["people"], 43);
    assert_eq!(page.complaints(), NONE);
}

/// Deletes one answer and then all; the report then shows only the forecast.
async fn deleted(asking: &Asking) {
    let page = &asking.owner.page;
    page.go(&asking.url("/people")).await;
    page.follow("tbody tr:first-child button[value=delete_answer]").await;
    assert_eq!(asking.people().await["people"], 42);
    page.click("section[aria-labelledby=answers-heading] .confirm summary").await;
    page.follow("button[value=delete_all]").await;
    assert_eq!(asking.people().await["people"], 0);
    page.go(&asking.url("/page")).await;
    assert_eq!(page.texts("#people").await, NONE);
    assert_eq!(page.texts(".band strong").await, ["Synthetic respondents"]);
    assert!(page.texts(".site-footer").await.concat().contains("No real people were asked"));
}

/// Adds forty people through the API.
async fn added(asking: &Asking) {
    let at = format!("{}/api/v1/reports/{}/people", asking.owner.program.base, asking.report);
    let sent =
        asking.owner.program.http.post(at).bearer_auth(&asking.owner.program.key).header("content-type", "text/csv");
    assert_eq!(sent.body(forty()).send().await.unwrap().status(), 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_about_people_stands_in_every_language_light_and_dark_on_phone_and_desk() {
    for language in ["en", "es", "zh"] {
        let asking = Asking::start(Backend::Sqlite, language).await;
        for look in Look::on_all(language) {
            let page = asking.owner.browser.open(&asking.url("/people"), look).await;
            page.assert_stands("people-none").await;
        }
        let url = asking.opened().await;
        for look in Look::on_all(language) {
            // A new browser, which has not answered.
            let browser = Browser::start().await;
            let page = browser.open(&url, look).await;
            page.assert_stands("survey-0").await;
            page.follow("form button").await;
            let mut screen = 1;
            while !page.evaluate::<bool>("location.pathname.endsWith('/thanks')").await {
                page.assert_stands(&format!("survey-{screen}")).await;
                answer(&page, Hand::Finger).await;
                page.follow("form button").await;
                screen += 1;
            }
            page.assert_stands("survey-thanks").await;
            browser.close().await;
        }
        added(&asking).await;
        for look in Look::on_all(language) {
            let page = asking.owner.browser.open(&asking.url("/people"), look).await;
            page.assert_stands("people").await;
            page.choose("#file", "choice,age\nDrift,30\n小憩,40\n").await;
            page.follow("form:has(#chosen) button[value=preview]").await;
            page.assert_stands("people-preview").await;
            page.go(&asking.url("/page")).await;
            page.assert_stands("report-with-people").await;
        }
        asking.owner.stop().await;
    }
}
