//! The example games of the sources, throw by throw.
