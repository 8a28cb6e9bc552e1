//! What is looked at after each step: every row that the store keeps is the one that the model has, and what must hold of
//! any database whatever its rows.

use sqlx::AnyConnection;
use store::{BodyForm, ReportState, Status, Store};

use crate::calls::{browser_hash, link_hash};
use crate::model::{Model, Report};

/// One line of text for each row, in any order.
const ROWS: &str = "
    SELECT 'clock ' || now_ms AS line FROM clock
    UNION ALL SELECT 'heartbeat ' || beat_at || ' ' || ran_ms FROM heartbeat
    UNION ALL SELECT 'turn ' || id || ' ' || turn FROM reports
    UNION ALL SELECT 'account ' || id || ' ' || available || ' ' || held || ' ' || unfinished FROM accounts
    UNION ALL SELECT 'entry ' || id || ' ' || account_id || ' ' || COALESCE(report_id, '-') || ' ' || kind || ' ' ||
        d_available || ' ' || d_held || ' ' || at FROM ledger
    UNION ALL SELECT 'report ' || id || ' ' || account_id || ' ' || status || ' hold ' || hold || ' left ' || credits_left ||
        ' key ' || COALESCE(idempotency_key, '-') || ' done ' || respondents_done || ' begun ' || respondents_begun ||
        ' fence ' || fence || ' tries ' || tries || ' owner ' || COALESCE(owner, '-') || ' visible ' || visible_at ||
        ' cost ' || COALESCE(cost, '-') || ' error ' || COALESCE(error, '-') || ' etag ' || COALESCE(etag, '-') ||
        ' cancelled ' || cancelled || ' created ' || created_at || ' finished ' || COALESCE(finished_at, '-') ||
        ' away ' || COALESCE(engine_away_since, '-') || ' checkpointed ' || COALESCE(checkpointed_at, '-') ||
        ' people ' || people_version || ' deleted ' || COALESCE(deleted_at, '-') || ' brief ' || (brief <> '') ||
        ' searchable ' || (searchable <> '') || ' hash ' || (brief_hash IS NOT NULL) || ' first ' || COALESCE(first_report, '-')
        FROM reports
    UNION ALL SELECT 'result ' || report_id FROM results
    UNION ALL SELECT 'step ' || report_id || ' ' || key || ' ' || output || ' ' || fence FROM steps
    UNION ALL SELECT 'survey ' || id || ' ' || report_id || ' quota ' || quota || ' counts ' || complete || ' ' || marked ||
        ' ' || unfinished || ' ' || screened_out || ' started ' || started || ' ends ' || COALESCE(ends_at, '-') || ' closed ' || closed ||
        ' one time ' || one_time || ' links ' || links || ' used ' || links_used FROM surveys
    UNION ALL SELECT 'link ' || lower(hex(hash)) || ' ' || survey_id || ' ' || COALESCE(answer_id, '-') FROM survey_links
    UNION ALL SELECT 'batch ' || id || ' ' || report_id || ' key ' || COALESCE(idempotency_key, '-') || ' people ' || people ||
        ' at ' || created_at FROM people_batches
    UNION ALL SELECT 'answer ' || id || ' ' || report_id || ' ' || COALESCE(survey_id, '-') || ' ' || COALESCE(batch_id, '-') ||
        ' browser ' || lower(hex(COALESCE(browser, ''))) || ' form ' || COALESCE(form, '-') || ' ' || answers ||
        ' choice ' || COALESCE(choice, '-') || ' about ' || COALESCE(age_band, '-') || ' ' || COALESCE(sex, '-') || ' ' ||
        COALESCE(country, '-') || ' comment ' || COALESCE(comment, '-') || ' flags ' || flags || ' kept ' || kept ||
        ' whole ' || complete || ' ' || eligibility || ' counted ' || counted || ' started ' || started_at ||
        ' finished ' || COALESCE(finished_at, '-') || ' aged ' || COALESCE(aged_at_ran_ms, '-') FROM survey_answers";

