//! The rules as a turn-based stochastic game in the language of PRISM-games.
//!
//! The model restates the rules instead of listing the moves that the library generates. So people can read the model,
//! and an error in the library is not copied into the model. `tests/models` compares its moves with those of the
//! library.
//!
//! The place of a man is a number: 0 off the board, 1 off the board with a duty to enter, and 1 + *n* on point *n*.
//! Home is therefore 13. The men of a side are sorted, so a man can be blocked only by the next man of its side.

use tourne_solver::{Crowding, Die, Overshoot, Reentry, Rules, Stakes};

/// Writes the rules as a program for PRISM-games, with the players `one`, who throws first, and `two`.
///
/// ```
/// use tourne_solver::Rules;
/// use tourne_export::prism;
///
/// let program = prism(Rules::STANDARD);
/// assert!(program.contains("\nsmg\n"));
/// assert!(program.contains("11/36:(die'=1) + 9/36:(die'=2)"));
/// ```
pub fn prism(rules: Rules) -> String {
    let of_both =
        |part: fn(&Player, Rules) -> String| part(&ONE, rules) + "\n" + &part(&TWO, rules);
    format!(
        "\
// Tourne-case, {rules}. Player one throws first.
// A man is 0 off, 1 off and owing its entry, 1 + n on point n, 13 home; the men of a side ascend.

smg

player one [one_throws], [one_1], [one_2], [one_3], [one_passes], [settle], [rest] endplayer
player two [two_throws], [two_1], [two_2], [two_3], [two_passes] endplayer

// The game is over when the rearmost man of a side is home.
formula over = a1=13 | b1=13;

{formulas}
module game
  // Who throws or moves; 0 when the game is over and settled.
  turn : [0..2] init 1;
  // The die to be played; 0 before the throw.
  die : [0..6] init 0;
{men}
{commands}
  [settle] turn>0 & over -> (turn'=0);
  [rest] turn=0 -> (turn'=0);
endmodule

label \"one_wins\" = a1=13;
label \"two_wins\" = b1=13;
label \"settled\" = turn=0;
{rewards}",
        formulas = of_both(Player::formulas),
        men = of_both(Player::men),
        commands = of_both(Player::commands),
        rewards = rewards(rules),
    )
}

/// Returns the reward structure of the program; empty if every win counts one point.
fn rewards(rules: Rules) -> &'static str {
    match rules.stakes {
        Stakes::Single => "",
        Stakes::DoubleWin => {
            "
// The points of player one plus 2, since rewards cannot be negative.
rewards \"points_and_2\"
  turn>0 & a1=13 & b3<13 : 4;
  turn>0 & a1=13 & b3=13 : 3;
  turn>0 & b1=13 & a3=13 : 1;
endrewards
"
        }
    }
}

/// A player of the program. `own` is the letter of the player's men, `other` the letter of the opponent's men.
struct Player {
    name: &'static str,
    number: u8,
    own: char,
    other: char,
}

const ONE: Player = Player {
    name: "one",
    number: 1,
    own: 'a',
    other: 'b',
};

const TWO: Player = Player {
    name: "two",
    number: 2,
    own: 'b',
    other: 'a',
};

impl Player {
    /// Returns the variables for the places of the men.
    fn men(&self, _: Rules) -> String {
        let Player { name, own, .. } = self;
        let men = lines(|man| format!("  {own}{man} : [0..13] init 0;"));
        format!("  // The men of player {name}, rearmost first.\n{men}")
    }

    /// Returns the formulas for each man: its destination, whether it can move, and the effect on the other side's men.
    /// A man "may" move if it can move and no duty to enter another man forbids the move.
    fn formulas(&self, rules: Rules) -> String {
        let Player {
            name, own, other, ..
        } = self;
        let mut text = format!("// Player {name}: the destination of each man with the die.\n");
        text += &lines(|man| format!("formula {own}{man}_to = max({own}{man},1)+die;"));
        if rules.overshoot == Overshoot::GoesOff {
            text += &lines(|man| {
                format!("formula {own}{man}_at = ({own}{man}_to>13 ? 0 : {own}{man}_to);")
            });
        }
        text += "// can: the man can move. may: it can, and no other man must enter first.\n";
        if rules.has_entry_duty() {
            let owes = any(|man| format!("{own}{man}=1"));
            text += &format!("formula {own}_owes = {owes};\n");
        }
        text += &lines(|man| format!("formula {own}{man}_can = {};", self.can(man, rules)));
        if rules.reentry == Reentry::Forced {
            let enters = any(|man| format!("({own}{man}<=1 & {own}{man}_can)"));
            text += &format!("formula {own}_enters = {enters};\n");
        }
        text += &lines(|man| {
            let may = match rules.reentry {
                Reentry::Free => String::new(),
                Reentry::Forced => format!(" & ({own}{man}<=1 | !({own}_owes & {own}_enters))"),
                Reentry::First => format!(" & ({own}{man}<=1 | !{own}_owes)"),
            };
            format!("formula {own}{man}_may = {own}{man}_can{may};")
        });
        text += "// The other side's men after a man moves: men on the point of arrival are hit.\n";
        let (arrival, off) = (arrival(rules), u8::from(rules.has_entry_duty()));
        for man in 1..=3 {
            text += &lines(|foe| {
                let foe = format!("{other}{foe}");
                let is_hit = format!("{foe}>1 & {foe}<13 & {foe}={own}{man}_{arrival}");
                format!("formula {foe}_after_{own}{man} = ({is_hit} ? {off} : {foe});")
            });
        }
        text
    }

    /// Returns the condition under which a man can move. A duty to enter another man is ignored.
    fn can(&self, man: u8, rules: Rules) -> String {
        let own = self.own;
        let mut all = vec![format!("{own}{man}<13")];
        if rules.overshoot == Overshoot::Forbidden {
            all.push(format!("{own}{man}_to<=13"));
        }
        match rules.crowding {
            // The same condition ensures that only the last of several men off the board can enter.
            Crowding::OneManAPoint => {
                let next = man + 1;
                if next <= 3 {
                    all.push(format!("({own}{next}=13 | {own}{man}_to<{own}{next})"));
                }
            }
            // If several men share a place, only the first of these men can move.
            Crowding::Free => {
                let last = man - 1;
                if last >= 1 {
                    all.push(format!("{own}{man}!={own}{last}"));
                }
                if rules.has_entry_duty() {
                    // A hit man that must enter goes before men that have never entered.
                    all.push(format!("!({own}{man}=0 & {own}_owes)"));
                }
            }
        }
        all.join(" & ")
    }

    /// Returns the commands for the throw, the moves of the three men, and the pass.
    fn commands(&self, rules: Rules) -> String {
        let Player {
            name, number, own, ..
        } = self;
        let throws = Die::ALL.map(|die| {
            let (chances, throws) = (rules.chances(die), rules.throws());
            format!("{chances}/{throws}:(die'={})", die.number())
        });
        let throws = throws.join(" + ");
        let moves = lines(|man| {
            let updates = self.moved(man, rules);
            let guard = format!("turn={number} & die>0 & {own}{man}_may");
            format!("  [{name}_{man}] {guard} ->\n{updates};")
        });
        let none = format!("!({})", any(|man| format!("{own}{man}_may")));
        let done = self.done();
        format!(
            "  [{name}_throws] turn={number} & die=0 & !over -> {throws};\n{moves}  \
             [{name}_passes] turn={number} & die>0 & {none} -> {done};\n"
        )
    }

    /// Returns the updates of the variables when a man moves.
    fn moved(&self, man: u8, rules: Rules) -> String {
        let Player { own, other, .. } = self;
        let arrival = arrival(rules);
        let keeps_order =
            rules.crowding == Crowding::OneManAPoint && rules.overshoot == Overshoot::Forbidden;
        let moves = if keeps_order {
            format!("    ({own}{man}'={own}{man}_{arrival})\n")
        } else {
            ascending(*own, |each| {
                let man_of_side = format!("{own}{each}");
                if each == man {
                    man_of_side + "_" + arrival
                } else {
                    man_of_side
                }
            })
        };
        let left = ascending(*other, |each| format!("{other}{each}_after_{own}{man}"));
        let done = self.done();
        format!("{moves}    & {left}    & {done}", left = left.trim_start())
    }

    /// Returns the updates that give the turn to the other player.
    fn done(&self) -> String {
        format!("(turn'={}) & (die'=0)", 3 - self.number)
    }
}

/// Returns the suffix of the formula for the destination of a man.
fn arrival(rules: Rules) -> &'static str {
    match rules.overshoot {
        Overshoot::Forbidden => "to",
        Overshoot::GoesOff => "at",
    }
}

/// Returns the updates that set the men of a side to the values of these expressions, in ascending order.
fn ascending(side: char, man: impl Fn(u8) -> String) -> String {
    let [x, y, z] = men(man);
    format!(
        "    ({side}1'=min({x},{y},{z}))\n    \
         & ({side}2'=max(min({x},{y}),min(max({x},{y}),{z})))\n    \
         & ({side}3'=max({x},{y},{z}))\n"
    )
}

fn men(text: impl Fn(u8) -> String) -> [String; 3] {
    [1, 2, 3].map(text)
}

fn lines(text: impl Fn(u8) -> String) -> String {
    men(|man| text(man) + "\n").concat()
}

fn any(text: impl Fn(u8) -> String) -> String {
    men(text).join(" | ")
}
