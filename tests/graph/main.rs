//! Tests of `tourne-graph` from outside, and of its long example.