/// One line for each thing that must not be there.
const WRONG: &str = "
    SELECT 'the counts of ' || id || ' are not those of its answers' FROM surveys s
    WHERE s.complete <> (SELECT COUNT(*) FROM survey_answers a WHERE a.survey_id = s.id AND a.counted = 1)
       OR s.marked <> (SELECT COUNT(*) FROM survey_answers a WHERE a.survey_id = s.id AND a.complete = 1 AND a.counted = 0
                   AND a.eligibility <> 'out')
       OR s.unfinished <> (SELECT COUNT(*) FROM survey_answers a WHERE a.survey_id = s.id AND a.complete = 0
                   AND a.eligibility <> 'out')
       OR s.screened_out <> (SELECT COUNT(*) FROM survey_answers a WHERE a.survey_id = s.id AND a.eligibility = 'out')
    UNION ALL SELECT id || ' has more counted answers than its quota' FROM surveys WHERE complete > quota
    UNION ALL SELECT id || ' is counted and not whole, or marked and not kept, or the other way round' FROM survey_answers
    WHERE counted <> (complete = 1 AND eligibility <> 'out' AND (flags = '' OR kept = 1))
    UNION ALL SELECT 'a link served ' || answer_id || ' and so did another' FROM survey_links
    WHERE answer_id IS NOT NULL GROUP BY answer_id HAVING COUNT(*) > 1
    UNION ALL SELECT id || ' counts its links wrongly' FROM surveys s
    WHERE links_used <> (SELECT COUNT(answer_id) FROM survey_links l WHERE l.survey_id = s.id)
    UNION ALL SELECT id || ' is completed without a result, or has one and is not' FROM reports r
    WHERE (status = 'completed' AND deleted_at IS NULL) <> EXISTS (SELECT 1 FROM results WHERE report_id = r.id)
    UNION ALL SELECT id || ' is deleted and something of it is there' FROM reports r
    WHERE deleted_at IS NOT NULL
      AND (brief <> '' OR searchable <> '' OR etag IS NOT NULL OR finding IS NOT NULL OR COALESCE(error, '') <> ''
           OR EXISTS (SELECT 1 FROM steps WHERE report_id = r.id) OR EXISTS (SELECT 1 FROM surveys WHERE report_id = r.id)
           OR EXISTS (SELECT 1 FROM survey_answers WHERE report_id = r.id)
           OR EXISTS (SELECT 1 FROM people_batches WHERE report_id = r.id))";

/// Compares every row with the model's, and takes over the places in the queue.
pub async fn compare_rows(connection: &mut AnyConnection, model: &mut Model) -> Result<(), String> {
    let mut there: Vec<String> =
        sqlx::query_scalar(ROWS).fetch_all(&mut *connection).await.map_err(|error| error.to_string())?;
    model.turns.clear();
    for line in there.extract_if(.., |line| line.starts_with("turn ")) {
        let mut words = line.split(' ').skip(1);
        let (id, turn) = (words.next().unwrap(), words.next().unwrap());
        model.turns.insert(id.to_owned(), turn.parse().unwrap());
    }
    let mut expected = rows_of(model);
    there.sort_unstable();
    expected.sort_unstable();
    if there == expected {
        return Ok(());
    }
    let only = |these: &[String], those: &[String]| -> String {
        these.iter().filter(|line| !those.contains(line)).map(|line| format!("\n    {line}")).collect()
    };
    let (extra, missing) = (only(&there, &expected), only(&expected, &there));
    Err(format!("the database is not the model's\n  it has:{extra}\n  it should have:{missing}"))
}

/// What holds whatever happened, in words of the database alone.
pub async fn check_invariants(connection: &mut AnyConnection, store: &Store) -> Result<(), String> {
    let proof = store.prove_ledger().await.map_err(|error| error.to_string())?;
    if !proof.holds() {
        return Err(format!("the ledger does not add up: {proof:?}"));
    }
    let wrong: Vec<String> =
        sqlx::query_scalar(WRONG).fetch_all(connection).await.map_err(|error| error.to_string())?;
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}

/// The file itself is sound.
pub async fn check_file(connection: &mut AnyConnection) -> Result<(), String> {
    let outcome: String = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_one(&mut *connection)
        .await
        .map_err(|error| error.to_string())?;
    if outcome != "ok" {
        return Err(format!("the file is damaged: {outcome}"));
    }
    let broken = sqlx::query_scalar("SELECT COUNT(*) FROM pragma_foreign_key_check").fetch_one(connection).await;
    match broken.map_err(|error| error.to_string())? {
        0_i64 => Ok(()),
        broken => Err(format!("{broken} references lead nowhere")),
    }
}

fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or("-".to_owned(), |value| value.to_string())
}

fn rows_of(model: &Model) -> Vec<String> {
    let mut rows = model.ledger.clone();
    rows.push(format!("clock {}", model.lease_now));
    rows.push(format!("heartbeat {} {}", model.beat.0, model.beat.1));
    for account in &model.accounts {
        let unfinished = model.unfinished(account.id);
        rows.push(format!("account {} {} {} {unfinished}", account.id, account.available, account.held));
    }
    for report in &model.reports {
        rows_of_report(report, &mut rows);
        rows_of_people(report, &mut rows);
    }
    rows
}

