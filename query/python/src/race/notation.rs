//! The notation of positions and moves of a race: that of the standard game in its long form, such as `0,4,h/0,0,7` and
//! `9/12`.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use tourne_race::Move;
use tourne_solver::{Die, Rules, shortened};

use super::solved::{Row, Solved};
use crate::arguments;

impl Solved {
    /// Returns the notation of a position, given by its number.
    pub(crate) fn notation(&self, number: usize) -> String {
        let [_, own, other] = self.positions[number];
        self.text([own, other].map(|side| self.race.men(side as usize)))
    }

    /// Returns the notation of two sides, given by the points of their men.
    pub(crate) fn text(&self, sides: [Vec<usize>; 2]) -> String {
        let side = |men: Vec<usize>| {
            let letters = men.into_iter().map(|point| match point {
                home if home == self.points => "h".to_owned(),
                point => point.to_string(),
            });
            letters.collect::<Vec<_>>().join(",")
        };
        sides.map(side).join("/")
    }

    /// Returns the notation of a row, for messages.
    pub(crate) fn shown(&self, row: Row) -> String {
        format!("{} with a {}", self.notation(row.number), row.outcome + 1)
    }

    /// Returns the notations of the legal moves of a row, that of the rearmost man first.
    pub(crate) fn legal(&self, row: Row) -> Vec<String> {
        let moves = self.moves(row);
        if moves.is_empty() {
            return vec!["pass".to_owned()];
        }
        let texts = moves.iter().map(|step| {
            let hit = if self.hits(row, step) { "*" } else { "" };
            format!("{}/{}{hit}", step.to - row.outcome - 1, step.to)
        });
        texts.collect()
    }

    /// Returns whether a move hits a man.
    pub(crate) fn hits(&self, row: Row, step: &Move) -> bool {
        let [_, _, other] = self.positions[row.number];
        step.to < self.points && self.race.men(other as usize).contains(&step.to)
    }

    /// Returns the notation of the position after each legal move, with the opponent on roll.
    pub(crate) fn afterwards(&self, row: Row) -> Vec<String> {
        let nodes = &self.graph.all_moves()[self.places(row)];
        let over = |step: &Move| {
            let [_, own, other] = self.positions[row.number].map(|index| index as usize);
            let mut men = self.race.men(own);
            men[step.man] = step.to;
            men.sort_unstable();
            self.text([self.race.men(other), men])
        };
        let texts = nodes
            .iter()
            .enumerate()
            .map(|(at, &node)| match self.number_of_node(node) {
                number if number < self.len() => self.notation(number),
                _ => over(&self.moves(row)[at]),
            });
        texts.collect()
    }

    /// Returns the index among the legal moves of a row of a move in the notation, in which `*` may be left out.
    pub(crate) fn rank(&self, row: Row, given: &str) -> PyResult<usize> {
        let legal = self.legal(row);
        let text = given.trim().to_ascii_lowercase().replace("off/", "0/");
        let text = text.replace("home", &self.points.to_string());
        let is_it = |one: &String| *one == text || one.strip_suffix('*') == Some(&text);
        legal.iter().position(is_it).ok_or_else(|| {
            PyValueError::new_err(format!(
                "{} is not legal in {}: the legal moves are {}",
                shortened(given),
                self.shown(row),
                legal.join(", ")
            ))
        })
    }

    /// Converts a Python argument, the notation or the index of a position, to its number.
    pub(crate) fn number(&self, given: &Bound<'_, PyAny>) -> PyResult<usize> {
        if let Ok(text) = given.extract::<String>() {
            return self.parse(&text);
        }
        let Some(integer) = arguments::index(given)? else {
            return Err(PyTypeError::new_err(format!(
                "{} is not a position: give its notation, such as \"{}\", or its index",
                arguments::shown(given)?,
                self.notation(0)
            )));
        };
        let number: Option<usize> = integer.extract().ok();
        match number.filter(|&number| number < self.len()) {
            Some(number) => Ok(number),
            None => Err(self.no_such_index(&arguments::shown(given)?)),
        }
    }

