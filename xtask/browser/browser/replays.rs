//! Games shown again, with the solver's comments and the heat of their cells.

use std::rc::Rc;

use omnisweep_session::{Record, Review, Session, save};
use omnisweep_testing::recordings::files;
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::page::{Page, scenarios};

scenarios![
    a_game_is_shown_again_in_both_directions,
    it_runs_by_itself_and_stops_at_the_end,
    keys_and_the_bar_lead_through_it,
    guesses_and_mistakes_are_found,
    recordings_of_other_programs_open_and_can_be_saved,
    a_file_can_be_dropped_on_the_page,
    what_is_no_recording_changes_nothing,
    every_kept_game_can_be_shown,
    the_heat_map_shows_risks_and_makes_it_practice,
];

/// A game of five moves with a guess and a mistake in it, on the page.
async fn lost(page: &Page) -> Session {
    page.open_board("modern", "..*...\n......\n....*.\n*.....\n").await;
    page.click((0, 0), 1).await;
    page.click((0, 2), 2).await;
    page.click((3, 5), 1).await;
    page.click((3, 0), 1).await;
    assert_eq!(page.outcome().await, "lost");
    let saved = page.get("omnisweep.game.model.save(performance.now())").await;
    save::read(saved.as_str().unwrap()).unwrap()
}

/// What is shown: how many moves, and the board, a line a row.
async fn shown(page: &Page) -> (u64, String) {
    let at = page.get("omnisweep.game.viewer.replay.at()").await.as_u64().unwrap();
    (at, page.board_of("omnisweep.game.viewer.replay").await)
}

/// Waits for the solver's comments.
async fn comments(page: &Page) {
    page.until("document.getElementById('replay-skill').textContent !== ''").await;
}

async fn a_game_is_shown_again_in_both_directions(page: Rc<Page>) {
    let session = lost(&page).await;
    page.push("#result-replay").await;
    comments(&page).await;
    let review = Review::of(&session, |_, _| true).unwrap();
    assert_eq!(page.text("replay-luck").await, review.luck_sentence());
    assert_eq!(page.text("replay-skill").await, review.skill_sentence());
    assert_eq!(shown(&page).await, (0, "######\n".repeat(4)));
    let mut boards = vec![shown(&page).await];
    for (number, comment) in review.comments.iter().enumerate() {
        page.push("#replay-next").await;
        boards.push(shown(&page).await);
        assert_eq!(boards[number + 1].0, number as u64 + 1);
        assert_eq!(page.text("replay-comment").await, comment.sentence(session.game().shape()));
        assert_eq!(page.text("replay-count").await, format!("Move {} of 4", number + 1));
    }
    assert!(boards[4].1.contains('X') && boards[1].1.contains('1') && boards[2].1.contains('F'));
    assert_eq!(page.get("document.getElementById('replay-next').disabled").await, true);
    for before in boards.iter().rev().skip(1) {
        page.push("#replay-back").await;
        assert_eq!(shown(&page).await, *before);
    }
    page.keys(Key::Escape).await;
    assert_eq!(page.get("document.querySelectorAll('dialog[open]').length").await, 0);
    assert_eq!(page.outcome().await, "lost", "the current game is as it was");
}

async fn it_runs_by_itself_and_stops_at_the_end(page: Rc<Page>) {
    lost(&page).await;
    page.push("#result-replay").await;
    page.push("#replay-faster").await;
    assert_eq!(page.text("replay-speed").await, "2×");
    page.push("#replay-play").await;
    page.until("omnisweep.game.viewer.replay.at() === 4 && !omnisweep.game.viewer.replay.runs()").await;
    page.until("document.getElementById('replay-play').textContent.trim() === 'Play'").await;
    assert_eq!(page.text("replay-count").await, "Move 4 of 4");
    // Again from the beginning, and a pause.
    let both = "const play = document.getElementById('replay-play'); play.click(); play.click();";
    page.run(both, vec![]).await;
    let (at, _) = shown(&page).await;
    assert!(at < 4);
    page.rest(300).await;
    assert_eq!(shown(&page).await.0, at, "it stands");
}

