//! The page at a server that holds the boards itself.
//!
//! Each scenario has a server of its own, with a database of its own, and can take it away and start it again.

use std::path::PathBuf;
use std::process::Command;
use std::rc::Rc;

use omnisweep_engine::Shape;
use omnisweep_solver::{Mines, Position, Seen, Solver};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::page::{Page, Running, address_of, program, scenarios, spawn};

scenarios![
    a_ranked_game_is_won_verified_and_on_the_leaderboard,
    a_lost_connection_is_found_again_and_the_game_goes_on,
    a_guest_registers_and_everything_can_be_taken_away,
    a_board_of_the_day_is_closed_and_attempted_once,
    what_a_click_means_is_the_same_at_a_server,
];

/// A server that can be taken away.
struct Host {
    folder: TempDir,
    address: String,
    running: Option<Running>,
}

impl Host {
    /// One whose page is looked at from now on.
    async fn start(page: &Page) -> Host {
        let mut host =
            Host { folder: TempDir::new().unwrap(), address: "127.0.0.1:0".to_owned(), running: None };
        host.serve();
        page.visit(&host.address);
        page.open("").await;
        page.until("document.documentElement.dataset.server === 'yes'").await;
        host
    }

    /// Starts it, at the same address.
    fn serve(&mut self) {
        let mut command = Command::new(omnisweep_server());
        command.args(["--addr", &self.address, "--log", "error", "--database"]);
        let (running, address) = spawn(command.arg(self.folder.path().join("server.db")), address_of);
        (self.running, self.address) = (Some(running), address);
    }

    /// Ends it, as a crash would.
    fn kill(&mut self) {
        self.running = None;
    }
}

fn omnisweep_server() -> PathBuf {
    program("omnisweep-server")
}

async fn register(page: &Page, name: &str) {
    page.push("#open-server").await;
    page.until("document.getElementById('server-who').textContent.startsWith('You play')").await;
    page.push("#open-account").await;
    page.push("#form-sign [name=name]").await;
    page.keys(name).await;
    page.push("#form-sign [name=password]").await;
    page.keys("correct horse").await;
    page.push("#form-sign [value=register]").await;
    page.until(&format!(
        "document.getElementById('account-who').textContent === 'You are signed in as {name}.'"
    ))
    .await;
    page.push("#dialog-account .actions [data-close]").await;
}

/// Chooses what to play in the window of ranked games, which is open.
async fn begin(page: &Page, level: &str, kind: &str) {
    page.run(
        "const form = document.getElementById('form-server');
         form.elements.level.value = arguments[0];
         form.elements.kind.value = arguments[1];
         form.dispatchEvent(new Event('change'));",
        vec![json!(level), json!(kind)],
    )
    .await;
    page.push("#form-server .primary").await;
    page.until("!document.getElementById('dialog-server').open && omnisweep.game.model.remote()").await;
}

/// Opens a cell by a key, and waits for the answer.
async fn open(page: &Page, cell: u64) {
    let before = page.get("omnisweep.game.model.moves()").await;
    press(page, "open", cell).await;
    page.until(&format!("omnisweep.game.model.moves() > {before}")).await;
}

async fn press(page: &Page, what: &str, cell: u64) {
    page.run(
        "const { game } = omnisweep;
         game.model.set_focus(arguments[0]);
         game.receive(game.model.press(arguments[1], performance.now()));",
        vec![json!(cell), json!(what)],
    )
    .await;
}

/// The cells that logic knows to be safe, from what the page shows.
async fn safe(page: &Page) -> Vec<u64> {
    let board = page.board().await;
    let (height, width) = (board.lines().count(), board.lines().next().unwrap().len());
    let cells = board.chars().filter(|look| *look != '\n').map(|look| match look {
        '.' => Seen::Number(0),
        digit => digit.to_digit(10).map_or(Seen::Closed, Seen::Number),
    });
    let shape = Shape::new(&[height as u64, width as u64]).unwrap();
    let position = Position::new(shape.clone(), cells.collect()).unwrap();
    let mut solver = Solver::new(&shape);
    solver.load(&position).unwrap();
    solver.analyse(Mines::Total(10)).unwrap().safe().iter().map(|cell| cell.0).collect()
}

/// Wins a beginner's board that needs no guess.
async fn win(page: &Page, first: u64) {
    open(page, first).await;
    for _ in 0..81 {
        if page.outcome().await != "playing" {
            return;
        }
        let cells = safe(page).await;
        assert!(!cells.is_empty(), "{}", page.board().await);
        for cell in cells {
            if page.outcome().await == "playing" {
                press(page, "open", cell).await;
            }
        }
        page.until(
            "omnisweep.game.model.outcome() !== 'playing' || omnisweep.game.server.waiting.length === 0",
        )
        .await;
    }
}

async fn places(page: &Page) -> Value {
    page.get("Array.from(document.querySelectorAll('#leaders-rows tr'), row => Array.from(row.children, cell => cell.textContent))").await
}

