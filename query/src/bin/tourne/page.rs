//! `tourne page`: one HTML file to look at the game and play it in a browser.

use std::env;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use tourne::show::numbers::count;
use tourne::solutions::{NamedSource, SolutionError, Source};
use tourne_solver::file::{is_stream, shown};
use tourne_solver::terminal::{
    Answers, Exit, ForceArgument, Output, Progress, check_inputs, print,
};
use tourne_solver::verify::OpenError;
use tourne_solver::{Rules, Solution};

use crate::arguments::rule_sets;
use crate::world::{World, refused};

/// Make a page for a browser: positions, play, review, practice
#[derive(Args)]
#[command(
    before_help = "\
Examples:
  tourne page                                   tourne.html, the standard game
  tourne page --rules standard --rules course   two rule sets to choose from
  tourne page --solution data/course.bin --output course.html
  tourne page --solution data --rules course    the table of the folder data
  tourne page --output - >index.html",
    after_help = "\
The page is one file that needs no other files and no network: open it in a browser, or put it on any web host. The \
first rule set is shown first.",
    mut_arg("force", |force| force.help("Replace the output file if it exists")),
)]
pub(crate) struct PageArguments {
    #[arg(long, value_name = "NAME", help = rule_sets(", to put into the page; repeat the option for more rule \
        sets [default: standard, or those of the files that are named]"))]
    rules: Vec<Rules>,
    #[arg(
        long,
        alias = "table",
        value_name = "FILE|FOLDER",
        help = "Solution file written by tourne-solve, or - for \
        standard input, whose rule set is put into the page as well; or a folder with a file such as course.bin for each \
        --rules. Repeat the option for more [default: what the environment variable TOURNE_SOLUTION names, otherwise \
        built in]"
    )]
    solution: Vec<PathBuf>,
    /// File to write, or - for standard output
    #[arg(short, long, value_name = "FILE", default_value = "tourne.html")]
    output: PathBuf,
    #[command(flatten)]
    force: ForceArgument,
}

pub(crate) fn run(arguments: &PageArguments) -> Result<(), Exit> {
    let chosen = named(arguments);
    let inputs = chosen.iter().map(|it| (it.by, Some(&*it.path)));
    let inputs: Vec<_> = inputs.collect();
    check_inputs(&inputs)?;
    Answers::beside(&[("--output", Some(&arguments.output))], &inputs)?;
    let output = Output::new(&arguments.output, &[], arguments.force)?;
    let solutions = solutions(arguments, chosen)?;
    let page = {
        let _progress = Progress::new("putting the page together");
        tourne::page::page(&solutions.iter().collect::<Vec<_>>())?
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

/// Returns the files and folders of the `--solution` options, or what the environment names.
fn named(arguments: &PageArguments) -> Vec<NamedSource> {
    let paths = arguments.solution.iter();
    let options = paths.filter_map(|path| NamedSource::new(Some(path.clone()), None));
    let named: Vec<NamedSource> = options.collect();
    if named.is_empty() {
        return Vec::from_iter(NamedSource::new(None, env::var_os(NamedSource::VARIABLE)));
    }
    named
}

/// Returns a solution for each `--rules` option, in the order of the options, then the solutions of the remaining files
/// that are named. Without both, returns the standard solution.
fn solutions(arguments: &PageArguments, named: Vec<NamedSource>) -> Result<Vec<Solution>, Exit> {
    let is_folder = |named: &NamedSource| !is_stream(&named.path) && named.path.is_dir();
    let (folders, files): (Vec<NamedSource>, Vec<NamedSource>) =
        named.into_iter().partition(is_folder);
    let source = |named: Option<&NamedSource>, rules| Source {
        named: named.cloned(),
        rules,
    };
    let mut read = Vec::new();
    for file in &files {
        read.push(World::open(&source(Some(file), None))?.solution);
    }
    let first = files.first().zip(read.first().map(Solution::rules));
    let rules = match &arguments.rules[..] {
        [] if read.is_empty() => &[Rules::STANDARD][..],
        rules => rules,
    };
    let mut unused = folders.clone();
    let mut solutions = Vec::new();
    for &rules in rules {
        let known = read.iter().position(|solution| solution.rules() == rules);
        let has_it = |folder: &&NamedSource| source(Some(folder), Some(rules)).origin().is_ok();
        let folder = folders.iter().find(has_it).or(folders.first());
        if known.is_none() {
            unused.retain(|named| Some(named) != folder);
        }
        solutions.push(match (known, folder, first) {
            (Some(at), ..) => read.remove(at),
            (None, None, Some((file, found))) => return Err(other_rules(file, found, rules)),
            (None, folder, _) => World::open(&source(folder, Some(rules)))?.solution,
        });
    }
    solutions.append(&mut read);
    if let Some(NamedSource { by, path }) = unused.first() {
        return Err(anyhow!(
            "nothing is taken from the folder {} that {by} names: choose rule sets of its files with --rules, or leave it \
             out",
            shown(path)
        )
        .into());
    }
    Ok(solutions)
}

fn other_rules(file: &NamedSource, found: Rules, asked: Rules) -> Exit {
    let path = file.path.clone();
    let source = OpenError::OtherRules { path, found, asked };
    let by = file.by;
    refused(SolutionError::File { by, source })
}
