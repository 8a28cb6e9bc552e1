//! Where the page of a report leads: that of its readers, of its owner, of a file and of the sample.

/// Where a page leads. What it can't lead to is absent.
#[derive(Debug, Clone, Default)]
pub struct Links {
    /// The full address that the page is known by, where there is one.
    pub canonical: Option<String>,
    pub card: Option<String>,
    /// Where the page is served, the way back from the explorer; without it the page is a file, and carries its styles
    /// inside.
    pub report: Option<String>,
    /// Only on the page that its owner sees.
    pub workspace: Option<WorkspaceLink>,
    pub explorer: Option<String>,
    pub csv: Option<String>,
    pub json: Option<String>,
    /// Whether it is shown to strangers as an example of what a report is.
    pub is_sample: bool,
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
            card: Some(format!("{public_url}{}", below("card.svg"))),
            report: Some(format!("/r/{token}")),
            explorer: shared("respondents"),
            csv: shared("respondents.csv"),
            json: Some(below("report.json")),
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
    pub fn beside() -> Self {
        let beside = |name: &str| Some(name.to_owned());
        Self { csv: beside("respondents.csv"), json: beside("report.json"), ..Self::default() }
    }
}
