//! Colours and signs.
//!
//! A theme says what each role looks like in full colour and in sixteen; where
//! there are no colours at all, roles are told apart by emphasis and signs.

use omnisweep_engine::{UnknownWord, View};
use ratatui::style::{Color, Modifier, Style};

use crate::palette::{COLOUR_BLIND, CONTRAST, DARK, LIGHT, Paint, Palette};

/// The themes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// For a dark room.
    #[default]
    Dark,
    /// For daylight.
    Light,
    /// As much contrast as there can be.
    Contrast,
    /// Colours that everybody can tell apart.
    ColourBlind,
    /// No colours.
    Mono,
}

omnisweep_engine::keyed!(
    Theme,
    "theme",
    [Dark = "dark", Light = "light", Contrast = "contrast", ColourBlind = "colour-blind", Mono = "mono",]
);

impl Theme {
    /// The theme that a word means; `color-blind` will do, too.
    pub fn read(word: &str) -> Result<Theme, UnknownWord> {
        if word == "color-blind" { Ok(Theme::ColourBlind) } else { word.parse() }
    }

    /// The next one, round and round.
    #[must_use]
    pub fn next(self) -> Theme {
        let at = Theme::ALL.iter().position(|&theme| theme == self).unwrap_or(0);
        Theme::ALL[(at + 1) % Theme::ALL.len()]
    }

    fn palette(self) -> &'static Palette {
        match self {
            Theme::Dark | Theme::Mono => &DARK,
            Theme::Light => &LIGHT,
            Theme::Contrast => &CONTRAST,
            Theme::ColourBlind => &COLOUR_BLIND,
        }
    }
}

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// None.
    None,
    /// Sixteen.
    Sixteen,
    /// 256 of them, fixed.
    Many,
    /// All.
    True,
}

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Text on the ground.
    Text,
    /// What matters less.
    Faint,
    /// Lines and frames.
    Line,
    /// What the eye is to find.
    Accent,
    /// The bars at the top and the bottom.
    Bar,
    /// A key in the bar.
    BarKey,
    /// What matters less in a bar.
    BarFaint,
    /// A window above the board.
    Panel,
    /// What matters less in a window.
    PanelFaint,
    /// A heading in a window.
    PanelTitle,
    /// The frame of a window.
    PanelLine,
    /// The row of a window that is chosen.
    Chosen,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
    /// Bad news in a window.
    PanelBad,
    /// Good news in a window.
    PanelGood,
}

/// What is special about a cell beside what is on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accents {
    /// The cursor is on it.
    pub cursor: bool,
    /// A button is down on it, or a chord would open it.
    pub pressed: bool,
    /// It touches the cell under the cursor.
    pub lit: bool,
    /// The hint is about it.
    pub hint: bool,
    /// The hint's proof is it.
    pub proof: bool,
    /// How likely it is a mine, in percent: 0 and 100 where that is certain.
    pub heat: Option<u8>,
}

/// How things look: a theme on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The theme.
    pub theme: Theme,
    /// What the terminal can do.
    pub depth: Depth,
    /// Signs of ASCII only.
    pub ascii: bool,
}

impl Look {
    /// Whether there are no colours.
    #[must_use]
    pub fn is_mono(&self) -> bool {
        self.theme == Theme::Mono || self.depth == Depth::None
    }

    /// Whether roomy cells have lines between them; otherwise they are told apart
    /// by their shades.
    #[must_use]
    pub fn is_lined(&self) -> bool {
        self.is_mono() || self.ascii || self.theme == Theme::Contrast || self.depth == Depth::Sixteen
    }

    fn color(&self, Paint(rgb, sixteen): Paint) -> Color {
        let [_, red, green, blue] = rgb.to_be_bytes();
        match self.depth {
            Depth::None => Color::Reset,
            Depth::Sixteen => sixteen,
            Depth::Many => Color::Indexed(nearest(red, green, blue)),
            Depth::True => Color::Rgb(red, green, blue),
        }
    }

    fn style(&self, text: Paint, ground: Paint) -> Style {
        if self.is_mono() {
            return Style::new();
        }
        Style::new().fg(self.color(text)).bg(self.color(ground))
    }

