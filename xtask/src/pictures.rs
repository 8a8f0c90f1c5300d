//! `cargo xtask pictures`: the pictures of the README and the guides.
//!
//! The terminal is drawn from a golden screen, which the tests keep true; the page
//! is what Chromium shows in a scenario of the browser tests. The best play there is
//! on small boards is drawn from what the command line printed of it.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use crate::{ROOT, cargo, optimal};

/// The golden screen, and the picture it becomes.
const SCREENS: [(&str, &str); 6] = [
    ("hint", "terminal"),
    ("dark-times", "times"),
    ("grade-easy", "grade-easy"),
    ("grade-medium", "grade-medium"),
    ("grade-hard", "grade-hard"),
    ("grade-extreme", "grade-extreme"),
];

/// A character of the terminal, in pixels.
const WIDTH: usize = 9;
const HEIGHT: usize = 19;
/// Room around the screen.
const RIM: usize = 10;

pub fn run() -> ExitCode {
    let pictures = Path::new(ROOT).join("docs/pictures");
    for (golden, name) in SCREENS {
        let screen = Path::new(ROOT).join(format!("crates/tui/tests/golden/{golden}.txt"));
        let drawn = std::fs::read_to_string(&screen).ok().and_then(|text| draw(&text));
        let path = pictures.join(format!("{name}.svg"));
        match drawn.map(|svg| std::fs::write(&path, svg)) {
            Some(Ok(())) => println!("{}", path.display()),
            Some(Err(error)) => return fail(&format!("{}: {error}", path.display())),
            None => return fail(&format!("{} is no golden screen", screen.display())),
        }
    }
    if let Err(why) = draw_optimal() {
        return fail(&why);
    }
    let mut browser = cargo("test --quiet -p xtask-browser -- pictures");
    match browser.env("OMNISWEEP_PICTURES", &pictures).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        _ => fail("the page was not drawn: see above"),
    }
}

/// The page of the best play there is: its picture and its table.
fn draw_optimal() -> Result<(), String> {
    let at = |name: &str| Path::new(ROOT).join("docs").join(name);
    let read =
        |name: &str| std::fs::read_to_string(at(name)).map_err(|error| format!("docs/{name}: {error}"));
    let (lines, page) = (read("strength/optimal.jsonl")?, read("optimal.md")?);
    let drawn = optimal::picture(&lines).zip(optimal::page(&page, &lines));
    let (picture, page) =
        drawn.ok_or("docs/strength/optimal.jsonl is not what `simulate --optimal --json` prints")?;
    for (name, text) in [("pictures/optimal.svg", picture), ("optimal.md", page)] {
        std::fs::write(at(name), text).map_err(|error| format!("docs/{name}: {error}"))?;
        println!("{}", at(name).display());
    }
    Ok(())
}

fn fail(why: &str) -> ExitCode {
    eprintln!("{why}");
    ExitCode::FAILURE
}

