//! Values that a shell completes for arguments of `tourne`.

use std::any::TypeId;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ValueHint};
use tourne::cards::{Length, Named, PolicySource};
use tourne::grading::Kind;
use tourne::policy::{Builtin, Level};

use crate::player::Contestant;

/// Adds the values that can be named to an argument, or the hint that it takes a file. `topics` are those of `tourne help`.
/// A policy is completed as a file: bash takes the colon of `builtin:NAME` as the end of a word.
pub(crate) fn known(argument: Arg, topics: &[String]) -> Arg {
    let parsed = argument.get_value_parser().type_id();
    let is_policy = parsed == TypeId::of::<PolicySource>() || parsed == TypeId::of::<Contestant>();
    let names: Vec<String> = match argument.get_id().as_str() {
        "engine" => return argument.value_hint(ValueHint::CommandString),
        "level" => (1..=Level::ALL.len())
            .map(|level| level.to_string())
            .collect(),
        _ if is_policy => return argument.value_hint(ValueHint::FilePath),
        "topic" => topics.to_vec(),
        _ if parsed == TypeId::of::<Kind>() => Kind::ALL.map(Kind::hyphened).to_vec(),
        _ if parsed == TypeId::of::<Named>() => named(),
        _ => return argument,
    };
    // The parser keeps static names only; the program ends when the script is printed.
    let names = names.into_iter().map(|name| &*name.leak());
    argument.value_parser(PossibleValuesParser::new(names))
}

/// Returns the names of the built-in policies that need nothing after their name.
fn named() -> Vec<String> {
    let builtins = Builtin::ALL.into_iter();
    let levels = Level::ALL.into_iter().map(Builtin::Level);
    let cards = Length::all().map(Named::Card);
    let all = builtins.chain(levels).map(Named::Builtin).chain(cards);
    all.map(|name| name.to_string()).collect()
}
