// Mouse, fingers and keys: where they are and what they hold. What that means,
// Rust says.

/** @import { Game } from "./game.js" */
/** @import { Board } from "./board.js" */
/** @import { Command } from "./keys.js" */

import { keyName } from "./keys.js";

// How far a finger may slip and still tap.
const SLOP = 12;

// Commands that go somewhere, and those that do something to a cell; all others are orders to the page.
/** @type {Partial<Record<Command, string>>} */
const WAYS = {
  left: "left", right: "right", up: "up", down: "down", "row-start": "home", "row-end": "end", "page-up": "up", "page-down": "down",
  "board-start": "top", "board-end": "bottom", "z-back": "axis3-", "z-on": "axis3+", "w-back": "axis4-", "w-on": "axis4+",
};
/** @type {Command[]} */
const PRESSES = ["open", "flag", "mark", "chord"];

const now = () => performance.now();
/** @param {"keys" | "pointer"} kind */
const by = kind => { document.documentElement.dataset.input = kind; };

/** @param {Board} board */
export function zoomByWheel(board) {
  board.scroller.addEventListener("wheel", event => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    board.zoom(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });
}

/** @param {Board} board @param {Game} game */
export function listen(board, game) {
  listenToMouse(board, game);
  listenToFingers(board, game);
  listenToKeys(board, game);
  zoomByWheel(board);
}

// The mouse, by the mask of buttons that are held: with one button down,
// browsers tell of a second one in mouse events only.
/** @param {Board} board @param {Game} game */
function listenToMouse(board, game) {
  const { scroller } = board;
  let leftBoard = true;
  /** @param {MouseEvent} event */
  const mouse = event => {
    if (!game.playable() || game.ignoringClicks) return;
    const onBoard = event.type !== "mouseleave" && event.target instanceof Node && scroller.contains(event.target);
    if (!onBoard && leftBoard && event.type === "mousemove") return;
    leftBoard = !onBoard;
    const [x, y] = onBoard ? board.square(event.clientX, event.clientY) : [-1, -1];
    if (event.type === "mousedown" && onBoard && x >= 0 && y >= 0) {
      by("pointer");
      // No selection, no wheel of the middle button, and the focus stays on the board.
      event.preventDefault();
    }
    // A left click with Ctrl is a right click, as on computers whose mouse has one button.
    const buttons = event.ctrlKey && event.buttons & 1 ? event.buttons & ~1 | 2 : event.buttons;
    game.receive(game.model.mouse(x, y, buttons, now()));
  };
  for (const type of /** @type {const} */ (["mousedown", "mouseup", "mousemove"])) document.addEventListener(type, mouse);
  document.documentElement.addEventListener("mouseleave", mouse);
  scroller.addEventListener("contextmenu", event => event.preventDefault());
  scroller.addEventListener("auxclick", event => event.preventDefault());
}

// Fingers: one taps, rests or drags the board (the browser scrolls it), two zoom.
/** @param {Board} board @param {Game} game */
function listenToFingers(board, game) {
  const { scroller } = board;
  /** @type {[number, number] | undefined} */
  let start;
  /** @type {number | undefined} */
  let timer;
  /** @type {{ distance: number, x: number, y: number } | undefined} */
  let pinch;
  const quit = () => { clearTimeout(timer); start = undefined; game.receive(game.model?.cancel_touch(performance.now())); };
  /** @param {TouchList} touches */
  const between = ([a, b]) => ({
    distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
    x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2,
  });
  scroller.addEventListener("touchstart", event => {
    by("pointer");
    if (event.touches.length === 2) {
      quit();
      pinch = between(event.touches);
      event.preventDefault();
    } else if (event.touches.length === 1 && game.playable() && !game.ignoringClicks) {
      const [touch] = event.touches;
      start = [touch.clientX, touch.clientY];
      const [x, y] = board.square(...start);
      game.receive(game.model.touch(x, y, now()));
      const delay = game.settings.delay;
      clearTimeout(timer);
      timer = setTimeout(() => {
        // Timers and clocks may disagree by a moment.
        const update = start && game.model.long_press(now(), delay - 20);
        if (update) {
          start = undefined;
          navigator.vibrate?.(15);
          game.receive(update);
        }
      }, delay);
    }
  }, { passive: false });
  scroller.addEventListener("touchmove", event => {
    if (event.touches.length === 2 && pinch) {
      event.preventDefault();
      const next = between(event.touches);
      scroller.scrollLeft -= next.x - pinch.x;
      scroller.scrollTop -= next.y - pinch.y;
      board.zoom(next.distance / pinch.distance, next.x, next.y);
      // Cells grow by whole pixels: go on from where they are when they have.
      pinch = next;
    } else if (start) {
      const [touch] = event.touches;
      if (Math.hypot(touch.clientX - start[0], touch.clientY - start[1]) > SLOP) quit();
    }
  }, { passive: false });
  scroller.addEventListener("touchend", event => {
    if (event.touches.length < 2) pinch = undefined;
    if (event.cancelable) event.preventDefault();
    clearTimeout(timer);
    if (!start || !game.playable()) return;
    start = undefined;
    const [touch] = event.changedTouches;
    const [x, y] = board.square(touch.clientX, touch.clientY);
    game.receive(game.model.lift(x, y, now()));
  }, { passive: false });
  scroller.addEventListener("touchcancel", () => { pinch = undefined; quit(); });
}

// Keys, wherever the focus is: only where something is typed or chosen are they not the game's, and a button that was gone
// to by keys is pressed by Space and Enter.
/** @param {Board} board @param {Game} game */
function listenToKeys(board, game) {
  document.addEventListener("keydown", event => {
    const { target } = event;
    if (event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (!(target instanceof Element) || target.closest("input, select, textarea")) return;
    if (target.closest("button, summary") && ["Enter", " "].includes(event.key)) return;
    const command = game.keys.meanings.get(keyName(event));
    if (!command) return;
    event.preventDefault();
    by("keys");
    const way = WAYS[command];
    if (!way && !PRESSES.includes(command)) return game.order(command);
    if (!game.playable()) return;
    if (way) {
      const page = Math.max(1, Math.floor(board.scroller.clientHeight / board.cell) - 1);
      game.model.go(way, command.startsWith("page") ? page : 1);
      board.reveal();
      board.paint();
    } else {
      game.receive(game.model.press(command, now()));
    }
    board.focus();
    board.focused?.scrollIntoView({ block: "nearest", behavior: "instant" });
  });
  // After a button the game goes on where it was; who changes the size of cells by keys does so more than once.
  document.addEventListener("click", event => {
    const button = event.target instanceof Element && event.target.closest("header button, main button");
    if (!button || (button.closest(".zoom") && event.detail === 0)) return;
    if (!game.paused && !game.busy && !document.querySelector("dialog[open]")) board.focus();
  });
}
