// One game at a time: what is done with it, what is shown and said of it, and how it is kept.

import { Maker, PageGame, dropped_message, gone_message, heat_message, kept_unreadable, not_kept, thinking_message } from "./omnisweep.js";
import { $, facts, part, put, why } from "./dom.js";
import { Board } from "./board.js";
import { Keys } from "./keys.js";
import { settle } from "./layout.js";
import { WorkerClient } from "./worker-client.js";
import { Rulers } from "./rulers.js";
import { play } from "./sound.js";
import * as store from "./store.js";

/** @import { Keep, Update } from "./omnisweep.js" */
/** @import { Command } from "./keys.js" */
/** @import { dialogs } from "./dialogs.js" */
/** @import { Server } from "./server.js" */
/** @import { Slot } from "./slot.js" */
/** @import { Viewer } from "./replay.js" */

// What the system wishes.
export const DARK = "(prefers-color-scheme: dark)", STILL = "(prefers-reduced-motion: reduce)";

const now = () => performance.now();
// What can be done only with a board that is here.
const LOCAL = /** @type {const} */ (["hint", "heat", "undo", "retry", "pause", "result-retry", "result-undo"]);
// How long clicks mean nothing after the end of a game, in milliseconds.
const IGNORED = 400;

export class Game {
  /** @type {PageGame} */
  model;
  /** @type {ReturnType<typeof dialogs>} */
  windows;
  /** @type {Viewer} */
  viewer;
  // The server whose boards can be played on, if there is one.
  /** @type {Server | undefined} */
  server;
  // Where this tab's game is kept.
  /** @type {Slot} */
  slot;
  // The game that is waiting to be kept.
  /** @type {number | undefined} */
  saving;
  // Counts the games that were shown, so that late answers are known to be about an earlier one.
  generation = 0;

  constructor() {
    this.settings = store.loadSettings();
    this.keys = new Keys(this.settings.keys);
    this.worker = new WorkerClient();
    this.board = new Board($("scroller"), "Board", document.body);
    this.board.settle = () => settle(this.board);
    this.board.rulers = new Rulers($("stage"));
    this.flagMode = false;
    this.paused = false;
    this.busy = false;
    this.heat = false;
    this.ignoringClicks = false;
  }

  playable() {
    return this.model !== undefined && !this.paused && !this.busy && !(this.model.remote() && !this.server?.connected());
  }

  // Plays what an address asks for; where it asks for nothing that can be, says so and changes nothing.
  /** @param {string} address */
  begin(address) {
    let model;
    try {
      model = PageGame.start(address, Math.floor(Math.random() * 1e9), Date.now());
    } catch (mistake) {
      this.say(String(mistake));
      return false;
    }
    this.replaceModel(model);
    return true;
  }

  // Shows another game; the one before is put aside.
  /** @param {PageGame} model */
  replaceModel(model, paused = false) {
    if (this.busy) this.worker.cancel();
    const old = this.model;
    const left = old?.save_if_in_play(now());
    if (left) this.setAside(left);
    this.show(model, paused);
    old?.free();
  }

  // Who clicks fast goes on for a moment after the end: that is no click on what has just appeared.
  ignoreClicks() {
    const { generation } = this;
    this.ignoringClicks = $("result").inert = true;
    setTimeout(() => {
      $("result").inert = false;
      if (generation === this.generation) this.ignoringClicks = false;
    }, IGNORED);
  }

  // Shows a game.
  /** @param {PageGame} model */
  show(model, paused = false) {
    this.model = model;
    this.generation++;
    this.ignoringClicks = false;
    delete document.documentElement.dataset.connection;
    this.habits();
    this.pause(paused);
    this.setHeat(false);
    // There are no buttons for what cannot be done with a board that is elsewhere.
    for (const id of LOCAL) $(id).hidden = model.remote();
    this.board.show(model);
    this.board.reveal();
    $("result").hidden = true;
    const address = "#" + model.address();
    history.replaceState({ played: true }, "", address);
    this.say(model.remark());
    this.refresh();
    this.note();
    this.save();
    const generation = this.generation;
    this.windows.daily.begins(model, () => generation === this.generation).catch(() => {});
    const active = document.activeElement;
    if (!active || active === document.body || this.board.grid.contains(active)) this.board.focus();
  }

