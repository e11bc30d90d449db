//! An empty library, which the manifest needs: the benchmarks are the files beside this one.