    /// Creates the exception for an index that is out of range. `number` is the text of the index.
    pub(crate) fn no_such_index(&self, number: &str) -> PyErr {
        PyValueError::new_err(format!(
            "{number} is not the index of a position of {}: indices are 0 to {}",
            self.rules(),
            self.len() - 1
        ))
    }

    /// Converts Python arguments, a position and a die or a throw, to a row.
    pub(crate) fn row(&self, place: &Bound<'_, PyAny>, roll: &Bound<'_, PyAny>) -> PyResult<Row> {
        Ok(Row {
            number: self.number(place)?,
            outcome: die(roll)?.index(),
        })
    }

    fn parse(&self, text: &str) -> PyResult<usize> {
        let home = self.points;
        let man = |letters: &str| match letters.trim() {
            "h" | "H" => Some(home),
            // A number has no leading zeros and no sign.
            digits if digits == "0" || digits.starts_with(|c| matches!(c, '1'..='9')) => {
                digits.parse().ok()
            }
            _ => None,
        };
        let side = |side: &str| side.split(',').map(man).collect::<Option<Vec<usize>>>();
        let sides = text.split_once('/');
        let men = sides.and_then(|(own, other)| Some([side(own)?, side(other)?]));
        let men = men.ok_or_else(|| {
            PyValueError::new_err(format!(
                "\"{}\" is not a position of {}: write the men of the side on roll, a slash, and those of its opponent, \
                 each 0 (off), a point or h (home), such as {}",
                shortened(text),
                self.rules(),
                self.notation(self.len() / 2)
            ))
        })?;
        self.number_of_men(men)
    }

    /// Returns the number of the position with these men of the side on roll and of its opponent.
    pub(crate) fn number_of_men(&self, mut men: [Vec<usize>; 2]) -> PyResult<usize> {
        for side in &mut men {
            side.sort_unstable();
        }
        let wrong = |fault: String| {
            let text = self.text(men.clone());
            PyValueError::new_err(format!(
                "{text} is not a position of {}: {fault}",
                self.rules()
            ))
        };
        for side in &men {
            if side.len() != self.men {
                return Err(wrong(format!(
                    "each side has {}, not {}",
                    counted(self.men, "man", "men"),
                    side.len()
                )));
            }
            if let Some(&point) = side.last().filter(|&&point| point > self.points) {
                return Err(wrong(format!(
                    "there is no point {point}: places are 0 (off), 1 to {} and {} (home)",
                    self.points - 1,
                    self.points
                )));
            }
            let on_board = 1..self.points;
            let mut pairs = side.iter().zip(&side[1..]);
            if let Some((point, _)) =
                pairs.find(|(one, next)| one == next && on_board.contains(*one))
            {
                return Err(wrong(format!(
                    "two men of one side stand on point {point}, which has room for one"
                )));
            }
        }
        let [own, other] = &men;
        let is_on_board = |point: &&usize| (1..self.points).contains(*point);
        if let Some(point) = own
            .iter()
            .filter(is_on_board)
            .find(|point| other.contains(point))
        {
            return Err(wrong(format!(
                "men of both sides stand on point {point}: one would have been hit"
            )));
        }
        let sides = [own, other].map(|side| self.sides.get(side).copied());
        let [Some(own), Some(other)] = sides else {
            return Err(wrong(
                "the game is over, because a side has all its men home".to_owned(),
            ));
        };
        let state = self.race.number_of(own, other);
        let number = state.map(|state| self.numbers[state as usize] as usize);
        number.ok_or_else(|| wrong("internal error: it has no number".to_owned()))
    }
}

/// Converts a Python argument, the number of a die or the notation of a throw, to the die that is played.
pub(crate) fn die(given: &Bound<'_, PyAny>) -> PyResult<Die> {
    arguments::die(given, Rules::STANDARD)
}

/// Returns a number with its noun.
pub(crate) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
