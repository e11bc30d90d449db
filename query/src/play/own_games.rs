//! Games of a session in a record, found again by their text: other programs may add games to the file at the same time,
//! and people may edit it.

use std::iter::zip;

use crate::review::record::{is_header, plain, without_comment};

/// Games that this session has written to a record.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnGames(Vec<OwnGame>);

/// Game that this session has written to a record.
#[derive(Clone, Debug, Default)]
struct OwnGame {
    /// Lines as written last; none if all turns were taken back.
    lines: Vec<String>,
    /// Lines as written before turns were taken back or headers changed: an editor may bring them back.
    earlier: Vec<Vec<String>>,
    /// Number of line feeds written before the game.
    gap: usize,
    /// Index of the first line when the game was written last.
    at: usize,
}

/// Line of a record.
struct Line {
    /// Bytes of the line, with its line feed.
    bytes: Vec<u8>,
    /// Text without comment, [as it would be written](plain).
    text: String,
    /// `true` if the line belongs to a game of this session that was found already.
    is_taken: bool,
}

/// Lines of the file that are lines of a game, in order.
struct Found<'a> {
    /// Lines of the game that was found: more than `places` if the file holds only its beginning.
    version: &'a [String],
    /// Index of each line in the file.
    places: Vec<usize>,
    /// Index of a line that is cut off in the middle, after the last place.
    cut: Option<usize>,
}

impl OwnGames {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Brings the games of this session up to date in the content of a record: adds lines that are missing, and removes
    /// turns that were taken back. Everything else stays: games of others, comments, and headers that people added. A
    /// game that is missing, because the file was deleted or cut short, is added at the end.
    ///
    /// Returns the new content, and the games as they stand in it.
    pub(super) fn merged(&self, held: &[u8], games: &[String]) -> (Vec<u8>, OwnGames) {
        let mut file: Vec<Line> = held
            .split_inclusive(|&byte| byte == b'\n')
            .map(Line::read)
            .collect();
        let mut own = self.0.clone();
        own.resize_with(own.len().max(games.len()), OwnGame::default);
        for (number, game) in own.iter_mut().enumerate() {
            let lines = games.get(number).map_or("", |text| text).lines();
            game.write(&mut file, lines.map(str::to_owned).collect());
        }
        own.truncate(games.len());
        (
            file.into_iter().flat_map(|line| line.bytes).collect(),
            OwnGames(own),
        )
    }
}

impl OwnGame {
    fn write(&mut self, file: &mut Vec<Line>, lines: Vec<String>) {
        match self.find(file) {
            Some(found) => self.at = change(file, &found, &lines, self.gap),
            None if lines.is_empty() => {}
            None => {
                (self.gap, self.at) = append(file, &lines);
            }
        }
        if !lines.starts_with(&self.lines) {
            self.earlier.push(std::mem::take(&mut self.lines));
        }
        self.lines = lines;
    }

    /// Finds the game: as it was written last, a beginning of it, or as it was written earlier. Of several games with the
    /// same text, returns the one nearest to the place where it was written last.
    fn find(&self, file: &[Line]) -> Option<Found<'_>> {
        let earlier = self.earlier.iter().rev().map(|version| (version, false));
        std::iter::once((&self.lines, true))
            .chain(earlier)
            .filter(|(version, _)| !version.is_empty())
            .find_map(|(version, may_be_cut)| {
                let all = (0..file.len()).filter_map(|at| Found::at(file, at, version));
                let found = all.filter(|found| may_be_cut || found.places.len() == version.len());
                found.max_by_key(|found| {
                    (
                        found.places.len(),
                        std::cmp::Reverse(found.first().abs_diff(self.at)),
                    )
                })
            })
    }
}

