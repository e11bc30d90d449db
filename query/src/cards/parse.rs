//! Parser of cards. It ignores the case of letters, and a full stop at the end of a line.

use std::io::Read;
use std::str::FromStr;

use tourne_solver::shortened;

use super::fault::{CardError, CardFault};
use super::word::{COUNTED, SUBJECTS, VERBS, WORDS};
use super::{Card, End, Fact, Formula, Rule, Span, Subject, Word};
use crate::lines::Lines;

/// Maximum length of a line, in bytes.
const LONGEST_RULE: usize = 500;
/// Maximum number of rules of a card, far above the number that a person can apply.
const MOST_RULES: usize = 100;
/// Maximum number of lines of a file, including comments and empty lines.
const MOST_LINES_WITH_COMMENTS: u64 = 10_000;
/// Text of an error message for the next word, at the end of a line.
const END: &str = "the end of the line";

/// Reads a card. Skips empty lines, and comments from `#` to the end of a line.
///
/// # Errors
///
/// [`CardError`] if the card cannot be read or is invalid. The error names the line and the word at which reading
/// stopped.
///
/// ```
/// use tourne::cards as card;
///
/// let card = card::read("# My card\nHit.\nThe front man.\n".as_bytes())?;
/// assert_eq!(card.to_string(), "hit\nthe front man\n");
/// let error = card::read("hit\njump\n".as_bytes()).unwrap_err();
/// assert!(error.to_string().starts_with("line 2: \"jump\" is not a word about a move: write hit, "));
/// # Ok::<(), tourne::cards::CardError>(())
/// ```
pub fn read(input: impl Read) -> Result<Card, CardError> {
    let mut input = Lines::new(input, LONGEST_RULE).at_most(MOST_LINES_WITH_COMMENTS);
    let (mut lines, mut numbers) = (Vec::new(), Vec::new());
    while let Some(line) = input.next()? {
        let number = line.number;
        let at_line = |fault| CardError::Line {
            line: number,
            fault,
        };
        let text = line.text().map_err(|error| at_line(error.into()))?;
        let Some(read) = read_line(text).map_err(at_line)? else {
            continue;
        };
        if lines.len() == MOST_RULES {
            return Err(CardError::TooLong(MOST_RULES));
        }
        lines.push(read);
        numbers.push(number);
    }
    if lines.is_empty() {
        return Err(CardError::Empty);
    }
    Ok(Card::numbered(lines, numbers))
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Card, CardError> {
        read(text.as_bytes())
    }
}

impl FromStr for Rule {
    type Err = CardFault;

    fn from_str(text: &str) -> Result<Rule, CardFault> {
        read_line(text)?.ok_or(CardFault::Move(END.to_owned()))
    }
}

/// Reads a line; returns `None` if the line has no words.
fn read_line(text: &str) -> Result<Option<Rule>, CardFault> {
    let line = text.split('#').next().unwrap_or("").trim();
    let sentence = line.strip_suffix('.').unwrap_or(line).to_lowercase();
    let spaced = sentence
        .replace('’', "'")
        .replace(':', " : ")
        .replace(',', " , ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    if words.is_empty() {
        return Ok(None);
    }
    CardReader {
        words: &words,
        subject: None,
    }
    .line()
    .map(Some)
}

struct CardReader<'a> {
    words: &'a [&'a str],
    /// Subject of the previous condition, which also applies to conditions without a subject of their own. The flag is
    /// `true` after `no man`, which negates the condition.
    subject: Option<(Subject, bool)>,
}

