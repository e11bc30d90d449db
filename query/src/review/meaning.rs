//! Meanings of the words by which play is judged, and of worth.

/// Words by which play is judged, with their meanings, as the terminal and the page explain them. A meaning begins in
/// lower case and has no full stop at its end.
pub const MEANINGS: [(&str, &str); 5] = [
    (
        "loss",
        "what a move gives away: the chances after the best move minus those after this one. A loss of 2 % is two games \
         in a hundred. Where a win can count two, losses are in points, and one point equals 50 %",
    ),
    (
        "luck",
        "what a throw brought: the chances with it minus those before it. The good luck of one side is the bad luck of the other",
    ),
    (
        "rating",
        "what a choice gave away on average, in tenths of a percent: 10 is one game in a hundred choices, and 0 is \
         perfect play. The range after it holds, in 95 of 100 cases, the rating that many more such choices would show; a game given up counts in it as it was",
    ),
    (
        "level",
        "strength of play, from 1 for a beginner to 10 for perfect play. Level 3 to 8 means that in the same choices \
         these levels often give away about as much, and other levels seldom do. About level 4 is said of programs that \
         were asked about every position: of all levels, this one has the nearest rating",
    ),
    (
        "worth",
        "what something adds to the chances: a move is compared with not moving, and a hit with leaving the men where they are",
    ),
];