async fn a_ranked_game_is_won_verified_and_on_the_leaderboard(page: Rc<Page>) {
    let _host = Host::start(&page).await;
    register(&page, "Ada").await;
    begin(&page, "beginner", "never").await;
    assert_eq!(page.text("title").await, "Beginner");
    assert_eq!(page.text("details").await, "9×9 · 10 mines · no guess · ranked");
    // Neither help nor a way back.
    for id in ["hint", "heat", "undo", "retry", "pause"] {
        assert_eq!(
            page.get(&format!("document.getElementById('{id}').checkVisibility()")).await,
            false,
            "{id}"
        );
    }
    page.keys("iuxpr").await;
    win(&page, 40).await;
    assert_eq!(page.outcome().await, "won");
    page.until("document.getElementById('result-more').textContent !== ''").await;
    assert!(page.text("result-title").await.starts_with("You won in "));
    assert!(
        page.text("result-more").await.starts_with("Board verified"),
        "{}",
        page.text("result-more").await
    );
    assert!(page.text("facts").await.contains("3BV/s"));
    let link = page.get("location.hash").await;
    assert!(link.as_str().unwrap().starts_with("#game="), "{link}");
    // Best time and all else, of today and of all time.
    page.push("#open-server").await;
    page.push("#open-leaders").await;
    for (by, span) in
        [("time", "all"), ("speed", "today"), ("efficiency", "week"), ("wins", "month"), ("streak", "all")]
    {
        page.run(
            "const { elements } = document.getElementById('form-leaders');
             document.getElementById('leaders-rows').replaceChildren();
             [elements.kind.value, elements.by.value, elements.span.value] = ['never', ...arguments];
             elements.by.form.dispatchEvent(new Event('change'));",
            vec![json!(by), json!(span)],
        )
        .await;
        page.until("document.querySelectorAll('#leaders-rows tr').length === 1").await;
        let shown = places(&page).await;
        assert_eq!((&shown[0][0], &shown[0][1]), (&json!("1"), &json!("Ada")), "{by} {shown}");
        assert!(!["wins", "streak"].contains(&by) || shown[0][2] == "1", "{by} {shown}");
    }
    page.push("#leaders-me").await;
    page.until("document.querySelectorAll('#leaders-rows tr.you').length === 1").await;
    page.run(
        "const { by } = document.getElementById('form-leaders').elements;
         document.getElementById('leaders-rows').replaceChildren();
         by.value = 'time';
         by.form.dispatchEvent(new Event('change'));",
        vec![],
    )
    .await;
    page.until("document.querySelector('#leaders-rows a') !== null").await;
    page.push("#leaders-rows a").await;
    page.until("document.getElementById('dialog-replay').open").await;
    // Whoever has the link sees the game, with comments, in any browser.
    page.run("return fetch('api/logout', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })", vec![]).await;
    page.open(link.as_str().unwrap().trim_start_matches('#')).await;
    page.until("document.getElementById('dialog-replay').open").await;
    page.until("document.getElementById('replay-skill').textContent !== ''").await;
    assert_eq!(page.text("replay-title").await, "Replay: Beginner");
}

async fn a_lost_connection_is_found_again_and_the_game_goes_on(page: Rc<Page>) {
    let mut host = Host::start(&page).await;
    page.push("#open-server").await;
    begin(&page, "beginner", "never").await;
    assert!(page.text("details").await.ends_with("not ranked"), "a guest");
    open(&page, 40).await;
    let before = page.board().await;
    host.kill();
    page.until("document.documentElement.dataset.connection === 'lost'").await;
    assert!(page.text("status").await.starts_with("The connection to the server is lost"));
    // A click meanwhile is none.
    page.click((0, 0), 2).await;
    assert_eq!(page.board().await, before);
    host.serve();
    page.until("document.documentElement.dataset.connection === undefined").await;
    assert_eq!(
        (page.board().await, page.text("status").await),
        (before.clone(), "The server is there again: go on.".to_owned())
    );
    // What was sent to a server that died is sent again.
    page.run("omnisweep.game.server.socket.send = () => {};", vec![]).await;
    let flagged = before.replace('\n', "").find('#').unwrap() as u64;
    press(&page, "flag", flagged).await;
    host.kill();
    page.until("document.documentElement.dataset.connection === 'lost'").await;
    host.serve();
    page.until("omnisweep.game.model.moves() === 2").await;
    assert!(page.board().await.contains('F'));
    // That a server is not there is nothing that the page could keep to itself.
    let complaints = page.complaints().await;
    assert!(
        complaints.iter().all(|complaint| complaint.contains("WebSocket") || complaint.contains("ws://")),
        "{complaints:?}"
    );
    // The same game after a reload.
    page.reload().await;
    page.until("omnisweep.game.model.remote()").await;
    assert!(page.board().await.contains('F'));
    // It may be wrong.
    press(&page, "flag", flagged).await;
    page.until("omnisweep.game.model.moves() === 3").await;
    win(&page, 40).await;
    assert_eq!(page.outcome().await, "won");
    page.until("document.getElementById('result-more').textContent.startsWith('Board verified')").await;
}

