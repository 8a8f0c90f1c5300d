//! How a window looks: lines of text in a frame, some of which can be chosen.

mod days;
mod saved;
mod statistics;

use std::sync::Arc;

use omnisweep_engine::RuleSet;
use omnisweep_session::{GuessMode, words};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use unicode_width::UnicodeWidthStr as _;

use crate::app::{App, Now};
use crate::board;
use crate::chart::Plot;
use crate::draw::{clip, wrap};
use crate::form::{Form, ROWS, Row};
use crate::keys::{Command, ENTRIES, Key};
use crate::loss::LEAVING;
use crate::theme::{Look, Role};
use crate::window::{MENU, Window};

/// A window's content.
pub struct Panel {
    title: String,
    lines: Vec<Line>,
    footer: String,
    /// A plot, and the line that it begins with; there are empty ones for it.
    plot: Option<(Arc<Plot>, usize)>,
    /// The line that it is scrolled to, where no row is chosen.
    scroll: usize,
}

/// A line of a window.
#[derive(Default)]
struct Line {
    parts: Vec<(String, Role)>,
    /// The row that it is, where it can be chosen.
    row: Option<usize>,
    /// Whether it is the row that is chosen.
    chosen: bool,
}

fn line(text: impl Into<String>) -> Line {
    Line { parts: vec![(text.into(), Role::Panel)], ..Line::default() }
}

fn faint(text: impl Into<String>) -> Line {
    Line { parts: vec![(text.into(), Role::PanelFaint)], ..Line::default() }
}

fn heading(text: impl Into<String>) -> Line {
    Line { parts: vec![(text.into(), Role::PanelTitle)], ..Line::default() }
}

impl Line {
    fn row(mut self, row: usize, chosen: bool) -> Line {
        (self.row, self.chosen) = (Some(row), chosen);
        self
    }

    fn and(mut self, text: impl Into<String>, role: Role) -> Line {
        self.parts.push((text.into(), role));
        self
    }

    fn width(&self) -> usize {
        self.parts.iter().map(|(text, _)| text.width()).sum()
    }
}

impl Panel {
    /// The window that is open, if any.
    #[must_use]
    pub fn of(app: &App, now: Now) -> Option<Panel> {
        let ascii = app.viewport.look().ascii;
        let panel = |title: &str, lines: Vec<Line>, footer: &str| {
            Some(Panel { title: title.to_owned(), lines, footer: footer.to_owned(), plot: None, scroll: 0 })
        };
        match &app.window {
            Window::None => None,
            Window::Paused => {
                let time = words::clock(app.session.elapsed(now.ms));
                panel(
                    "Paused",
                    vec![line(""), line(format!("   {time}, {}   ", app.title())), line("")],
                    "any key goes on",
                )
            }
            Window::Resume(row) => panel("Welcome back", resume_lines(app, *row, now), "enter chooses"),
            Window::Menu(at) => panel("Omnisweep", menu_lines(app, *at), "enter chooses, esc goes on"),
            Window::Form(form) => {
                panel("New game", form_lines(form, ascii), "enter starts, arrows change, esc goes back")
            }
            Window::Help(_) if app.viewer.is_some() => {
                panel("Keys", VIEWER.map(view_key).into(), "esc closes")
            }
            Window::Help(from) => {
                let footer = "esc closes; 5l: a number does a move so often";
                panel("Keys", help_lines(app), footer).map(|panel| Panel { scroll: *from, ..panel })
            }
            Window::Statistics(scores) => Some(statistics::panel(scores, ascii)),
            Window::Save(name) => {
                let lines = vec![
                    line("A name for a copy of this game, or the path of a file:"),
                    line(""),
                    field("", name, true, 44),
                    line(""),
                ];
                panel("Save", lines, "enter saves, esc goes back")
            }
            Window::Load(list) => Some(saved::panel(list, ascii)),
            Window::Overwrite(name, row) => {
                panel("Save", overwrite_lines(name, *row), "enter chooses, esc goes back")
            }
            Window::Unkept(row) => panel("Not kept", unkept_lines(app, *row), "enter chooses, esc goes back"),
            Window::Daily(book) => Some(days::panel(book, ascii)),
            Window::Result(text) => panel("Board of the day", result_lines(text, ascii), "any key goes back"),
            Window::Code(code) => panel("Board code", code_lines(code), "any key goes back"),
        }
    }

