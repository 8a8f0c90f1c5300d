//! What is kept of the game of lines: the game after every move, its record at its end, copies.

use std::io::Write;
use std::path::Path;

use omnisweep_engine::Outcome;
use omnisweep_session::daily::Day;
use omnisweep_session::{Practice, save, words};
use omnisweep_store::Saves;

use super::{Play, failed, load};
use crate::failure::Failure;
use crate::stats::Said;

impl<W: Write> Play<W> {
    /// Keeps the game after a move, so that nothing is lost however it ends; on
    /// boards so large that this takes time, only at the end.
    pub(super) fn touched(&mut self) -> Result<(), Failure> {
        self.unsaved = true;
        if !self.session.saved_every_move() {
            return Ok(());
        }
        match self.keep() {
            Err(failure) if failure.is_closed_pipe() => Err(failure),
            Err(failure) => {
                // Said once, and again at the end: it is true of every move.
                let why = words::not_kept(failure);
                if self.unkept.replace(why.clone()).as_ref() != Some(&why) {
                    writeln!(self.out, "{why} {}", words::keep_elsewhere())?;
                }
                Ok(())
            }
            Ok(()) => {
                self.unkept = None;
                Ok(())
            }
        }
    }

    /// Keeps the game for the next time. One that is over is not kept, one
    /// without a move does not push another out, and one that is pushed out is
    /// not lost.
    pub(super) fn keep(&mut self) -> Result<(), Failure> {
        if !self.unsaved {
            return Ok(());
        }
        let Some(slot) = self.slot.as_mut() else {
            let why = self.no_place.clone().filter(|_| self.session.in_play());
            return why.map_or(Ok(()), |why| Err(Failure::GaveUp(why)));
        };
        if self.session.game().outcome() == Outcome::Playing {
            let now = self.started.map_or(0, |started| started.elapsed().as_millis() as u64);
            let moved = slot.keep(&save::write(&self.session, now)).map_err(failed)?;
            if let Some(older) = moved {
                let name = older.file_stem().unwrap_or_default().to_string_lossy();
                writeln!(self.out, "{}", words::put_aside(&name, None))?;
            }
        } else {
            // Where the record could not be kept there, it may still be counted: that is said when it is not.
            let kept = self.record.as_ref().is_some_and(|record| slot.finish(record).is_ok());
            if !kept {
                slot.clear().map_err(failed)?;
            }
        }
        self.unsaved = false;
        Ok(())
    }

    /// What is lost once the program ends, as a reason to end with.
    pub(super) fn lost(&mut self, kept: Result<(), Failure>) -> Result<(), Failure> {
        match (kept, self.uncounted.take()) {
            (Ok(()), None) => Ok(()),
            (Ok(()), Some((_, why))) => Err(Failure::GaveUp(why)),
            (Err(failure), _) => Err(Failure::GaveUp(words::not_kept(failure))),
        }
    }

    /// Puts the game into the statistics, and says how it stands there.
    pub(super) fn count(&mut self) -> Result<(), Failure> {
        let Some(record) = self.record.take() else { return Ok(()) };
        match crate::stats::keep(&record) {
            Ok(Said { standing, result }) => {
                if let Some(standing) = standing {
                    writeln!(self.out, "{standing}")?;
                }
                if let Some(result) = result {
                    writeln!(self.out, "Your result, for friends:\n\n{result}\n")?;
                }
            }
            Err(failure) => {
                let why = words::not_counted(failure);
                writeln!(self.out, "{why} {}", words::count_elsewhere())?;
                self.uncounted = Some((record, why));
            }
        }
        Ok(())
    }

    /// Whether the game is put aside for another one: a player's own. A program that
    /// plays many through a pipe leaves none behind but the one that had waited.
    pub(super) fn is_put_aside(&self) -> bool {
        self.session.in_play() && (self.is_a_person() || self.resumed)
    }

    pub(super) fn put_aside(&mut self) -> Result<(), Failure> {
        // Where there is no place for it, that was said.
        if !self.is_put_aside() || self.slot.is_none() {
            return Ok(());
        }
        self.unsaved = true;
        self.keep()?;
        let (Some(slot), Some(saves)) = (&mut self.slot, &self.saves) else { return Ok(()) };
        let aside = saves.put_aside(slot, &self.session, crate::stats::now()).map_err(failed)?;
        Ok(writeln!(self.out, "{}", words::put_aside(&aside.name, aside.dropped.as_deref()))?)
    }

    /// The saved games, the newest first: name, day, what it is and how far.
    pub(super) fn list_games(&mut self) -> Result<(), Failure> {
        let games = self.saves.as_ref().map(Saves::list).unwrap_or_default();
        if games.is_empty() {
            writeln!(self.out, "{}", words::no_saved_game())?;
        }
        for game in games {
            let about =
                game.session.map_or_else(|_| words::damaged().to_owned(), |session| words::saved(&session));
            writeln!(self.out, "  {:<32} {}  {about}", game.name, Day::at(game.saved))?;
        }
        Ok(())
    }

    pub(super) fn saves(&self) -> Result<&Saves, Failure> {
        self.saves.as_ref().ok_or_else(|| Failure::usage("there is no folder for games"))
    }

    /// Keeps the game where it is found again.
    pub(super) fn save_here(&mut self) -> Result<(), Failure> {
        if self.session.game().outcome() != Outcome::Playing {
            return Err(Failure::usage("the game is over: name a file to save it to"));
        }
        if self.slot.is_none() {
            return Err(Failure::usage("there is no folder for it: name a file"));
        }
        self.unsaved = true;
        self.keep()?;
        Ok(writeln!(self.out, "Saved. `omnisweep` goes on with it.")?)
    }

    /// Goes on with a saved game; the one that was played is put aside.
    pub(super) fn go_on_with(&mut self, name: &str) -> Result<(), Failure> {
        let text = save::write(&self.session, self.now());
        let running = Some((&self.session, text.as_str())).filter(|_| self.is_put_aside());
        let (session, aside) = load(name, self.slot.as_mut(), running)?;
        if let Some(aside) = aside {
            writeln!(self.out, "{}", words::put_aside(&aside.name, aside.dropped.as_deref()))?;
        }
        self.replace(session);
        Ok(writeln!(self.out, "{}", words::described(&self.session))?)
    }

    /// Writes a copy under a name or to a file; over one that is there if that is said twice.
    pub(super) fn save_copy(&mut self, name: String) -> Result<(), Failure> {
        // Without a folder there are no names, only paths.
        let saves = self.saves.clone().unwrap_or_else(|| Saves::of(Path::new("")));
        let again = self.overwrite.as_ref() == Some(&name);
        if saves.has(&name) && !again {
            writeln!(self.out, "{}", words::overwrites(&name))?;
            self.overwrite = Some(name);
            return Ok(());
        }
        let counts_again = name.ends_with(".jsonl");
        let record =
            self.uncounted.as_ref().filter(|_| counts_again).map(|(record, _)| record.write() + "\n");
        let text = record.clone().unwrap_or_else(|| save::write_copy(&mut self.session.clone(), self.now()));
        saves.write(&name, &text, again).map_err(failed)?;
        self.overwrite = None;
        if record.is_some() {
            self.uncounted = None;
            return Ok(writeln!(self.out, "{}", words::saved_record(&name))?);
        }
        self.session.practise(Practice::Copied);
        self.touched()?;
        // Where it cannot be kept here, it is kept there: until the next move nothing is lost.
        self.unsaved &= self.unkept.is_none();
        writeln!(self.out, "{}", words::saved_copy(&name))?;
        self.says_practice()
    }
}
