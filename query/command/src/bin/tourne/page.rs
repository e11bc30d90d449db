//! `tourne page`: one HTML file to look at the game and play it in a browser.

use std::path::PathBuf;

use clap::Args;
use tourne::show::numbers::count;
use tourne_query::solutions::Source;
use tourne_solver::file::{is_stream, shown};
use tourne_solver::{Rules, Solution};
use tourne_terminal::{Answers, Exit, ForceArgument, Output, Progress, check_inputs, print};

use crate::arguments::rule_sets;
use crate::world::World;

/// Make a page for a browser: positions, play, review, practice
#[derive(Args)]
#[command(
    before_help = "\
Examples:
  tourne page                                   tourne.html, the standard game
  tourne page --rules standard --rules course   two rule sets to choose from
  tourne page --solution data/course.bin --output course.html
  tourne page --output - >index.html",
    after_help = "\
The page is one file that needs no other files and no network: open it in a browser, or put it on any web host. The \
first rule set is shown first.",
    mut_arg("force", |force| force.help("Replace the output file if it exists")),
)]
pub(crate) struct PageArguments {
    #[arg(long, value_name = "NAME", help = rule_sets(", to put into the page; repeat the option for more rule \
        sets. All but standard are solved first, unless --solution gives their solution [default: standard, or those of \
        --solution]"))]
    rules: Vec<Rules>,
    /// Solution file written by tourne-solve, or - for standard input; its rule set is put into the page as well.
    /// Repeat the option for more files
    #[arg(long, visible_alias = "table", value_name = "FILE")]
    solution: Vec<PathBuf>,
    /// File to write, or - for standard output
    #[arg(short, long, value_name = "FILE", default_value = "tourne.html")]
    output: PathBuf,
    #[command(flatten)]
    force: ForceArgument,
}

pub(crate) fn run(arguments: &PageArguments) -> Result<(), Exit> {
    let inputs = arguments.solution.iter();
    let inputs: Vec<_> = inputs.map(|file| ("--solution", Some(&**file))).collect();
    check_inputs(&inputs)?;
    Answers::beside(&[("--output", Some(&arguments.output))], &inputs)?;
    let output = Output::new(&arguments.output, &[], arguments.force)?;
    let solutions = solutions(arguments)?;
    let page = {
        let _progress = Progress::new("putting the page together");
        tourne_page::page(&solutions.iter().collect::<Vec<_>>())?
    };
    output.write(&page)?;
    if !is_stream(&arguments.output) {
        let names = solutions.iter().map(|it| it.rules().to_string());
        let names = names.collect::<Vec<_>>().join(", ");
        let (file, bytes) = (shown(&arguments.output), count(page.len()));
        print(format!("{file}: {bytes} bytes, {names}\n"))?;
    }
    Ok(())
}

/// Returns a solution for each `--rules` option, in the order of the options, then the solutions of the remaining
/// `--solution` files. Without these options, returns the standard solution.
fn solutions(arguments: &PageArguments) -> Result<Vec<Solution>, Exit> {
    let mut read = Vec::new();
    for file in &arguments.solution {
        let source = Source {
            file: Some(file.clone()),
            rules: None,
        };
        read.push(World::open(source)?.solution);
    }
    let rules = match &arguments.rules[..] {
        [] if read.is_empty() => &[Rules::STANDARD][..],
        rules => rules,
    };
    let mut solutions = Vec::new();
    for &rules in rules {
        let known = read.iter().position(|solution| solution.rules() == rules);
        solutions.push(match known {
            Some(at) => read.remove(at),
            None => World::open(Source::of(rules))?.solution,
        });
    }
    solutions.append(&mut read);
    Ok(solutions)
}
