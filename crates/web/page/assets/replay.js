// A game shown again: from the statistics, after it was played, or from a file.

import { Replay, no_comments, too_large } from "./omnisweep.js";
import { $, download, facts, make, part, put, why } from "./dom.js";
import { Board } from "./board.js";
import { zoomByWheel } from "./input.js";
import { WorkerClient } from "./worker-client.js";

/** @import { Game } from "./game.js" */
/** @import { Tasks } from "./worker.js" */

const now = () => performance.now();
const LARGEST_FILE = 64 * 1024 * 1024;
/** @type {Record<string, string>} */
const NAMES = { start: "First cell", forced: "Forced", "not needed": "Not needed", guess: "Guess", mistake: "Mistake", unknown: "Unknown" };

export class Viewer {
  // The game that is shown; there is none while the window is closed.
  /** @type {Replay} */
  replay;
  /** @type {Board} */
  board;
  /** @type {ReturnType<Tasks["review"]> | undefined} */
  comments;
  /** @type {WorkerClient | undefined} */
  worker;
  /** @type {number | undefined} */
  timer;
  // After how many moves it stands.
  at = 0;
  heat = false;

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.window = $("dialog-replay");
    /** @param {keyof Elements} id @param {() => void} work */
    const on = (id, work) => $(id).addEventListener("click", work);
    on("replay-back", () => this.step(false));
    on("replay-next", () => this.step(true));
    on("replay-play", () => this.toggle());
    on("replay-jump-back", () => this.jump(false));
    on("replay-jump", () => this.jump(true));
    on("replay-slower", () => this.hurry(false));
    on("replay-faster", () => this.hurry(true));
    on("replay-heat", () => this.toggleHeat());
    on("replay-save", () => download("omnisweep-game.txt", [this.replay.save()], "text/plain"));
    on("replay-open", () => $("replay-file").click());
    $("replay-seek").addEventListener("input", () => this.seek($("replay-seek").valueAsNumber));
    $("replay-file").addEventListener("change", () => {
      const [file] = $("replay-file").files ?? [];
      $("replay-file").value = "";
      if (file) this.read(file);
    });
    this.window.addEventListener("close", () => this.end());
    this.window.addEventListener("keydown", event => this.key(event));
    // The board: keys look around on it, a press of the mouse looks at a cell.
    $("replay-scroller").addEventListener("click", event => {
      const cell = this.replay.cell(...this.board.square(event.clientX, event.clientY));
      if (cell < 0) return;
      this.replay.set_focus(cell);
      this.board.paint();
      this.board.focus();
    });
    this.dropped();
  }

  // A file that is dropped on the page is opened, wherever it falls.
  dropped() {
    /** @param {DragEvent} event */
    const isFile = event => event.dataTransfer?.types.includes("Files");
    addEventListener("dragover", event => { if (isFile(event)) event.preventDefault(); });
    addEventListener("drop", event => {
      if (!isFile(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file) this.read(file);
    });
  }

  /** @param {File} file */
  async read(file) {
    try {
      if (file.size > LARGEST_FILE) throw too_large(file.name);
      this.show(new Uint8Array(await file.arrayBuffer()), file.name);
    } catch (mistake) {
      this.tell(why(mistake));
    }
  }

  // Where the player looks just now.
  /** @param {string} text */
  tell(text) {
    const open = [...document.querySelectorAll("dialog[open]")].at(-1);
    put(open?.querySelector("[data-message]") ?? $("status"), text);
  }

  // Shows the game in a file or a text; where there is none in it, throws and changes nothing.
  /** @param {string | Uint8Array} content @param {string} [name] */
  show(content, name = "") {
    const replay = Replay.open(typeof content === "string" ? new TextEncoder().encode(content) : content, name);
    this.end();
    this.replay = replay;
    this.comments = undefined;
    this.heat = false;
    $("replay-heat").setAttribute("aria-pressed", "false");
    const { model, paused } = this.game;
    if (model?.outcome() === "playing" && model.begun() && !paused && !model.remote()) this.game.pause(true);
    if (!this.window.open) this.window.showModal();
    const { name: title, details } = replay.title();
    put($("replay-title"), `Replay: ${title}`);
    put($("replay-details"), [name, details].filter(Boolean).join(" · "));
    $("replay-facts").replaceChildren(...facts(replay.facts()));
    put($("replay-luck"), "");
    put($("replay-skill"), "");
    $("replay-seek").max = String(replay.moves());
    $("replay-marks").replaceChildren();
    if (!this.board) {
      this.board = new Board($("replay-scroller"), "Board of the replay");
      // Nothing has to be hit on it: the cells may be small.
      this.board.least = 11;
      zoomByWheel(this.board);
    }
    this.board.fitted = true;
    this.board.show(replay);
    this.refresh();
    this.review(replay);
    $("replay-play").focus();
  }

  end() {
    clearTimeout(this.timer);
    this.worker?.stop();
    this.worker = undefined;
    if (this.board) this.board.model = undefined;
    this.replay?.free();
    this.replay = /** @type {any} */ (undefined);
  }

  // The worker comments on every move; the game can be looked at meanwhile.
  /** @param {Replay} replay */
  async review(replay) {
    this.worker = new WorkerClient();
    this.worker.onProgress = progress => put($("replay-luck"), progress);
    try {
      const comments = await this.worker.ask("review", replay.save());
      if (replay !== this.replay) return;
      this.comments = comments;
      put($("replay-luck"), comments.luck);
      put($("replay-skill"), comments.skill);
      this.marks();
    } catch (mistake) {
      if (replay !== this.replay) return;
      put($("replay-luck"), no_comments(why(mistake)));
    }
    this.refresh();
  }

  /** @param {number} number */
  notable(number) {
    return ["guess", "mistake"].includes(this.comments?.verdicts[number] ?? "");
  }

  // Where guesses and mistakes are, above the bar.
  marks() {
    const verdicts = this.comments?.verdicts ?? [], all = verdicts.length;
    $("replay-marks").replaceChildren(...verdicts.flatMap((verdict, number) => {
      if (!this.notable(number)) return [];
      const x = (number + 1) / all * 1000;
      return [make("line", { x1: x, x2: x, y1: 0, y2: 10, class: verdict })];
    }));
  }

  /** @param {number} moves */
  seek(moves) {
    this.replay.seek(moves);
    this.moved();
  }

  /** @param {boolean} forward */
  step(forward) {
    this.replay.step(forward);
    this.moved();
  }

  toggle() {
    this.replay.toggle(now());
    this.moved();
  }

  /** @param {boolean} faster */
  hurry(faster) {
    this.replay.change_speed(faster, now());
    this.moved();
  }

  // To the next guess or mistake, or the one before.
  /** @param {boolean} forward */
  jump(forward) {
    const at = this.replay.at(), moves = this.replay.moves();
    const numbers = [...Array(moves).keys()].filter(number => this.notable(number));
    const found = forward ? numbers.find(number => number >= at) : numbers.findLast(number => number < at - 1);
    if (found === undefined) return put($("replay-comment"), this.replay.nothing_notable(forward));
    this.seek(found + 1);
  }

  moved() {
    if (this.replay.at() !== this.at) this.board.reveal();
    this.refresh();
    this.go();
  }

  // While it runs, it is looked at again and again.
  go() {
    clearTimeout(this.timer);
    if (!this.replay.runs()) return;
    this.timer = setTimeout(() => {
      if (this.replay.tick(now()) || !this.replay.runs()) return this.moved();
      put($("replay-clock"), this.replay.clock());
      this.go();
    }, 30);
  }

  refresh() {
    const { replay, comments } = this, at = replay.at(), running = replay.runs();
    this.at = at;
    const verdict = comments?.verdicts[at - 1], sentence = comments?.sentences[at - 1];
    replay.point(comments?.better[at - 1] ?? -1);
    this.board.paint();
    // Whoever listens is told of single steps, not of a game that runs.
    $("replay-said").setAttribute("aria-live", running ? "off" : "polite");
    const known = at > 0 && verdict;
    $("replay-verdict").dataset.verdict = known ? verdict : "";
    put($("replay-verdict"), known ? NAMES[verdict] : at ? "…" : "Start");
    put($("replay-action"), replay.last());
    put($("replay-comment"), at ? sentence ?? "" : "");
    put($("replay-clock"), replay.clock());
    put($("replay-count"), replay.position());
    put($("replay-speed"), `${replay.speed()}×`);
    const seek = $("replay-seek");
    seek.value = String(at);
    seek.setAttribute("aria-valuetext", `${replay.position()}, ${replay.clock()}. ${replay.last()} ${at ? sentence ?? "" : ""}`);
    put(part($("replay-play"), "span"), running ? "Pause" : "Play");
    part($("replay-play"), "use").setAttribute("href", running ? "#i-pause" : "#i-play");
    $("replay-back").disabled = at === 0;
    $("replay-next").disabled = at === replay.moves();
    $("replay-jump").disabled = $("replay-jump-back").disabled = !comments;
    if (this.heat && !running) this.warm();
  }

  toggleHeat() {
    this.heat = !this.heat;
    $("replay-heat").setAttribute("aria-pressed", String(this.heat));
    if (!this.heat) {
      this.replay.hide_heat();
      this.board.paint();
    } else this.warm();
  }

  async warm() {
    const { replay } = this, at = replay.at();
    const same = () => replay === this.replay && at === replay.at() && this.heat;
    try {
      // A worker of its own, so that it need not wait for the comments.
      const heat = await this.game.worker.ask("heat", replay.save(), at, replay.focus());
      if (!same()) return;
      replay.show_heat(heat.cells, heat.risks);
      this.board.paint();
    } catch (mistake) {
      if (same()) put($("replay-comment"), why(mistake));
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.replay) return;
    /** @type {Record<string, string>} */
    const ways = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", Home: "home", End: "end", "[": "axis3-", "]": "axis3+", "{": "axis4-", "}": "axis4+" };
    const target = /** @type {Element} */ (event.target), onBoard = this.board.grid.contains(target), way = ways[event.key];
    const button = target instanceof HTMLButtonElement || target.tagName === "SUMMARY";
    /** @type {Record<string, () => void>} */
    const orders = {
      ",": () => this.step(false), ".": () => this.step(true), g: () => this.jump(true), G: () => this.jump(false),
      "+": () => this.hurry(true), "=": () => this.hurry(true), "-": () => this.hurry(false), x: () => this.toggleHeat(),
      ...(!button && { " ": () => this.toggle() }),
      // Arrows on the bar are the bar's own; elsewhere they step.
      ...(!onBoard && target !== $("replay-seek") && {
        ArrowLeft: () => this.step(false), ArrowRight: () => this.step(true), Home: () => this.seek(0), End: () => this.seek(this.replay.moves()),
      }),
    };
    if (onBoard && way) {
      this.replay.go(way, 1);
      this.board.reveal();
      this.board.paint();
      this.board.focus();
    } else if (orders[event.key]) {
      orders[event.key]();
    } else return;
    document.documentElement.dataset.input = "keys";
    event.preventDefault();
  }
}
