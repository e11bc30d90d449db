//! Runs every `console` block of the transcripts of `tourne`, of the README and of the pages in `query`, and compares
//! the output.

#[test]
fn transcripts_show_what_tourne_prints() {
    // Commands name files as a newcomer does, from the top of the project. The working folder applies to all tests of
    // this test program, so no other test may use a relative path.
    std::env::set_current_dir("..").expect("the package lies in the project");
    // In threads of their own: other tests compute in those that all share.
    let threads = rayon::ThreadPoolBuilder::new().build().expect("threads");
    let run = || {
        trycmd::TestCases::new()
            // Whatever else the user has set: no colours, the width of help where there is no terminal, and no other solution.
            .env("NO_COLOR", "1")
            .env("TOURNE_SOLUTION", "")
            .env("COLUMNS", "100")
            .register_bin("tourne", std::path::Path::new(env!("CARGO_BIN_EXE_tourne")))
            .case("tests/transcripts/tourne/*.trycmd")
            // These transcripts give lines on standard input.
            .case("tests/transcripts/tourne/*.toml")
            .case("README.md")
            .case("query/*.md");
    };
    threads.install(run);
}
