//! Nothing: the benchmarks stand beside this file.
