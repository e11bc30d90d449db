//! solve_streams
