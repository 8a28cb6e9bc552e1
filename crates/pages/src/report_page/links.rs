//! Links of a report's pages in each context: published, in the owner's workspace, as files in a folder, and as the
//! public sample.

/// The links of a page. A missing target has no link.
#[derive(Debug, Clone, Default)]
pub struct Links {
    /// The absolute URL of the page, if it has one.
    pub canonical: Option<String>,
    pub card: Option<String>,
    /// The report page, to which the explorer links back.
    pub report: Option<String>,
    /// Only for the owner.
    pub workspace: Option<WorkspaceLink>,
    /// The survey of people, while it takes answers; only for the owner, who decides whom it reaches.
    pub survey: Option<String>,
    pub explorer: Option<String>,
    pub csv: Option<String>,
    pub json: Option<String>,
    pub markdown: Option<String>,
    /// Whether the page is a self-contained file with inlined styles and scripts.
    pub is_file: bool,
    pub charts: Option<ChartsLink>,
    /// What a public sample report says of itself; `None` for other reports.
    pub sample: Option<SampleNote>,
}

/// What a public sample report says of itself, and the sample beside it: the same brief by another engine.
#[derive(Debug, Clone)]
pub struct SampleNote {
    pub text: String,
    pub beside: String,
    pub beside_label: String,
}

/// Where to download the charts as images.
#[derive(Debug, Clone)]
pub struct ChartsLink {
    /// The URL prefix of the image names.
    pub below: String,
    /// Whether PNG is offered. In files it is not if fonts are missing; a server falls back to SVG.
    pub has_png: bool,
}

/// The link back to the report in the owner's workspace.
#[derive(Debug, Clone)]
pub struct WorkspaceLink {
    pub path: String,
    /// Whether the report is also published.
    pub is_published: bool,
    /// The form for a new report, prefilled from this one.
    pub again: String,
}

impl Links {
    /// Links of a published page. If respondents are hidden, the explorer and the CSV download are absent.
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

    /// Links of the owner's page, with everything, below `workspace`, the report's path in the workspace.
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

    /// Links of the public sample report.
    pub fn sample(page: &str, note: SampleNote) -> Self {
        let below = |name: &str| Some(format!("{page}/{name}"));
        Self {
            explorer: below("respondents"),
            csv: below("respondents.csv"),
            json: below("report.json"),
            ..Self::sample_beside(page, note)
        }
    }

    /// Links of a sample that is shown for comparison only, without its data.
    pub fn sample_beside(page: &str, note: SampleNote) -> Self {
        Self { report: Some(page.to_owned()), sample: Some(note), ..Self::default() }
    }

    /// Links of an HTML file whose data files lie in the same folder.
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

    /// Links of `respondents.html`, in the same folder as the report.
    pub fn back() -> Self {
        let beside = |name: &str| Some(name.to_owned());
        Self { report: beside("report.html"), csv: beside("respondents.csv"), is_file: true, ..Self::default() }
    }
}
