//! Name of a player at the table, and its forms in sentences.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// Name in records and beside the board, a single word.
    pub text: String,
    /// Name in the middle of a sentence.
    pub spoken: String,
}

impl Name {
    pub fn you() -> Name {
        Name {
            text: "You".to_owned(),
            spoken: "you".to_owned(),
        }
    }

    /// Creates the name of a player that is not a person, such as a computer. In sentences it has an article.
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

    pub fn is_you(&self) -> bool {
        self.spoken == "you"
    }

    /// Joins the name and a verb: `you` is the form for the person who reads, `others` the form for someone else.
    pub fn does(&self, you: &str, others: &str) -> String {
        let verb = if self.is_you() { you } else { others };
        format!("{} {verb}", self.spoken)
    }

    pub fn whose(&self) -> String {
        if self.is_you() {
            "your".to_owned()
        } else {
            format!("{}'s", self.spoken)
        }
    }
}
