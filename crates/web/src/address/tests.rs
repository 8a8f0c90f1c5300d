//! Addresses, read and written.

use super::*;

fn round(address: &str) -> String {
    GameRequest::read(address).unwrap().address()
}

#[test]
fn an_address_is_written_in_one_way() {
    assert_eq!(round(""), "level=beginner");
    assert_eq!(round("#level=expert&seed=7"), "level=expert&seed=7");
    assert_eq!(round("size=16x30&mines=99"), "level=expert");
    assert_eq!(round("level=custom&size=20+x+30&mines=&seed="), "size=20x30&mines=90");
    assert_eq!(round("rules=clicks&first=safe&marks=on"), "level=beginner&rules=clicks");
    assert_eq!(round("first=safe&marks=on"), "level=beginner&first=safe&marks=on");
    assert_eq!(round("guess=never&level=expert"), "level=expert&guess=never");
    assert_eq!(round("guess=ordinary"), "level=beginner");
    assert_eq!(round("size=10x20&mines=15+%25"), "size=10x20&mines=30");
    assert_eq!(round("size=10x20&mines=12.5%25"), "size=10x20&mines=25");
    assert_eq!(round("board=9x9.AA%2E&rules=nd"), "board=9x9.AA.&rules=nd");
}

#[test]
fn an_address_is_written_as_it_is_read() {
    for code in ["9x9.AAJhAAIAEBkAAAFKxCQ.4x4", "%25", "a&level=x", "+ +", "é%", "#"] {
        let request = GameRequest { board: Board::Coded(code.to_owned()), ..GameRequest::read("").unwrap() };
        assert_eq!(GameRequest::read(&request.address()).unwrap(), request, "{}", request.address());
    }
}

fn day() -> Day {
    "2026-11-15".parse().unwrap()
}

#[test]
fn a_game_gives_its_address_back() {
    for address in [
        "level=expert&seed=7",
        "size=3x4x5&mines=6&seed=1&rules=cs121",
        "level=expert&seed=7&guess=never",
        "level=cube&seed=7&rules=esp&guess=fair",
    ] {
        let session = GameRequest::read(address).unwrap().session(9, day()).unwrap();
        assert_eq!(GameRequest::of(&session).address(), address);
    }
    let coded = "board=9x9.AAJhAAIAEBkAAAFKxCQ.4x4";
    let session = GameRequest::read(coded).unwrap().session(9, day()).unwrap();
    assert_eq!(session.suggested_start().map(|cell| cell.0), Some(40));
    assert_eq!(GameRequest::of(&session).address(), coded);
    let mut session = GameRequest::read("level=cube").unwrap().session(9, day()).unwrap();
    assert_eq!(GameRequest::of(&session).address(), "level=cube", "nobody is told the seed");
    assert!(GameRequest::read("level=cube").unwrap().is(&session) && session.practice().is_none());
    let seed = session.show_seed();
    assert_eq!(GameRequest::of(&session).with_seed(seed).address(), "level=cube&seed=100000009");
    let session = GameRequest::read("level=cube&practice=on").unwrap().session(9, day()).unwrap();
    assert_eq!(GameRequest::of(&session).address(), "level=cube&practice=on");
    assert_eq!(session.practice(), Some(Practice::Wanted));
    // A board without a mine is no game.
    for (size, mines) in [("2x2", 1), ("3x3", 1), ("9x9", 12)] {
        let session = GameRequest::read(&format!("size={size}")).unwrap().session(9, day()).unwrap();
        assert_eq!(session.setup().mines, mines, "{size}");
    }
}

#[test]
fn a_day_has_its_board() {
    let day = day();
    assert_eq!(round("daily"), "daily=today&level=beginner");
    let today = GameRequest::read("#daily&level=expert").unwrap().on(day);
    assert_eq!(today.address(), "daily=2026-11-15&level=expert");
    assert_eq!(today, GameRequest::read("daily=2026-11-15&level=expert").unwrap());
    let session = today.session(9, day).unwrap();
    assert_eq!(session.required_start().map(|cell| cell.0), Some(8 * 30 + 15));
    assert!(today.is(&session) && !GameRequest::read("daily=2026-11-16&level=expert").unwrap().is(&session));
    assert_eq!(today.without_seed().address(), "level=expert&guess=never");
}

#[test]
fn mistakes_are_explained() {
    let mistake = |address: &str| match GameRequest::read(address) {
        Ok(request) => request.session(1, day()).map(|_| ()).unwrap_err(),
        Err(mistake) => mistake,
    };
    assert_eq!(
        mistake("level=hard"),
        "There is no level \"hard\": there are beginner, intermediate, expert, cube, tesseract."
    );
    assert_eq!(mistake("size=0x9"), "Every size has to be at least 1.");
    assert_eq!(mistake("size=9xq"), "Sizes look like 16x30 or 6x6x6, not “9xq”.");
    assert_eq!(mistake("colour=red"), "The address has a word that is not known: “colour”.");
    assert_eq!(mistake("size=9x9&mines=x"), "The number of mines has to be a number, not “x”.");
    assert!(mistake("size=3x3&mines=9").starts_with("Too many mines (9)"));
    assert_eq!(mistake("size=9x9&mines=-5%25"), "The number of mines has to be a number, not “-5%”.");
    assert!(mistake("size=9x9&mines=100%25").starts_with("Too many mines (81)"));
    assert_eq!(mistake("size=99999x99999").split(' ').nth(1), Some("99999x99999"));
    assert!(mistake("board=9x9.AAJhAAIAEBkAAAFKxCR").contains("damaged"));
    assert!(mistake("rules=clicks&guess=never").starts_with("Without a safe first click"));
    assert!(mistake("board=9x9.AAJhAAIAEBkAAAFKxCQ.4x4&guess=never").starts_with("Whether a board"));
    assert!(mistake("size=300x300&guess=fair").starts_with("A board with fair guesses has"));
    assert_eq!(mistake("seed=%f"), "The address is damaged.");
    assert_eq!(mistake("daily=tomorrow"), "A day looks like 2026-11-15, not “tomorrow”.");
    assert!(mistake("daily&rules=nd").starts_with("Of the board of the day only"));
    assert_eq!(
        mistake("daily=2099-01-01"),
        "There is no board of 2099-01-01 yet: today is 2026-11-15 (UTC)."
    );
}

#[test]
fn what_is_offered_can_be_played() {
    for set in ["modern", "clicks", "cs121", "styles", "esp", "nd"] {
        for first in ["opening", "safe", "anything"] {
            let request = GameRequest::read(&format!("level=expert&rules={set}&first={first}&guess=never"));
            let plays = request.is_ok_and(|request| request.session(7, day()).is_ok());
            assert_eq!(offer(set, first).guesses, plays, "{set} {first}");
        }
    }
}