    /// Where the window is on a screen: its frame, and the first line that is seen.
    fn place(&self, screen: Rect) -> (Rect, usize) {
        let widest =
            self.lines.iter().map(Line::width).chain([self.title.width() + 4, self.footer.width() + 2]).max();
        let width = (widest.unwrap_or(0) + 4).min(usize::from(screen.width)) as u16;
        let height = (self.lines.len() + 2).min(usize::from(screen.height)) as u16;
        let area = Rect {
            x: screen.x + (screen.width - width) / 2,
            y: screen.y + (screen.height - height) / 2,
            width,
            height,
        };
        let room = usize::from(height.saturating_sub(2));
        let chosen = self.lines.iter().position(|line| line.chosen);
        let first = chosen.map_or(self.scroll, |chosen| (chosen + 2).saturating_sub(room));
        (area, first.min(self.lines.len().saturating_sub(room)))
    }

    /// Whether a place of the screen is in its frame.
    #[must_use]
    pub fn contains(&self, screen: Rect, x: u16, y: u16) -> bool {
        self.place(screen).0.contains(Position { x, y })
    }

    /// The row at a place of the screen.
    #[must_use]
    pub fn row_at(&self, screen: Rect, x: u16, y: u16) -> Option<usize> {
        let (area, first) = self.place(screen);
        let inside = x > area.x && x + 1 < area.right() && y > area.y && y + 1 < area.bottom();
        let at = inside.then(|| first + usize::from(y - area.y - 1))?;
        self.lines.get(at)?.row
    }

    /// Draws it in the middle of a screen.
    pub fn draw(&self, look: &Look, screen: Rect, out: &mut Buffer) {
        let (area, first) = self.place(screen);
        if area.width < 6 || area.height < 3 {
            return;
        }
        for position in area.positions() {
            if let Some(cell) = out.cell_mut(position) {
                cell.reset();
                cell.set_style(look.role(Role::Panel));
            }
        }
        let room = usize::from(area.width - 4);
        let more = [first > 0, false, false, first + usize::from(area.height - 2) < self.lines.len()];
        board::frame(look, area, look.role(Role::PanelLine), more, out);
        let title = format!(" {} ", clip(&self.title, room.saturating_sub(2)));
        out.set_string(area.x + 2, area.y, &title, look.role(Role::PanelTitle));
        let footer = format!(" {} ", clip(&self.footer, room.saturating_sub(2)));
        if footer.width() <= room {
            let x = area.right() - 2 - footer.width() as u16;
            out.set_string(x, area.bottom() - 1, &footer, look.role(Role::PanelFaint));
        }
        let lines = self.lines.iter().skip(first).take(usize::from(area.height - 2));
        for (y, line) in (area.y + 1..).zip(lines) {
            let (mut x, mut left) = (area.x + 2, room);
            if line.chosen {
                let whole = Rect { x: area.x + 1, y, width: area.width - 2, height: 1 };
                out.set_style(whole, look.role(Role::Chosen));
            }
            for (text, role) in &line.parts {
                let text = clip(text, left);
                let role = if line.chosen { Role::Chosen } else { *role };
                out.set_string(x, y, text, look.role(role));
                x += text.width() as u16;
                left -= text.width();
            }
            let mark = if look.ascii { ">" } else { "▸" };
            if line.chosen
                && let Some(cell) = out.cell_mut(Position { x: area.x + 1, y })
            {
                cell.set_symbol(mark);
            }
        }
        if let Some((plot, from)) = &self.plot {
            let top = area.y + 1 + *from as u16;
            let height = statistics::PLOT.min(area.bottom().saturating_sub(top + 1));
            plot.draw(look, Rect { x: area.x + 2, y: top, width: area.width - 4, height }, out);
        }
    }
}

/// A field that can be typed into.
fn field(name: &str, text: &str, focused: bool, room: usize) -> Line {
    // Of a long text, the end.
    let mut shown = text;
    while shown.width() > room - 1 {
        shown = &shown[shown.chars().next().map_or(1, char::len_utf8)..];
    }
    let caret = if focused { "_" } else { "" };
    let shown = format!("{shown}{caret}");
    let name = if name.is_empty() { String::new() } else { format!(" {name:<15}") };
    line(name).and(format!("[{shown:<room$}]"), Role::PanelTitle)
}

