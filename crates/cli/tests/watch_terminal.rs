//! Watching a player on a real terminal, and many games with a bar.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod pty;

use pty::Home;

#[test]
fn a_game_is_watched_move_by_move() {
    let home = Home::new();
    let mut terminal = home.play(&["watch", "--level", "beginner", "--seed", "3", "--paused"]);
    terminal.wait_for("The first cell is row 2, column 2: it is an opening.").wait_for("paused");
    terminal.wait_for("best").wait_for("seed 3, game 0").wait_for("0 % open");
    terminal.press(".").wait_gone("The first cell").wait_gone(" 0 % open");
    // The rest by itself, faster and faster.
    terminal.press(" ").wait_for(" 4/s ").press("-").wait_for(" 2/s ");
    terminal.press("++++++++").wait_for(" 512/s ");
    terminal.wait("the end", |screen| {
        let text = screen.contents();
        text.contains("It won") || text.contains("Boom")
    });
    terminal.wait_for("of 1").press(" n").wait_for("game 1").wait_for("paused").wait_for("The first cell");
    terminal.press("r").wait_for("game 1").press("t").press("q");
    assert_eq!(terminal.end(), 0);
    assert!(terminal.is_clean());
    // Nothing of it is kept.
    assert!(!home.data().join("game.txt").exists());
}

#[test]
fn a_spectator_leaves_in_every_way_and_the_terminal_is_as_it_was() {
    for leave in ["q", "\x03", "\x1b"] {
        let home = Home::new();
        let mut terminal = home.play(&["watch", "--size", "4", "4", "4", "--mines", "9", "--seed", "1"]);
        terminal.wait_for("4×4×4").resize(10, 4).resize(80, 24).wait_for("seed 1, game 0").press(leave);
        assert_eq!(terminal.end(), 0, "{leave:?}");
        assert!(terminal.is_clean());
    }
    let home = Home::new();
    let mut terminal = home.play(&["watch"]);
    terminal.wait_for("expert 16×30").signal("TERM").end();
    assert!(terminal.is_clean());
}

#[test]
fn many_games_have_a_bar_which_is_gone_when_they_are_stopped() {
    let home = Home::new();
    let words = ["simulate", "--level", "expert", "--player", "fast", "--games", "1000000000", "--seed", "1"];
    let mut terminal = home.play(&words);
    terminal.wait_for("of 1,000,000,000, won ").wait_for("░").wait_for("/s, ").wait_for(" h left");
    terminal
        .press("\x03")
        .wait_for("omnisweep: stopped after ")
        .wait_for(" of 1000000000 games")
        .wait_gone("░");
    assert_eq!(terminal.end(), 130);

    let words = ["simulate", "--level", "beginner", "--games", "300", "--seed", "1"];
    let mut terminal = home.play(&words);
    terminal.wait_for("Games    300, seed 1").wait_for("games a second").wait_gone("░");
    assert_eq!(terminal.end(), 0);
}
