//! The I/O shell: events and signals in, effects out to files, threads and the
//! database.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant, SystemTime};

use crossterm::event::{self, Event};
use omnisweep_session::{Seed, Session, words};
use omnisweep_store::load;

use crate::app::{App, Now};
use crate::config::{Choices, Config, beginner};
use crate::effect::{Effect, Reply};
use crate::files::Files;
use crate::job::{Job, JobResult};
use crate::keeper::{self, Keeper};
use crate::messages::Tone;
use crate::terminal::{self, Screen, TerminalGuard, WORKER};
use crate::terminal_app::TerminalApp;
use crate::theme::{Look, Theme};

/// How many events are handled before the next frame: a flood of them does not
/// keep the screen from being drawn.
const AT_ONCE: usize = 256;

/// What the app is started with.
pub struct Start {
    /// The game to play; none for the one that waits, or one of the kind
    /// played last.
    pub session: Option<Session>,
    /// The name or path of a saved game, instead of that.
    pub load: Option<String>,
    /// Where everything is kept; nothing is kept where there is no such folder.
    pub folder: Option<PathBuf>,
    /// What the user has set.
    pub config: Config,
    /// What the terminal can show. The theme is the one of the options, if one
    /// was named there.
    pub look: Look,
    /// Whether the theme was named in the options.
    pub theme_given: bool,
    /// Something to say at the start.
    pub note: Option<String>,
    /// For tests: the clock stands, and every seed is 1.
    pub deterministic: bool,
}

/// What comes in.
enum Message {
    /// A key, the mouse, another size.
    Input(Event),
    /// There will be no more of it.
    InputEnded,
    /// A signal; elsewhere, Ctrl-C comes as a key.
    #[cfg(unix)]
    Signal(i32),
    /// What came of a job.
    Answer(JobResult),
    /// What came of something that was done with finished games.
    Reply(Reply),
}

/// How it ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// The signal that ended it, if one did.
    pub signal: Option<i32>,
    /// What is lost, and why.
    pub lost: Option<String>,
}

/// Plays until the player leaves, or a signal ends it.
///
/// # Errors
/// Where there is no terminal, or it is gone.
pub fn run(start: Start) -> io::Result<Ended> {
    let mut files = Files::new(start.folder.clone());
    let now = clock(start.deterministic);
    let app = first_game(start, &mut files, now())?;
    go(app, files, now)
}

/// Shows the replay of a game until the user leaves, or a signal ends it. Nothing is kept.
///
/// # Errors
/// As [`run()`].
pub fn replay(session: Session, config: &Config, look: Look) -> io::Result<Ended> {
    let mut app = App::new(session.clone(), false, config, look, any_seed);
    app.show_replay(session, true, Now::default());
    if app.viewer.is_none() {
        return Err(io::Error::other("nothing was opened in this game"));
    }
    show(app)
}

/// Shows something until the user leaves, or a signal ends it. Nothing is kept.
///
/// # Errors
/// As [`run()`].
pub fn show(shown: impl TerminalApp) -> io::Result<Ended> {
    go(shown, Files::none(), clock(false))
}

/// The time since now, and of the day; for a test, the first stands still.
fn clock(stands: bool) -> impl Fn() -> Now {
    let started = Instant::now();
    move || Now {
        ms: if stands { 0 } else { started.elapsed().as_millis() as u64 },
        wall: SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_millis() as u64),
    }
}

/// Takes the terminal over until the app is left.
fn go(mut app: impl TerminalApp, files: Files, now: impl Fn() -> Now) -> io::Result<Ended> {
    let guard = TerminalGuard::new()?;
    let mut screen = guard.screen()?;
    let (sender, receiver) = channel();
    listen(&sender);
    let tell = sender.clone();
    // Nobody listens any more: nobody needs it.
    let keeper = Keeper::start(files.folder(), move |reply| _ = tell.send(Message::Reply(reply)));
    let mut shell = Shell {
        sender,
        receiver,
        files,
        keeper,
        ending: 0,
        must_end: false,
        killed: None,
        #[cfg(unix)]
        slept: false,
    };
    let ended = shell.play(&mut app, &guard, &mut screen, &now);
    if ended.is_err() {
        // The terminal is gone; the game is not.
        app.quit(now());
    }
    shell.finish(&mut app, &now);
    drop(guard);
    let ended = Ended { signal: ended?, lost: app.lost() };
    #[cfg(unix)]
    if let Some(signal) = ended.signal {
        use std::io::Write as _;
        if let Some(lost) = &ended.lost {
            _ = writeln!(io::stderr(), "omnisweep: {lost}");
        }
        // As others see it, the signal ended the program.
        _ = signal_hook::low_level::emulate_default_handler(signal);
    }
    Ok(ended)
}

