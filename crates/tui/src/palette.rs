//! The colours of the themes.

use ratatui::style::Color;

/// A colour, and the nearest that every terminal has.
#[derive(Clone, Copy, Debug)]
pub struct Paint(pub u32, pub Color);

/// What each role looks like.
pub struct Palette {
    /// Text.
    pub text: Paint,
    /// What matters less.
    pub faint: Paint,
    /// What the eye is to find.
    pub accent: Paint,
    /// Behind everything.
    pub ground: Paint,
    /// Behind the bars.
    pub bar: Paint,
    /// Behind windows.
    pub panel: Paint,
    /// Lines.
    pub line: Paint,
    /// Closed cells, alternating.
    pub tile: [Paint; 2],
    /// Open cells, alternating.
    pub floor: [Paint; 2],
    /// Neighbours of the cell under the cursor.
    pub lit: [Paint; 2],
    /// The cell under the cursor: text and ground.
    pub cursor: (Paint, Paint),
    /// The cell that is hinted at: text and ground.
    pub hint: (Paint, Paint),
    /// Numbers that prove a hint.
    pub proof: (Paint, Paint),
    /// Flags.
    pub flag: Paint,
    /// Question marks.
    pub mark: Paint,
    /// Mines.
    pub mine: Paint,
    /// A mine that went off.
    pub boom: (Paint, Paint),
    /// A wrong flag.
    pub wrong: (Paint, Paint),
    /// Good news.
    pub good: Paint,
    /// Bad news.
    pub bad: Paint,
    /// Behind closed cells that are certainly safe, a mine as likely as not, and
    /// certainly a mine; between them colours are mixed.
    pub heat: [Paint; 3],
    /// The numbers from 1 on.
    pub numbers: [Paint; 8],
}

/// For a dark room.
pub const DARK: Palette = Palette {
    text: Paint(0xd5dbe8, Color::White),
    faint: Paint(0x8089a0, Color::DarkGray),
    accent: Paint(0x7dcfff, Color::Cyan),
    ground: Paint(0x14171f, Color::Black),
    bar: Paint(0x232836, Color::Black),
    panel: Paint(0x1c202b, Color::Black),
    line: Paint(0x3a4256, Color::DarkGray),
    tile: [Paint(0x3d4d70, Color::DarkGray), Paint(0x364567, Color::DarkGray)],
    floor: [Paint(0x1b1f2a, Color::Black), Paint(0x191c26, Color::Black)],
    lit: [Paint(0x6d7fae, Color::Blue), Paint(0x2e3a57, Color::Blue)],
    cursor: (Paint(0x11131a, Color::Black), Paint(0xffd166, Color::Yellow)),
    hint: (Paint(0x0b1f12, Color::Black), Paint(0x7ee08a, Color::Green)),
    proof: (Paint(0x10202b, Color::Black), Paint(0x7dcfff, Color::Cyan)),
    flag: Paint(0xff7a85, Color::LightRed),
    mark: Paint(0xffd166, Color::Yellow),
    mine: Paint(0xe6a4ff, Color::LightMagenta),
    boom: (Paint(0xffffff, Color::White), Paint(0xd7263d, Color::Red)),
    wrong: (Paint(0xffffff, Color::White), Paint(0x9a4a00, Color::Magenta)),
    good: Paint(0x7ee08a, Color::LightGreen),
    bad: Paint(0xff7a85, Color::LightRed),
    heat: [Paint(0x23613a, Color::Green), Paint(0x7a5a12, Color::Yellow), Paint(0x9c1f34, Color::Red)],
    numbers: [
        Paint(0x7aa7ff, Color::LightBlue),
        Paint(0x8fd67b, Color::Green),
        Paint(0xff7a85, Color::LightRed),
        Paint(0xc39bff, Color::LightMagenta),
        Paint(0xffb066, Color::Yellow),
        Paint(0x66d9d0, Color::Cyan),
        Paint(0xf2f2f2, Color::White),
        Paint(0xff9ad5, Color::Magenta),
    ],
};

