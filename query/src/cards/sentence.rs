//! Lines of cards as whole sentences, for people who do not know the language of cards.

use super::{End, Rule};

impl Rule {
    /// Returns the line as a whole sentence.
    ///
    /// ```
    /// use tourne::cards::Rule;
    ///
    /// let line: Rule = "if the enemy has 2 home: reach 9 to 11 or not overtake, else the rear man".parse()?;
    /// assert_eq!(
    ///     line.sentence(),
    ///     "If the enemy has 2 men home, move the foremost man that reaches a point from 9 to 11 or that does not \
    ///      overtake; if there is none, the rear man."
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sentence(&self) -> String {
        let which = match self.prefer {
            End::Front => "foremost",
            End::Rear => "rearmost",
        };
        let moves = &self.moves;
        let man = moves.said(
            |word, is_negated| word.of_man(is_negated),
            " or that ",
            ", but not one that ",
        );
        let otherwise = match self.otherwise {
            None => "",
            Some(End::Front) => "; if there is none, the front man",
            Some(End::Rear) => "; if there is none, the rear man",
        };
        let Some(formula) = &self.condition else {
            return format!("Move the {which} man that {man}{otherwise}.");
        };
        let say = |fact: &super::Fact, is_negated| fact.in_sentence(is_negated);
        let condition = formula.said(say, " or ", ", but not if ");
        format!("If {condition}, move the {which} man that {man}{otherwise}.")
    }
}
