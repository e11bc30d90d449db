//! `tourne-solve value`: prints the value of a position to up to 1000 digits.

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tourne_solver::terminal::{Exit, FormatArgument, Progress, on_threads};
use tourne_solver::verify::{MOST_DIGITS, PreciseValues, verify};
use tourne_solver::{Position, Rules, Setup, Unit};

use crate::arguments::RulesArgument;
use crate::proven::solved;

/// Print the value of a position to many digits, all proven
///
/// The digits are cut off, not rounded: the true value begins with them. If the value may be exactly a decimal of this
/// length, such as 1, that decimal is printed.
#[derive(Args)]
#[command(before_help = "\
Examples:
  tourne-solve value                                    the start of the standard game, 30 digits
  tourne-solve value 04h/007 --digits 100               another position
  tourne-solve value --rules double-win --format json")]
pub(crate) struct ValueArguments {
    /// Position, the side on roll first, such as 04h/007
    #[arg(default_value = "000/000")]
    position: String,
    /// Number of digits after the decimal point, 1 to 1000
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_DIGITS)))]
    digits: u32,
    #[command(flatten)]
    which: RulesArgument,
    #[command(flatten)]
    shared: FormatArgument,
}

/// Answer of `tourne-solve value`. Its fields have the same names in JSON.
#[derive(Serialize)]
struct PreciseValue {
    rules: Rules,
    unit: Unit,
    position: Position,
    digits: u32,
    /// The value as text, because most readers of JSON round numbers to 17 digits.
    value: String,
}

pub(crate) fn run(arguments: &ValueArguments) -> Result<(), Exit> {
    let rules = arguments.which.rules;
    let digits = arguments.digits;
    let setup: Setup = arguments.position.parse()?;
    let position = rules.position(&setup)?;
    let solution = solved(rules, None)?.solution;
    let values = on_threads(None, || {
        let _progress = Progress::new(format!("{rules}: refining to {digits} digits"));
        // The bounds are proven only if play ends, which `verify` proves.
        let (proven, _) = verify(solution.clone().into()).context("the solution is wrong")?;
        PreciseValues::new(&proven, digits).context("no digits can be proven")
    })??;
    let value = values
        .digits(position)
        .with_context(|| format!("{position} is not a position of {rules}"))?;
    let answer = PreciseValue {
        rules,
        unit: solution.unit(),
        position,
        digits,
        value,
    };
    let text = || format!("{}\n", answer.value);
    arguments.shared.print(text, &answer, [&answer])
}
