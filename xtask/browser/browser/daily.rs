//! The board of the day.

use std::rc::Rc;

use omnisweep_engine::Cell;
use omnisweep_session::daily::{DailyBoard, Day, board};
use omnisweep_session::{Level, Record, code, save};
use serde_json::{Value, json};

use crate::page::{Page, scenarios};

scenarios![
    the_days_have_the_same_boards_as_elsewhere,
    a_board_of_the_day_is_won_and_its_result_copied,
    the_hardest_board_of_the_day_is_made_by_the_worker,
    a_board_that_was_played_is_practice,
    a_board_that_was_left_is_still_one_attempt,
    an_attempt_that_waited_while_another_tab_played_the_board_is_practice,
];

async fn the_days_have_the_same_boards_as_elsewhere(page: Rc<Page>) {
    page.open("").await;
    for day in ["1970-01-01", "2026-11-15", "2026-11-16", "2028-02-29", "9999-12-31"] {
        let day: Day = day.parse().unwrap();
        for which in DailyBoard::ALL {
            let there = page
                .run(
                    "const model = omnisweep.PageGame.start(arguments[0], 1, arguments[1]), saved = model.save(0), first = model.focus();
                     model.free();
                     return [saved, first];",
                    vec![json!(format!("daily={day}&level={which}")), json!(day.begins())],
                )
                .await;
            let (layout, first) = board(day, which);
            let saved = save::read(there[0].as_str().unwrap()).unwrap();
            let made = match saved.game().layout() {
                Some(layout) => layout.clone(),
                // It is made once it is played.
                None => {
                    let words = vec![there[0].clone(), there[1].clone()];
                    let ask =
                        "omnisweep.game.worker.ask('board', arguments[0], arguments[1]).then(arguments[2])";
                    code::read(page.wait_for(ask, words).await.as_str().unwrap()).unwrap().0
                }
            };
            assert_eq!((made, &there[1]), (layout, &json!(first.0)), "{day} {which}");
            assert_eq!(saved.game().layout().is_none(), which.takes_long(), "{day} {which}");
        }
    }
}

/// Plays these cells as keys do.
async fn open(page: &Page, cells: &[Cell]) {
    let cells: Vec<u64> = cells.iter().map(|cell| cell.0).collect();
    page.run(
        "const { game } = omnisweep;
         for (const cell of arguments[0]) {
             if (game.model.outcome() !== 'playing') break;
             game.model.set_focus(cell);
             game.receive(game.model.press('open', performance.now()));
         }",
        vec![json!(cells)],
    )
    .await;
}

/// The day and the board that are being played, from the page's address.
async fn today(page: &Page) -> (Day, Vec<Cell>, Vec<Cell>) {
    let address = page.get("location.hash").await.as_str().unwrap().to_owned();
    let day = address.strip_prefix("#daily=").and_then(|rest| rest.strip_suffix("&level=beginner"));
    let day: Day = day.unwrap_or_else(|| panic!("{address}")).parse().unwrap();
    let (layout, first) = board(day, Level::Beginner);
    let all = (0..81).map(Cell);
    let (mines, mut safe): (Vec<Cell>, Vec<Cell>) = all.partition(|&cell| layout.contains(cell));
    safe.insert(0, first);
    (day, safe, mines)
}

async fn levels(page: &Page) -> Value {
    page.until("document.querySelectorAll('#daily-levels li').length === 9").await;
    page.get("Array.from(document.querySelectorAll('#daily-levels small'), level => level.textContent)").await
}

async fn a_board_of_the_day_is_won_and_its_result_copied(page: Rc<Page>) {
    // The address alone is a window; what was played stays.
    page.open("level=expert&seed=3").await;
    page.run("location.hash = 'daily';", vec![]).await;
    assert_eq!(levels(&page).await, json!(["Not played yet"; 9].to_vec()));
    assert_eq!(page.text("title").await, "Expert");
    page.push("#daily-levels [data-level=beginner]").await;
    page.until("document.getElementById('title').textContent === 'Board of the day'").await;
    assert_eq!(page.text("status").await, "This board starts at row 4, column 4.");
    let (day, safe, _) = today(&page).await;
    assert_eq!(page.text("details").await, format!("{day} · Beginner ✓ certified"));
    open(&page, &safe[..1]).await;
    // It is that day's board after a reload, too.
    let before = page.board().await;
    page.reload().await;
    assert_eq!((page.board().await, page.text("title").await), (before, "Board of the day".to_owned()));
    open(&page, &safe).await;
    assert_eq!(page.outcome().await, "won");
    page.until("!document.getElementById('result-copy').hidden").await;
    let text = page.get("document.getElementById('result-copy').dataset.text").await;
    let text = text.as_str().unwrap();
    assert!(text.starts_with(&format!("Omnisweep {day}, beginner\nWon in ")), "{text}");
    assert!(text.contains("streak 1 day\n9x9."), "{text}");
    let record = page.wait_for("import(new URL('store.js', document.querySelector('script').src)).then(store => store.allGames()).then(arguments[0])", vec![]).await;
    let record = Record::read(record[0].as_str().unwrap()).unwrap();
    assert_eq!(record.daily, Some(day.to_string()));
    page.push("#open-daily").await;
    let said = levels(&page).await;
    assert!(said[0].as_str().unwrap().starts_with("Won in ") && said[1] == "Not played yet", "{said}");
    assert_eq!(page.text("daily-streak").await, "Streak: 1 day.");
    page.push("#daily-levels [data-text]").await;
    page.until("document.getElementById('daily-message').textContent !== ''").await;
}

