//! Statistics, and the plots of them.

use std::rc::Rc;

use omnisweep_engine::{Action, Cell};
use omnisweep_session::statistics::series;
use omnisweep_session::{GameSummary, Level, Question, Record, Seed, Session, Setup};
use serde_json::json;

use crate::page::{Page, scenarios};

scenarios![plots_show_every_win_and_mark_the_best, many_games_are_listed_a_part_at_a_time];

/// The cell that hints say to open; mines that are worth it are flagged first.
fn hinted(session: &mut Session, near: Cell, now: u64) -> Cell {
    loop {
        let hint = Question::new(session.game(), near).unwrap().hint().unwrap();
        if !hint.is_mine() {
            return hint.cell();
        }
        session.act(Action::Flag(hint.cell()), now, &mut ()).unwrap();
    }
}

/// Games on small boards, some of them lost, each a day after the last.
fn records(count: u64) -> Vec<Record> {
    let shape = omnisweep_engine::Shape::new(Level::Beginner.sizes()).unwrap();
    let play = |number: u64| {
        let seed = Some(Seed::new(number));
        let setup = Setup::new(omnisweep_engine::RuleSet::Modern, shape.clone(), 10, seed);
        let mut session = Session::fresh(setup).unwrap();
        let mut now = 0;
        let mut next = Cell(40);
        while session.act(Action::Open(next), now, &mut ()).is_ok()
            && session.game().outcome() == omnisweep_engine::Outcome::Playing
        {
            now += 200 + number * 7919 % 1000;
            // Every fourth game is lost: what is certainly a mine is opened.
            let question = Question::new(session.game(), next).unwrap();
            let mine = question.heat().unwrap().cells().find(|&(_, risk)| risk == 1.0);
            let certain = mine.filter(|_| number.is_multiple_of(4)).map(|(cell, _)| cell);
            next = certain.unwrap_or_else(|| hinted(&mut session, next, now));
        }
        Record::of(&session, 1_760_000_000_000 + number * 86_400_000).unwrap()
    };
    (0..count).map(play).collect()
}

async fn import(page: &Page, records: &[Record]) {
    let lines: String = records.iter().map(|record| record.write() + "\n").collect();
    page.push("#open-stats").await;
    page.run(
        "const files = new DataTransfer(), input = document.getElementById('import-file');
         files.items.add(new File([arguments[0]], 'stats.jsonl'));
         input.files = files.files;
         input.dispatchEvent(new Event('change'));",
        vec![json!(lines)],
    )
    .await;
    page.until("document.getElementById('stats-message').textContent.includes('imported')").await;
}

async fn plots_show_every_win_and_mark_the_best(page: Rc<Page>) {
    let records = records(30);
    let played: Vec<GameSummary> = records.iter().map(GameSummary::of).collect();
    let points = series(&played);
    page.open("").await;
    import(&page, &records).await;
    let count =
        |selector: &str| format!("document.querySelectorAll('#stats-plots figure {selector}').length");
    let wins = points.iter().filter(|point| point.seconds.is_some()).count();
    let best_times = points.iter().filter(|point| point.best_time).count();
    let best_speeds = points.iter().filter(|point| point.best_speed).count();
    assert!(wins > 10 && wins < 30 && best_times > 1, "{wins} {best_times}");
    assert_eq!(page.get(&count("svg[role=img]")).await, 3);
    assert_eq!(page.get(&count(".best")).await, best_times + best_speeds);
    assert_eq!(page.get(&count(".dot")).await, 2 * wins - best_times - best_speeds);
    // The same in words, for whoever does not see it.
    let told = page.text("stats-summary").await;
    assert!(
        told.starts_with(&format!("30 games, {wins} won: ")) && told.contains("The best time is "),
        "{told}"
    );
    let labels = page.get("Array.from(document.querySelectorAll('#stats-plots svg'), plot => plot.getAttribute('aria-label'))").await;
    for (label, title) in labels.as_array().unwrap().iter().zip(["Time of wins", "3BV a second", "Win rate"])
    {
        let label = label.as_str().unwrap();
        assert!(label.starts_with(title) && label.ends_with(&told), "{label}");
    }
    let notes = page.get("Array.from(document.querySelectorAll('#stats-games tr'), row => row.cells[5].textContent).filter(note => note.includes('best time')).length").await;
    assert_eq!(notes, 1, "one game has the best time");
    // On a phone the plots are as wide as the window, and no wider.
    page.become_a_phone().await;
    page.until("[...document.querySelectorAll('#stats-plots svg')].every(plot => plot.getBoundingClientRect().right <= innerWidth && plot.getBoundingClientRect().width > 200)").await;
}

async fn many_games_are_listed_a_part_at_a_time(page: Rc<Page>) {
    page.open_board("clicks", "*..\n").await;
    page.click((0, 0), 1).await;
    page.until("document.getElementById('result-more').textContent !== ''").await;
    import(&page, &records(40)).await;
    // What was played last is shown first; another kind can be chosen.
    let kinds =
        page.get("Array.from(document.getElementById('stats-kind').options, kind => kind.value)").await;
    assert_eq!(kinds, json!(["Beginner", "1×3/1, clicks rules"]));
    assert_eq!(page.get("document.getElementById('stats-kind').value").await, "1×3/1, clicks rules");
    let choose = "const kind = document.getElementById('stats-kind'); kind.value = 'Beginner'; kind.dispatchEvent(new Event('change'));";
    page.run(choose, vec![]).await;
    let rows = "document.querySelectorAll('#stats-games tr').length";
    assert_eq!(page.get(rows).await, 25);
    page.push("#stats-more").await;
    assert_eq!(page.get(rows).await, 40);
    assert_eq!(page.get("document.getElementById('stats-more').hidden").await, true);
}
