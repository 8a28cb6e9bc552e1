//! The cross table of a follow-up as page and Markdown show it: a row for each earlier answer, a column for each option.

use std::collections::BTreeMap;

use contract::{CrossCell, CrossRow, CrossTable, ReportResult};

use super::heat;
use super::words::Localized;

/// One earlier answer.
pub struct CrossLine<'a> {
    pub row: &'a CrossRow,
    /// By column; `None` with too few respondents.
    pub cells: Option<Vec<CrossFigure>>,
}

pub struct CrossFigure {
    pub share: f64,
    /// How many respondents chose the option. Of prices `None`: who would buy at a price also would at a lower one.
    pub count: Option<u32>,
    pub is_notable: bool,
}

/// Returns the printed shares of a row by option. They add up, except those of who would buy at a price.
pub fn printed_cells<'r>(result: &'r ReportResult, cells: &BTreeMap<String, CrossCell>) -> BTreeMap<&'r str, f64> {
    let options = || result.analysis.winner.shares.iter().map(|share| share.option.as_str());
    let shares: Vec<f64> = options().map(|option| cells.get(option).map_or(0.0, |cell| cell.share)).collect();
    let printed = if result.analysis.has_buyers() { shares } else { wording::whole_shares(&shares) };
    options().zip(printed).collect()
}

/// A document with the cross table of a result.
pub trait CrossTabulated: Localized {
    fn result(&self) -> &ReportResult;

    /// Returns the table, unless it has no shares to compare.
    fn cross_table(&self) -> Option<&CrossTable> {
        let table = self.result().analysis.cross_table.as_ref();
        table.filter(|table| table.has_shares())
    }

    /// Returns the options with a column, those of the segment table.
    fn cross_columns(&self) -> Vec<&str> {
        let shares = self.result().shares_as_read();
        heat::segment_columns(&shares).into_iter().map(|share| share.option).collect()
    }

    fn cross_lines<'a>(&self, table: &'a CrossTable) -> Vec<CrossLine<'a>> {
        let (columns, are_prices) = (self.cross_columns(), self.result().analysis.has_buyers());
        let figures = |row: &CrossRow| {
            let cells = row.cells.as_ref()?;
            let printed = printed_cells(self.result(), cells);
            let figure = |column: &&str| {
                let cell = cells.get(*column)?;
                let count = row.counts.get(*column).copied().filter(|_| !are_prices);
                Some(CrossFigure { share: *printed.get(column)?, count, is_notable: cell.notable })
            };
            columns.iter().map(figure).collect()
        };
        table.rows.iter().map(|row| CrossLine { row, cells: figures(row) }).collect()
    }

    /// Says what the cells show and how far their differences can be believed.
    fn cross_table_note(&self, table: &CrossTable) -> String {
        let id =
            if self.result().analysis.has_buyers() { "page-cross-table-cells-price" } else { "page-cross-table-cells" };
        let is_marked = table.rows.iter().flat_map(|row| row.cells.iter().flatten()).any(|(_, cell)| cell.notable);
        let marked = is_marked.then(|| self.say("page-cross-table-bold"));
        let said: Vec<String> = [self.say(id)].into_iter().chain(marked).chain([table.note.clone()]).collect();
        wording::sentences(self.language(), &said)
    }
}
