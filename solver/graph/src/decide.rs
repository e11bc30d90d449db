//! Decides the choices that bounds leave open: by classes of equal moves, and where these do not suffice, by exact values.

use crate::block::Block;
use crate::checked::Checked;
use crate::exact::Exact;
use crate::game::GameError;
use crate::graph::Node;
use crate::proof::{Bounds, Margin, closer};
use crate::proven::Proven;
use crate::ties::Classes;

/// Decides the choices that bounds leave open, block by block, and returns the classes. `lay_out` returns the moves of a
/// block, and `sink` gets the blocks in order, with marks on best moves, and on those that may be best in choices that stay
/// undecided.
pub(crate) fn decide(
    game: &Checked,
    lay_out: &dyn Fn(usize) -> Result<Block, GameError>,
    bounds: &Bounds,
    has_again: bool,
    proven: &mut Proven,
    sink: &mut dyn FnMut(usize, &Block),
) -> Result<Vec<Node>, GameError> {
    let marked = |number| {
        let mut block = lay_out(number)?;
        let open = bounds.mark_open(&mut block);
        Ok((block, open))
    };
    let mut classes = Classes::new(game, bounds, has_again);
    let mut exact = Exact::new(game);
    for number in 0..game.blocks.len() {
        let (mut block, mut open) = marked(number)?;
        classes.refine_block(&block, &game.frame.weights);
        let of_row = |block: &mut Block, place| -> Vec<Node> {
            let mut row = block.at(place);
            let moves = row.moves().filter(|step| step.is_marked());
            moves.map(|step| classes.behind(*step, false)).collect()
        };
        let found = open.len();
        open.retain(|&place| {
            let behind = of_row(&mut block, place);
            behind.iter().any(|&class| class != behind[0])
        });
        proven.ties += (found - open.len()) as u64;
        let wanted = open.iter().flat_map(|&place| of_row(&mut block, place));
        let (wanted, marked) = (wanted.collect(), |number| Ok(marked(number)?.0));
        exact.find(wanted, (number, &block), &classes, &marked)?;
        for place in open {
            let (state, outcome) = block.state_and_outcome(place);
            let Some(excess) = exact.excess(&of_row(&mut block, place), &classes) else {
                proven.undecided += 1;
                proven.first_undecided = proven.first_undecided.or(Some((state, outcome)));
                continue;
            };
            let mut row = block.at(place);
            let moves = row.moves().filter(|step| step.is_marked());
            for (step, &points) in moves.zip(&excess) {
                step.mark(points == 0.0);
            }
            proven.ties += u64::from(excess.iter().filter(|&&points| points == 0.0).count() > 1);
            for points in excess.into_iter().filter(|&points| points > 0.0) {
                let margin = Margin {
                    points,
                    state,
                    outcome,
                };
                proven.margin = closer(proven.margin, Some(margin));
            }
        }
        sink(number, &block);
    }
    Ok(classes.of_nodes)
}