async fn keys_and_the_bar_lead_through_it(page: Rc<Page>) {
    lost(&page).await;
    page.push("#result-replay").await;
    comments(&page).await;
    for (key, at) in [(Key::Right, 1), (Key::Right, 2), (Key::Left, 1), (Key::End, 4), (Key::Home, 0)] {
        page.keys(key).await;
        assert_eq!(shown(&page).await.0, at);
    }
    page.keys("..").await;
    assert_eq!(shown(&page).await.0, 2);
    page.keys(",").await;
    assert_eq!(shown(&page).await.0, 1);
    // The bar has its own arrows, and says what it stands for.
    page.run("document.getElementById('replay-seek').focus();", vec![]).await;
    page.keys(Key::Right).await;
    assert_eq!(shown(&page).await.0, 2);
    let said = page.get("document.getElementById('replay-seek').getAttribute('aria-valuetext')").await;
    assert!(said.as_str().unwrap().starts_with("Move 2 of 4, "), "{said}");
    assert!(said.as_str().unwrap().contains("Flag at row 0, column 2."), "{said}");
    // On the board, arrows look around.
    page.run("omnisweep.game.viewer.board.focus();", vec![]).await;
    let cell = page.get("omnisweep.game.viewer.replay.focus()").await.as_u64().unwrap();
    page.keys(Key::Right).await;
    assert_eq!(page.get("omnisweep.game.viewer.replay.focus()").await, json!(cell + 1));
    assert_eq!(shown(&page).await.0, 2);
    assert!(page.get("document.activeElement.getAttribute('aria-label')").await.is_string());
}

async fn guesses_and_mistakes_are_found(page: Rc<Page>) {
    let session = lost(&page).await;
    let review = Review::of(&session, |_, _| true).unwrap();
    let notable: Vec<u64> =
        (1..).zip(&review.comments).filter(|(_, comment)| comment.is_notable()).map(|(at, _)| at).collect();
    assert!(notable.len() >= 2, "{notable:?}");
    page.push("#result-replay").await;
    comments(&page).await;
    for &at in &notable {
        page.push("#replay-jump").await;
        assert_eq!(shown(&page).await.0, at);
        let kind = page.get("document.getElementById('replay-verdict').dataset.verdict").await;
        assert_eq!(kind, review.comments[at as usize - 1].verdict.key());
    }
    page.push("#replay-jump").await;
    assert!(page.text("replay-comment").await.starts_with("No guess and no mistake follows."));
    page.keys("G").await;
    assert_eq!(shown(&page).await.0, notable[notable.len() - 2]);
    assert_eq!(page.get("document.querySelectorAll('#replay-marks line').length").await, notable.len());
}

/// Gives the page a file to show.
async fn open(page: &Page, name: &str, content: &[u8]) {
    page.run(
        "const files = new DataTransfer(), input = document.getElementById('replay-file');
         files.items.add(new File([new Uint8Array(arguments[1])], arguments[0]));
         input.files = files.files;
         input.dispatchEvent(new Event('change'));",
        vec![json!(name), json!(content)],
    )
    .await;
}

async fn recordings_of_other_programs_open_and_can_be_saved(page: Rc<Page>) {
    recordings_open(&page, &files()).await;
}

/// Opens recordings of other programs, one after the other, and goes on with the
/// game that waited.
pub async fn recordings_open(page: &Page, recordings: &[(String, Vec<u8>)]) {
    page.open("level=beginner&seed=9").await;
    page.click((4, 4), 1).await;
    for (name, bytes) in recordings {
        let recording = omnisweep_replay::read(bytes).unwrap();
        let played = omnisweep_replay::play(&recording).unwrap();
        open(page, name, bytes).await;
        page.until(&format!("document.getElementById('replay-details').textContent.startsWith('{name}')"))
            .await;
        comments(page).await;
        assert_eq!(
            page.get("omnisweep.game.viewer.replay.moves()").await,
            played.session.log().len(),
            "{name}"
        );
        // Names in whatever encoding are the same.
        let player = "omnisweep.game.viewer.replay.facts().find(fact => fact.name === 'Player')?.value ?? ''";
        assert_eq!(page.get(player).await, recording.player, "{name}");
        let saved = page.get("omnisweep.game.viewer.replay.save()").await;
        assert_eq!(saved, save::write(&played.session, 0), "{name}");
        page.keys(Key::End).await;
    }
    page.keys(Key::Escape).await;
    // The game that was being played waits, with its clock.
    page.until("omnisweep.game.paused").await;
    page.push("#resume").await;
    assert_eq!(page.outcome().await, "playing");
}

async fn a_file_can_be_dropped_on_the_page(page: Rc<Page>) {
    let session = lost(&page).await;
    let record = Record::of(&session, 5).unwrap();
    for content in [save::write(&session, 0), record.write()] {
        page.open("level=beginner&seed=9").await;
        page.run(
            "const dataTransfer = new DataTransfer();
             dataTransfer.items.add(new File([arguments[0]], 'game.txt'));
             document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));",
            vec![json!(content)],
        )
        .await;
        page.until("document.getElementById('dialog-replay').open").await;
        comments(&page).await;
        assert_eq!(page.text("replay-count").await, "Move 0 of 4");
    }
}

