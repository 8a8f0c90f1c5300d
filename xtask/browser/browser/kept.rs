//! What survives: the game over a reload, records over an export and an import.

use std::process::Command;
use std::rc::Rc;

use omnisweep_session::{Record, save};
use serde_json::{Value, json};

use crate::page::{Page, omnisweep, scenarios};

scenarios![
    a_game_survives_a_reload,
    a_pause_hides_the_board_and_stops_the_clock,
    undo_makes_it_a_practice_game,
    finished_games_are_counted,
    an_export_is_what_the_terminal_reads,
    an_import_takes_each_game_once,
    of_a_damaged_file_the_good_lines_are_taken,
    a_damaged_game_is_said_to_be_and_another_begins,
    a_link_shares_the_board,
    a_damaged_address_changes_nothing,
    a_game_that_is_left_for_another_waits,
    the_clock_and_a_pause_survive_a_reload,
    another_board_follows_a_reload_after_the_end,
    two_tabs_have_a_game_each,
    a_board_that_is_shown_does_not_count,
    games_that_were_left_are_renamed_and_deleted,
    practice_is_chosen_and_stays,
    what_is_over_is_over_at_once_and_what_is_gone_is_gone,
];

async fn saved(page: &Page) -> String {
    page.get("omnisweep.game.model.save(performance.now())").await.as_str().unwrap().to_owned()
}

async fn a_game_survives_a_reload(page: Rc<Page>) {
    page.open("level=intermediate&seed=9").await;
    page.click((8, 8), 1).await;
    page.click((0, 0), 2).await;
    page.rest(1100).await;
    let (board, before) = (page.board().await, save::read(&saved(&page).await).unwrap());
    assert!(before.elapsed(0) >= 1000);
    page.kept().await;
    page.reload().await;
    assert_eq!(page.board().await, board);
    let after = save::read(&saved(&page).await).unwrap();
    assert_eq!(after.log(), before.log(), "every move with its time");
    assert_eq!(page.text("mines").await, "39");
    // The clock goes on from the last move at the latest.
    assert!(after.elapsed(0) >= before.log().last().unwrap().at);
    page.rest(1100).await;
    assert!(save::read(&saved(&page).await).unwrap().elapsed(0) > after.elapsed(0), "and runs on");
    // Without an address, too.
    page.open("").await;
    assert_eq!(page.board().await, board);
}

async fn a_pause_hides_the_board_and_stops_the_clock(page: Rc<Page>) {
    page.open("level=beginner&seed=9").await;
    page.click((4, 4), 1).await;
    page.push("#pause").await;
    let stands = page.text("clock").await;
    assert_eq!(page.get("getComputedStyle(document.getElementById('scroller')).visibility").await, "hidden");
    let before = page.board().await;
    page.click((0, 0), 1).await;
    assert_eq!(page.board().await, before, "nothing is played through the veil");
    page.rest(1200).await;
    assert_eq!(page.text("clock").await, stands, "the clock stands");
    page.push("#resume").await;
    page.until("document.getElementById('clock').textContent !== '0:00'").await;
}

async fn undo_makes_it_a_practice_game(page: Rc<Page>) {
    page.open_fresh("modern", "*..\n").await;
    page.click((0, 0), 1).await;
    assert_eq!(page.outcome().await, "lost");
    page.push("#result-undo").await;
    assert_eq!(page.board().await, "###\n", "past the mine");
    page.click((0, 2), 1).await;
    assert_eq!(page.outcome().await, "won");
    page.until(
        "document.getElementById('result-title').textContent.includes('Practice: a move was taken back.')",
    )
    .await;
    page.push("#open-stats").await;
    page.until("document.querySelectorAll('#stats-rows tr').length > 0").await;
    let row = page
        .get("Array.from(document.querySelectorAll('#stats-rows tr > *'), cell => cell.textContent)")
        .await;
    assert_eq!(row, json!(["1×3/1", "1", "0", "0 %", "0", "0", "1", "–"]), "it is no best time");
}

