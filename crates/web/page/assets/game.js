// One game at a time: what is done with it, what is shown and said of it, and how it is kept.

import { Maker, Table, dropped_told, gone_told, heat_told, kept_unreadable, not_kept, thinking_told } from "./omnisweep.js";
import { $, facts, part, put, why } from "./dom.js";
import { Board } from "./board.js";
import { Keys } from "./keys.js";
import { settle } from "./layout.js";
import { Thinker } from "./thinker.js";
import { Rulers } from "./rulers.js";
import { play } from "./sound.js";
import * as store from "./store.js";

/** @import { Keep, Told } from "./omnisweep.js" */
/** @import { Command } from "./keys.js" */
/** @import { dialogs } from "./dialogs.js" */
/** @import { Place } from "./place.js" */
/** @import { Viewer } from "./replay.js" */

const now = () => performance.now();
// How long clicks mean nothing after the end of a game, in milliseconds.
const REST = 400;

export class Game {
  /** @type {Table} */
  table;
  /** @type {ReturnType<typeof dialogs>} */
  windows;
  /** @type {Viewer} */
  viewer;
  // Where this tab's game is kept.
  /** @type {Place} */
  place;
  // The game that is waiting to be kept.
  /** @type {number | undefined} */
  saving;
  // Which game is on the table: the next one has another number.
  generation = 0;

  constructor() {
    this.settings = store.loadSettings();
    this.keys = new Keys(this.settings.keys);
    this.thinker = new Thinker();
    this.board = new Board($("scroller"), "Board", document.body);
    this.board.settle = () => settle(this.board);
    this.board.rulers = new Rulers($("stage"));
    this.flagMode = false;
    this.paused = false;
    this.busy = false;
    this.heat = false;
    this.resting = false;
  }

  playable() {
    return this.table !== undefined && !this.paused && !this.busy;
  }

  // Plays what an address asks for; where it asks for nothing that can be, says so and changes nothing.
  /** @param {string} address */
  begin(address) {
    let table;
    try {
      table = Table.start(address, Math.floor(Math.random() * 1e9), Date.now());
    } catch (mistake) {
      this.say(String(mistake));
      return false;
    }
    this.seat(table);
    return true;
  }

  // Puts a game on the table.
  /** @param {Table} table */
  seat(table, paused = false) {
    if (this.busy) this.thinker.cancel();
    const old = this.table;
    const left = old?.left(now());
    if (left) this.setAside(left);
    this.show(table, paused);
    old?.free();
  }

  // Who clicks fast goes on for a moment after the end: that is no click on what has just appeared.
  rest() {
    const { generation } = this;
    this.resting = $("result").inert = true;
    setTimeout(() => {
      $("result").inert = false;
      if (generation === this.generation) this.resting = false;
    }, REST);
  }

  // Has a game on the table.
  /** @param {Table} table */
  show(table, paused = false) {
    this.table = table;
    this.generation++;
    this.resting = false;
    this.habits();
    this.pause(paused);
    this.setHeat(false);
    this.board.show(table);
    this.board.reveal();
    $("result").hidden = true;
    const address = "#" + table.address();
    history.replaceState({ played: true }, "", address);
    this.say(table.remark());
    this.refresh();
    this.note();
    this.save();
    const generation = this.generation;
    this.windows.daily.begins(table, () => generation === this.generation).catch(() => {});
    const active = document.activeElement;
    if (!active || active === document.body || this.board.grid.contains(active)) this.board.focus();
  }

  // A game that was left for another is not lost.
  /** @param {string} saved */
  setAside(saved) {
    return store.setAside(saved)
      .then(dropped => { if (dropped) this.say(dropped_told(store.MOST_ASIDE)); })
      .catch(mistake => this.say(not_kept(why(mistake))));
  }

  // Goes on with a game that was left; the one on the table is left in its place.
  /** @param {string} key */
  async goOn(key) {
    const old = this.table;
    if (this.busy) this.thinker.cancel();
    let table;
    try {
      const waits = await store.aside(key);
      if (!waits) return this.say(gone_told());
      table = Table.load(waits.text, 0);
    } catch (mistake) {
      return this.say(kept_unreadable(String(mistake)));
    }
    if (!await store.takeAside(key, this.place.key, old.left(now()))) {
      table.free();
      return this.say(gone_told());
    }
    this.show(table);
    old.free();
    table.resume(now());
  }

  // Who comes back to a game that was left goes on with it.
  /** @param {string} wanted */
  async comeBack(wanted) {
    const { generation } = this;
    const left = (await store.asides().catch(() => [])).find(([, { text }]) => {
      try {
        const table = Table.load(text, 0), is = table.matches_address(wanted, Date.now());
        table.free();
        return is;
      } catch {
        return false;
      }
    });
    if (generation !== this.generation) return;
    if (left) this.goOn(left[0]); else this.begin(wanted);
  }

