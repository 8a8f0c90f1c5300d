//! Whatever a player does, in whatever order: the app does not panic, its game
//! is legal, and every screen can be drawn.

#![allow(clippy::unwrap_used)]

mod player;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use omnisweep_engine::{Outcome, RuleSet, Shape};
use omnisweep_session::{Level, Seed, Session, Setup, save};
use omnisweep_tui::{Depth, Look, Theme};
use player::Player;
use proptest::prelude::*;

fn code() -> impl Strategy<Value = KeyCode> {
    let keys = "hjklHJKL  fffcmxiuprnNgsoywt+-=?qQ0123456789^$zé×eevvvdd.,";
    prop_oneof![
        8 => prop::sample::select(keys.chars().collect::<Vec<_>>()).prop_map(KeyCode::Char),
        1 => any::<char>().prop_map(KeyCode::Char),
        4 => prop::sample::select(vec![
            KeyCode::Enter, KeyCode::Esc, KeyCode::Tab, KeyCode::BackTab, KeyCode::Backspace, KeyCode::Left,
            KeyCode::Right, KeyCode::Up, KeyCode::Down, KeyCode::Home, KeyCode::End, KeyCode::PageUp,
            KeyCode::PageDown, KeyCode::F(1), KeyCode::Delete,
        ]),
    ]
}

fn event() -> impl Strategy<Value = Event> {
    let modifiers = prop::sample::select(vec![
        KeyModifiers::NONE,
        KeyModifiers::NONE,
        KeyModifiers::NONE,
        KeyModifiers::SHIFT,
        KeyModifiers::CONTROL,
        KeyModifiers::ALT,
    ]);
    let key = (code(), modifiers).prop_map(|(code, held)| Event::Key(KeyEvent::new(code, held)));
    let button = || prop::sample::select(vec![MouseButton::Left, MouseButton::Right, MouseButton::Middle]);
    let kind = prop_oneof![
        3 => button().prop_map(MouseEventKind::Down),
        3 => button().prop_map(MouseEventKind::Up),
        1 => button().prop_map(MouseEventKind::Drag),
        1 => prop::sample::select(vec![
            MouseEventKind::Moved, MouseEventKind::ScrollUp, MouseEventKind::ScrollDown,
            MouseEventKind::ScrollLeft, MouseEventKind::ScrollRight,
        ]),
    ];
    let mouse = (kind, 0..90_u16, 0..30_u16).prop_map(|(kind, column, row)| {
        Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
    });
    let size = prop_oneof![(0..4_u16, 0..4_u16), (0..200_u16, 0..70_u16), Just((80, 24)),];
    prop_oneof![
        12 => key,
        12 => mouse,
        1 => size.prop_map(|(width, height)| Event::Resize(width, height)),
        1 => "[ -~]{0,40}".prop_map(Event::Paste),
        1 => Just(Event::FocusLost),
    ]
}

fn session() -> impl Strategy<Value = Session> {
    let sizes = prop_oneof![
        3 => prop::sample::select(Level::ALL.map(|level| level.sizes().to_vec()).to_vec()),
        1 => prop::collection::vec(1..40_u64, 1..3),
        1 => prop::collection::vec(1..5_u64, 3..6),
        1 => Just(vec![700, 900]),
    ];
    (sizes, 0..6_usize, 0..25_u64, any::<u64>()).prop_map(|(sizes, set, percent, seed)| {
        let (shape, set) = (Shape::new(&sizes).unwrap(), RuleSet::ALL[set]);
        let most = set.rules().first.most_mines(&shape);
        let mines = (shape.cells() * percent / 100).min(most);
        Session::fresh(Setup::new(set, shape, mines, Some(Seed::new(seed)))).unwrap()
    })
}

fn look() -> impl Strategy<Value = Look> {
    let depths = vec![Depth::None, Depth::Sixteen, Depth::Many, Depth::True];
    (prop::sample::select(Theme::ALL.to_vec()), prop::sample::select(depths), any::<bool>())
        .prop_map(|(theme, depth, ascii)| Look { theme, depth, ascii })
}

/// What any game has to be: as its own record says.
fn legal(session: &Session) {
    let text = save::write(session, 1 << 40);
    let read = save::read(&text).unwrap();
    assert_eq!(read.game().outcome(), session.game().outcome());
    assert_eq!(read.game().safe_left(), session.game().safe_left());
    assert_eq!(read.game().mines_left(), session.game().mines_left());
    assert_eq!(read.log(), session.log());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn anything_can_be_done(
        session in session(),
        look in look(),
        events in prop::collection::vec((event(), 0..900_u64), 1..120),
    ) {
        let mut player = Player::new(session, look);
        for (event, passed) in &events {
            player.pass(*passed);
            if let Event::Resize(width, height) = event {
                player.size = (*width, *height);
            }
            player.handle(event);
            _ = player.buffer();
            // The clock stands once a game is over, and while its board is covered.
            let over = player.app.session().game().outcome() != Outcome::Playing;
            prop_assert!(!over || player.app.is_showing() || player.app.next_tick(player.now).is_none());
        }
        legal(player.app.session());
    }
}

/// A screen that is drawn anew shows the same.
#[test]
fn drawing_changes_nothing() {
    let mut player = Player::sized(&[9, 9], 10);
    player.press(" lf");
    assert_eq!(player.buffer(), player.buffer());
}
