//! Where the pages of a report lead: when anyone reads them, when their owner does, as files in a folder, and the sample.

/// Where a page leads. What it can't lead to is absent.
#[derive(Debug, Clone, Default)]
pub struct Links {
    /// The full address that the page is known by, where there is one.
    pub canonical: Option<String>,
    pub card: Option<String>,
    /// Where the page is, the way back from the explorer.
    pub report: Option<String>,
    /// Only on the page that its owner sees.
    pub workspace: Option<WorkspaceLink>,
    pub explorer: Option<String>,
    pub csv: Option<String>,
    pub json: Option<String>,
    pub markdown: Option<String>,
    /// Whether the page is a file, which carries its styles and scripts inside.
    pub is_file: bool,
    pub charts: Option<ChartsLink>,
    /// Whether it is shown to strangers as an example of what a report is.
    pub is_sample: bool,
}

/// Where a page's charts are to be had as pictures.
#[derive(Debug, Clone)]
pub struct ChartsLink {
    /// What their names follow.
    pub below: String,
    /// False where this machine has no font for them; a server then sends the other format.
    pub has_png: bool,
}

/// The way back to where the owner works with the report.
#[derive(Debug, Clone)]
pub struct WorkspaceLink {
    pub path: String,
    /// Whether others see the page, too.
    pub is_published: bool,
    /// The form of a new report, filled in as this one was.
    pub again: String,
}

impl Links {
    /// For a page that is served to anyone. Where respondents are hidden, the explorer and its download are left out.
    pub fn published(public_url: &str, token: &str, are_respondents_hidden: bool) -> Self {
        let below = |name: &str| format!("/r/{token}/{name}");
        let shared = |name: &str| (!are_respondents_hidden).then(|| below(name));
        Self {
            canonical: Some(format!("{public_url}/r/{token}")),
            card: Some(format!("{public_url}{}", below("card.png"))),
            report: Some(format!("/r/{token}")),
            explorer: shared("respondents"),
            csv: shared("respondents.csv"),
            json: Some(below("report.json")),
            markdown: Some(below("report.md")),
            charts: Some(ChartsLink { below: below(""), has_png: true }),
            ..Self::default()
        }
    }

    /// For the page that its owner sees, with everything, below `workspace`, the owner's address of the report.
    pub fn own(workspace: &str, is_published: bool) -> Self {
        let page = format!("{workspace}/page");
        let below = |name: &str| Some(format!("{page}/{name}"));
        let id = workspace.rsplit('/').next().unwrap_or(workspace);
        Self {
            explorer: below("respondents"),
            csv: below("respondents.csv"),
            json: below("report.json"),
            markdown: below("report.md"),
            charts: Some(ChartsLink { below: format!("{page}/"), has_png: true }),
            report: Some(page.clone()),
            workspace: Some(WorkspaceLink {
                path: workspace.to_owned(),
                is_published,
                again: format!("/reports/new?from={id}"),
            }),
            ..Self::default()
        }
    }

    /// For the sample that strangers may read.
    pub fn sample(page: &str) -> Self {
        let below = |name: &str| Some(format!("{page}/{name}"));
        Self {
            report: Some(page.to_owned()),
            explorer: below("respondents"),
            csv: below("respondents.csv"),
            json: below("report.json"),
            is_sample: true,
            ..Self::default()
        }
    }

    /// For a file with its data beside it.
    pub fn beside(has_png: bool) -> Self {
        let beside = |name: &str| Some(name.to_owned());
        Self {
            explorer: beside("respondents.html"),
            csv: beside("respondents.csv"),
            json: beside("report.json"),
            markdown: beside("report.md"),
            charts: Some(ChartsLink { below: "charts/".to_owned(), has_png }),
            is_file: true,
            ..Self::default()
        }
    }

    /// For the file with the respondents, beside the report's.
    pub fn back() -> Self {
        let beside = |name: &str| Some(name.to_owned());
        Self { report: beside("report.html"), csv: beside("respondents.csv"), is_file: true, ..Self::default() }
    }
}
