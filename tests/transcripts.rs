//! Transcripts of the command line.
