//! Stand-in for the engine's traits, until they land.
#![allow(clippy::all, clippy::pedantic, dead_code)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    State(u32),
    Again(u32),
    End(u16),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rows {
    pub(super) ends: Vec<u32>,
    pub(super) targets: Vec<u32>,
}

impl Rows {
    #[inline]
    pub(super) fn push(&mut self, moves: impl IntoIterator<Item = Target>) {
        self.targets
            .extend(moves.into_iter().map(|target| match target {
                Target::State(state) => state,
                Target::Again(state) => state | 1 << 31,
                Target::End(end) => 1 << 30 | u32::from(end),
            }));
        self.ends.push(self.targets.len() as u32);
    }

    pub(super) fn append(&mut self, other: &mut Rows) {
        let before = self.targets.len() as u32;
        self.targets.append(&mut other.targets);
        self.ends
            .extend(other.ends.drain(..).map(|end| before + end));
    }
}

pub(super) trait Game: Sync {
    fn weights(&self) -> Vec<u32>;
    fn payoffs(&self) -> Vec<f64>;
    fn blocks(&self) -> Vec<usize>;
    fn moves(&self, block: usize) -> Rows;
}

pub(super) struct Progress {
    pub(super) block: usize,
    pub(super) blocks: usize,
    pub(super) sweep: usize,
}
pub(super) struct ProvenBlock;
pub(super) struct Margin {
    pub(super) points: f64,
    pub(super) state: u32,
    pub(super) outcome: usize,
}
pub(super) struct Proven {
    pub(super) values: Vec<f64>,
    pub(super) choices: u64,
    pub(super) undecided: u64,
    pub(super) ties: u64,
    pub(super) margin: Option<Margin>,
    pub(super) sweeps: f64,
}
impl Proven {
    pub(super) fn bound(&self) -> f64 {
        f64::NAN
    }
}
#[derive(Debug, thiserror::Error)]
#[error("cannot solve")]
pub(super) struct SolveError;
pub(super) fn solve(
    game: &impl Game,
    observe: &mut dyn FnMut(Progress),
    _sink: &mut dyn FnMut(&ProvenBlock),
) -> Result<Proven, SolveError> {
    let mut values = Vec::new();
    for block in 0..game.blocks().len() {
        observe(Progress {
            block,
            blocks: game.blocks().len(),
            sweep: 7,
        });
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    values.resize(game.blocks().iter().sum(), 0.25);
    prove(game, values, observe, _sink)
}
pub(super) fn prove(
    _game: &impl Game,
    values: Vec<f64>,
    _observe: &mut dyn FnMut(Progress),
    _sink: &mut dyn FnMut(&ProvenBlock),
) -> Result<Proven, SolveError> {
    Ok(Proven {
        values,
        choices: 0,
        undecided: 0,
        ties: 0,
        margin: Some(Margin {
            points: 0.5,
            state: 3,
            outcome: 2,
        }),
        sweeps: 0.0,
    })
}