/// The game to begin with.
fn first_game(start: Start, files: &mut Files, now: Now) -> io::Result<App> {
    let Start { session, load: start_with, config, mut look, theme_given, note, deterministic, .. } = start;
    let any_seed: fn() -> u64 = if deterministic { || 1 } else { any_seed };
    let choices = files.choices();
    if !theme_given {
        let remembered = choices.as_ref().and_then(Choices::theme);
        look.theme = config.theme.or(remembered).unwrap_or(Theme::Dark);
    }
    let mut notes: Vec<String> = note.into_iter().chain(files.note.take()).collect();
    let session = match start_with {
        Some(name) => Some(*files.load(&name, None, now).map_err(io::Error::other)?.0),
        None => session,
    };
    let waiting = match (&session, &files.slot) {
        (None, Some(slot)) if slot.waits() => match load(slot.path()) {
            Ok(session) => Some(session),
            Err(error) => {
                notes.push(words::kept_unreadable(error));
                None
            }
        },
        _ => None,
    };
    let offered = waiting.is_some();
    let chosen = session.is_none() && !offered;
    let practice = chosen && choices.as_ref().is_some_and(|choices| choices.practice);
    let session = match session.or(waiting) {
        Some(session) => session,
        None => {
            let seed = || Seed::new(any_seed());
            let last = choices.and_then(|choices| Session::fresh(choices.setup(seed())?).ok());
            let fresh = || beginner(seed()).and_then(|setup| Session::fresh(setup).ok());
            last.or_else(fresh).ok_or_else(|| io::Error::other("there is no memory for a board"))?
        }
    };
    let mut app = App::new(session, practice, &config, look, any_seed);
    if offered {
        app.offer();
    } else {
        app.greet(now);
    }
    if !notes.is_empty() {
        app.say(notes.join(" "), Tone::Bad);
    }
    Ok(app)
}

/// The number of a seed that nobody chose.
#[must_use]
pub fn any_seed() -> u64 {
    use std::hash::{BuildHasher as _, RandomState};
    Seed::any(RandomState::new().hash_one(std::process::id())).number
}

/// Waits for input and for signals, each in a thread of its own.
fn listen(sender: &Sender<Message>) {
    let input = sender.clone();
    std::thread::spawn(move || {
        loop {
            let message = event::read().map_or(Message::InputEnded, Message::Input);
            let last = matches!(message, Message::InputEnded);
            if input.send(message).is_err() || last {
                return;
            }
        }
    });
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
        let signals = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT];
        if let Ok(mut signals) = signal_hook::iterator::Signals::new(signals) {
            let sender = sender.clone();
            std::thread::spawn(move || {
                for signal in signals.forever() {
                    if sender.send(Message::Signal(signal)).is_err() {
                        return;
                    }
                }
            });
        }
    }
}

/// Has everything drawn anew. (`Screen::clear` would ask the terminal for its
/// cursor, and the answer goes to whoever waits for input.)
fn anew(screen: &mut Screen) -> io::Result<()> {
    let size = screen.size()?;
    screen.resize(size.into())
}

struct Shell {
    sender: Sender<Message>,
    receiver: Receiver<Message>,
    files: Files,
    keeper: Keeper,
    /// Whether it ends, whatever is lost: nobody is there to be asked.
    must_end: bool,
    /// Finished games that are still being counted: they have to be kept
    /// before the program ends.
    ending: usize,
    /// The signal that ends the program, once one has come.
    killed: Option<i32>,
    /// Whether the program was asleep, and the signal that woke it is still to come.
    #[cfg(unix)]
    slept: bool,
}

/// What to do after a round of events.
#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Quit,
}

impl Shell {
    fn play(
        &mut self,
        app: &mut dyn TerminalApp,
        guard: &TerminalGuard,
        screen: &mut Screen,
        now: &dyn Fn() -> Now,
    ) -> io::Result<Option<i32>> {
        loop {
            let size = screen.size()?;
            if (size.width, size.height) != (app.screen().width, app.screen().height) {
                app.handle(&Event::Resize(size.width, size.height), now());
            }
            // What the app wanted done before anything happened, or because time has passed.
            if self.serve(app, guard, screen, now)? == Next::Quit {
                return Ok(self.killed);
            }
            if self.killed.is_none() {
                screen.draw(|frame| app.draw(now(), frame.buffer_mut()))?;
            }
            // What else has come meanwhile is handled before the next frame.
            let mut waiting = self.wait(app, now());
            app.tick(now());
            let mut handled = 0;
            while let Some(message) = waiting {
                match message {
                    Message::Input(event) => app.handle(&event, now()),
                    Message::InputEnded => {
                        self.must_end = true;
                        app.quit(now());
                    }
                    Message::Reply(reply) => app.receive(reply, now()),
                    Message::Answer(answer) => {
                        self.ending -= usize::from(matches!(answer, JobResult::Ending { .. }));
                        app.receive(Reply::Answer(answer), now());
                    }
                    #[cfg(unix)]
                    Message::Signal(signal) => self.signal(signal, app, screen, now)?,
                }
                if self.serve(app, guard, screen, now)? == Next::Quit {
                    return Ok(self.killed);
                }
                handled += 1;
                waiting = if handled < AT_ONCE { self.receiver.try_recv().ok() } else { None };
            }
        }
    }

