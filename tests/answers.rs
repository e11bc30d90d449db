//! Answers against the equation that they satisfy.
