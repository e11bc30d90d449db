//! Numbers as text: counts with commas between thousands, error bounds rounded up, and values with only the digits that
//! their error bound proves.

/// Formats a count with commas between thousands.
///
/// ```
/// assert_eq!(tourne_solver::digits::grouped(52_347), "52,347");
/// ```
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

/// Formats a number with the fewest digits from which it can be read back exactly. Very large and very small numbers
/// have an exponent.
///
/// ```
/// use tourne_solver::digits::short;
///
/// assert_eq!([0.1, 5.0, 1e-300, 2.5e300].map(short), ["0.1", "5", "1e-300", "2.5e300"]);
/// ```
pub fn short(number: f64) -> String {
    let text = format!("{number:?}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// Formats a number with all decimals that its error bound proves, but at most `most`. The last decimal is off by at
/// most one unit. The text begins with "unknown" if the bound proves no decimal.
///
/// ```
/// use tourne_solver::digits::proven;
///
/// assert_eq!(proven(0.515_094_810_490_408, 1.1e-14, 12), "0.515094810490");
/// assert_eq!(proven(0.515_094_810_490_408, 1e-3, 12), "0.52");
/// assert_eq!(proven(0.515_094_810_490_408, 1.0, 12), "unknown (within 1e0)");
/// ```
pub fn proven(number: f64, bound: f64, most: usize) -> String {
    // Without decimals, a probability would be printed as 0 or 1, so require at least one decimal.
    match proven_decimals(bound, most).filter(|&decimals| decimals > 0) {
        Some(decimals) => format!("{number:.decimals$}"),
        None => format!("unknown (within {})", rounded_up(bound, 0)),
    }
}

/// Formats an error bound with this number of decimals and an exponent. The bound is rounded up, so the printed number
/// is a valid bound too.
///
/// ```
/// use tourne_solver::digits::rounded_up;
///
/// assert_eq!(rounded_up(1.405_91e-14, 1), "1.5e-14");
/// assert_eq!(rounded_up(9.96e-14, 1), "1.0e-13");
/// assert_eq!(rounded_up(0.25, 1), "2.5e-1");
/// assert_eq!(rounded_up(0.0, 1), "0.0e0");
/// ```
pub fn rounded_up(bound: f64, decimals: usize) -> String {
    let exact = format!("{bound:.*e}", decimals.max(DIGITS_OF_ANY_NUMBER));
    let Some((mantissa, exponent)) = exact.split_once('e') else {
        // The bound is infinite or not a number.
        return exact;
    };
    let is_negative = mantissa.starts_with('-');
    let kept = usize::from(is_negative) + if decimals > 0 { decimals + 2 } else { 1 };
    let (kept, dropped) = mantissa.split_at(kept);
    if is_negative || !dropped.bytes().any(|digit| matches!(digit, b'1'..=b'9')) {
        return format!("{kept}e{exponent}");
    }
    // Add one unit of the last digit: trailing nines become zeros, and the digit before them grows by one.
    let rest = kept.trim_end_matches(['9', '.']);
    let zeros = kept[rest.len()..].replace('9', "0");
    match rest.as_bytes().split_last() {
        Some((last, before)) => {
            let before = &rest[..before.len()];
            format!("{before}{}{zeros}e{exponent}", char::from(last + 1))
        }
        None => {
            // All digits are nines, so the result is the next power of ten.
            let exponent = exponent.parse::<i32>().map_or(0, |exponent| exponent + 1);
            format!("1{}e{exponent}", &zeros[1..])
        }
    }
}

/// Says how close values with this error bound are to the true ones.
///
/// ```
/// use tourne_solver::digits::within;
///
/// assert_eq!(within(6.513e-15), "every value is within 6.6e-15 of the true one");
/// ```
pub fn within(bound: f64) -> String {
    format!(
        "every value is within {} of the true one",
        rounded_up(bound, 1)
    )
}

/// Maximum number of decimals that an `f64` needs to be written exactly with an exponent of ten.
const DIGITS_OF_ANY_NUMBER: usize = 766;

/// Returns the number of decimals that an error bound proves, at most `most`; `None` if the bound is too large to prove
/// even the whole number before the decimals.
pub fn proven_decimals(bound: f64, most: usize) -> Option<usize> {
    // Rounding changes the number by at most half a unit of the last decimal. So the bound may be at most the other
    // half: 5 units of the next decimal. The first digit of the bound, rounded up, is enough to check this.
    let text = rounded_up(bound.abs(), 0);
    let (digit, exponent) = text.split_once('e')?;
    let (digit, exponent): (u32, i32) = (digit.parse().ok()?, exponent.parse().ok()?);
    match digit {
        0 => Some(most),
        _ => usize::try_from(-exponent - if digit <= 5 { 1 } else { 2 })
            .ok()
            .map(|decimals| decimals.min(most)),
    }
}