fn resume_lines(app: &App, row: usize, now: Now) -> Vec<Line> {
    let time = words::clock(app.session.elapsed(now.ms));
    let left = words::state(app.session.game());
    vec![
        line("A game is waiting for you:"),
        heading(format!("{}, {time}, {left}", app.title())),
        line(""),
        line(" Go on with it").row(0, row == 0),
        line(" Another board; that game is put aside").row(1, row == 1),
    ]
}

fn menu_lines(app: &App, at: usize) -> Vec<Line> {
    let lines = MENU.iter().enumerate().map(|(row, (command, text))| {
        let text = match command {
            Command::Theme => format!("Theme: {}", app.viewport.look().theme),
            _ => (*text).to_owned(),
        };
        let key = app.input.shown(*command);
        line(format!(" {text:<32}")).and(format!("{key:>6} "), Role::PanelFaint).row(row, row == at)
    });
    lines.collect()
}

fn overwrite_lines(name: &str, row: usize) -> Vec<Line> {
    vec![
        line("There is a saved game of this name:"),
        heading(name.to_owned()),
        line(""),
        line(" Overwrite it").row(0, row == 0),
        line(" Choose another name").row(1, row == 1),
    ]
}

fn unkept_lines(app: &App, row: usize) -> Vec<Line> {
    let why = app.lost().unwrap_or_default();
    let mut lines: Vec<Line> = wrap(&why, 60).into_iter().map(heading).collect();
    lines.push(line(""));
    let rows = LEAVING.iter().enumerate();
    lines.extend(rows.map(|(at, text)| line(format!(" {text}")).row(at, at == row)));
    lines
}

fn result_lines(text: &str, ascii: bool) -> Vec<Line> {
    let mut lines = vec![line("Your result, to be sent to friends:"), line("")];
    let ascii_dot = |text: &str| if ascii { text.replace('·', "-") } else { text.to_owned() };
    lines.extend(text.lines().flat_map(|text| wrap(&ascii_dot(text), 70)).map(heading));
    lines.extend([
        line(""),
        faint("It is on the clipboard, where the terminal lets programs write there;"),
        faint("`omnisweep stats daily` prints it, too."),
    ]);
    lines
}

fn code_lines(code: &str) -> Vec<Line> {
    let mut lines = vec![line("Whoever has this code plays this board:"), line("")];
    lines.extend(wrap(code, 60).into_iter().map(heading));
    lines.extend([
        line(""),
        faint("omnisweep play --board CODE; it is on the clipboard, where"),
        faint("the terminal lets programs write there."),
    ]);
    lines
}

fn form_lines(form: &Form, ascii: bool) -> Vec<Line> {
    let times = if ascii { "x" } else { "×" };
    let (before, after) = if ascii { ("<", ">") } else { ("‹", "›") };
    let on = |on: bool| if on { "on" } else { "off" };
    let bullet = |chosen: bool| match (chosen, ascii) {
        (true, true) => " *",
        (false, true) => "  ",
        (true, false) => " ●",
        (false, false) => " ○",
    };
    let mut lines = Vec::new();
    for (at, row) in ROWS.iter().enumerate() {
        let chosen = at == form.focus;
        let choice = |name: &str, value: &str, why: &str| {
            line(format!(" {name:<15}"))
                .and(format!("{before} {value:<8} {after} "), Role::PanelTitle)
                .and(why.to_owned(), Role::PanelFaint)
        };
        let given = !form.has_choice();
        let (first, marks) = form.options();
        let shown = match row {
            Row::Level(level) => {
                let bullet = bullet(form.level == Some(*level));
                let sizes: Vec<String> = level.sizes().iter().map(u64::to_string).collect();
                line(format!("{bullet} {:<13}", words::level(*level)))
                    .and(format!("{:<10}{:>3} mines", sizes.join(times), level.mines()), Role::PanelFaint)
            }
            Row::Size => {
                let bullet = bullet(form.level.is_none());
                let mut own = field("", &form.size, chosen, 20);
                own.parts[0] = (format!("{bullet} {:<13}", "Your own"), Role::Panel);
                own
            }
            Row::Mines => field("   mines", &form.mines, chosen, 20),
            Row::Rules => choice("Rules", form.set.key(), rules_note(form.set)),
            Row::First => {
                let why = if given { "as these rules have it" } else { words::first(first) };
                choice("First click", first.key(), why)
            }
            Row::Marks => {
                choice("Question marks", on(marks), if given { "as these rules have it" } else { "" })
            }
            Row::Guess => choice("Guessing", guess_name(form.guess()), guess_note(form)),
            Row::Practice => choice("Practice", on(form.practice), "to learn: no best times"),
            Row::Seed => field("Seed", &form.seed, chosen, 20).and(" empty: any", Role::PanelFaint),
            Row::Code => field("Board code", &form.code, chosen, 36),
            Row::Daily => {
                let text = if ascii { "Board of the day >" } else { "Board of the day ›" };
                line(format!(" {text}")).and("  the same for everyone", Role::PanelFaint)
            }
            Row::Start => {
                let text = if ascii { " > Start" } else { " ▶ Start" };
                Line { parts: vec![(text.to_owned(), Role::PanelTitle)], ..Line::default() }
            }
        };
        if matches!(row, Row::Rules | Row::Seed | Row::Start) {
            lines.push(line(""));
        }
        lines.push(shown.row(at, chosen));
    }
    if let Some(error) = &form.error {
        for text in wrap(error, 54) {
            lines.push(Line { parts: vec![(text, Role::PanelBad)], ..Line::default() });
        }
    }
    lines
}

