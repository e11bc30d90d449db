//! Tests of `tourne-graph` from outside, by way of its long example.

mod ur;