    /// The style of a piece of text.
    #[must_use]
    pub fn role(&self, role: Role) -> Style {
        let p = self.theme.palette();
        let (style, mono) = match role {
            Role::Text => (self.style(p.text, p.ground), Modifier::empty()),
            Role::Faint => (self.style(p.faint, p.ground), Modifier::DIM),
            Role::Line => (self.style(p.line, p.ground), Modifier::empty()),
            Role::Accent => (self.style(p.accent, p.ground).add_modifier(Modifier::BOLD), Modifier::BOLD),
            Role::Bar => (self.style(p.text, p.bar), Modifier::REVERSED),
            Role::BarKey => {
                let bold = Modifier::REVERSED | Modifier::BOLD;
                (self.style(p.accent, p.bar).add_modifier(Modifier::BOLD), bold)
            }
            Role::BarFaint => (self.style(p.faint, p.bar), Modifier::REVERSED),
            Role::Panel => (self.style(p.text, p.panel), Modifier::empty()),
            Role::PanelFaint => (self.style(p.faint, p.panel), Modifier::DIM),
            Role::PanelTitle => (self.style(p.accent, p.panel).add_modifier(Modifier::BOLD), Modifier::BOLD),
            Role::PanelLine => (self.style(p.line, p.panel), Modifier::empty()),
            Role::Chosen => (self.style(p.cursor.0, p.cursor.1), Modifier::REVERSED),
            Role::Good => (self.style(p.good, p.ground).add_modifier(Modifier::BOLD), Modifier::BOLD),
            Role::PanelBad => (self.style(p.bad, p.panel).add_modifier(Modifier::BOLD), Modifier::BOLD),
            Role::PanelGood => (self.style(p.good, p.panel).add_modifier(Modifier::BOLD), Modifier::BOLD),
            Role::Bad => (self.style(p.bad, p.ground).add_modifier(Modifier::BOLD), Modifier::BOLD),
        };
        if self.is_mono() { style.add_modifier(mono) } else { style }
    }

    /// The style of a cell; `odd` is whether it is a black one of the chequerboard.
    #[must_use]
    pub fn cell(&self, view: View, accents: Accents, odd: bool) -> Style {
        if self.is_mono() {
            return mono_cell(view, accents);
        }
        let p = self.theme.palette();
        let shade = usize::from(odd);
        let open = matches!(view, View::Number(_) | View::Exploded) || accents.pressed;
        let ground = match (accents.lit, open) {
            (true, true) => p.lit[1],
            (true, false) => p.lit[0],
            (false, true) => p.floor[shade],
            (false, false) => p.tile[shade],
        };
        let (text, ground, bold) = match view {
            View::Exploded => (p.boom.0, p.boom.1, true),
            View::WrongFlag => (p.wrong.0, p.wrong.1, true),
            View::Closed => (p.text, ground, false),
            View::Flag => (p.flag, ground, true),
            View::Mark => (p.mark, ground, true),
            View::Mine => (p.mine, ground, true),
            View::Number(0) => (p.faint, ground, false),
            View::Number(count) => match p.numbers.get(count as usize - 1) {
                Some(&colour) => (colour, ground, true),
                None => (p.text, ground, true),
            },
        };
        let (text, ground) = if matches!(view, View::Exploded | View::WrongFlag) {
            (text, ground)
        } else if accents.cursor {
            p.cursor
        } else if accents.hint {
            p.hint
        } else if accents.proof {
            p.proof
        } else if let Some(risk) = accents.heat.filter(|_| !open) {
            return self.heat(risk);
        } else {
            (text, ground)
        };
        let style = self.style(text, ground);
        if bold { style.add_modifier(Modifier::BOLD) } else { style }
    }

    /// The style of a closed cell that is a mine with so many percent.
    fn heat(&self, risk: u8) -> Style {
        let p = self.theme.palette();
        if self.depth == Depth::Sixteen {
            let (text, ground) = match risk {
                0 => (Color::Black, Color::Green),
                1..=30 => (p.text.1, p.tile[0].1),
                31..=60 => (Color::Black, Color::Yellow),
                _ => (Color::White, Color::Red),
            };
            return Style::new().fg(text).bg(ground);
        }
        let (from, to, way) = match risk {
            0..=50 => (p.heat[0], p.heat[1], f64::from(risk) / 50.0),
            _ => (p.heat[1], p.heat[2], f64::from(risk - 50) / 50.0),
        };
        let style = self.style(p.text, mix(from, to, way.min(1.0)));
        if matches!(risk, 0 | 100..) { style.add_modifier(Modifier::BOLD) } else { style }
    }