  // A game that was left for another is not lost.
  /** @param {string} saved */
  setAside(saved) {
    return store.setAside(saved)
      .then(dropped => { if (dropped) this.say(dropped_message(store.MOST_ASIDE)); })
      .catch(mistake => this.say(not_kept(why(mistake))));
  }

  // Goes on with a game that was left; the current one is put aside instead.
  /** @param {string} key */
  async goOn(key) {
    const old = this.model;
    if (this.busy) this.worker.cancel();
    let model;
    try {
      const waits = await store.aside(key);
      if (!waits) return this.say(gone_message());
      model = PageGame.load(waits.text, 0);
    } catch (mistake) {
      return this.say(kept_unreadable(String(mistake)));
    }
    if (!await store.takeAside(key, this.slot.key, old.save_if_in_play(now()))) {
      model.free();
      return this.say(gone_message());
    }
    this.show(model);
    old.free();
    model.resume(now());
  }

  // Who comes back to a game that was left goes on with it.
  /** @param {string} wanted */
  async comeBack(wanted) {
    const { generation } = this;
    const left = (await store.asides().catch(() => [])).find(([, { text }]) => {
      try {
        const model = PageGame.load(text, 0), is = model.matches_address(wanted, Date.now());
        model.free();
        return is;
      } catch {
        return false;
      }
    });
    if (generation !== this.generation) return;
    if (left) this.goOn(left[0]); else this.begin(wanted);
  }

  // This board of the day was begun before: it is practice.
  dayAttempted() {
    this.say(this.model.mark_day_attempted());
    this.refresh();
    this.save();
  }

  // Notes how long the game was played: a page may go away at any moment.
  note() {
    const { model, paused } = this;
    if (model && this.slot) this.slot.note({ played: model.played(now()), paused, over: model.outcome() !== "playing" });
  }

  habits() {
    this.model?.habits(this.flagMode, this.settings.leftChords);
  }

  // What an input event came to, if anything.
  /** @param {Update | undefined} update */
  receive(update) {
    if (!update) return;
    this.server?.send();
    const { played, ended, elsewhere, wanted, attempt, remark, state, keep } = update;
    if (!played) return this.board.draw();
    if (wanted >= 0) return this.make(wanted);
    this.board.paint(document.documentElement.dataset.motion === "on");
    if (this.settings.sound) this.sound(state.mines, ended);
    this.refresh(state);
    this.say(remark);
    this.save(keep);
    if (attempt && !store.noteAttempt(attempt)) this.dayAttempted();
    if (elsewhere) this.board.reveal();
    if (ended) {
      // Whatever becomes of the page: what is over is over.
      this.note();
      this.ignoreClicks();
      this.ended(remark);
    }
    if (this.heat) this.warm();
  }

  // What a move sounds like: another number of mines left is a flag.
  /** @param {string} mines @param {boolean} ended */
  sound(mines, ended) {
    const outcome = this.model.outcome();
    if (ended && outcome !== "playing") play(outcome === "won" ? "won" : "lost");
    else play(mines === $("mines").textContent ? "open" : "flag");
  }

  refresh({ window: name, outcome, mines, clock, title, begun, flags } = this.model.state(now())) {
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
    if (this.model) put($("clock"), this.model.clock(now()));
  }

  /** @param {string} text */
  say(text) {
    put($("status"), text);
  }

