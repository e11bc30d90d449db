//! The rules against a second, literal implementation, over every position and die.
