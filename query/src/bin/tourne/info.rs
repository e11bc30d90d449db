//! `tourne info`: facts about a solution.

use clap::Args;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use tourne::facts::Info;
use tourne::show::numbers::{fixed, in_percent};
use tourne::solutions::Origin;
use tourne_solver::digits::{grouped, proven, within};
use tourne_solver::terminal::{Exit, FormatArgument, Progress, aligned};
use tourne_solver::{Counts, Solution, Unit, file};

use crate::arguments::SolutionArguments;

/// Show the facts of a solution: counts, values, length of a game
#[derive(Args)]
pub(crate) struct InfoArguments {
    #[command(flatten)]
    solution: SolutionArguments,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &InfoArguments) -> Result<(), Exit> {
    let world = arguments.solution.world()?;
    let info = world.in_arena(|arena| {
        let _progress = Progress::new("following best play");
        Ok(Info::new(arena)?)
    })?;
    let answer = InfoWithSource {
        source: SolutionSource::new(&world.origin, &world.solution),
        info,
    };
    let text = || text(&answer.info, world.solution.counts(), &world.origin);
    arguments.shared.print(text, &answer, [&answer])
}

/// Facts about a solution and where it comes from, serialised as the JSON output of the command.
#[derive(Serialize)]
struct InfoWithSource {
    #[serde(flatten)]
    info: Info,
    source: SolutionSource,
}

/// Place that a solution comes from.
#[derive(Serialize)]
struct SolutionSource {
    kind: &'static str,
    /// Path of the file, as it was named.
    path: Option<String>,
    /// SHA-256 checksum of the solution file, or of the file that would be written, in hexadecimal digits.
    sha256: String,
}

impl SolutionSource {
    fn new(origin: &Origin, solution: &Solution) -> SolutionSource {
        let (kind, path) = match origin {
            Origin::File { path, .. } => ("file", Some(path.to_string_lossy().into_owned())),
            Origin::BuiltIn(_) => ("built in", None),
            Origin::Solved(_) => ("solved", None),
        };
        // A file that can be opened has exactly the bytes that are written for its solution.
        let digest = Sha256::digest(file::encode(solution));
        SolutionSource {
            kind,
            path,
            sha256: (digest.iter()).fold(String::new(), |hex, byte| hex + &format!("{byte:02x}")),
        }
    }
}

fn text(info: &Info, counts: Counts, origin: &Origin) -> String {
    let value = proven(info.value, info.error_bound, 12);
    let start = match info.unit {
        Unit::Points => {
            let sign = if info.value < 0.0 { "" } else { "+" };
            format!("the first to throw can expect {sign}{value} points")
        }
        Unit::WinProbability => format!("the first to throw wins with probability {value}"),
    };
    let ties = grouped(info.ties) + " decisions with exactly equal best moves";
    let [throws, choices] = [info.throws_per_game, info.choices_per_game].map(|it| fixed(it, 2));
    let share = in_percent(info.choices_per_game / info.throws_per_game, 1);
    let games =
        format!("{throws} throws under best play, of which {choices} leave a choice ({share} %)");
    aligned(&[
        ("rules", info.rules.to_string()),
        ("solution", origin.to_string()),
        ("positions", counts.positions_text()),
        ("decisions", counts.decisions_text()),
        ("ties", ties),
        ("start", start),
        ("bounds", within(info.error_bound)),
        ("games", games),
    ])
}
