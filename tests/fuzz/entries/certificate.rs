//! Edits valid certificates and checks them: what an accepted certificate proves must be what the valid one proves, which
//! a checker in Python proves as well.

use std::sync::LazyLock;

use tourne_solver::Die;
use tourne_solver::file::decode;
use tourne_solver::verify::{Certificate, Checked, Class, Entry, Layout, check, make_certificate};

use super::bytes::Bytes;

/// Valid certificate, with facts about its game from [`Rules::plays`](tourne_solver::Rules::plays).
struct Base {
    certificate: Certificate,
    checked: Checked,
    layout: Layout,
    /// For each position, the positions after its moves.
    after: Vec<Vec<usize>>,
    /// For each position, the positions with a move that leads to it.
    before: Vec<Vec<usize>>,
    /// The positions that cannot arise from the start.
    unreachable: Vec<usize>,
    /// The largest subset of `unreachable` in which every position follows from another one of the subset: such
    /// positions could wrongly vouch for each other.
    supporting: Vec<usize>,
    /// The positions with several best moves for a die, or with the class of another position.
    tied: Vec<usize>,
}

impl Base {
    fn new(file: &[u8]) -> Base {
        let solution = decode(file).expect("the file is whole").on_trust();
        let certificate = make_certificate(&solution).expect("there is a certificate");
        let layout = Layout::new(solution.rules());
        let index = solution.index();
        let after = |position| {
            let plays = Die::ALL.map(|die| solution.rules().plays(position, die));
            let plays = plays.iter().flatten();
            plays.filter_map(|play| index.number(play.next)).collect()
        };
        let after: Vec<Vec<usize>> = index.positions().map(after).collect();
        let mut before = vec![Vec::new(); index.len()];
        for (number, nexts) in after.iter().enumerate() {
            for &next in nexts {
                before[next].push(number);
            }
        }

        let is_tied = |number: &usize| {
            let Entry { best, class, .. } = &certificate.entries[*number];
            let is_own = *class == Class::Entry(*number as u32);
            !is_own || best.iter().any(|men| men.count_ones() > 1)
        };
        let tied = (0..index.len()).filter(is_tied).collect();
        let never = |number: &usize| certificate.entries[*number].depth.is_none();
        let unreachable: Vec<usize> = (0..index.len()).filter(never).collect();
        let mut supporting = unreachable.clone();
        loop {
            let is_led_to = |number: &usize| {
                let mut before = before[*number].iter();
                before.any(|before| supporting.binary_search(before).is_ok())
            };
            let left: Vec<usize> = supporting.iter().copied().filter(is_led_to).collect();
            if left.len() == supporting.len() {
                break;
            }
            supporting = left;
        }
        Base {
            checked: check(&layout, &certificate).expect("a valid certificate"),
            certificate,
            layout,
            after,
            before,
            unreachable,
            supporting,
            tied,
        }
    }
}

fn interval(entry: &Entry) -> (i128, i128) {
    let (value, slack) = (i128::from(entry.value), i128::from(entry.slack));
    (value - slack, value + slack)
}

/// A certificate that is being edited.
struct Edited {
    base: &'static Base,
    certificate: Certificate,
    /// Number of the position that was chosen last.
    last: usize,
}

impl Edited {
    /// Chooses the position for an edit: any position, the last one, a neighbour of the last one, an unreachable
    /// position, or a tied position.
    fn choose(&mut self, bytes: &mut Bytes) -> usize {
        let base = self.base;
        let of = |numbers: &[usize], choice: u64| {
            let choice = choice.checked_rem(numbers.len() as u64);
            choice.map_or(0, |choice| numbers[choice as usize])
        };
        let last = self.last;
        self.last = match bytes.byte() % 8 {
            0 | 1 => bytes.number(3) as usize % base.after.len(),
            2 => last,
            3 => of(&base.before[last], bytes.number(1)),
            4 | 5 => of(&base.after[last], bytes.number(1)),
            6 => match bytes.byte() % 2 {
                0 => of(&base.supporting, bytes.number(2)),
                _ => of(&base.unreachable, bytes.number(2)),
            },
            _ => of(&base.tied, bytes.number(2)),
        };
        self.last
    }

    fn entry(&mut self, number: usize) -> &mut Entry {
        &mut self.certificate.entries[number]
    }