fn rules_note(set: RuleSet) -> &'static str {
    match set {
        RuleSet::Modern => "more: clicks, cs121, styles, esp, nd",
        RuleSet::Clicks => "flags stay; a wrong flag loses a chord",
        RuleSet::Cs121 => "with question marks; x takes them away",
        RuleSet::Styles => "flags are notes; no chords",
        RuleSet::Esp => "flags are notes; first cell safe",
        RuleSet::Nd => "no flags at all",
    }
}

fn guess_name(guess: GuessMode) -> &'static str {
    match guess {
        GuessMode::Ordinary => "as ever",
        GuessMode::Never => "never",
        GuessMode::Easy => "never, easy",
        GuessMode::Medium => "never, medium",
        GuessMode::Hard => "never, hard",
        GuessMode::Extreme => "never, extreme",
        GuessMode::Fair => "forgiven",
    }
}

fn guess_note(form: &Form) -> &'static str {
    if let Some(grade) = form.guess().grade() {
        return words::grade_note(grade);
    }
    match form.guess() {
        GuessMode::Ordinary if !form.can_be_fair() => "needs a safe first click",
        GuessMode::Ordinary => "you may have to",
        GuessMode::Fair => "a forced guess is always right",
        _ => "certified: logic alone wins",
    }
}

/// The keys while a replay is shown, and what they do.
const VIEWER: [(&str, &str); 10] = [
    ("space enter", "let it run, or stop it"),
    ("right l", "a move on"),
    ("left h", "a move back"),
    ("n tab", "on to a guess or a mistake"),
    ("p shift-tab", "back to a guess or a mistake"),
    ("home end", "to the beginning, to the end"),
    ("+ -", "faster, slower"),
    ("e", "how likely mines are"),
    ("t", "the next theme"),
    ("esc q", "back"),
];

fn view_key((keys, does): (&str, &str)) -> Line {
    heading(format!("{keys:>15} ")).and(format!("{does:<30}"), Role::Panel)
}

/// The lines of the help that follow the keys.
pub const ABOUT_THE_MOUSE: [&str; 5] = [
    "Mouse: left opens, right flags; both, the middle one",
    "or a double click open around a number. They fire on",
    "release; leaving the cell cancels. The wheel scrolls.",
    "",
    "In brackets: what config.toml calls it.",
];

/// The keys of every command, what they do, and what the config file calls it.
fn help_lines(app: &App) -> Vec<Line> {
    let keys = ENTRIES.iter().map(|entry| {
        let keys: Vec<String> =
            app.input.bindings().keys(entry.command).iter().take(2).map(Key::to_string).collect();
        heading(format!("{:>15} ", keys.join(" ")))
            .and(format!("{:<23}", entry.does), Role::Panel)
            .and(format!("({})", entry.name), Role::PanelFaint)
    });
    keys.chain(ABOUT_THE_MOUSE.map(faint)).collect()
}
