//! Transcripts of `tourne-solve`: every `console` block of its transcripts.

#[test]
fn transcripts_show_what_tourne_solve_prints() {
    trycmd::TestCases::new()
        // Whatever else the user has set: no colours, and the width of help where there is no terminal.
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .register_bin(
            "tourne-solve",
            std::path::Path::new(env!("CARGO_BIN_EXE_tourne-solve")),
        )
        .case("../tests/transcripts/tourne-solve/*.trycmd");
}