  // The board of the day on the table was begun before.
  known() {
    this.say(this.table.known_day());
    this.refresh();
    this.save();
  }

  // Notes how long the game was played: a page may go away at any moment.
  note() {
    const { table, paused } = this;
    if (table && this.place) this.place.note({ played: table.played(now()), paused, over: table.outcome() !== "playing" });
  }

  habits() {
    this.table?.habits(this.flagMode, this.settings.leftChords);
  }

  // What an input event came to, if anything.
  /** @param {Told | undefined} told */
  told(told) {
    if (!told) return;
    const { played, ended, elsewhere, wanted, attempt, remark, state, keep } = told;
    if (!played) return this.board.draw();
    if (wanted >= 0) return this.make(wanted);
    this.board.paint();
    if (this.settings.sound) this.sound(state.mines, ended);
    this.refresh(state);
    this.say(remark);
    this.save(keep);
    if (attempt && !store.noteAttempt(attempt)) this.known();
    if (elsewhere) this.board.reveal();
    if (ended) {
      // Whatever becomes of the page: what is over is over.
      this.note();
      this.rest();
      this.ended(remark);
    }
    if (this.heat) this.warm();
  }

  // What a move sounds like: another number of mines left is a flag.
  /** @param {string} mines @param {boolean} ended */
  sound(mines, ended) {
    const outcome = this.table.outcome();
    if (ended && outcome !== "playing") play(outcome === "won" ? "won" : "lost");
    else play(mines === $("mines").textContent ? "open" : "flag");
  }

  refresh({ window: name, outcome, mines, clock, title, begun, flags } = this.table.state(now())) {
    document.documentElement.dataset.outcome = outcome;
    put($("mines"), mines);
    put($("clock"), clock);
    put($("title"), title.name);
    put($("details"), title.details);
    $("flag-mode").disabled = !flags;
    $("hint").disabled = $("heat").disabled = $("pause").disabled = outcome !== "playing";
    $("undo").disabled = !begun;
    document.title = name;
  }

  tick() {
    if (this.table) put($("clock"), this.table.clock(now()));
  }

  /** @param {string} text */
  say(text) {
    put($("status"), text);
  }

  // Keeps the game, so that it survives a reload; one that is over is not kept.
  /** @param {Keep} keep */
  save({ text, later } = this.table.keep(now())) {
    clearTimeout(this.saving);
    if (later) this.saving = setTimeout(() => this.saved().catch(() => {}), 500);
    else store.keep(this.place.key, text).catch(() => {});
  }

  // The same, now.
  saved() {
    return store.keep(this.place.key, this.table.outcome() === "playing" ? this.table.save(now()) : undefined);
  }

  /** @param {string} remark */
  async ended(remark) {
    const { table, generation } = this;
    const won = table.outcome() === "won";
    put($("result-title"), remark);
    put($("result-more"), "");
    $("facts").replaceChildren(...facts(table.facts(now())));
    $("result-copy").hidden = true;
    $("result").hidden = false;
    const saved = table.save(now()), record = table.record(Date.now());
    const still = () => generation === this.generation;
    try {
      const standing = won && record && await this.thinker.ask("standing", await store.allGames(), record);
      if (record) await store.addGames([[JSON.parse(record).id, record]]);
      if (still() && standing) put($("result-more"), standing);
    } catch (mistake) {
      // The game is over all the same.
      if (still()) put($("result-more"), not_kept(why(mistake)));
    }
    try {
      const verdict = won ? "" : await this.thinker.ask("verdict", saved);
      if (still() && verdict) put($("result-more"), verdict);
      await this.windows.daily.ended(table, still);
    } catch {
      // Nothing more is known of it.
    }
  }

  // A board that needs no guess is made by the worker, from the first cell on; or
  // there is none, and the player is told so.
  /** @param {number} wanted */
  async make(wanted) {
    const { table, generation } = this;
    /** @param {boolean} shown */
    const veil = shown => {
      this.busy = shown;
      $("busy").hidden = !shown;
      $("scroller").inert = shown;
    };
    put($("busy-text"), Maker.begun());
    // Most are found at once: no veil for those.
    this.busy = true;
    const slow = setTimeout(() => { veil(true); $("cancel").focus(); }, 120);
    const enough = setTimeout(() => this.thinker.cancel(Maker.given_up()), Maker.patience());
    this.thinker.told = progress => put($("busy-text"), progress);
    let failed = "", told;
    try {
      const board = await this.thinker.ask("board", table.save(now()), wanted);
      if (generation === this.generation) told = table.lay(board, now());
    } catch (mistake) {
      failed = why(mistake);
    }
    clearTimeout(slow);
    clearTimeout(enough);
    veil(false);
    if (generation !== this.generation) return;
    table.forgo();
    if (told) this.told(told); else this.board.paint();
    if (failed) this.say(failed);
    if (document.activeElement === document.body || document.activeElement === $("cancel")) this.board.focus();
  }

