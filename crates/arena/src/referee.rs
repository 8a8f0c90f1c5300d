//! The referee: plays a game with whoever sits there, and believes nothing.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use omnisweep_engine::{
    Action, Cell, ChangedCells, FirstCell, Game, NewGameError, Outcome, Rules, Shape, View, random,
};
use thiserror::Error;

use crate::ending::{Ending, Loss, shown};
use crate::protocol::{ArenaMessage, BotMessage, NewGame, ProtocolError, VERSION};

/// The largest board in the arena, in cells: what a bot is told in one game has
/// to fit into memory, should it not read it.
pub const MOST_CELLS: u64 = 1_000_000;

/// So many moves for each cell are enough for anybody: to open it, to flag it,
/// and to think better of it.
const MOVES_PER_CELL: u64 = 4;

/// What games are played by.
#[derive(Clone, Debug)]
pub struct Terms {
    shape: Shape,
    mines: u64,
    start: FirstCell,
    move_limit: Duration,
    start_limit: Duration,
}

/// Why there can be no such games.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unplayable {
    /// The rules have no such board.
    #[error(transparent)]
    Board(#[from] NewGameError),
    /// The board is too large for lines about every cell.
    #[error("a board of {0} is too large for the arena, which has room for {MOST_CELLS} cells")]
    TooLarge(Shape),
}

impl Terms {
    /// Games on such boards, with a limit for each move, and one for the bot to
    /// start or to get ready for a game.
    pub fn new(
        shape: Shape,
        mines: u64,
        start: FirstCell,
        move_limit: Duration,
        start_limit: Duration,
    ) -> Result<Terms, Unplayable> {
        if shape.cells() > MOST_CELLS {
            return Err(Unplayable::TooLarge(shape));
        }
        let terms = Terms { shape, mines, start, move_limit, start_limit };
        terms.game()?;
        Ok(terms)
    }

    /// The board's shape.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// How many mines it has.
    #[must_use]
    pub fn mines(&self) -> u64 {
        self.mines
    }

    /// What the first opened cell is promised.
    #[must_use]
    pub fn start(&self) -> FirstCell {
        self.start
    }

    /// How long a move may take.
    #[must_use]
    pub fn move_limit(&self) -> Duration {
        self.move_limit
    }

    fn game(&self) -> Result<Game, NewGameError> {
        let rules = Rules { first: self.start, ..Rules::MODERN };
        Game::new(self.shape.clone(), rules, self.mines)
    }

    fn announcement(&self) -> ArenaMessage {
        ArenaMessage::NewGame(NewGame {
            shape: self.shape.clone(),
            mines: self.mines,
            start: self.start,
            limit: Some(u64::try_from(self.move_limit.as_millis()).unwrap_or(u64::MAX)),
        })
    }
}

/// A connection to a bot: lines go there and come from there.
pub trait BotConnection {
    /// Says a line. It need not have arrived when this returns.
    fn send(&mut self, line: &str);

    /// An answer is waited for from now on, for so long.
    fn start_timer(&mut self, limit: Duration);

    /// The next line of the answer that has anything in it.
    fn receive_line(&mut self) -> Result<String, Loss>;
}

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// How it ended.
    pub ending: Ending,
    /// How many moves were made.
    pub moves: u64,
    /// How long the bot took for them all together.
    pub time: Duration,
    /// How long it took for the longest.
    pub longest: Duration,
}

impl GameResult {
    /// A game that was over before it began.
    #[must_use]
    pub fn lost(loss: Loss) -> GameResult {
        GameResult { ending: Ending::Lost(loss), moves: 0, time: Duration::ZERO, longest: Duration::ZERO }
    }

    /// Whether it was won.
    #[must_use]
    pub fn won(&self) -> bool {
        self.ending == Ending::Won
    }
}

/// Says hello, and returns what the bot is called, if it says so.
pub fn greet(terms: &Terms, connection: &mut dyn BotConnection) -> Result<Option<String>, Loss> {
    connection.send(&ArenaMessage::Omnisweep(VERSION).write(&terms.shape));
    get_ready(terms, connection)
}

/// Plays the game with this seed, and tells the bot how it ended.
pub fn play(terms: &Terms, seed: u64, connection: &mut dyn BotConnection) -> GameResult {
    let mut referee = match terms.game() {
        Ok(game) => Referee {
            terms,
            seed,
            connection,
            game,
            claims: BTreeSet::new(),
            played: GameResult::lost(Loss::Mine),
        },
        Err(error) => return GameResult::lost(Loss::StartFailed(error.to_string())),
    };
    let ending = referee.play();
    let ending = match (ending, referee.first_lie()) {
        // ArenaMessage only now, so that claims are no way of asking.
        (Ok(()) | Err(Loss::Mine | Loss::Resigned), Some(lie)) => Ending::Lost(lie),
        (Ok(()), None) => Ending::Won,
        (Err(loss), _) => Ending::Lost(loss),
    };
    let reason = match &ending {
        Ending::Won => String::new(),
        Ending::Lost(Loss::Mine) => "mine".to_owned(),
        Ending::Lost(loss) if loss.is_honest() => loss.key().to_owned(),
        Ending::Lost(loss) => format!("{} {loss}", loss.key()),
    };
    referee.send(&ArenaMessage::Result { won: ending == Ending::Won, reason });
    GameResult { ending, ..referee.played }
}