async fn lines(page: &Page) -> Vec<String> {
    // What a click on Export hands to the browser as a file.
    let text = page
        .wait_for(
            "const done = arguments[0], make = URL.createObjectURL;
             URL.createObjectURL = file => { file.text().then(done); URL.createObjectURL = make; return make.call(URL, file); };
             document.getElementById('export').click();",
            vec![],
        )
        .await;
    text.as_str().unwrap().lines().map(str::to_owned).collect()
}

async fn win(page: &Page) {
    page.open_fresh("modern", "*..\n").await;
    page.click((0, 2), 1).await;
    assert_eq!(page.outcome().await, "won");
    page.until("document.getElementById('result-more').textContent !== ''").await;
}

async fn count(page: &Page) -> Value {
    page.wait_for(
        "const done = arguments[0], open = indexedDB.open('omnisweep', 1);
         open.onsuccess = () => {
             const count = open.result.transaction('games').objectStore('games').count();
             count.onsuccess = () => done(count.result);
         };",
        vec![],
    )
    .await
}

async fn finished_games_are_counted(page: Rc<Page>) {
    win(&page).await;
    assert_eq!(page.text("result-more").await, "Your first win here.");
    let facts =
        page.get("Array.from(document.querySelectorAll('#facts dt'), term => term.textContent)").await;
    let facts: Vec<&str> = facts.as_array().unwrap().iter().map(|fact| fact.as_str().unwrap()).collect();
    assert!(["Time", "3BV", "Clicks", "Efficiency"].iter().all(|fact| facts.contains(fact)), "{facts:?}");
    win(&page).await;
    assert!(page.text("result-more").await.starts_with("Your best time"));
    page.open_fresh("clicks", "*..\n").await;
    page.click((0, 0), 1).await;
    page.until("document.getElementById('result-more').textContent !== ''").await;
    page.push("#open-stats").await;
    page.until("document.querySelectorAll('#stats-rows tr').length === 2").await;
    let rows = page.get("Array.from(document.querySelectorAll('#stats-rows tr'), row => row.cells[0].textContent + ': ' + row.cells[1].textContent + ' ' + row.cells[2].textContent)").await;
    assert_eq!(rows, json!(["1×3/1: 2 2", "1×3/1, clicks rules: 1 0"]));
}

