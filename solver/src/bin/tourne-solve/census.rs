//! `tourne-solve census`: counts positions by depth, the least number of throws after which a position can arise.

use clap::Args;
use tourne_solver::Census;
use tourne_solver::digits::grouped;
use tourne_solver::terminal::{Exit, FormatArgument, Progress};

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
    let depths = &census.depths;
    arguments.shared.print(|| table(&census), depths, depths)
}

/// Formats the numbers of positions that first arise after each number of throws, as a table.
fn table(census: &Census) -> String {
    let line = |throws: &str, positions: u64, over: u64| {
        let [positions, over] = [positions, over].map(grouped);
        format!("{throws:>6}  {positions:>19}  {over:>16}\n")
    };
    let depths = census.depths.iter();
    let mut text = String::from("throws  positions first met  games first over\n");
    for depth in depths.clone() {
        text += &line(&depth.throws.to_string(), depth.positions, depth.over);
    }
    let positions = depths.clone().map(|depth| depth.positions).sum();
    let over = depths.map(|depth| depth.over).sum();
    text + &line("total", positions, over)
}
