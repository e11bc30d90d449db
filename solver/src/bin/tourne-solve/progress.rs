//! Progress on a terminal: one line on standard error, nothing elsewhere.

use indicatif::{ProgressBar, ProgressStyle};
use tourne_solver::solve::Stage;

/// A line that says what solving is at. It is drawn on terminals only.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    pub(crate) fn new() -> Progress {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        Progress(bar)
    }

    pub(crate) fn show(&self, stage: Stage) {
        if self.0.is_hidden() {
            return;
        }
        self.0.set_message(match stage {
            Stage::Enumerating => "finding positions and moves".to_owned(),
            Stage::Iterating(progress) => format!(
                "finding values: part {} of {}, off by {:.1e}",
                progress.block + 1,
                progress.blocks,
                progress.residual
            ),
            Stage::Proving => "proving values and best moves".to_owned(),
        });
        self.0.tick();
    }

    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
