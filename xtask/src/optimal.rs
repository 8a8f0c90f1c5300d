//! The page of the best play there is on small boards, docs/optimal.md: its table and its picture, drawn from the lines that
//! `omnisweep simulate --optimal --json` has printed (docs/strength/optimal.jsonl).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

/// A plot for each size, in pixels, and so many of them side by side.
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 220.0;
const COLUMNS: usize = 3;

/// Room around what is plotted: left, right, above, below.
const ROOM: [f64; 4] = [38.0, 14.0, 30.0, 32.0];

/// What the first cell may be promised, with the colour of its lines.
const PROMISES: [(&str, &str); 2] = [("safe", "#0072b2"), ("opening", "#d55e00")];

/// What is known of a board: the limit, and what players of ours reach.
#[derive(Clone, Debug, Default, PartialEq)]
struct Known {
    limit: f64,
    limit_start: String,
    best: f64,
    best_start: String,
    fast: Option<f64>,
}

/// By size, mines and promise.
type Boards = BTreeMap<(Vec<u64>, u64, String), Known>;

/// Reads the lines; nothing where they are not what the command prints.
fn read(lines: &str) -> Option<Boards> {
    let mut boards = Boards::new();
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).ok()?;
        let size = line["size"].as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>()?;
        let key = (size, line["mines"].as_u64()?, line["first"].as_str()?.to_owned());
        let rate = |name: &str| line[name]["win_rate"].as_f64().map(|rate| rate * 100.0);
        let start = |name: &str| {
            let at = line[name]["start"].as_array()?.iter().map(Value::to_string);
            Some(at.collect::<Vec<String>>().join(","))
        };
        let known = boards.entry(key).or_default();
        if line["player"] == "fast" {
            known.fast = rate("player_from_start");
        } else {
            (known.limit, known.limit_start) = (rate("best")?, start("best")?);
            (known.best, known.best_start) = (rate("player_from_start")?, start("player_from_start")?);
        }
    }
    Some(boards)
}

fn name(size: &[u64]) -> String {
    size.iter().map(u64::to_string).collect::<Vec<String>>().join("×")
}

/// The sizes, in the order of their cells.
fn sizes(boards: &Boards) -> Vec<&Vec<u64>> {
    let mut sizes: Vec<&Vec<u64>> = boards.keys().map(|(size, ..)| size).collect();
    sizes.dedup();
    sizes.sort_by_key(|size| (size.len(), size.iter().product::<u64>()));
    sizes
}

/// The table: a row for each board and number of mines.
pub fn table(lines: &str) -> Option<String> {
    let boards = read(lines)?;
    let mut text = "| board | mines | safe: limit (start) | `best` (start) | below | opening: limit (start) | `best` (start) | below |\n\
                    | --- | --- | --- | --- | --- | --- | --- | --- |\n"
        .to_owned();
    for size in sizes(&boards) {
        let mut mines: Vec<u64> =
            boards.keys().filter(|(of, ..)| of == size).map(|(_, mines, _)| *mines).collect();
        mines.dedup();
        for mines in mines {
            _ = write!(text, "| {} | {mines} |", name(size));
            for (promise, _) in PROMISES {
                match boards.get(&(size.clone(), mines, promise.to_owned())) {
                    Some(Known { limit, limit_start, best, best_start, .. }) => {
                        _ = write!(
                            text,
                            " {limit:.3} ({limit_start}) | {best:.3} ({best_start}) | {:.3} |",
                            limit - best
                        );
                    }
                    None => text.push_str(" – | – | – |"),
                }
            }
            text.push('\n');
        }
    }
    Some(text)
}

/// The page with its table drawn anew.
pub fn page(page: &str, lines: &str) -> Option<String> {
    let start = page.find("| board | mines |")?;
    let end = start + page[start..].find("\n\n")? + 1;
    Some(format!("{}{}{}", &page[..start], table(lines)?, &page[end..]))
}

/// The picture: win rates by the number of mines, the limit as a line, players as points.
pub fn picture(lines: &str) -> Option<String> {
    let boards = read(lines)?;
    let sizes = sizes(&boards);
    let rows = sizes.len().div_ceil(COLUMNS);
    let (width, height) = (WIDTH * COLUMNS as f64, HEIGHT * rows as f64 + 34.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"11\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for (at, size) in sizes.into_iter().enumerate() {
        let (x, y) = ((at % COLUMNS) as f64 * WIDTH, (at / COLUMNS) as f64 * HEIGHT);
        _ = writeln!(svg, "<g transform=\"translate({x} {y})\">");
        svg += &plot(&boards, size);
        svg += "</g>\n";
    }
    svg += &legend(height - 14.0);
    Some(svg + "</svg>\n")
}

