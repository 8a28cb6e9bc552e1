//! The report's page as one file that needs no server beside it.

use survey::report::ReportResult;

use crate::public;

const STYLESHEET_LINK: &str = "<link rel=\"stylesheet\" href=\"/static/canvass.css\">";

pub(super) fn stand_alone(result: &ReportResult) -> anyhow::Result<String> {
    let style = format!("<style>\n{}</style>", include_str!("../../static/canvass.css"));
    Ok(public::page(result.clone())?.replace(STYLESHEET_LINK, &style))
}