  // Keeps the game, so that it survives a reload; one that is over is not kept.
  /** @param {Keep} keep */
  save({ text, later } = this.model.keep(now())) {
    clearTimeout(this.saving);
    if (later) this.saving = setTimeout(() => this.saved().catch(() => {}), 500);
    else store.keep(this.slot.key, text).catch(() => {});
  }

  // The same, now.
  saved() {
    const here = this.model.outcome() === "playing" && !this.model.remote();
    return store.keep(this.slot.key, here ? this.model.save(now()) : undefined);
  }

  /** @param {string} remark */
  async ended(remark) {
    const { model, generation } = this;
    const won = model.outcome() === "won", figures = model.facts(now());
    const saved = model.save(now()), counted = model.record(Date.now());
    const still = () => generation === this.generation;
    // In a frame of its own: the board has just had one.
    await new Promise(resolve => { setTimeout(resolve); });
    if (model.remote()) {
      if (still()) await this.server?.ended(remark, still).catch(mistake => put($("result-more"), why(mistake)));
      return;
    }
    if (still()) {
      $("result-replay").hidden = false;
      put($("result-title"), remark);
      put($("result-more"), "");
      $("facts").replaceChildren(...facts(figures));
      $("result-copy").hidden = true;
      $("result").hidden = model.outcome() === "playing";
    }
    try {
      const games = counted ? await store.allGames() : [];
      // The board of a day may have been played to its end in another tab.
      const record = counted && (model.day() ? await this.worker.ask("settled", games, counted) : counted);
      if (still() && record !== counted) this.dayAttempted();
      const standing = won && record && await this.worker.ask("standing", games, record);
      if (record) await store.addGames([[JSON.parse(record).id, record]]);
      if (still() && standing) put($("result-more"), standing);
    } catch (mistake) {
      // The game is over all the same.
      if (still()) put($("result-more"), not_kept(why(mistake)));
    }
    try {
      const verdict = won ? "" : await this.worker.ask("verdict", saved);
      if (still() && verdict) put($("result-more"), verdict);
      await this.windows.daily.ended(model, still);
    } catch {
      // Nothing more is known of it.
    }
  }

  // A board that needs no guess is made by the worker, from the first cell on; or
  // there is none, and the player is told so.
  /** @param {number} wanted */
  async make(wanted) {
    const { model, generation } = this;
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
    const enough = setTimeout(() => this.worker.cancel(Maker.given_up()), Maker.patience());
    this.worker.onProgress = progress => put($("busy-text"), progress);
    let failed = "", update;
    try {
      const board = await this.worker.ask("board", model.save(now()), wanted);
      if (generation === this.generation) update = model.lay(board, now());
    } catch (mistake) {
      failed = why(mistake);
    }
    clearTimeout(slow);
    clearTimeout(enough);
    veil(false);
    if (generation !== this.generation) return;
    model.cancel_board_search();
    if (update) this.receive(update); else this.board.paint();
    if (failed) this.say(failed);
    if (document.activeElement === document.body || document.activeElement === $("cancel")) this.board.focus();
  }

  // Where to look, then the cell, then why: more, as long as it is asked for.
  async hint() {
    if (!this.playable() || this.model.remote() || this.model.outcome() !== "playing") return;
    const { model, generation } = this;
    if (model.more_help()) return this.showHelp();
    const saved = model.save(now());
    const moves = model.moves();
    const slow = setTimeout(() => this.say(thinking_message()), 150);
    try {
      const hint = await this.worker.ask("hint", saved, model.focus(), model.wants_foresight());
      // Whoever has moved on needs another one.
      if (generation !== this.generation || moves !== model.moves()) return;
      if (model.help(hint)) this.showHelp();
    } catch (mistake) {
      if (generation === this.generation) this.say(why(mistake));
    } finally {
      clearTimeout(slow);
    }
  }

  showHelp() {
    this.board.reveal();
    this.board.paint();
    this.say(this.model.remark());
    this.save();
  }

