//! tourne best - under every kind of input.