struct Referee<'a> {
    terms: &'a Terms,
    seed: u64,
    connection: &'a mut dyn BotConnection,
    game: Game,
    /// Cells, and whether as mines, that the bot holds for certain.
    claims: BTreeSet<(u64, bool)>,
    played: GameResult,
}

impl Referee<'_> {
    fn send(&mut self, message: &ArenaMessage) {
        self.connection.send(&message.write(&self.terms.shape));
    }

    /// Plays until the game is won; whatever else happens is a loss.
    fn play(&mut self) -> Result<(), Loss> {
        let most = self.terms.shape.cells() * MOVES_PER_CELL;
        self.send(&self.terms.announcement());
        get_ready(self.terms, self.connection)?;
        loop {
            if self.played.moves == most {
                return Err(Loss::Endless(most));
            }
            self.send(&ArenaMessage::Go);
            let start = Instant::now();
            self.connection.start_timer(self.terms.move_limit);
            let action = self.next_move()?;
            let time = start.elapsed();
            self.played.moves += 1;
            self.played.time += time;
            self.played.longest = self.played.longest.max(time);
            match self.make(action)? {
                Outcome::Playing => {}
                Outcome::Won => return Ok(()),
                Outcome::Lost => return Err(Loss::Mine),
            }
        }
    }

    /// Waits for a move, and notes what is claimed before it.
    fn next_move(&mut self) -> Result<Action, Loss> {
        loop {
            let line = self.connection.receive_line()?;
            match BotMessage::parse(&line, &self.terms.shape) {
                Ok(BotMessage::Play(action)) => return Ok(action),
                Ok(BotMessage::Claim { cell, mine }) => _ = self.claims.insert((cell.0, mine)),
                Ok(BotMessage::Resign) => return Err(Loss::Resigned),
                Ok(BotMessage::Info(_)) => {}
                Ok(BotMessage::Name(_) | BotMessage::Ready) => {
                    return Err(Loss::Rubbish(format!("wrote \"{}\" where a move was due", shown(&line))));
                }
                Err(error) => return Err(wrong(&line, &error)),
            }
        }
    }

    /// Makes a move, and tells the bot what it changed.
    fn make(&mut self, action: Action) -> Result<Outcome, Loss> {
        let mut changed = ChangedCells::new(self.game.shape());
        let terms = &self.terms;
        let mut failed = None;
        let done = self.game.apply_laying(action, &mut changed, |zone| {
            // The terms have room for the mines, and for the board.
            let drawn = random::draw(&terms.shape, terms.mines, zone, self.seed);
            drawn.map_err(|error| failed = Some(error.to_string())).ok()
        });
        if let Some(why) = failed {
            return Err(Loss::StartFailed(why));
        }
        let shape = &self.terms.shape;
        let outcome =
            done.map_err(|refusal| Loss::Illegal(format!("played \"{}\": {refusal}", action.text(shape))))?;
        for cell in changed.take() {
            let message = match self.game.view(cell) {
                View::Number(number) => ArenaMessage::Open(cell, number),
                View::Flag => ArenaMessage::Flag(cell),
                View::Exploded => ArenaMessage::Mine(cell),
                _ => ArenaMessage::Unflag(cell),
            };
            self.send(&message);
        }
        Ok(outcome)
    }

    /// Something that was claimed and is not so. Before there were mines, nothing was certain.
    fn first_lie(&self) -> Option<Loss> {
        let is_mine = |cell: u64| self.game.layout().map(|layout| layout.contains(Cell(cell)));
        let lie = self.claims.iter().find(|&&(cell, mine)| is_mine(cell) != Some(mine))?;
        let claim = BotMessage::Claim { cell: Cell(lie.0), mine: lie.1 };
        Some(Loss::Lied(format!("claimed \"{}\", which is not so", claim.write(&self.terms.shape))))
    }
}

/// Waits until the bot is ready, and returns what it called itself.
fn get_ready(terms: &Terms, connection: &mut dyn BotConnection) -> Result<Option<String>, Loss> {
    let mut name = None;
    connection.start_timer(terms.start_limit);
    loop {
        let line = connection.receive_line()?;
        match BotMessage::parse(&line, &terms.shape) {
            Ok(BotMessage::Ready) => return Ok(name),
            Ok(BotMessage::Name(given)) => name = Some(shown(&given)),
            Ok(BotMessage::Info(_)) => {}
            Ok(_) => {
                let line = shown(&line);
                return Err(Loss::Rubbish(format!("wrote \"{line}\" where \"ready\" was due")));
            }
            Err(error) => return Err(wrong(&line, &error)),
        }
    }
}

fn wrong(line: &str, error: &ProtocolError) -> Loss {
    let line = shown(line);
    match error {
        ProtocolError::OffBoard(_) => Loss::Illegal(format!("played \"{line}\": {error}")),
        _ => Loss::Rubbish(format!("wrote \"{line}\": {error}")),
    }
}