    /// The sign of a cell.
    #[must_use]
    pub fn sign(&self, view: View, accents: Accents) -> String {
        let sign = match (view, self.ascii) {
            (View::Closed, _) if accents.pressed => {
                if self.ascii {
                    "."
                } else {
                    "·"
                }
            }
            (View::Closed, ascii) if accents.heat.is_some() && !accents.hint => {
                heat_sign(accents.heat.unwrap_or(0), ascii, self.is_mono())
            }
            (View::Closed, true) => {
                if accents.hint {
                    "!"
                } else {
                    "#"
                }
            }
            (View::Closed, false) if accents.hint => "◆",
            (View::Closed, false) => {
                if self.is_mono() {
                    "■"
                } else {
                    " "
                }
            }
            (View::Flag, true) => "F",
            (View::Flag, false) => "⚑",
            (View::Mark, _) => "?",
            (View::Mine, true) => "*",
            (View::Mine, false) => "●",
            (View::Exploded, true) => "X",
            (View::Exploded, false) => "✹",
            (View::WrongFlag, true) => "x",
            (View::WrongFlag, false) => "✗",
            (View::Number(0), true) => ".",
            (View::Number(0), false) => {
                if self.is_mono() {
                    "·"
                } else {
                    " "
                }
            }
            (View::Number(count), _) => return count.to_string(),
        };
        sign.to_owned()
    }
}

/// What tells how likely a mine is where colours do not, or not well enough.
fn heat_sign(risk: u8, ascii: bool, mono: bool) -> &'static str {
    match (risk, ascii) {
        (0, true) => "o",
        (0, false) => "○",
        (100.., true) => "*",
        (100.., false) => "●",
        _ if !mono && !ascii => " ",
        (1..=30, true) => "-",
        (1..=30, false) => "░",
        (31..=60, true) => "+",
        (31..=60, false) => "▒",
        (_, true) => "%",
        (_, false) => "▓",
    }
}

/// A colour on the way from one to another.
pub fn mix(Paint(from, sixteen): Paint, Paint(to, _): Paint, way: f64) -> Paint {
    let part = |shift: u32| {
        let (from, to) = (f64::from(from >> shift & 255), f64::from(to >> shift & 255));
        ((from + (to - from) * way).round() as u32) << shift
    };
    Paint(part(16) | part(8) | part(0), sixteen)
}

fn mono_cell(view: View, accents: Accents) -> Style {
    let mut emphasis = match view {
        View::Number(0) => Modifier::DIM,
        View::Number(_) | View::Flag | View::Mark => Modifier::BOLD,
        View::Exploded | View::WrongFlag => Modifier::BOLD | Modifier::REVERSED,
        View::Closed | View::Mine => Modifier::empty(),
    };
    if accents.lit || accents.proof {
        emphasis |= Modifier::UNDERLINED;
    }
    if accents.hint {
        emphasis |= Modifier::BOLD | Modifier::UNDERLINED;
    }
    if accents.cursor {
        emphasis = (emphasis - Modifier::DIM) | Modifier::REVERSED;
    }
    Style::new().add_modifier(emphasis)
}

/// The steps of a colour in the cube of 6×6×6 that is most of the 256 colours.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// How different two colours are.
pub fn apart(one: Color, other: Color) -> u32 {
    let parts = |colour| match colour {
        Color::Rgb(red, green, blue) => Some([red, green, blue]),
        Color::Indexed(index @ 16..232) => {
            Some([36, 6, 1].map(|place| STEPS[usize::from((index - 16) / place % 6)]))
        }
        Color::Indexed(index @ 232..) => Some([8 + 10 * (index - 232); 3]),
        _ => None,
    };
    match (parts(one), parts(other)) {
        (Some(one), Some(other)) => one.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b))).sum(),
        _ => u32::from(one != other),
    }
}

/// The nearest of the 256 colours: its cube, or its greys.
fn nearest(red: u8, green: u8, blue: u8) -> u8 {
    let step =
        |value: u8| (0..6_u8).min_by_key(|&step| STEPS[usize::from(step)].abs_diff(value)).unwrap_or(0);
    let apart = |r: u8, g: u8, b: u8| {
        [(r, red), (g, green), (b, blue)].map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).iter().sum::<u32>()
    };
    let (r, g, b) = (step(red), step(green), step(blue));
    let cube = apart(STEPS[usize::from(r)], STEPS[usize::from(g)], STEPS[usize::from(b)]);
    let mean = (u32::from(red) + u32::from(green) + u32::from(blue)) / 3;
    let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
    let level = 8 + 10 * grey;
    if apart(level, level, level) < cube { 232 + grey } else { 16 + 36 * r + 6 * g + b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_colour_is_near() {
        assert_eq!(nearest(0, 0, 0), 16);
        assert_eq!(nearest(255, 255, 255), 231);
        assert_eq!(nearest(255, 0, 0), 196);
        assert_eq!(nearest(0x14, 0x17, 0x1f), 234);
    }

    #[test]
    fn every_theme_has_a_key_and_a_next() {
        for theme in Theme::ALL {
            assert_eq!(Theme::read(theme.key()), Ok(theme));
            assert_ne!(theme.next(), theme);
        }
    }
}
