//! Numbers for people: no more digits than an error bound proves.

/// A count with its thousands separated.
///
/// ```
/// assert_eq!(tourne_solver::solution::digits::grouped(52_347), "52,347");
/// ```
#[must_use]
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number with as many decimals as an error bound proves, `most` at most: the last one shown is right to one
/// unit. Reads "unknown" if the bound proves none.
///
/// ```
/// use tourne_solver::solution::digits::proven;
///
/// assert_eq!(proven(0.515_094_810_490_408, 1.1e-14, 12), "0.515094810490");
/// assert_eq!(proven(0.515_094_810_490_408, 1e-3, 12), "0.52");
/// assert_eq!(proven(0.515_094_810_490_408, 1.0, 12), "unknown (within 1e0)");
/// ```
#[must_use]
pub fn proven(number: f64, bound: f64, most: usize) -> String {
    // Without decimals a value would only name the likelier winner.
    match proven_decimals(bound, most).filter(|&decimals| decimals > 0) {
        Some(decimals) => format!("{number:.decimals$}"),
        None => format!("unknown (within {})", rounded_up(bound, 0)),
    }
}

/// An error bound with this many decimals, rounded up, so that the printed bound is proven as well.
///
/// ```
/// use tourne_solver::solution::digits::rounded_up;
///
/// assert_eq!(rounded_up(1.405_91e-14, 1), "1.5e-14");
/// assert_eq!(rounded_up(9.96e-14, 1), "1.0e-13");
/// assert_eq!(rounded_up(0.25, 1), "2.5e-1");
/// assert_eq!(rounded_up(0.0, 1), "0.0e0");
/// ```
#[must_use]
pub fn rounded_up(bound: f64, decimals: usize) -> String {
    let nearest = format!("{bound:.decimals$e}");
    if nearest.parse().is_ok_and(|nearest: f64| nearest < bound) {
        // Half a unit more and rounding to the nearest make rounding up.
        let unit = 10_f64.powf(bound.log10().floor() - decimals as f64);
        return format!("{:.decimals$e}", bound + unit / 2.0);
    }
    nearest
}

/// Number of decimals that an error bound proves, `most` at most; `None` if not even a whole number.
#[must_use]
pub fn proven_decimals(bound: f64, most: usize) -> Option<usize> {
    // Half a unit for the error and half a unit for rounding make one.
    let is_proven = |&decimals: &usize| bound <= 0.5 * 10_f64.powf(-(decimals as f64));
    (0..=most).rev().find(is_proven)
}