/// A golden screen as a picture: its characters, a letter for the style of each,
/// and what the letters stand for (`a #7dcfff on #232836, bold`).
fn draw(golden: &str) -> Option<String> {
    let mut parts = golden.trim_end().rsplitn(3, "\n\n");
    let (legend, styles, screen) = (parts.next()?, parts.next()?, parts.next()?);
    let style = |letter: char| {
        let line = legend.lines().find(|line| line.starts_with(letter))?;
        let (fore, back) = line.get(letter.len_utf8() + 1..)?.split_once(" on ")?;
        let (back, more) = back.split_once(", ").unwrap_or((back, ""));
        Some((fore, back, more.contains("bold")))
    };
    let styles: Vec<&str> = styles.lines().collect();
    let columns = styles.first()?.chars().count();
    let (_, ground, _) = style(styles.last()?.chars().next()?)?;
    let (width, height) = (columns * WIDTH + 2 * RIM, styles.len() * HEIGHT + 2 * RIM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"15\" text-anchor=\"middle\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{ground}\"/>\n"
    );
    // The lines of a screen lack what is blank at their end.
    let lines = screen.lines().chain(std::iter::repeat(""));
    let (mut grounds, mut letters) = (String::new(), String::new());
    for (row, (line, styles)) in lines.zip(&styles).enumerate() {
        let y = RIM + row * HEIGHT;
        let mut run: Option<(usize, usize, &str)> = None;
        for (column, (sign, letter)) in
            line.chars().chain(std::iter::repeat(' ')).zip(styles.chars()).enumerate()
        {
            let (fore, back, bold) = style(letter)?;
            let x = RIM + column * WIDTH;
            match &mut run {
                Some((_, columns, color)) if *color == back => *columns += 1,
                run => {
                    rectangle(&mut grounds, run.take(), y);
                    *run = Some((x, 1, back));
                }
            }
            match quarters(sign) {
                Some(quarters) => blocks(&mut letters, x, y, quarters, fore),
                None if sign == ' ' => {}
                None => {
                    let sign = match sign {
                        '&' => "&amp;".to_owned(),
                        '<' => "&lt;".to_owned(),
                        sign => sign.to_string(),
                    };
                    let (x, y) = (x * 2 + WIDTH, y + 14);
                    let weight = if bold { " font-weight=\"bold\"" } else { "" };
                    _ = writeln!(
                        letters,
                        "<text x=\"{}\" y=\"{y}\" fill=\"{fore}\"{weight}>{sign}</text>",
                        x as f64 / 2.0
                    );
                }
            }
        }
        rectangle(&mut grounds, run, y);
    }
    _ = write!(svg, "<g shape-rendering=\"crispEdges\">\n{grounds}</g>\n{letters}</svg>\n");
    Some(svg)
}

/// Some columns of a line, all on the same ground.
fn rectangle(svg: &mut String, run: Option<(usize, usize, &str)>, y: usize) {
    if let Some((x, columns, color)) = run {
        let width = columns * WIDTH;
        _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEIGHT}\" fill=\"{color}\"/>"
        );
    }
}

/// Which quarters of its place a block character fills: upper left, upper right,
/// lower left, lower right.
fn quarters(sign: char) -> Option<[bool; 4]> {
    let bits = match sign {
        '▘' => 0b1000,
        '▝' => 0b0100,
        '▖' => 0b0010,
        '▗' => 0b0001,
        '▀' => 0b1100,
        '▄' => 0b0011,
        '▌' => 0b1010,
        '▐' => 0b0101,
        '▚' => 0b1001,
        '▞' => 0b0110,
        '▛' => 0b1110,
        '▜' => 0b1101,
        '▙' => 0b1011,
        '▟' => 0b0111,
        '█' => 0b1111,
        _ => return None,
    };
    Some([8, 4, 2, 1].map(|bit| bits & bit != 0))
}

fn blocks(svg: &mut String, x: usize, y: usize, quarters: [bool; 4], color: &str) {
    // A character is an odd number of pixels wide and high: the middle belongs to the left and to the top.
    let (left, top) = (WIDTH.div_ceil(2), HEIGHT.div_ceil(2));
    let mut path = String::new();
    for (quarter, filled) in quarters.into_iter().enumerate() {
        let (x, width) = if quarter % 2 == 0 { (x, left) } else { (x + left, WIDTH - left) };
        let (y, height) = if quarter < 2 { (y, top) } else { (y + top, HEIGHT - top) };
        if filled {
            _ = write!(path, "M{x} {y}h{width}v{height}h-{width}z");
        }
    }
    _ = writeln!(svg, "<path shape-rendering=\"crispEdges\" fill=\"{color}\" d=\"{path}\"/>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_golden_screen_becomes_a_picture() {
        let golden = " ▛<\n\nabb\naaa\n\na #000000 on #111111\nb #222222 on #333333, bold\n";
        let svg = draw(golden).unwrap();
        assert!(svg.contains("viewBox=\"0 0 47 58\""), "{svg}");
        assert!(
            svg.contains("<rect x=\"19\" y=\"10\" width=\"18\" height=\"19\" fill=\"#333333\"/>"),
            "{svg}"
        );
        assert!(
            svg.contains("<text x=\"32.5\" y=\"24\" fill=\"#222222\" font-weight=\"bold\">&lt;</text>"),
            "{svg}"
        );
        assert_eq!(svg.matches("zM").count(), 2, "three quarters: {svg}");
        assert_eq!(draw("no screen"), None);
    }
}
