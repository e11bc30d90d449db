//! Transcripts of `tourne-solve`: every `console` block of its transcripts.

#[test]
fn transcripts_show_what_tourne_solve_prints() {
    trycmd::TestCases::new()
        .register_bin(
            "tourne-solve",
            std::path::Path::new(env!("CARGO_BIN_EXE_tourne-solve")),
        )
        .case("../../tests/transcripts/tourne-solve/*.trycmd");
}