  // Where to look, then the cell, then why: more, as long as it is asked for.
  async hint() {
    if (!this.playable() || this.table.outcome() !== "playing") return;
    const { table, generation } = this;
    if (table.more_help()) return this.showHelp();
    const saved = table.save(now());
    const moves = table.moves();
    const slow = setTimeout(() => this.say(thinking_told()), 150);
    try {
      const hint = await this.thinker.ask("hint", saved, table.focus(), table.wants_foresight());
      // Whoever has moved on needs another one.
      if (generation !== this.generation || moves !== table.moves()) return;
      if (table.help(hint)) this.showHelp();
    } catch (mistake) {
      if (generation === this.generation) this.say(why(mistake));
    } finally {
      clearTimeout(slow);
    }
  }

  showHelp() {
    this.board.reveal();
    this.board.paint();
    this.say(this.table.remark());
    this.save();
  }

  // The heat map: how likely each closed cell is a mine, until the next game.
  /** @param {boolean} on */
  setHeat(on) {
    this.heat = on;
    $("heat").setAttribute("aria-pressed", String(on));
    if (!on) {
      this.table.hide_heat();
      this.board.draw();
    }
  }

  toggleHeat() {
    if (!this.playable() || this.table.outcome() !== "playing") return;
    this.setHeat(!this.heat);
    this.say(heat_told(this.heat));
    if (this.heat) this.warm();
  }

  async warm() {
    const { table, generation } = this;
    if (table.outcome() !== "playing") return;
    const moves = table.moves();
    const same = () => this.heat && generation === this.generation && moves === table.moves();
    try {
      const { cells, risks } = await this.thinker.ask("heat", table.save(now()), undefined, table.focus());
      if (!same()) return;
      table.show_heat(cells, risks);
      this.board.paint();
      this.save();
    } catch (mistake) {
      if (same()) this.say(why(mistake));
    }
  }

  // The game again, move by move.
  replay() {
    try {
      this.viewer.show(this.table.save(now()));
    } catch (mistake) {
      this.say(why(mistake));
    }
  }

  undo() {
    if (!this.playable()) return;
    $("result").hidden = true;
    this.told(this.table.undo(now()));
    this.board.reveal();
  }

  retry() {
    if (this.busy || !this.table) return;
    try {
      this.seat(this.table.retry());
    } catch (mistake) {
      this.say(String(mistake));
    }
  }

  again() {
    if (this.table && !this.busy) this.begin(this.table.again());
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.paused = paused;
    $("paused").hidden = !paused;
    $("scroller").inert = paused;
    $("scroller").classList.toggle("away", paused);
    put(part($("pause"), "span"), paused ? "Go on" : "Pause");
    if (paused) {
      this.table.pause(now());
      this.note();
      this.save();
      $("resume").focus();
    } else {
      this.table?.resume(now());
    }
  }

  togglePause() {
    if (!this.table || this.busy || this.table.outcome() !== "playing") return;
    this.pause(!this.paused);
    if (!this.paused) this.board.focus();
  }

  async share() {
    const link = new URL("#" + this.table.link(), location.href).href;
    this.refresh();
    this.save();
    let copied = true;
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      copied = false;
      history.replaceState(null, "", link);
    }
    this.say(this.table.linked(copied));
  }

  toggleFlagMode() {
    this.flagMode = !this.flagMode;
    $("flag-mode").setAttribute("aria-pressed", String(this.flagMode));
    this.habits();
  }

  /** @param {Command} command */
  order(command) {
    /** @type {Partial<Record<Command, () => void>>} */
    const orders = {
      hint: () => this.hint(), heat: () => this.toggleHeat(), daily: () => this.windows.daily.open(), undo: () => this.undo(), new: () => this.again(), retry: () => this.retry(),
      "flag-mode": () => { if (!$("flag-mode").disabled) this.toggleFlagMode(); }, replay: () => { if (!$("result").hidden) this.replay(); },
      pause: () => this.togglePause(), choose: () => this.windows.choose(), statistics: () => this.windows.statistics(),
      help: () => this.windows.help(), "zoom-in": () => this.board.zoom(1.2), "zoom-out": () => this.board.zoom(1 / 1.2),
      "zoom-fit": () => this.board.fit(true),
    };
    orders[command]?.();
  }

  apply() {
    const root = document.documentElement.dataset, { theme, palette, rulers } = this.settings;
    const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
    root.theme = dark ? "dark" : "light";
    root.palette = palette;
    this.keys.label();
    this.board.rulers?.show(rulers);
    this.habits();
    if (this.table) {
      this.board.restyle();
      this.board.resized();
    }
    if (this.viewer?.film) this.viewer.board.restyle();
  }
}
