//! Runs every `console` block of the transcripts of `tourne-solve` and compares the output.

#[test]
fn transcripts_show_what_tourne_solve_prints() {
    trycmd::TestCases::new()
        .register_bin(
            "tourne-solve",
            std::path::Path::new(env!("CARGO_BIN_EXE_tourne-solve")),
        )
        .case("../../tests/transcripts/tourne-solve/*.trycmd");
}
