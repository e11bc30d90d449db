//! Reasons why a man cannot move.

use std::fmt;

use super::moves::journey;
use super::{Crowding, Die, Man, Overshoot, Point, Rules, Side};

/// Reason why a man cannot move with a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The man is home.
    Home,
    /// The die would take the man beyond the home point.
    Beyond {
        /// Points from the man to the home point: the die that would bring it home, 1 to 5.
        needs: u8,
    },
    /// A man of the same side stands on the point of arrival.
    Occupied(Point),
    /// The man would pass over a man of the same side, which stands on this point.
    Passes(Point),
    /// A man that was hit must enter first.
    MustEnter,
}

impl Rules {
    /// Finds the reason why a man of a side cannot move with a die; `None` if the man can move or does not belong to
    /// the side.
    ///
    /// ```
    /// use tourne_solver::{Die, Man, Obstacle, Point, Rules};
    ///
    /// let rules = Rules::STANDARD;
    /// let side = rules.position(&"038/000".parse()?)?.on_roll();
    /// let obstacle = |man, die| rules.obstacle(side, man, Die::new(die));
    /// assert_eq!(obstacle(Man::Off, 2), None);
    /// assert_eq!(obstacle(Man::Off, 3), Some(Obstacle::Occupied(Point::new(3))));
    /// assert_eq!(obstacle(Man::Off, 5), Some(Obstacle::Passes(Point::new(3))));
    /// assert_eq!(obstacle(Man::On(Point::new(8)), 5), Some(Obstacle::Beyond { needs: 4 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn obstacle(self, side: Side, man: Man, die: Die) -> Option<Obstacle> {
        let men = side.men();
        let at = men.iter().position(|&other| other == man)?;
        if man == Man::HOME {
            return Some(Obstacle::Home);
        }
        let (from, to) = journey(man, die);
        if to.is_none() && self.overshoot == Overshoot::Forbidden {
            return Some(Obstacle::Beyond { needs: man.pips() });
        }
        if self.crowding == Crowding::OneManAPoint {
            let first = from.map_or(1, |point| point.number() + 1);
            let last = to.map_or(11, Point::number);
            let exposed = men.iter().filter_map(|man| man.exposed_on());
            let mut on_the_way = exposed.filter(|point| (first..=last).contains(&point.number()));
            // The men are in ascending order, so the first man found is the nearest on the way. Give it as the reason.
            if let Some(point) = on_the_way.next() {
                return Some(if Some(point) == to {
                    Obstacle::Occupied(point)
                } else {
                    Obstacle::Passes(point)
                });
            }
        }
        let waits = !self.movers(side, die).contains(at);
        waits.then_some(Obstacle::MustEnter)
    }
}

impl Obstacle {
    /// Returns the rule that forbids the move, without point numbers. Obstacles of the same kind have the same text, so
    /// obstacles can be counted by text.
    ///
    /// ```
    /// use tourne_solver::{Obstacle, Point};
    ///
    /// let obstacle = Obstacle::Passes(Point::new(8));
    /// assert_eq!(obstacle.rule(), "it may not pass over its own man");
    /// assert_eq!(obstacle.to_string(), "it may not pass over its own man on 8");
    /// ```
    pub fn rule(self) -> &'static str {
        match self {
            Obstacle::Home => "it is home and stays there",
            Obstacle::Beyond { .. } => "it would go beyond home",
            Obstacle::Occupied(_) => "a man of its own side stands on the point of arrival",
            Obstacle::Passes(_) => "it may not pass over its own man",
            Obstacle::MustEnter => "the man that was hit must enter first",
        }
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = self.rule();
        match self {
            Obstacle::Home | Obstacle::MustEnter => f.write_str(rule),
            Obstacle::Beyond { needs } => {
                write!(f, "{rule}, which it reaches only with an exact {needs}")
            }
            Obstacle::Occupied(point) => {
                write!(f, "a man of its own side stands on {}", point.number())
            }
            Obstacle::Passes(point) => write!(f, "{rule} on {}", point.number()),
        }
    }
}
