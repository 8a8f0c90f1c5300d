//! The rules of a game, as a value.

use crate::shape::{Cell, Shape, Zone};

/// What the first cell that is opened is promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum FirstCell {
    /// Nothing: it may be a mine.
    Anything,
    /// It is no mine.
    Safe,
    /// Neither it nor a neighbour is a mine.
    Opening,
}

crate::keyed!(FirstCell, "first click", [Anything = "anything", Safe = "safe", Opening = "opening"]);

impl FirstCell {
    /// The cells that are to be free of mines, should `first` be opened first.
    #[must_use]
    pub fn keeps_free(self, shape: &Shape, first: Cell) -> Zone {
        match self {
            FirstCell::Anything => Zone::default(),
            FirstCell::Safe => Zone::new([first]),
            FirstCell::Opening => Zone::new(shape.neighbours(first).chain([first])),
        }
    }

    /// The most mines that a board can have, so that any first cell will do.
    #[must_use]
    pub fn most_mines(self, shape: &Shape) -> u64 {
        let free = match self {
            FirstCell::Anything | FirstCell::Safe => 1,
            FirstCell::Opening => shape.largest_neighbourhood(),
        };
        shape.cells() - free
    }
}

/// What a chord does once the flags around a number are as many as it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Chord {
    /// Opens the other closed neighbours, mines among them too.
    OpensTheRest,
    /// Opens the other closed neighbours if every flag is right; otherwise
    /// opens nothing, and the mines among them go off.
    WrongFlagLoses,
}

/// How flags (and question marks) come and go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Flagging {
    /// There are none.
    None,
    /// Flagging again takes the flag away.
    Toggle,
    /// A flag stays until its cell is opened.
    Set,
    /// A flag stays until it is unmarked.
    SetAndUnmark,
}

/// The rules of a game. What is said of flags holds for question marks too,
/// where the game has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rules {
    /// What the first opened cell is promised.
    pub first: FirstCell,
    /// Whether a flagged cell can be opened directly.
    pub open_flagged: bool,
    /// Whether a flood opens the flagged cells it meets, or leaves them.
    pub flood_flagged: bool,
    /// Whether opening a flagged cell takes the flag away, or hides it.
    pub opening_drops_flag: bool,
    /// What a chord does, if there are chords.
    pub chord: Option<Chord>,
    /// How flags come and go.
    pub flagging: Flagging,
    /// Whether open cells can be flagged (hidden, but kept).
    pub flag_open_cells: bool,
    /// Whether cells can be marked with a question mark.
    pub marks: bool,
}

/// The named sets of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum RuleSet {
    /// What players expect today. Its first-open rule is [`FirstCell::Opening`]
    /// and it has no question marks, both by default only.
    Modern,
    /// The ESP edition (`omnisweep esp`): typed commands.
    Esp,
    /// The N-D edition: the C library `nd_minesweeper.h`.
    Nd,
    /// The clicks edition: rules for the mouse.
    Clicks,
    /// The styles edition (`omnisweep styles`): boards from .cfg files.
    Styles,
    /// The CS121 edition (`omnisweep cs121`): menus and a hall of fame.
    Cs121,
}

crate::keyed!(
    RuleSet,
    "rule set",
    [Modern = "modern", Esp = "esp", Nd = "nd", Clicks = "clicks", Styles = "styles", Cs121 = "cs121",]
);

impl RuleSet {
    /// The rules themselves.
    #[must_use]
    pub const fn rules(self) -> Rules {
        match self {
            RuleSet::Modern => Rules::MODERN,
            RuleSet::Esp => Rules::ESP,
            RuleSet::Nd => Rules::ND,
            RuleSet::Clicks => Rules::CLICKS,
            RuleSet::Styles => Rules::STYLES,
            RuleSet::Cs121 => Rules::CS121,
        }
    }
}

impl Rules {
    /// See [`RuleSet::Modern`].
    pub const MODERN: Rules = Rules {
        first: FirstCell::Opening,
        open_flagged: false,
        flood_flagged: false,
        opening_drops_flag: true,
        chord: Some(Chord::OpensTheRest),
        flagging: Flagging::Toggle,
        flag_open_cells: false,
        marks: false,
    };

    /// See [`RuleSet::Esp`]: a flag on an open cell is hidden, but kept.
    pub const ESP: Rules = Rules {
        first: FirstCell::Safe,
        open_flagged: true,
        flood_flagged: true,
        opening_drops_flag: false,
        chord: None,
        flagging: Flagging::Toggle,
        flag_open_cells: true,
        marks: false,
    };

    /// See [`RuleSet::Nd`]: no flags at all.
    pub const ND: Rules = Rules {
        first: FirstCell::Anything,
        open_flagged: false,
        flood_flagged: false,
        opening_drops_flag: true,
        chord: None,
        flagging: Flagging::None,
        flag_open_cells: false,
        marks: false,
    };

    /// See [`RuleSet::Clicks`]: a flag stays until its cell is opened.
    pub const CLICKS: Rules = Rules {
        first: FirstCell::Anything,
        open_flagged: true,
        flood_flagged: false,
        opening_drops_flag: true,
        chord: Some(Chord::WrongFlagLoses),
        flagging: Flagging::Set,
        flag_open_cells: false,
        marks: false,
    };

    /// See [`RuleSet::Styles`]: flags are notes and stop nothing.
    pub const STYLES: Rules = Rules {
        first: FirstCell::Anything,
        open_flagged: true,
        flood_flagged: true,
        opening_drops_flag: true,
        chord: None,
        flagging: Flagging::Toggle,
        flag_open_cells: false,
        marks: false,
    };

    /// See [`RuleSet::Cs121`]: flags and marks stop the player, not the flood.
    pub const CS121: Rules = Rules {
        first: FirstCell::Safe,
        open_flagged: false,
        flood_flagged: true,
        opening_drops_flag: true,
        chord: Some(Chord::OpensTheRest),
        flagging: Flagging::SetAndUnmark,
        flag_open_cells: false,
        marks: true,
    };
}