async fn an_export_is_what_the_terminal_reads(page: Rc<Page>) {
    win(&page).await;
    page.push("#open-stats").await;
    let lines = lines(&page).await;
    assert_eq!(lines.len(), 1);
    let record = Record::read(&lines[0]).unwrap();
    assert!(record.won && record.ranks());
    assert_eq!(record.setup.shape.sizes(), [1, 3]);
    assert_eq!(record.write(), lines[0]);
    // There and back again.
    let folder = std::env::temp_dir().join(format!("omnisweep-stats-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (there, back) = (folder.join("there.jsonl"), folder.join("back.jsonl"));
    std::fs::write(&there, lines.join("\n") + "\n").unwrap();
    for (what, file) in [("import", &there), ("export", &back)] {
        let mut terminal = Command::new(omnisweep());
        terminal.args(["stats", what]).arg(file).env("XDG_DATA_HOME", &folder).env("HOME", &folder);
        let done = terminal.output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    let back = std::fs::read_to_string(&back).unwrap();
    assert_eq!(back.lines().collect::<Vec<_>>(), lines);
    assert!(import(&page, &back).await.starts_with("0 games imported; 1 known already."));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Gives the page a file to import, and says what it answers.
async fn import(page: &Page, text: &str) -> String {
    page.run(
        "const files = new DataTransfer(), input = document.getElementById('import-file');
         document.getElementById('stats-message').textContent = '';
         files.items.add(new File([arguments[0]], 'stats.jsonl'));
         input.files = files.files;
         input.dispatchEvent(new Event('change'));",
        vec![json!(text)],
    )
    .await;
    page.until("document.getElementById('stats-message').textContent !== ''").await;
    page.text("stats-message").await
}

async fn an_import_takes_each_game_once(page: Rc<Page>) {
    win(&page).await;
    page.push("#open-stats").await;
    let own = lines(&page).await.remove(0);
    let other = {
        let mut record = Record::read(&own).unwrap();
        record.finished += 1;
        record.write()
    };
    let both = format!("{own}\n{other}\n");
    assert!(import(&page, &both).await.starts_with("1 game imported; 1 known already."));
    assert!(import(&page, &both).await.starts_with("0 games imported; 2 known already."));
    assert_eq!(count(&page).await, 2);
}

async fn of_a_damaged_file_the_good_lines_are_taken(page: Rc<Page>) {
    win(&page).await;
    page.push("#open-stats").await;
    let own = lines(&page).await.remove(0);
    let mut other = Record::read(&own).unwrap();
    other.finished += 1;
    let other = other.write();
    for damaged in [String::new(), "nonsense".to_owned(), "\u{0}\u{1}\u{fffd}".to_owned()] {
        let answer = import(&page, &damaged).await;
        assert!(answer.starts_with("Nothing was imported. "), "{answer}");
        assert_eq!(count(&page).await, 1);
    }
    // A good line is taken, once; a bad one is named.
    for damaged in ["nonsense", &own.replace("\"won\"", "\"lost\""), &own[..own.len() / 2]] {
        let answer = import(&page, &format!("{other}\n{damaged}")).await;
        assert!(answer.contains("1 line is no record") && answer.contains("Line 2: "), "{answer}");
        assert_eq!(count(&page).await, 2);
    }
}

async fn a_damaged_game_is_said_to_be_and_another_begins(page: Rc<Page>) {
    page.open("level=beginner&seed=9").await;
    page.wait_for(
        "const done = arguments[0], open = indexedDB.open('omnisweep', 1);
         open.onsuccess = () => {
             const writing = open.result.transaction('kept', 'readwrite');
             writing.objectStore('kept').put('omnisweep game 1\\nrules modern\\nfir', 'game');
             writing.oncomplete = () => done(true);
         };",
        vec![],
    )
    .await;
    page.reload().await;
    assert!(page.text("status").await.starts_with("The game that was kept cannot be read. Line 3"));
    page.click((4, 4), 1).await;
    assert!(page.board().await.contains('.'));
}

async fn a_link_shares_the_board(page: Rc<Page>) {
    page.open("level=beginner&seed=9").await;
    assert_eq!(page.get("location.hash").await, "#level=beginner&seed=9");
    page.click((4, 4), 1).await;
    let board = page.board().await;
    let link = page.get("omnisweep.game.model.link()").await.as_str().unwrap().to_owned();
    assert!(link.starts_with("board=9x9.") && link.ends_with(".4x4"), "{link}");
    page.clean().await;
    page.open(&link).await;
    assert_eq!(page.text("status").await, "This board is meant to start at row 4, column 4.");
    page.click((4, 4), 1).await;
    assert_eq!(page.board().await, board);
    // A link that is put into the address of the open page works as well.
    page.run("location.hash = 'level=expert&seed=3&rules=clicks';", vec![]).await;
    page.until("document.getElementById('title').textContent === 'Expert'").await;
    assert_eq!(page.text("details").await, "16×30 · 99 mines · clicks rules · Seed 3");
}

async fn a_damaged_address_changes_nothing(page: Rc<Page>) {
    page.open("level=beginner&seed=9").await;
    page.click((4, 4), 1).await;
    let (board, address) = (page.board().await, page.get("location.hash").await);
    for damaged in [
        "board=9x9.AAJhAAIAEBkAAAFKxCR.4x4",
        "board=9x9.",
        "board=nonsense",
        "board=9999999999x9999999999.AAAA",
        "level=impossible",
        "size=0x0",
        "size=3x3&mines=9",
        "size=100000x100000",
        "seed=-1",
        "seed=99999999999999999999999999",
        "%",
        "%ff%fe=%00",
        "rules=none",
    ] {
        page.run(
            "document.getElementById('status').textContent = ''; location.hash = arguments[0];",
            vec![json!(damaged)],
        )
        .await;
        page.until("document.getElementById('status').textContent !== ''").await;
        assert_eq!(page.board().await, board, "{damaged}");
        page.until(&format!("location.hash === {address}")).await;
    }
    // From the start, there is something to play, and the message.
    page.clean().await;
    page.open("board=9x9.AAJhAAIAEBkAAAFKxCR.4x4").await;
    assert!(page.text("status").await.contains("damaged"));
    page.click((4, 4), 1).await;
    assert!(page.board().await.contains('.'));
}

async fn a_game_that_is_left_for_another_waits(page: Rc<Page>) {
    page.open("level=beginner&seed=9").await;
    page.click((4, 4), 1).await;
    let board = page.board().await;
    page.kept().await;
    page.open("level=expert&seed=3&guess=fair").await;
    assert!(page.text("status").await.starts_with("The game that you left is kept"));
    // The form begins with what is played.
    page.push("#open-new").await;
    let form = page
        .get("['level', 'rules', 'guess'].map(name => document.getElementById('form-new').elements[name].value)")
        .await;
    assert_eq!(form, json!(["expert", "modern", "fair"]));
    page.push("#open-saved").await;
    page.until("document.querySelectorAll('#saved-list li').length === 1").await;
    assert!(page.text("saved-list").await.contains("Beginner, 0:0"), "{}", page.text("saved-list").await);
    page.push("#saved-list [data-what=go-on]").await;
    page.until("document.getElementById('title').textContent === 'Beginner'").await;
    assert_eq!(page.board().await, board);
    assert_eq!(page.get("location.hash").await, "#level=beginner&seed=9");
}

async fn the_clock_and_a_pause_survive_a_reload(page: Rc<Page>) {
    page.open("level=beginner&seed=9").await;
    page.click((4, 4), 1).await;
    page.kept().await;
    // Somebody thinks, and makes no move.
    page.until("omnisweep.game.model.played(performance.now()) > 2500").await;
    let played = |page: Rc<Page>| async move {
        page.get("omnisweep.game.model.played(performance.now())").await.as_f64().unwrap()
    };
    let before = played(page.clone()).await;
    page.reload().await;
    let after = played(page.clone()).await;
    assert!(after >= before - 1000.0, "{before} {after}");
    page.push("#pause").await;
    let stands = played(page.clone()).await;
    page.kept().await;
    page.reload().await;
    assert_eq!(page.get("omnisweep.game.paused").await, true);
    assert!((played(page.clone()).await - stands).abs() < 1.0, "the clock stands");
    page.push("#resume").await;
    page.until(&format!("omnisweep.game.model.played(performance.now()) > {stands}")).await;
}

async fn another_board_follows_a_reload_after_the_end(page: Rc<Page>) {
    page.open("level=beginner").await;
    assert_eq!(page.get("location.hash").await, "#level=beginner", "nobody is told the seed");
    page.click((4, 4), 1).await;
    let seed = |text: String| save::read(&text).unwrap().setup().seed.clone();
    let before = seed(saved(&page).await);
    page.kept().await;
    page.reload().await;
    assert_eq!(seed(saved(&page).await), before, "the game goes on");
    assert!(!page.text("details").await.contains("Seed"));
    // It is lost: opened are all cells in turn.
    page.run(
        "const { game } = omnisweep;
         for (let cell = 0; cell < 81 && game.model.outcome() === 'playing'; cell++) {
             game.model.set_focus(cell);
             game.receive(game.model.press('open', performance.now()));
         }",
        vec![],
    )
    .await;
    assert_ne!(page.outcome().await, "playing");
    assert!(page.text("details").await.contains("Seed"), "now it is told");
    page.reload().await;
    assert_ne!(seed(saved(&page).await), before);
    assert_eq!(page.get("omnisweep.game.model.counts()").await, true);
}

async fn two_tabs_have_a_game_each(page: Rc<Page>) {
    page.open("level=beginner&seed=9").await;
    page.click((4, 4), 1).await;
    let board = page.board().await;
    page.kept().await;
    let first = page.driver().window().await.unwrap();
    let second = page.driver().new_tab().await.unwrap();
    page.driver().switch_to_window(second).await.unwrap();
    page.open("level=expert&seed=3").await;
    page.click((8, 15), 1).await;
    let other = page.board().await;
    page.kept().await;
    page.reload().await;
    assert_eq!(page.board().await, other);
    page.driver().close_window().await.unwrap();
    page.driver().switch_to_window(first).await.unwrap();
    page.reload().await;
    assert_eq!(page.board().await, board, "the other tab has taken nothing away");
}

async fn a_board_that_is_shown_does_not_count(page: Rc<Page>) {
    for begun in [false, true] {
        page.clean().await;
        page.open("level=beginner").await;
        if begun {
            page.click((4, 4), 1).await;
        }
        assert_eq!(page.get("omnisweep.game.model.counts()").await, true);
        page.push("#share").await;
        page.until("document.getElementById('status').textContent.endsWith('Practice: the board was shown before the end.')").await;
        assert_eq!(page.get("omnisweep.game.model.counts()").await, false);
    }
}

async fn games_that_were_left_are_renamed_and_deleted(page: Rc<Page>) {
    page.open("level=beginner&seed=9").await;
    page.click((4, 4), 1).await;
    page.run("omnisweep.game.begin('level=expert&seed=3')", vec![]).await;
    page.click((8, 15), 1).await;
    page.run("omnisweep.game.begin('level=beginner')", vec![]).await;
    let list = |page: Rc<Page>, count: u32| async move {
        page.push("#open-new").await;
        page.push("#open-saved").await;
        page.until(&format!("document.querySelectorAll('#saved-list li').length === {count}")).await;
    };
    list(page.clone(), 2).await;
    page.run("window.prompt = () => 'before lunch'; window.confirm = () => true;", vec![]).await;
    page.push("#saved-list li:first-child [data-what=rename]").await;
    page.until("document.querySelector('#saved-list b').textContent === 'before lunch'").await;
    assert!(page.text("saved-list").await.contains("Expert"), "the newest is the first");
    page.push("#saved-list li:last-child [data-what=delete]").await;
    page.until("document.querySelectorAll('#saved-list li').length === 1").await;
    page.push("#saved-list [data-what=go-on]").await;
    page.until("document.getElementById('title').textContent === 'Expert'").await;
    list(page.clone(), 0).await;
}

async fn practice_is_chosen_and_stays(page: Rc<Page>) {
    page.open("level=beginner").await;
    page.push("#open-new").await;
    page.push("#practice").await;
    page.push("#form-new .primary").await;
    assert_eq!(page.get("location.hash").await, "#level=beginner&practice=on");
    assert_eq!(page.get("omnisweep.game.model.counts()").await, false);
    page.keys("n").await;
    assert_eq!(page.get("omnisweep.game.model.counts()").await, false, "the next one, too");
    for address in ["daily=today&level=expert&practice=on", "level=beginner&seed=5&practice=on"] {
        page.open(address).await;
        page.keys("n").await;
        assert_eq!(page.get("omnisweep.game.model.counts()").await, false, "{address}");
    }
}

async fn what_is_over_is_over_at_once_and_what_is_gone_is_gone(page: Rc<Page>) {
    // A board that is not kept after every move.
    page.open("size=130x130&mines=2000").await;
    let lose = "const { game } = omnisweep;
        for (let cell = 0; cell < 16900 && game.model.outcome() === 'playing'; cell++) {
            game.model.set_focus(cell);
            game.receive(game.model.press('open', performance.now()));
        }
        return game.model.save(performance.now());";
    let lost = page.run(lose, vec![]).await;
    page.reload().await;
    let seed = |text: &str| save::read(text).unwrap().setup().seed.clone();
    assert_ne!(seed(lost.as_str().unwrap()), seed(&saved(&page).await));
    // A game that another tab has taken: the current one stays, and there is no second one of it.
    page.open("level=beginner").await;
    page.click((4, 4), 1).await;
    page.wait_for(
        "const [done] = arguments; omnisweep.game.goOn('aside-gone').then(() => done(true));",
        vec![],
    )
    .await;
    assert!(page.text("status").await.starts_with("That game is gone"));
    page.push("#open-new").await;
    page.push("#open-saved").await;
    page.until("!document.getElementById('saved-none').hidden").await;
}