  // The heat map: how likely each closed cell is a mine, until the next game.
  /** @param {boolean} on */
  setHeat(on) {
    this.heat = on;
    $("heat").setAttribute("aria-pressed", String(on));
    if (!on) {
      this.model.hide_heat();
      this.board.draw();
    }
  }

  toggleHeat() {
    if (!this.playable() || this.model.remote() || this.model.outcome() !== "playing") return;
    this.setHeat(!this.heat);
    this.say(heat_message(this.heat));
    if (this.heat) this.warm();
  }

  async warm() {
    const { model, generation } = this;
    if (model.outcome() !== "playing") return;
    const moves = model.moves();
    const same = () => this.heat && generation === this.generation && moves === model.moves();
    try {
      const { cells, risks, note } = await this.worker.ask("heat", model.save(now()), undefined, model.focus());
      if (!same()) return;
      model.show_heat(cells, risks);
      if (note) this.say(note);
      this.board.paint();
      this.save();
    } catch (mistake) {
      if (same()) this.say(why(mistake));
    }
  }

  // The game again, move by move.
  replay() {
    try {
      this.viewer.show(this.model.save(now()));
    } catch (mistake) {
      this.say(why(mistake));
    }
  }

  undo() {
    if (!this.playable() || this.model.remote()) return;
    $("result").hidden = true;
    this.receive(this.model.undo(now()));
    this.board.reveal();
  }

  retry() {
    if (this.busy || !this.model || this.model.remote()) return;
    try {
      this.replaceModel(this.model.retry());
    } catch (mistake) {
      this.say(String(mistake));
    }
  }

  newGame() {
    if (!this.model || this.busy) return;
    if (this.model.remote()) this.server?.again(); else this.begin(this.model.new_game_address());
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.paused = paused;
    $("paused").hidden = !paused;
    $("scroller").inert = paused;
    $("scroller").classList.toggle("away", paused);
    put(part($("pause"), "span"), paused ? "Go on" : "Pause");
    if (paused) {
      this.model.pause(now());
      this.note();
      this.save();
      $("resume").focus();
    } else {
      this.model?.resume(now());
    }
  }

  togglePause() {
    if (!this.model || this.busy || this.model.remote() || this.model.outcome() !== "playing") return;
    this.pause(!this.paused);
    if (!this.paused) this.board.focus();
  }

  async share() {
    const link = new URL("#" + this.model.link(), location.href).href;
    this.refresh();
    this.save();
    let copied = true;
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      copied = false;
      history.replaceState(null, "", link);
    }
    this.say(this.model.linked(copied));
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
      hint: () => this.hint(), heat: () => this.toggleHeat(), daily: () => this.windows.daily.open(), undo: () => this.undo(), new: () => this.newGame(), retry: () => this.retry(),
      "flag-mode": () => { if (!$("flag-mode").disabled) this.toggleFlagMode(); }, replay: () => { if (!$("result").hidden) this.replay(); },
      pause: () => this.togglePause(), choose: () => this.windows.choose(), statistics: () => this.windows.statistics(),
      help: () => this.windows.help(), "zoom-in": () => this.board.zoom(1.2), "zoom-out": () => this.board.zoom(1 / 1.2),
      "zoom-fit": () => this.board.fit(true),
    };
    orders[command]?.();
  }

  apply() {
    const root = document.documentElement, { theme, palette, rulers, motion } = this.settings;
    const system = matchMedia(DARK).matches ? "dark" : "light";
    root.dataset.theme = theme === "system" ? system : theme;
    root.dataset.shade = getComputedStyle(root).colorScheme;
    root.dataset.palette = palette;
    root.dataset.motion = motion && !matchMedia(STILL).matches ? "on" : "off";
    this.keys.label();
    this.board.rulers?.show(rulers);
    this.habits();
    if (this.model) {
      this.board.restyle();
      this.board.resized();
    }
    if (this.viewer?.replay) this.viewer.board.restyle();
  }
}
