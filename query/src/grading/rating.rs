//! Rating of play, computed from the mean loss in a decision, and its description in words.

use tourne_solver::{Rules, Unit};

use crate::policy::Level;

/// Returns the rating: 1000 times the mean loss of winning probability in a decision; 0 is perfect play. `points` is
/// the sum of the losses over this number of `decisions`, in points; a point counts as half a win.
///
/// ```
/// // A mean loss of one percent of winning probability, which is 0.02 points.
/// assert_eq!(tourne::grading::rating(0.2, 10.0), 10.0);
/// ```
pub fn rating(points: f64, decisions: f64) -> f64 {
    500.0 * points / decisions
}

/// Levels 1 to 9 in games against perfect play, as `tourne check --level N` prints them: their ratings, and their average
/// results in the unit of the rule set. Level 10 is perfect play: it has the rating 0 and the result 1/2, or 0 points.
const LEVELS: [(Rules, [f64; 9], [f64; 9]); 5] = [
    (
        Rules::STANDARD,
        [
            16.766, 15.088, 13.372, 11.611, 9.802, 7.941, 6.024, 4.057, 2.045,
        ],
        [
            0.3200, 0.3400, 0.3600, 0.3800, 0.4000, 0.4200, 0.4400, 0.4600, 0.4800,
        ],
    ),
    (
        Rules::FORCED_ENTRY,
        [
            20.753, 18.365, 16.015, 13.682, 11.348, 8.994, 6.613, 4.231, 1.943,
        ],
        [
            0.3301, 0.3506, 0.3705, 0.3898, 0.4089, 0.4279, 0.4469, 0.4659, 0.4843,
        ],
    ),
    (
        Rules::ENTRY_FIRST,
        [
            27.943, 23.308, 19.142, 15.332, 11.820, 8.591, 5.682, 3.185, 1.236,
        ],
        [
            0.3127, 0.3399, 0.3656, 0.3903, 0.4140, 0.4366, 0.4575, 0.4760, 0.4906,
        ],
    ),
    (
        Rules::DOUBLE_WIN,
        [
            19.361, 16.928, 14.637, 12.443, 10.314, 8.219, 6.135, 4.049, 1.972,
        ],
        [
            -0.4127, -0.3558, -0.3035, -0.2547, -0.2086, -0.1644, -0.1215, -0.0795, -0.0385,
        ],
    ),
    (
        Rules::COURSE,
        [
            15.379, 14.549, 13.555, 12.349, 10.878, 9.097, 7.001, 4.678, 2.309,
        ],
        [
            0.2347, 0.2542, 0.2766, 0.3023, 0.3318, 0.3648, 0.4004, 0.4362, 0.4696,
        ],
    ),
];

/// Adds level 10 to the figures of levels 1 to 9.
fn with_perfect(levels: &[f64; 9], perfect: f64) -> [f64; 10] {
    std::array::from_fn(|at| levels.get(at).copied().unwrap_or(perfect))
}

/// Returns the ratings of the ten levels in games against perfect play, level 1 first; `None` if the rule set is not
/// one of [`Rules::PRESETS`].
pub fn ratings_of_levels(rules: Rules) -> Option<[f64; 10]> {
    let (_, ratings, _) = LEVELS.iter().find(|(known, ..)| *known == rules)?;
    Some(with_perfect(ratings, 0.0))
}

/// Returns the average results of the ten levels against perfect play, level 1 first, to four decimals. The results are
/// probabilities of winning, or points per game. Returns `None` if the rule set is not one of [`Rules::PRESETS`].
pub fn results_of_levels(rules: Rules) -> Option<[f64; 10]> {
    let (.., results) = LEVELS.iter().find(|(known, ..)| *known == rules)?;
    Some(with_perfect(results, Unit::of(rules).from_points(0.0)))
}

/// Describes a rating by the level whose rating is nearest. `levels` has the ratings of levels 1 to 10, either [in
/// games](ratings_of_levels) or for the same questions of a quiz.
///
/// ```
/// use tourne::grading::{describe_rating, ratings_of_levels};
/// use tourne_solver::Rules;
///
/// let levels = ratings_of_levels(Rules::STANDARD).unwrap();
/// assert_eq!(describe_rating(12.9, &levels), "about level 3");
/// assert_eq!(describe_rating(40.0, &levels), "weaker than level 1");
/// assert_eq!(describe_rating(0.4, &levels), "nearly perfect");
/// assert_eq!(describe_rating(0.0, &levels), "perfect");
/// ```
pub fn describe_rating(rating: f64, levels: &[f64; 10]) -> String {
    let step = levels[0] - levels[1];
    match nearest_level(rating, levels).number() {
        _ if rating == 0.0 => "perfect".to_owned(),
        10 => "nearly perfect".to_owned(),
        1 if rating > levels[0] + step / 2.0 => "weaker than level 1".to_owned(),
        number => format!("about level {number}"),
    }
}

/// Returns the level whose rating is nearest. `levels` has the ratings of levels 1 to 10.
fn nearest_level(rating: f64, levels: &[f64; 10]) -> Level {
    let distance = |level: Level| (levels[usize::from(level.number()) - 1] - rating).abs();
    let nearest = Level::ALL
        .into_iter()
        .min_by(|&one, &other| distance(one).total_cmp(&distance(other)));
    nearest.unwrap_or(Level::PERFECT)
}