    fn edit(&mut self, bytes: &mut Bytes) {
        let kind = bytes.byte() % 12;
        let number = self.choose(bytes);
        match kind {
            0 => {
                let by = signed(bytes);
                let entry = self.entry(number);
                entry.value = entry.value.wrapping_add(by);
            }
            1 => {
                let by = signed(bytes);
                let entry = self.entry(number);
                entry.slack = entry.slack.wrapping_add(by);
            }
            2 => {
                let die = usize::from(bytes.byte() % 6);
                let men = bytes.byte();
                self.entry(number).best[die] ^= if men < 0xf0 { men % 8 } else { men };
            }
            3 => {
                let class = match bytes.byte() % 5 {
                    0 => Class::Lost(bytes.byte() % 4),
                    1 => Class::Won(bytes.byte() % 4),
                    2 => Class::Entry(number as u32),
                    3 => Class::Entry(bytes.number(4) as u32),
                    _ => Class::Entry(self.choose(bytes) as u32),
                };
                self.entry(number).class = class;
            }
            4 => {
                let rank = near(self.entry(number).rank, bytes);
                self.entry(number).rank = rank;
            }
            5 => {
                let depth = self.entry(number).depth.unwrap_or(0);
                let is_none = bytes.byte().is_multiple_of(4);
                let depth = (!is_none).then(|| near(depth, bytes));
                self.entry(number).depth = depth;
            }
            6 => {
                let other = self.choose(bytes);
                let entries = &mut self.certificate.entries;
                entries.swap(number, other);
                if !bytes.byte().is_multiple_of(4) {
                    // Swap the claims of two entries, but not their positions.
                    let state = entries[number].state;
                    entries[number].state = entries[other].state;
                    entries[other].state = state;
                }
            }
            9 => {
                // Give one depth to all positions that cannot arise, or to those that could vouch for each other.
                let depth = near(u32::MAX - 1, bytes);
                let base = self.base;
                let set = match bytes.byte() % 2 {
                    0 => &base.supporting,
                    _ => &base.unreachable,
                };
                for &number in set {
                    self.entry(number).depth = Some(depth);
                }
            }
            10 => {
                // Change the slack of a few consecutive entries by the same amount.
                let by = signed(bytes);
                let end = (number + usize::from(bytes.byte())).min(self.base.after.len());
                for number in number..end {
                    let entry = self.entry(number);
                    entry.slack = entry.slack.wrapping_add(by);
                }
            }
            _ => {}
        }
    }

    /// Checks the edited certificate. If it is accepted, all its entries must be true.
    fn check(&self) {
        let Base {
            certificate: sound,
            checked,
            layout,
            ..
        } = self.base;
        let Ok(found) = check(layout, &self.certificate) else {
            assert!(self.certificate != *sound, "a valid certificate is refused");
            return;
        };
        let entries = &self.certificate.entries;
        for (entry, known) in entries.iter().zip(&sound.entries) {
            let state = entry.state;
            assert_eq!(state, known.state);
            assert_eq!(entry.best, known.best, "{state}: other best moves");
            assert_eq!(entry.depth, known.depth, "{state}: another depth");
            let [(low, high), (lower, upper)] = [known, entry].map(interval);
            assert!(lower <= high && low <= upper, "{state}: another value");
        }
        assert_eq!((found.counts, found.ties), (checked.counts, checked.ties));
        let slack = entries.iter().map(|entry| entry.slack).max();
        assert_eq!(Some(found.slack), slack);
    }
}

/// Reads an amount, small or large, by which a value changes.
fn signed(bytes: &mut Bytes) -> i64 {
    let by = i64::from(bytes.byte().cast_signed());
    match bytes.byte() {
        shift @ 0..64 => by << (shift % 56),
        64..72 => bytes.number(8).cast_signed(),
        _ => by,
    }
}

/// Reads a number close to this one, at either end of the range, or anywhere.
fn near(number: u32, bytes: &mut Bytes) -> u32 {
    match bytes.byte() {
        by @ 0..100 => number.wrapping_add(u32::from(by)).wrapping_sub(50),
        100..130 => u32::from(bytes.byte()),
        130..150 => u32::MAX,
        150..170 => u32::MAX - 1,
        170..190 => 0,
        _ => bytes.number(4) as u32,
    }
}

static BASES: [LazyLock<Base>; 2] = [
    LazyLock::new(|| Base::new(include_bytes!("../../../data/standard.bin"))),
    // The only preset with ties.
    LazyLock::new(|| Base::new(include_bytes!("../../../data/entry-first.bin"))),
];

/// Fuzzes the checker of certificates. The first byte chooses the certificate, and the others are edits of it.
pub(crate) fn certificate(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let base = &*BASES[usize::from(bytes.byte() % 8 == 1)];
    let mut edited = Edited {
        base,
        certificate: base.certificate.clone(),
        last: 0,
    };
    // Limit the number of edits: more edits find nothing more. The rest of the input is ignored.
    for _ in 0..16 {
        if !bytes.is_empty() {
            edited.edit(&mut bytes);
        }
    }
    edited.check();
}