/// For daylight.
pub const LIGHT: Palette = Palette {
    text: Paint(0x20242e, Color::Black),
    faint: Paint(0x616a7d, Color::DarkGray),
    accent: Paint(0x0b5cad, Color::Blue),
    ground: Paint(0xf4f2ec, Color::White),
    bar: Paint(0xdfdcd2, Color::Gray),
    panel: Paint(0xfbfaf6, Color::White),
    line: Paint(0xb9b5a8, Color::DarkGray),
    tile: [Paint(0xa9bcd8, Color::Gray), Paint(0xb2c3dc, Color::Gray)],
    floor: [Paint(0xf8f6f1, Color::White), Paint(0xf1eee6, Color::White)],
    lit: [Paint(0x86a3cc, Color::Cyan), Paint(0xd9e3f2, Color::Cyan)],
    cursor: (Paint(0x1c1600, Color::Black), Paint(0xffb703, Color::Yellow)),
    hint: (Paint(0xffffff, Color::Black), Paint(0x1a7a33, Color::Green)),
    proof: (Paint(0xffffff, Color::White), Paint(0x0b5cad, Color::Blue)),
    flag: Paint(0xb3001b, Color::Red),
    mark: Paint(0x7a4b00, Color::Magenta),
    mine: Paint(0x6a1b9a, Color::Magenta),
    boom: (Paint(0xffffff, Color::White), Paint(0xc1121f, Color::Red)),
    wrong: (Paint(0xffffff, Color::White), Paint(0x8a4b00, Color::Magenta)),
    good: Paint(0x17702e, Color::Green),
    bad: Paint(0xb3001b, Color::Red),
    heat: [Paint(0x9fe3ae, Color::Green), Paint(0xffe08a, Color::Yellow), Paint(0xff9d9d, Color::Red)],
    numbers: [
        Paint(0x1550c0, Color::Blue),
        Paint(0x1d7a34, Color::Green),
        Paint(0xc1121f, Color::Red),
        Paint(0x5e2ca5, Color::Magenta),
        Paint(0x8a4b00, Color::Red),
        Paint(0x006d77, Color::Cyan),
        Paint(0x20242e, Color::Black),
        Paint(0xa0196e, Color::Magenta),
    ],
};

/// As much contrast as there can be.
pub const CONTRAST: Palette = Palette {
    text: Paint(0xffffff, Color::White),
    faint: Paint(0xc8c8c8, Color::Gray),
    accent: Paint(0xffff00, Color::LightYellow),
    ground: Paint(0x000000, Color::Black),
    bar: Paint(0x000000, Color::Black),
    panel: Paint(0x000000, Color::Black),
    line: Paint(0xffffff, Color::White),
    tile: [Paint(0xb4b4b4, Color::Gray), Paint(0xa4a4a4, Color::Gray)],
    floor: [Paint(0x000000, Color::Black), Paint(0x000000, Color::Black)],
    lit: [Paint(0x5c7cff, Color::Blue), Paint(0x14248a, Color::Blue)],
    cursor: (Paint(0x000000, Color::Black), Paint(0xffff00, Color::LightYellow)),
    hint: (Paint(0x000000, Color::Black), Paint(0x00ff66, Color::LightGreen)),
    proof: (Paint(0x000000, Color::Black), Paint(0x00ffff, Color::LightCyan)),
    flag: Paint(0x000000, Color::Black),
    mark: Paint(0x000000, Color::Black),
    mine: Paint(0x000000, Color::Black),
    boom: (Paint(0xffffff, Color::White), Paint(0xe00000, Color::Red)),
    wrong: (Paint(0x000000, Color::Black), Paint(0xff80ff, Color::LightMagenta)),
    good: Paint(0x00ff66, Color::LightGreen),
    bad: Paint(0xff7070, Color::LightRed),
    heat: [Paint(0x005f26, Color::Green), Paint(0x5f5000, Color::Yellow), Paint(0xa00000, Color::Red)],
    numbers: [
        Paint(0x9cc4ff, Color::LightBlue),
        Paint(0x60ff60, Color::LightGreen),
        Paint(0xff8080, Color::LightRed),
        Paint(0xffa0ff, Color::LightMagenta),
        Paint(0xffd070, Color::LightYellow),
        Paint(0x60ffff, Color::LightCyan),
        Paint(0xffffff, Color::White),
        Paint(0xffffff, Color::White),
    ],
};