impl<'a> Found<'a> {
    /// Compares a game with the lines of the file from a line on. Comments, empty lines, and headers that the game lacks
    /// may stand between its lines, and the end of the game may be missing; but no other turn may follow.
    fn at(file: &[Line], first: usize, version: &'a [String]) -> Option<Found<'a>> {
        let headers = version.iter().take_while(|line| is_header(line)).count();
        let mut found = Found {
            version,
            places: Vec::new(),
            cut: None,
        };
        if file[first].text.is_empty() {
            return None;
        }
        let mut lines = (first..)
            .zip(&file[first..])
            .filter(|(_, line)| !line.text.is_empty())
            .peekable();
        let wanted = |found: &Found| version.get(found.places.len()).map(|line| plain(line));
        while let (Some(wanted), Some((at, line))) = (wanted(&found), lines.peek()) {
            let is_inside = !found.places.is_empty() && found.places.len() <= headers;
            if line.is_taken {
                break;
            } else if line.text == wanted {
                found.places.push(*at);
            } else if wanted.starts_with(&line.text) || !(is_inside && is_header(&line.text)) {
                break;
            }
            lines.next();
        }
        if let (Some(wanted), Some((at, line))) = (wanted(&found), lines.peek())
            && wanted.starts_with(&line.text)
        {
            found.cut = Some(*at);
            lines.next();
        }
        let next = lines.next();
        let is_last = next.is_none();
        // A game without a turn is whole with its result, and nothing follows the headers of any other.
        let is_game =
            found.places.len() > headers || found.places.len() == version.len() || is_last;
        // The first header of the next game may be cut off.
        let begins = |text: &str| is_header(text) || version[0].starts_with(text);
        let is_whole = next.is_none_or(|(_, line)| begins(&line.text) || line.is_taken);
        let is_begun = !found.places.is_empty() || found.cut.is_some();
        (is_begun && is_game && is_whole).then_some(found)
    }

    /// Returns the index of the first line.
    fn first(&self) -> usize {
        self.places
            .iter()
            .copied()
            .chain(self.cut)
            .min()
            .unwrap_or_default()
    }
}

impl Line {
    fn read(bytes: &[u8]) -> Line {
        let decoded = String::from_utf8_lossy(bytes);
        let text = without_comment(decoded.trim_start_matches('\u{feff}'));
        Line {
            bytes: bytes.to_vec(),
            text: plain(text),
            is_taken: false,
        }
    }

    fn own(text: &str) -> Line {
        Line {
            bytes: format!("{text}\n").into_bytes(),
            text: plain(text),
            is_taken: true,
        }
    }

    /// Returns the comment of the line, with its line feed.
    fn comment(&self) -> Option<&[u8]> {
        let begins = self.bytes.iter().position(|&byte| byte == b'#')?;
        Some(&self.bytes[begins..])
    }
}

/// Turns the lines of a game that was found into other lines. Lines that stay keep their comments; comments of removed
/// lines become lines of their own. Returns the index of the first line.
fn change(file: &mut Vec<Line>, found: &Found, lines: &[String], gap: usize) -> usize {
    let (places, first) = (&found.places, found.first());
    let old = &found.version[..places.len()];
    let same = zip(old, lines).take_while(|(old, new)| old == new).count();
    let rest = zip(old[same..].iter().rev(), lines[same..].iter().rev());
    let same_end = rest.take_while(|(old, new)| old == new).count();
    let removed = &places[same..places.len() - same_end];
    let added = &lines[same..lines.len() - same_end];
    for &place in places {
        file[place].is_taken = true;
    }
    let mut at = match (removed, same) {
        ([place, ..], _) => *place,
        ([], 0) => first,
        ([], same) => places[same - 1] + 1,
    };
    if same == places.len() {
        // Comments below the last turn belong to it.
        while file
            .get(at)
            .is_some_and(|line| line.text.is_empty() && line.comment().is_some())
        {
            at += 1;
        }
    }
    for &place in removed.iter().chain(&found.cut).rev() {
        match file[place].comment().map(<[u8]>::to_vec) {
            Some(comment) => file[place] = Line::read(&comment),
            None => _ = file.remove(place),
        }
    }
    insert(file, at, added);
    if lines.is_empty() {
        close_gap(file, at, gap);
    }
    first
}

/// Adds a game at the end, after an empty line. Returns the number of line feeds before it, and the index of its first
/// line.
fn append(file: &mut Vec<Line>, lines: &[String]) -> (usize, usize) {
    let gap = match file.last() {
        None => 0,
        Some(last) if last.bytes.ends_with(b"\n") => 1,
        Some(_) => 2,
    };
    if gap > 0 {
        insert(file, file.len(), &[String::new()]);
    }
    let at = file.len();
    insert(file, at, lines);
    (gap, at)
}

fn insert(file: &mut Vec<Line>, at: usize, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    if let Some(before) = at.checked_sub(1).and_then(|before| file.get_mut(before))
        && !before.bytes.ends_with(b"\n")
    {
        before.bytes.push(b'\n');
    }
    file.splice(at..at, lines.iter().map(|line| Line::own(line)));
}

/// Removes the line feeds that stood before a game, at whose place nothing is left.
fn close_gap(file: &mut Vec<Line>, at: usize, gap: usize) {
    let is_empty = |line: &Line| line.bytes == b"\n";
    if gap > 0 && at > 0 && is_empty(&file[at - 1]) {
        file.remove(at - 1);
        if gap == 2
            && at == file.len() + 1
            && let Some(last) = file.last_mut()
        {
            last.bytes.pop();
        }
    }
}
