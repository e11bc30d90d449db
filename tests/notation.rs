//! Properties of the notation.
