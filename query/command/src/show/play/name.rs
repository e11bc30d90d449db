//! The name of a player at the table, in sentences.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name in records and beside the board, a single word.
    pub text: String,
    spoken: String,
}

impl Name {
    /// The person who reads.
    pub fn you() -> Name {
        Name {
            text: "You".to_owned(),
            spoken: "you".to_owned(),
        }
    }

    /// A thing that plays, such as a computer.
    pub fn thing(name: &str) -> Name {
        Name {
            text: name.to_owned(),
            spoken: format!("the {}", name.to_lowercase()),
        }
    }

    pub fn of(name: &str) -> Name {
        Name {
            text: name.to_owned(),
            spoken: name.to_owned(),
        }
    }

    /// Returns whether it is the person who reads.
    pub fn is_you(&self) -> bool {
        self.spoken == "you"
    }

    pub fn spoken(&self) -> &str {
        &self.spoken
    }

    /// The name with a verb: of the person who reads, or of someone else.
    pub fn does(&self, you: &str, others: &str) -> String {
        let verb = if self.is_you() { you } else { others };
        format!("{} {verb}", self.spoken)
    }

    /// The owner of a thing.
    pub fn whose(&self) -> String {
        if self.is_you() {
            "your".to_owned()
        } else {
            format!("{}'s", self.spoken)
        }
    }
}
