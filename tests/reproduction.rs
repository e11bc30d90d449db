//! The same bytes with any number of threads, and the same as the committed ones.