impl CardReader<'_> {
    fn line(mut self) -> Result<Rule, CardFault> {
        let mut condition = None;
        if self.take("if") {
            condition = Some(self.formula(CardReader::fact)?);
            if !self.take(":") {
                return Err(CardFault::Colon(self.found()));
            }
        }
        self.take("play");
        let moves = self.formula(CardReader::word)?;
        let mut line = Rule {
            condition,
            moves,
            prefer: End::Front,
            otherwise: None,
        };
        let mut has_preference = false;
        while !self.words.is_empty() {
            if !self.take(",") {
                return Err(CardFault::End(self.found()));
            }
            if line.otherwise.is_some() {
                return Err(CardFault::Comma(self.found()));
            }
            if self.take("else") {
                self.take("play");
                line.otherwise = Some(if self.take("the front man") {
                    End::Front
                } else if self.take("the rear man") {
                    End::Rear
                } else {
                    return Err(CardFault::Comma(self.found()));
                });
            } else if !has_preference && self.take("rearmost") {
                has_preference = true;
                line.prefer = End::Rear;
            } else if !has_preference && self.take("foremost") {
                has_preference = true;
            } else {
                return Err(CardFault::Comma(self.found()));
            }
        }
        Ok(line)
    }

    fn formula<T>(
        &mut self,
        word: fn(&mut Self) -> Result<Formula<T>, CardFault>,
    ) -> Result<Formula<T>, CardFault> {
        let mut formula = word(self)?;
        loop {
            formula = if self.take("and") {
                formula.and(word(self)?)
            } else if self.take("or") {
                formula.or(word(self)?)
            } else if self.take("unless") {
                formula.unless(word(self)?)
            } else {
                return Ok(formula);
            }
        }
    }

    fn word(&mut self) -> Result<Formula<Word>, CardFault> {
        let is_negated = self.take("not");
        Ok(Formula::literal(is_negated, self.plain_word()?))
    }

    fn plain_word(&mut self) -> Result<Word, CardFault> {
        for (verb, forms) in VERBS {
            if forms.iter().any(|form| self.take(form)) {
                return Ok(verb(self.span()?));
            }
        }
        let phrases = WORDS
            .iter()
            .flat_map(|&(word, phrases)| phrases.iter().map(move |&phrase| (word, phrase)));
        // One phrase can be the beginning of another, so take the longest.
        let longest = phrases
            .filter(|(_, phrase)| self.begins_with(phrase))
            .max_by_key(|(_, phrase)| phrase.len());
        match longest {
            Some((word, phrase)) => {
                self.take(phrase);
                Ok(word)
            }
            None => Err(CardFault::Move(self.found())),
        }
    }

    fn fact(&mut self) -> Result<Formula<Fact>, CardFault> {
        let is_negated = self.take("not");
        if let Some(fact) = self.counted()? {
            return Ok(Formula::literal(is_negated, fact));
        }
        if let Some(&(_, man, is_denied)) = SUBJECTS.iter().find(|it| self.take(it.0)) {
            self.subject = Some((man, is_denied));
        }
        let Some((man, is_none)) = self.subject else {
            return Err(CardFault::Condition(self.found()));
        };
        let denials = ["does not", "would not", "cannot"];
        let is_denied = denials.iter().any(|denial| self.take(denial));
        let _ = self.take("would") || self.take("can");
        let fact = Fact::Of(man, self.plain_word()?);
        Ok(Formula::literal(is_negated ^ is_none ^ is_denied, fact))
    }

    fn counted(&mut self) -> Result<Option<Fact>, CardFault> {
        let Some(&(_, before, ..)) = COUNTED.iter().find(|it| self.take(it.1)) else {
            return Ok(None);
        };
        let span = self.span()?;
        let _ = self.take("men") || self.take("man");
        // "You have 2" may go on with "off" or "home".
        let mut counted = COUNTED.iter().filter(|it| it.1 == before);
        let Some((what, ..)) = counted.find(|it| it.2.is_empty() || self.take(it.2)) else {
            return Err(CardFault::Place(self.found()));
        };
        Ok(Some(Fact::Number(*what, span)))
    }

    fn span(&mut self) -> Result<Span, CardFault> {
        let least = self.number()?;
        if self.take("or more") {
            return Ok(Span::new(least, Span::MOST));
        }
        if self.take("or less") {
            return Ok(Span::new(0, least));
        }
        let is_pair = self.words.first() == Some(&"or")
            && self
                .words
                .get(1)
                .is_some_and(|word| word.parse::<u8>().is_ok());
        let most = if is_pair || self.words.first() == Some(&"to") {
            self.words = &self.words[1..];
            self.number()?
        } else {
            least
        };
        if is_pair && most > least + 1 {
            let (first, second) = (least, most);
            return Err(CardFault::Apart { first, second });
        }
        if most < least {
            return Err(CardFault::Descending { least, most });
        }
        Ok(Span::new(least, most))
    }

    fn number(&mut self) -> Result<u8, CardFault> {
        let parsed = self.words.first().and_then(|word| word.parse().ok());
        let Some(number) = parsed.filter(|&number: &u8| number <= Span::MOST) else {
            return Err(CardFault::Number(self.found()));
        };
        self.words = &self.words[1..];
        Ok(number)
    }

    fn begins_with(&self, phrase: &str) -> bool {
        let mut words = self.words.iter();
        phrase.split(' ').all(|word| words.next() == Some(&word))
    }

    /// If the words of the phrase come next, consumes them and returns `true`; otherwise returns `false`.
    fn take(&mut self, phrase: &str) -> bool {
        let begins = self.begins_with(phrase);
        if begins {
            self.words = &self.words[phrase.split(' ').count()..];
        }
        begins
    }

    /// Returns the next word of the line in quotation marks, for an error message.
    fn found(&self) -> String {
        let word = self.words.first();
        word.map_or(END.to_owned(), |word| format!("\"{}\"", shortened(word)))
    }
}