async fn what_is_no_recording_changes_nothing(page: Rc<Page>) {
    page.open("level=beginner&seed=9").await;
    page.click((4, 4), 1).await;
    let board = page.board().await;
    page.push("#open-stats").await;
    let cut = files()[0].1[..40].to_vec();
    for damaged in [vec![], b"nonsense".to_vec(), b"omnisweep game 1\nrules".to_vec(), cut] {
        page.run("document.getElementById('stats-message').textContent = '';", vec![]).await;
        open(&page, "some.avf", &damaged).await;
        page.until("document.getElementById('stats-message').textContent !== ''").await;
        let said = page.text("stats-message").await;
        assert!(said.starts_with("some.avf cannot be shown. ") && said.ends_with('.'), "{said}");
        assert_eq!(page.get("document.getElementById('dialog-replay').open").await, false);
    }
    page.keys(Key::Escape).await;
    assert_eq!(page.board().await, board);
}

async fn every_kept_game_can_be_shown(page: Rc<Page>) {
    lost(&page).await;
    page.until("document.getElementById('result-more').textContent !== ''").await;
    page.open("").await;
    page.push("#open-stats").await;
    page.until("document.querySelectorAll('#stats-games button').length === 1").await;
    page.push("#stats-games button").await;
    comments(&page).await;
    assert_eq!(page.text("replay-count").await, "Move 0 of 4");
    // Back to the list, where it was.
    page.keys(Key::Escape).await;
    assert_eq!(page.get("document.getElementById('dialog-replay').open").await, false);
    assert_eq!(page.get("document.getElementById('dialog-stats').open").await, true);
    page.until("document.activeElement.textContent === 'Replay'").await;
}

async fn the_heat_map_shows_risks_and_makes_it_practice(page: Rc<Page>) {
    page.open("level=beginner&seed=9").await;
    page.click((4, 4), 1).await;
    page.keys("x").await;
    // The closed cells with their risks, which show on the board and are told by its cells.
    let heat = "[...omnisweep.game.model.paint(0, 0, 9, 9)].map((code, cell) => [cell, (code >>> 24 & 127) - 1]).filter(([, risk]) => risk >= 0)";
    page.until(&format!("{heat}.length > 0")).await;
    assert!(page.text("status").await.contains("practice now"));
    assert_eq!(page.get("document.getElementById('heat').getAttribute('aria-pressed')").await, "true");
    let risks = page.get(heat).await;
    let closed = page.board().await.matches('#').count();
    assert_eq!(risks.as_array().unwrap().len(), closed, "{risks}");
    let labels = "Array.from(document.querySelectorAll('#scroller [role=gridcell]'), cell => cell.getAttribute('aria-label')).filter(label => label.endsWith('% mine')).length";
    assert_eq!(page.get(labels).await, closed);
    // It follows the game, and goes with it.
    let safe =
        risks.as_array().unwrap().iter().find(|pair| pair[1] == 0).unwrap()[0].as_u64().unwrap() as u32;
    page.click((safe / 9, safe % 9), 1).await;
    assert!(page.board().await.matches('#').count() < closed);
    page.until(&format!("{heat}.length > 0 && {heat}.length < {closed}")).await;
    let saved = page.get("omnisweep.game.model.save(performance.now())").await;
    assert!(save::read(saved.as_str().unwrap()).unwrap().practice().is_some());
    page.push("#open-new").await;
    page.push("#form-new .primary").await;
    assert_eq!(page.get("omnisweep.game.heat").await, false);
    assert_eq!(page.get("omnisweep.game.model.counts()").await, true);
    // In a replay it costs nothing.
    let session = lost(&page).await;
    page.push("#result-replay").await;
    comments(&page).await;
    page.push("#replay-next").await;
    page.push("#replay-heat").await;
    page.until("omnisweep.game.viewer.replay.describe(2).endsWith('% mine')").await;
    let game = session.game_after(1).unwrap();
    let heat = omnisweep_session::Question::new(&game, omnisweep_engine::Cell(0)).unwrap().heat().unwrap();
    for (cell, risk) in heat.cells() {
        let said: Value = page.get(&format!("omnisweep.game.viewer.replay.describe({})", cell.0)).await;
        let percent = omnisweep_web::paint::risk(omnisweep_web::paint::heat(risk)).unwrap();
        assert!(said.as_str().unwrap().ends_with(&format!(", {percent} % mine")), "{said} {risk}");
    }
}
