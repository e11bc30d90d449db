//! Numbers of the library that the page needs too, as an element of the page.

use std::fmt::Write as _;

use tourne_query::policy::Level;
use tourne_query::review::Thresholds;

/// The element: an object in JSON. The types in `library.js` say what it holds.
pub(super) fn element() -> String {
    let mut tolerances = String::new();
    for level in Level::ALL {
        let separator = if tolerances.is_empty() { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(tolerances, "{separator}{}", level.tolerance());
    }
    let Thresholds { doubtful, bad } = Thresholds::IN_POINTS;
    let [plays, errs] = [Level::OF_QUESTIONS, Level::OF_MISTAKES].map(Level::number);
    format!(
        "<script type=\"application/json\" id=\"constants\">{{\"tolerances\":[{tolerances}],\"doubtful\":{doubtful},\
         \"bad\":{bad},\"quizPlays\":{plays},\"quizErrs\":{errs}}}</script>\n"
    )
}