async fn a_guest_registers_and_everything_can_be_taken_away(page: Rc<Page>) {
    let _host = Host::start(&page).await;
    page.push("#open-server").await;
    begin(&page, "expert", "ordinary").await;
    open(&page, 200).await;
    let id = page.get("omnisweep.game.server.id").await;
    register(&page, "Grace").await;
    // The game goes on as the account's.
    page.push("#form-server [data-close]").await;
    page.until("omnisweep.game.server.socket !== undefined && omnisweep.game.server.connected()").await;
    press(&page, "flag", 0).await;
    page.until("omnisweep.game.model.moves() === 2").await;
    // Left for another, it is in the list.
    page.run("omnisweep.game.begin('level=beginner')", vec![]).await;
    page.push("#open-server").await;
    page.until(&format!("document.querySelector('#server-games [data-id={id}]') !== null")).await;
    page.push("#server-games button").await;
    page.until("omnisweep.game.model.remote() && !document.getElementById('dialog-server').open").await;
    assert_eq!(page.get("omnisweep.game.model.moves()").await, 2);
    page.push("#open-server").await;
    page.push("#open-account").await;
    let exported =
        page.wait_for("fetch('api/export').then(answer => answer.json()).then(arguments[0])", vec![]).await;
    assert_eq!((&exported["name"], &exported["going_on"]), (&json!("Grace"), &json!([id])));
    for (form, words) in
        [("form-password", ["correct horse", "battery staple"]), ("form-delete", ["battery staple", ""])]
    {
        page.run(&format!("document.getElementById('{form}').closest('details').open = true;"), vec![]).await;
        let fields =
            page.driver().find_all(thirtyfour::By::Css(format!("#{form} [type=password]"))).await.unwrap();
        for (field, word) in fields.iter().zip(words) {
            field.send_keys(word).await.unwrap();
        }
        page.push(&format!("#{form} [type=submit]")).await;
        page.until("document.getElementById('account-message').textContent !== ''").await;
        let said = page.text("account-message").await;
        assert!(said.starts_with("The password is changed.") || said == "Everything is deleted.", "{said}");
    }
    page.until("!document.getElementById('account-out').hidden").await;
    // The game is gone with the account.
    page.until("!omnisweep.game.model.remote()").await;
}

async fn a_board_of_the_day_is_closed_and_attempted_once(page: Rc<Page>) {
    let _host = Host::start(&page).await;
    register(&page, "Emmy").await;
    begin(&page, "beginner", "day").await;
    assert_eq!(page.text("title").await, "Board of the day");
    assert_eq!(page.text("status").await, "This board starts at row 4, column 4.");
    press(&page, "open", 0).await;
    assert_eq!(page.get("omnisweep.game.model.begun()").await, false);
    win(&page, 40).await;
    page.until("document.getElementById('result-more').textContent.startsWith('The board can be seen')")
        .await;
    assert_eq!(page.get("document.getElementById('result-replay').checkVisibility()").await, false);
    page.push("#open-server").await;
    page.push("#form-server .primary").await;
    page.until("document.getElementById('server-error').textContent === 'Everybody has one attempt at the board of the day.'").await;
}

async fn what_a_click_means_is_the_same_at_a_server(page: Rc<Page>) {
    let _host = Host::start(&page).await;
    page.push("#open-server").await;
    begin(&page, "beginner", "never").await;
    page.click((4, 4), 1).await;
    page.until("omnisweep.game.model.moves() === 1").await;
    let board = page.board().await;
    let rows: Vec<&str> = board.lines().collect();
    let find = |wanted: &dyn Fn(char) -> bool| {
        let at =
            rows.iter().enumerate().find_map(|(row, line)| Some((row as u32, line.find(wanted)? as u32)));
        at.unwrap()
    };
    // A left click on a number does nothing, and is not taken for a chord.
    page.click(find(&|look| look.is_ascii_digit()), 1).await;
    let closed = find(&|look| look == '#');
    page.click(closed, 2).await;
    page.until("omnisweep.game.model.moves() === 2").await;
    assert_eq!(
        page.board().await.lines().nth(closed.0 as usize).unwrap().as_bytes()[closed.1 as usize],
        b'F'
    );
    // Two at once: the second waits for the answer to the first.
    page.run(
        "const { game } = omnisweep;
         for (const _ of [1, 2]) game.receive(game.model.press('flag', performance.now()));",
        vec![],
    )
    .await;
    page.until("omnisweep.game.model.moves() === 4").await;
    assert!(page.board().await.contains('F'));
    assert_eq!(page.text("status").await, "Flagged, 9 mines left.");
}
