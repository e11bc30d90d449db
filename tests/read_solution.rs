//! The solution file read by a program in another language.