async fn the_hardest_board_of_the_day_is_made_by_the_worker(page: Rc<Page>) {
    page.open("").await;
    page.push("#open-daily").await;
    levels(&page).await;
    page.push("#daily-levels [data-level=extreme]").await;
    page.until("document.getElementById('title').textContent === 'Board of the day'").await;
    let address = page.get("location.hash").await.as_str().unwrap().to_owned();
    let day = address.strip_prefix("#daily=").and_then(|rest| rest.strip_suffix("&level=extreme"));
    let day: Day = day.unwrap_or_else(|| panic!("{address}")).parse().unwrap();
    assert_eq!(page.text("details").await, format!("{day} · Extreme ✓ certified"));
    let (layout, first) = board(day, DailyBoard::Extreme);
    open(&page, &[first]).await;
    page.until("omnisweep.game.model.begun() && !omnisweep.game.busy").await;
    assert_eq!(page.get("omnisweep.game.model.counts()").await, true);
    page.kept().await;
    // After a reload the worker is asked for it once more, and the game ends on that day's board.
    page.reload().await;
    assert_eq!(page.get("location.hash").await, json!(address));
    page.until("omnisweep.game.model.day_to_remember() === undefined").await;
    open(&page, &[layout.mines().next().unwrap()]).await;
    assert_eq!(page.outcome().await, "lost");
    page.until("!document.getElementById('result-copy').hidden").await;
    let text = page.get("document.getElementById('result-copy').dataset.text").await;
    assert!(text.as_str().unwrap().starts_with(&format!("Omnisweep {day}, extreme\nLost after ")), "{text}");
    page.push("#open-daily").await;
    let said = levels(&page).await;
    assert!(said[8].as_str().unwrap().starts_with("Lost after ") && said[2] == "Not played yet", "{said}");
}

async fn a_board_that_was_left_is_still_one_attempt(page: Rc<Page>) {
    page.open("daily&level=beginner").await;
    let (_, safe, _) = today(&page).await;
    open(&page, &safe[..1]).await;
    // The same attempt goes on after a reload.
    page.kept().await;
    page.reload().await;
    assert_eq!(page.get("omnisweep.game.model.counts()").await, true);
    assert!(page.get("omnisweep.game.model.begun()").await == true);
    // Left for another game and begun anew, it is known.
    page.run("omnisweep.game.begin('level=expert')", vec![]).await;
    page.run("omnisweep.game.begin('daily&level=beginner')", vec![]).await;
    page.until("!omnisweep.game.model.counts()").await;
    // However quick one is.
    page.run("omnisweep.game.begin('daily&level=beginner')", vec![]).await;
    open(&page, &safe[..1]).await;
    assert_eq!(page.get("omnisweep.game.model.counts()").await, false);
    // Nobody plays a day that has not come.
    page.run("omnisweep.game.begin('daily=2099-01-01')", vec![]).await;
    assert!(page.text("status").await.starts_with("There is no board of 2099-01-01 yet"));
}

async fn a_board_that_was_played_is_practice(page: Rc<Page>) {
    page.open("daily&level=beginner").await;
    assert_eq!(page.get("omnisweep.game.model.counts()").await, true);
    let (_, safe, mines) = today(&page).await;
    open(&page, &safe[..1]).await;
    open(&page, &mines).await;
    assert_eq!(page.outcome().await, "lost");
    page.until("!document.getElementById('result-copy').hidden").await;
    page.run("omnisweep.game.begin('daily&level=beginner')", vec![]).await;
    page.until("!omnisweep.game.model.counts()").await;
    assert!(page.text("status").await.starts_with("You know this board"));
    open(&page, &safe).await;
    assert_eq!(page.outcome().await, "won");
    page.until("document.getElementById('result-title').textContent.includes('Practice: the board was seen before.')").await;
    page.until("!document.getElementById('result-copy').hidden").await;
    page.push("#open-daily").await;
    assert!(levels(&page).await[0].as_str().unwrap().starts_with("Lost after "), "the first game tells");
    assert_eq!(page.text("daily-streak").await, "No streak yet: win a board on its day.");
}

async fn an_attempt_that_waited_while_another_tab_played_the_board_is_practice(page: Rc<Page>) {
    page.open("daily&level=beginner").await;
    let (_, safe, mines) = today(&page).await;
    open(&page, &safe[..1]).await;
    page.kept().await;
    let waiting = page.driver().window().await.unwrap();
    // In another tab the same board is practice, and shows all that there is to see.
    let other = page.driver().new_tab().await.unwrap();
    page.driver().switch_to_window(other).await.unwrap();
    page.open("daily&level=beginner").await;
    page.until("!omnisweep.game.model.counts()").await;
    open(&page, &safe[..1]).await;
    open(&page, &mines).await;
    assert_eq!(page.outcome().await, "lost");
    page.until("!document.getElementById('result-copy').hidden").await;
    page.driver().close_window().await.unwrap();
    // So the attempt is none any more.
    page.driver().switch_to_window(waiting).await.unwrap();
    assert_eq!(page.get("omnisweep.game.model.counts()").await, true, "it does not know yet");
    open(&page, &safe).await;
    assert_eq!(page.outcome().await, "won");
    page.until("!document.getElementById('result-copy').hidden").await;
    assert!(page.text("status").await.starts_with("You know this board"));
    page.push("#open-daily").await;
    assert_eq!(page.text("daily-streak").await, "No streak yet: win a board on its day.");
}