/// One size: lines and points over axes.
fn plot(boards: &Boards, size: &[u64]) -> String {
    let [left, right, above, below] = ROOM;
    let of_size = || boards.iter().filter(|((of, ..), _)| of == size);
    let most = of_size().map(|((_, mines, _), _)| *mines).max().unwrap_or(1).max(2);
    let x = |mines: u64| left + (mines - 1) as f64 / (most - 1) as f64 * (WIDTH - left - right);
    let y = |rate: f64| HEIGHT - below - rate / 100.0 * (HEIGHT - above - below);
    let mut svg =
        format!("<text x=\"{left}\" y=\"18\" font-size=\"14\" font-weight=\"bold\">{}</text>\n", name(size));
    for rate in [0.0, 25.0, 50.0, 75.0, 100.0] {
        let (at, end, text) = (y(rate), WIDTH - right, left - 6.0);
        _ = writeln!(svg, "<path d=\"M{left} {at:.1}H{end}\" stroke=\"#d0d0d0\"/>");
        _ = writeln!(
            svg,
            "<text x=\"{text}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#444444\">{rate}</text>",
            at + 4.0
        );
    }
    for mines in 1..=most {
        let (at, foot) = (x(mines), HEIGHT - below + 16.0);
        _ = writeln!(
            svg,
            "<text x=\"{at:.1}\" y=\"{foot}\" text-anchor=\"middle\" fill=\"#444444\">{mines}</text>"
        );
    }
    for (promise, color) in PROMISES {
        let points: Vec<(f64, &Known)> = of_size()
            .filter(|((_, _, of), _)| of == promise)
            .map(|((_, mines, _), known)| (x(*mines), known))
            .collect();
        let path: Vec<String> =
            points.iter().map(|(x, known)| format!("{x:.1} {:.1}", y(known.limit))).collect();
        _ = writeln!(
            svg,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>",
            path.join("L")
        );
        for (x, known) in points {
            if let Some(fast) = known.fast {
                let at = y(fast);
                _ = writeln!(
                    svg,
                    "<circle cx=\"{x:.1}\" cy=\"{at:.1}\" r=\"3.5\" fill=\"#ffffff\" stroke=\"{color}\"/>"
                );
            }
            _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{color}\"/>", y(known.best));
        }
    }
    svg
}

fn legend(y: f64) -> String {
    let (line, text) = (y - 4.0, "#444444");
    let mut svg = String::new();
    for ((promise, color), x) in PROMISES.into_iter().zip([38.0, 200.0]) {
        let (end, words) = (x + 22.0, x + 28.0);
        _ = writeln!(svg, "<path d=\"M{x} {line}H{end}\" stroke=\"{color}\" stroke-width=\"1.5\"/>");
        _ = writeln!(svg, "<text x=\"{words}\" y=\"{y}\" fill=\"{text}\">first cell: {promise}</text>");
    }
    svg + &format!(
        "<text x=\"370\" y=\"{y}\" fill=\"{text}\">line: the best play there is; full: our best player; hollow: the fast one; \
         across: mines, up: % won</text>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn file(name: &str) -> String {
        std::fs::read_to_string(Path::new(crate::ROOT).join(name)).unwrap()
    }

    /// What the issue of the page is: nowhere more than a tenth of a point is lost.
    #[test]
    fn the_player_is_within_a_tenth_of_a_point_of_the_limit_on_every_board_of_the_page() {
        let boards = read(&file("docs/strength/optimal.jsonl")).unwrap();
        assert!(boards.len() > 50);
        for (board, known) in boards {
            let below = known.limit - known.best;
            assert!((0.0..=0.1).contains(&below), "{board:?}: {below}");
        }
    }

    #[test]
    fn the_page_and_its_picture_are_what_the_lines_say() {
        let (lines, page) = (file("docs/strength/optimal.jsonl"), file("docs/optimal.md"));
        assert_eq!(super::page(&page, &lines).unwrap(), page, "`cargo xtask pictures` draws it anew");
        assert_eq!(
            picture(&lines).unwrap(),
            file("docs/pictures/optimal.svg"),
            "`cargo xtask pictures` draws it anew"
        );
        assert_eq!(table("no line"), None);
    }
}
