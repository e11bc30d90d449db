//! rule_sets
