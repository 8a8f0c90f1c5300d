// A game shown again: from the statistics, after it was played, or from a file.

import { Film, no_comments, too_large } from "./omnisweep.js";
import { $, download, facts, make, part, put, why } from "./dom.js";
import { Board } from "./board.js";
import { zoomByWheel } from "./input.js";
import { Thinker } from "./thinker.js";

/** @import { Game } from "./game.js" */
/** @import { Tasks } from "./worker.js" */

const now = () => performance.now();
const LARGEST_FILE = 64 * 1024 * 1024;
/** @type {Record<string, string>} */
const NAMES = { start: "First cell", forced: "Forced", "not needed": "Not needed", guess: "Guess", mistake: "Mistake", unknown: "Unknown" };

export class Viewer {
  // The game that is shown; there is none while the window is closed.
  /** @type {Film} */
  film;
  /** @type {Board} */
  board;
  /** @type {ReturnType<Tasks["review"]> | undefined} */
  comments;
  /** @type {Thinker | undefined} */
  thinker;
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
    on("replay-save", () => download("omnisweep-game.txt", [this.film.save()], "text/plain"));
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
      const cell = this.film.cell(...this.board.square(event.clientX, event.clientY));
      if (cell < 0) return;
      this.film.set_focus(cell);
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
    const film = Film.open(typeof content === "string" ? new TextEncoder().encode(content) : content, name);
    this.end();
    this.film = film;
    this.comments = undefined;
    this.heat = false;
    $("replay-heat").setAttribute("aria-pressed", "false");
    if (this.game.table?.outcome() === "playing" && this.game.table.begun() && !this.game.paused) this.game.pause(true);
    if (!this.window.open) this.window.showModal();
    const { name: title, details } = film.title();
    put($("replay-title"), `Replay: ${title}`);
    put($("replay-details"), [name, details].filter(Boolean).join(" · "));
    $("replay-facts").replaceChildren(...facts(film.facts()));
    put($("replay-luck"), "");
    put($("replay-skill"), "");
    $("replay-seek").max = String(film.moves());
    $("replay-marks").replaceChildren();
    if (!this.board) {
      this.board = new Board($("replay-scroller"), "Board of the replay");
      // Nothing has to be hit on it: the cells may be small.
      this.board.least = 11;
      zoomByWheel(this.board);
    }
    this.board.fitted = true;
    this.board.show(film);
    this.refresh();
    this.review(film);
    $("replay-play").focus();
  }

  end() {
    clearTimeout(this.timer);
    this.thinker?.stop();
    this.thinker = undefined;
    if (this.board) this.board.table = undefined;
    this.film?.free();
    this.film = /** @type {any} */ (undefined);
  }

  // The worker comments on every move; the game can be looked at meanwhile.
  /** @param {Film} film */
  async review(film) {
    this.thinker = new Thinker();
    this.thinker.told = progress => put($("replay-luck"), progress);
    try {
      const comments = await this.thinker.ask("review", film.save());
      if (film !== this.film) return;
      this.comments = comments;
      put($("replay-luck"), comments.luck);
      put($("replay-skill"), comments.skill);
      this.marks();
    } catch (mistake) {
      if (film !== this.film) return;
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
    this.film.seek(moves);
    this.moved();
  }

  /** @param {boolean} forward */
  step(forward) {
    this.film.step(forward);
    this.moved();
  }

  toggle() {
    this.film.toggle(now());
    this.moved();
  }

  /** @param {boolean} faster */
  hurry(faster) {
    this.film.change_speed(faster, now());
    this.moved();
  }

  // To the next guess or mistake, or the one before.
  /** @param {boolean} forward */
  jump(forward) {
    const at = this.film.at(), moves = this.film.moves();
    const numbers = [...Array(moves).keys()].filter(number => this.notable(number));
    const found = forward ? numbers.find(number => number >= at) : numbers.findLast(number => number < at - 1);
    if (found === undefined) return put($("replay-comment"), this.film.nothing_notable(forward));
    this.seek(found + 1);
  }

  moved() {
    if (this.film.at() !== this.at) this.board.reveal();
    this.refresh();
    this.go();
  }

  // While it runs, it is looked at again and again.
  go() {
    clearTimeout(this.timer);
    if (!this.film.runs()) return;
    this.timer = setTimeout(() => {
      if (this.film.tick(now()) || !this.film.runs()) return this.moved();
      put($("replay-clock"), this.film.clock());
      this.go();
    }, 30);
  }

  refresh() {
    const { film, comments } = this, at = film.at(), running = film.runs();
    this.at = at;
    const verdict = comments?.verdicts[at - 1], sentence = comments?.sentences[at - 1];
    film.point(comments?.better[at - 1] ?? -1);
    this.board.paint();
    // Whoever listens is told of single steps, not of a game that runs.
    $("replay-said").setAttribute("aria-live", running ? "off" : "polite");
    const known = at > 0 && verdict;
    $("replay-verdict").dataset.verdict = known ? verdict : "";
    put($("replay-verdict"), known ? NAMES[verdict] : at ? "…" : "Start");
    put($("replay-action"), film.last());
    put($("replay-comment"), at ? sentence ?? "" : "");
    put($("replay-clock"), film.clock());
    put($("replay-count"), film.position());
    put($("replay-speed"), `${film.speed()}×`);
    const seek = $("replay-seek");
    seek.value = String(at);
    seek.setAttribute("aria-valuetext", `${film.position()}, ${film.clock()}. ${film.last()} ${at ? sentence ?? "" : ""}`);
    put(part($("replay-play"), "span"), running ? "Pause" : "Play");
    part($("replay-play"), "use").setAttribute("href", running ? "#i-pause" : "#i-play");
    $("replay-back").disabled = at === 0;
    $("replay-next").disabled = at === film.moves();
    $("replay-jump").disabled = $("replay-jump-back").disabled = !comments;
    if (this.heat && !running) this.warm();
  }

  toggleHeat() {
    this.heat = !this.heat;
    $("replay-heat").setAttribute("aria-pressed", String(this.heat));
    if (!this.heat) {
      this.film.hide_heat();
      this.board.paint();
    } else this.warm();
  }

  async warm() {
    const { film } = this, at = film.at();
    const same = () => film === this.film && at === film.at() && this.heat;
    try {
      // A worker of its own, so that it need not wait for the comments.
      const heat = await this.game.thinker.ask("heat", film.save(), at, film.focus());
      if (!same()) return;
      film.show_heat(heat.cells, heat.risks);
      this.board.paint();
    } catch (mistake) {
      if (same()) put($("replay-comment"), why(mistake));
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.film) return;
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
        ArrowLeft: () => this.step(false), ArrowRight: () => this.step(true), Home: () => this.seek(0), End: () => this.seek(this.film.moves()),
      }),
    };
    if (onBoard && way) {
      this.film.go(way, 1);
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