    /// The next message; nothing where the clock has to be drawn again.
    fn wait(&self, app: &dyn TerminalApp, now: Now) -> Option<Message> {
        match app.next_tick(now) {
            None => self.receiver.recv().ok(),
            Some(ms) => self.receiver.recv_timeout(Duration::from_millis(ms)).ok(),
        }
    }

    #[cfg(unix)]
    fn signal(
        &mut self,
        signal: i32,
        app: &mut dyn TerminalApp,
        screen: &mut Screen,
        now: &dyn Fn() -> Now,
    ) -> io::Result<()> {
        use signal_hook::consts::{SIGCONT, SIGTSTP};
        match signal {
            SIGTSTP => app.sleep(now()),
            // The end of a sleep that the program itself had begun.
            SIGCONT if std::mem::take(&mut self.slept) => {}
            SIGCONT => {
                // Stopped by a signal that cannot be caught, the terminal may have been changed.
                terminal::enter()?;
                anew(screen)?;
                app.receive(Reply::Awake, now());
            }
            _ => {
                self.killed = Some(signal);
                self.must_end = true;
                app.quit(now());
            }
        }
        Ok(())
    }

    fn sleep(
        &mut self,
        app: &mut dyn TerminalApp,
        guard: &TerminalGuard,
        screen: &mut Screen,
        now: &dyn Fn() -> Now,
    ) -> io::Result<()> {
        guard.without(|| {
            #[cfg(unix)]
            {
                self.slept = true;
                _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
            }
        })?;
        anew(screen)?;
        app.receive(Reply::Awake, now());
        Ok(())
    }

    /// Does what the app wants done, and what follows from that.
    fn serve(
        &mut self,
        app: &mut dyn TerminalApp,
        guard: &TerminalGuard,
        screen: &mut Screen,
        now: &dyn Fn() -> Now,
    ) -> io::Result<Next> {
        let mut next = Next::GoOn;
        loop {
            let effects = app.take_effects();
            if effects.is_empty() {
                return Ok(next);
            }
            let keeps = effects.iter().rposition(|effect| matches!(effect, Effect::Keep));
            for (at, effect) in effects.into_iter().enumerate() {
                match effect {
                    // Several moves in one round are kept once.
                    Effect::Keep if Some(at) != keeps => {}
                    Effect::Work(job) => self.work(job),
                    Effect::Copy(text) => terminal::copy(&text),
                    Effect::Redraw => anew(screen)?,
                    Effect::Suspend => self.sleep(app, guard, screen, now)?,
                    Effect::Quit if self.must_end || app.may_leave() => next = Next::Quit,
                    Effect::Quit => app.stay(now()),
                    effect if effect.is_about_statistics() => self.ask(effect, app, now()),
                    effect => {
                        if let Some(reply) = self.files.serve(effect, app.session(), now()) {
                            app.receive(reply, now());
                        }
                    }
                }
            }
        }
    }

    /// Has something done with finished games.
    fn ask(&mut self, effect: Effect, app: &mut dyn TerminalApp, now: Now) {
        let failed = keeper::failed(&effect);
        if !self.keeper.ask(effect, now) {
            failed.into_iter().for_each(|reply| app.receive(reply, now));
        }
    }

    fn work(&mut self, job: Job) {
        let sender = self.sender.clone();
        self.ending += usize::from(matches!(job, Job::Ending { .. }));
        let failed = job.failed();
        let spare = failed.clone();
        let work = move || {
            let answer =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job.run())).unwrap_or(failed);
            // Nobody listens any more: nobody needs it.
            _ = sender.send(Message::Answer(answer));
        };
        if std::thread::Builder::new().name(WORKER.to_owned()).spawn(work).is_err() {
            _ = self.sender.send(Message::Answer(spare));
        }
    }

    /// Keeps what is still to be kept, also what is still being counted.
    fn finish(&mut self, app: &mut dyn TerminalApp, now: &dyn Fn() -> Now) {
        while self.ending > 0 {
            match self.receiver.recv() {
                Ok(Message::Answer(answer)) => {
                    self.ending -= usize::from(matches!(answer, JobResult::Ending { .. }));
                    app.receive(Reply::Answer(answer), now());
                }
                Ok(_) => {}
                Err(_) => return,
            }
        }
        for effect in app.take_effects() {
            if matches!(effect, Effect::Record(_)) {
                self.ask(effect, app, now());
            } else if matches!(effect, Effect::Keep | Effect::Finish(_) | Effect::Aside(_)) {
                let reply = self.files.serve(effect, app.session(), now());
                reply.into_iter().for_each(|reply| app.receive(reply, now()));
            }
        }
        self.keeper.finish();
        while let Ok(message) = self.receiver.try_recv() {
            if let Message::Reply(reply) = message {
                app.receive(reply, now());
            }
        }
    }
}

#[cfg(test)]
mod tests;