fn rows_of_report(report: &Report, rows: &mut Vec<String>) {
    rows.push(format!(
        "report {} {} {} hold {} left {} key {} done {} begun {} fence {} tries {} owner {} visible {} cost {} error {} etag {} \
         cancelled {} created {} finished {} away {} checkpointed {} people {} deleted {} brief {} searchable {} hash {} first {}",
        report.id,
        report.account,
        report.status,
        report.hold,
        report.credits_left,
        or_dash(report.key.as_ref()),
        report.done,
        report.done,
        report.fence,
        report.tries,
        or_dash(report.owner.as_ref()),
        report.visible_at,
        or_dash(report.cost),
        or_dash(report.error),
        or_dash(report.body.as_ref().map(|(_, etag)| etag)),
        i64::from(report.is_cancelled),
        report.created_at,
        or_dash(report.finished_at),
        or_dash(report.away_since),
        or_dash(report.checkpointed_at),
        report.people_version,
        or_dash(report.deleted_at),
        i64::from(!report.is_deleted()),
        i64::from(!report.is_deleted()),
        i64::from(report.is_deleted() && report.key.is_some()),
        or_dash(report.first_report)
    ));
    if report.status == Status::Completed && !report.is_deleted() {
        rows.push(format!("result {}", report.id));
    }
    let steps = report.steps.iter();
    rows.extend(steps.map(|(key, (output, fence))| format!("step {} {key} {output} {fence}", report.id)));
}

fn rows_of_people(report: &Report, rows: &mut Vec<String>) {
    let survey = report.survey.as_ref();
    if let Some(survey) = survey {
        let [complete, marked, unfinished, screened_out] = report.counts();
        rows.push(format!(
            "survey {} {} quota {} counts {complete} {marked} {unfinished} {screened_out} started {} ends {} closed {} one time {} links {} used {}",
            survey.id,
            report.id,
            survey.quota,
            survey.started,
            or_dash(survey.ends_at),
            i64::from(survey.is_closed),
            i64::from(survey.is_one_time),
            survey.links.len(),
            survey.links.values().flatten().count()
        ));
        let link = |(link, answer): (&u32, &Option<_>)| {
            format!("link {} {} {}", link_hash(*link).to_hex(), survey.id, or_dash(answer.as_ref()))
        };
        rows.extend(survey.links.iter().map(link));
    }
    for batch in &report.batches {
        let key = or_dash(batch.key.as_ref());
        rows.push(format!(
            "batch {} {} key {key} people {} at {}",
            batch.id, report.id, batch.people, batch.created_at
        ));
    }
    for answer in &report.answers {
        let [age_band, sex, country] = answer.about.each_ref().map(|about| or_dash(about.as_ref()));
        rows.push(format!(
            "answer {} {} {} {} browser {} form {} {} choice {} about {age_band} {sex} {country} comment {} flags {} kept {} \
             whole {} {} counted {} started {} finished {} aged {}",
            answer.id,
            report.id,
            or_dash(survey.filter(|_| answer.browser.is_some()).map(|survey| survey.id)),
            or_dash(answer.batch),
            answer.browser.map_or_else(String::new, |browser| browser_hash(browser).to_hex()),
            or_dash(answer.form),
            serde_json::Value::Object(answer.answers.clone()),
            or_dash(answer.choice),
            or_dash(answer.comment.as_ref()),
            answer.flags.join(","),
            i64::from(answer.is_kept),
            i64::from(answer.is_whole),
            answer.eligibility(),
            i64::from(answer.is_counted()),
            answer.started_at,
            or_dash(answer.finished_at),
            or_dash(answer.aged_at)
        ));
    }
}

/// What a client reads of a report is what the model has.
pub async fn check_reads(store: &Store, report: &Report) -> Result<(), String> {
    let failed = |error: store::StoreError| format!("a read failed: {error:?}");
    let state = store.report_state(report.account, report.id).await.map_err(failed)?;
    let fits = match &state {
        Some(ReportState::Running { status, respondents_done, respondents_total, is_waiting_for_engine }) => {
            (*status, *respondents_done, *respondents_total) == (report.status, report.done, report.hold)
                && *is_waiting_for_engine == report.away_since.is_some()
        }
        Some(ReportState::Failed { is_cancelled, .. }) => {
            (report.status, report.is_cancelled) == (Status::Failed, *is_cancelled)
        }
        Some(ReportState::Completed { .. }) => report.status == Status::Completed,
        None => report.is_deleted(),
    };
    let fits = fits && state.is_none() == report.is_deleted();
    if !fits {
        return Err(format!("{} is read as {state:?} and is {}", report.id, report.status));
    }
    let body = store.result_body(report.account, report.id, BodyForm::Plain).await.map_err(failed)?;
    if body.as_deref() != report.body.as_ref().map(|(plain, _)| plain.as_bytes()) {
        return Err(format!("the result of {} is {body:?}", report.id));
    }
    let people = store.people(report.account, report.id).await.map_err(failed)?;
    let mut there: Vec<_> = people.iter().map(|answer| (answer.id, answer.is_counted())).collect();
    let whole = report.answers.iter().filter(|answer| answer.is_whole);
    let mut expected: Vec<_> = whole.map(|answer| (answer.id, answer.is_counted())).collect();
    there.sort_unstable();
    expected.sort_unstable();
    if there != expected {
        return Err(format!("the people of {} are {there:?} and should be {expected:?}", report.id));
    }
    Ok(())
}
