//! `tourne-solve census`: counts positions by depth, the least number of throws after which a position can arise.

use clap::Args;
use tourne_solver::Census;
use tourne_solver::terminal::{Exit, Format, FormatArgument, Progress, csv, json, print};

use crate::account;
use crate::arguments::RulesArgument;

/// Count the positions that can arise, by throws from the start
#[derive(Args)]
pub(crate) struct CensusArguments {
    #[command(flatten)]
    which: RulesArgument,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &CensusArguments) -> Result<(), Exit> {
    let rules = arguments.which.rules;
    let census = {
        let _progress = Progress::new(format!("{rules}: finding positions"));
        Census::new(rules)
    };
    let text = match arguments.shared.format {
        Format::Json => json(&census.depths)?,
        Format::Csv => csv(&census.depths)?,
        Format::Text => account::census(&census),
    };
    print(&text)
}
