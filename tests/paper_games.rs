//! The method on games solved on paper.
