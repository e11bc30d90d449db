//! `tourne-solve` understands every command in the documentation.

use crate::documents::assert_understood;
use crate::tourne_solve;

#[test]
fn tourne_solve_understands_every_command_of_the_pages() {
    assert_understood("tourne-solve", 10, || tourne_solve(&[]));
}