/// After Okabe and Ito, lightened where they stand on a dark ground.
pub const COLOUR_BLIND: Palette = Palette {
    text: Paint(0xe8e8e8, Color::White),
    faint: Paint(0x9a9a9a, Color::DarkGray),
    accent: Paint(0x56b4e9, Color::LightCyan),
    ground: Paint(0x161616, Color::Black),
    bar: Paint(0x2a2a2a, Color::Black),
    panel: Paint(0x1f1f1f, Color::Black),
    line: Paint(0x4a4a4a, Color::DarkGray),
    tile: [Paint(0x4b525c, Color::DarkGray), Paint(0x454b55, Color::DarkGray)],
    floor: [Paint(0x1d1d1d, Color::Black), Paint(0x1a1a1a, Color::Black)],
    lit: [Paint(0x7f96ad, Color::Blue), Paint(0x34414e, Color::Blue)],
    cursor: (Paint(0x000000, Color::Black), Paint(0xf0e442, Color::LightYellow)),
    hint: (Paint(0x000000, Color::Black), Paint(0x56b4e9, Color::LightCyan)),
    proof: (Paint(0x000000, Color::Black), Paint(0xe8e8e8, Color::White)),
    flag: Paint(0xffb84d, Color::LightYellow),
    mark: Paint(0xf0e442, Color::LightYellow),
    mine: Paint(0xe69f00, Color::Yellow),
    boom: (Paint(0x000000, Color::Black), Paint(0xe69f00, Color::Yellow)),
    wrong: (Paint(0xffffff, Color::White), Paint(0x0072b2, Color::Blue)),
    good: Paint(0x56b4e9, Color::LightCyan),
    bad: Paint(0xe69f00, Color::Yellow),
    heat: [Paint(0x1f5f8b, Color::Green), Paint(0x5a5a5a, Color::Yellow), Paint(0x9a5200, Color::Red)],
    numbers: [
        Paint(0x56b4e9, Color::LightBlue),
        Paint(0xe69f00, Color::Yellow),
        Paint(0xf0e442, Color::LightYellow),
        Paint(0xcc79a7, Color::LightMagenta),
        Paint(0xffffff, Color::White),
        Paint(0x3fc9a0, Color::Cyan),
        Paint(0xf08a5d, Color::LightRed),
        Paint(0xb8b8ff, Color::Gray),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance after WCAG, and the contrast of two colours.
    fn contrast(a: Paint, b: Paint) -> f64 {
        let luminance = |Paint(rgb, _): Paint| {
            let [_, r, g, b] = rgb.to_be_bytes().map(|value| {
                let value = f64::from(value) / 255.0;
                if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            });
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn what_has_to_be_read_stands_out_from_its_ground() {
        for (theme, least) in [(&DARK, 4.5), (&LIGHT, 4.5), (&CONTRAST, 7.0), (&COLOUR_BLIND, 4.5)] {
            let mut pairs = vec![
                (theme.text, theme.ground),
                (theme.text, theme.bar),
                (theme.text, theme.panel),
                (theme.accent, theme.panel),
                (theme.accent, theme.bar),
                (theme.faint, theme.ground),
                (theme.cursor.0, theme.cursor.1),
                (theme.hint.0, theme.hint.1),
                (theme.proof.0, theme.proof.1),
                (theme.good, theme.ground),
                (theme.bad, theme.ground),
            ];
            pairs.extend(theme.heat.map(|heat| (theme.text, heat)));
            pairs.extend(theme.numbers.map(|number| (number, theme.floor[0])));
            for (at, (text, ground)) in pairs.into_iter().enumerate() {
                let found = contrast(text, ground);
                assert!(found >= least, "pair {at} of {text:x?} on {ground:x?}: {found:.2}");
            }
            for sign in [theme.flag, theme.mark, theme.mine] {
                let found = contrast(sign, theme.tile[1]).min(contrast(sign, theme.tile[0]));
                assert!(found >= 3.0, "{sign:x?} on a closed cell: {found:.2}");
            }
            let found = contrast(theme.boom.0, theme.boom.1).min(contrast(theme.wrong.0, theme.wrong.1));
            assert!(found >= 4.5, "{found:.2}");
        }
    }
}
