// The board on the screen: a canvas that shows what can be seen of it, and over
// it the cells around the focus as elements of an ARIA grid, for keys and readers.

import { context, make } from "./dom.js";
import { Ripple } from "./ripple.js";
import { FONT, GAP, HEAT, LOOK, OVER, PRESSED, Sprites } from "./sprites.js";

/** @import { Replay, PageGame } from "./omnisweep.js" */
/** @import { Rulers } from "./rulers.js" */
// What is seen of a board: its first square, how many there are, a number for each, and where the first lies on the canvas.
/** @typedef {{ x: number, y: number, width: number, height: number, codes: Uint32Array, fromX: number, fromY: number }} Seen */
// An element of the grid: which of the numbers that Rust paints with is its own, its cell, and what it says.
/** @typedef {HTMLDivElement & { index: number, cell: number, code?: number }} CellElement */

const SMALLEST = 2, LARGEST = 320;
// Browsers lay out nothing that is longer, in pixels of the screen.
const LONGEST = 16_000_000;
// What the frame around a board takes of the room.
export const FRAME = 16;
// Below so many pixels of the screen, a cell is a dot.
const DOT = 9;
// A grid of more squares than this has only those near the focus as elements.
const MOST_ELEMENTS = 1100, SPAN_X = 40, SPAN_Y = 24;
// So many labels are written at once, and so many whenever there is time again: the rest can wait, and frames cannot.
const LABELS_NOW = 12, LABELS_LATER = 48;

export class Board {
  // What is shown.
  /** @type {PageGame | Replay | undefined} */
  model;
  /** @type {Sprites} */
  sprites;
  width = 0;
  height = 0;
  // The smallest cells that still fit, where that is not the usual.
  /** @type {number | undefined} */
  least;
  /** @type {Rulers | undefined} */
  rulers;
  // A frame that was asked for, to paint in.
  /** @type {number | undefined} */
  pending;
  // A frame that was asked for, in which the ripple goes on.
  /** @type {number | undefined} */
  rippling;
  ripple = new Ripple();
  // Labels that are still to be written.
  /** @type {number | undefined} */
  writing;
  /** @type {Seen | undefined} */
  seen;
  /** @type {HTMLCanvasElement | undefined} */
  small;
  /** @type {CellElement[]} */
  elements = [];
  /** @type {Map<number, CellElement>} */
  byCell = new Map();
  /** @type {CellElement | undefined} */
  focused;

  // What changes its size with the room for the board, and by nothing else, is `frame`.
  /** @param {HTMLElement} scroller @param {string} label @param {HTMLElement} frame */
  constructor(scroller, label, frame = scroller) {
    this.scroller = scroller;
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.grid = make("div", { class: "cells", role: "grid", "aria-label": label });
    this.plane = make("div", { class: "plane" }, this.canvas, this.grid);
    scroller.append(this.plane);
    this.context = context(this.canvas);
    this.cell = this.pixels = 32;
    this.fitted = true;
    // All of it, however small.
    this.whole = false;
    this.window = "";
    this.scroller.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.resized()).observe(frame);
    this.watchDensity();
  }

  // Zooming the page, or another screen, changes how many pixels there are.
  watchDensity() {
    const media = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    media.addEventListener("change", () => { this.resize(this.cell); this.watchDensity(); }, { once: true });
  }

  /** @param {PageGame | Replay} model */
  show(model) {
    const same = this.model && this.width === model.width() && this.height === model.height();
    this.model = model;
    this.window = "";
    if (this.fitted || !same) this.fit(this.whole); else this.resized();
  }

  area() {
    const { offsetWidth, offsetHeight } = this.scroller;
    this.model?.arrange(Math.max(1, offsetWidth) / Math.max(1, offsetHeight));
    this.width = this.model?.width() ?? 0;
    this.height = this.model?.height() ?? 0;
    this.plane.classList.toggle("framed", this.model?.labels(0, 0, 1, 1).length === 0);
  }

  // The largest cells with which the whole board is seen.
  largest() {
    this.area();
    const { offsetWidth, offsetHeight } = this.scroller, density = devicePixelRatio || 1;
    const best = Math.min((offsetWidth - FRAME) / this.width, (offsetHeight - FRAME) / this.height, LARGEST);
    return Math.floor(best * density + .001) / density;
  }

  // Makes room for the board; says how large its cells can be there.
  settle() {
    return this.largest();
  }

  // The largest cells that fit, unless they are too small to play; or the whole board, however small they are.
  fit(whole = false) {
    if (!this.model) return;
    this.fitted = true;
    this.whole = whole;
    this.resize(this.wanted(this.settle()));
  }

  // How large the cells are to be, if the whole board can be seen with cells of this size.
  /** @param {number} best */
  wanted(best) {
    const [enough, usual] = this.whole ? [0, 0] : this.least ? [this.least, this.least] : matchMedia("(pointer: coarse)").matches ? [24, 30] : [20, 20];
    return best < enough ? usual : best;
  }

  /** @param {number} factor @param {number} [x] @param {number} [y] */
  zoom(factor, x, y) {
    this.fitted = this.whole = false;
    const rect = this.plane.getBoundingClientRect(), view = this.scroller.getBoundingClientRect();
    x ??= view.left + view.width / 2;
    y ??= view.top + view.height / 2;
    const atX = (x - rect.left) / this.cell, atY = (y - rect.top) / this.cell;
    this.resize(this.cell * factor);
    // What was under the fingers stays there.
    const now = this.plane.getBoundingClientRect();
    this.scroller.scrollLeft += now.left + atX * this.cell - x;
    this.scroller.scrollTop += now.top + atY * this.cell - y;
    this.draw();
  }

  resized() {
    if (!this.model) return;
    if (this.fitted) return this.fit(this.whole);
    this.settle();
    this.window = "";
    this.resize(this.cell);
  }

  // Cells are a whole number of the screen's pixels, so that lines are sharp.
  /** @param {number} cell */
  resize(cell) {
    const density = devicePixelRatio || 1;
    const { width, height } = this, most = Math.floor(LONGEST / Math.max(width, height, 1));
    this.pixels = Math.max(1, Math.min(most, Math.round(Math.min(LARGEST, Math.max(SMALLEST, cell)) * density)));
    this.cell = this.pixels / density;
    this.plane.style.width = width * this.cell + "px";
    this.plane.style.height = height * this.cell + "px";
    this.plane.style.setProperty("--cell", this.cell + "px");
    const seenWidth = Math.min(this.scroller.clientWidth, width * this.cell);
    const seenHeight = Math.min(this.scroller.clientHeight, height * this.cell);
    this.canvas.width = Math.ceil(seenWidth * density);
    this.canvas.height = Math.ceil(seenHeight * density);
    this.canvas.style.width = this.canvas.width / density + "px";
    this.canvas.style.height = this.canvas.height / density + "px";
    this.dress();
    this.snap();
    this.paint();
  }

  // A board in the middle of its room may lie between two pixels: it is moved onto one.
  snap() {
    const density = devicePixelRatio || 1, { plane, scroller } = this;
    plane.style.translate = "none";
    const { left, top } = plane.getBoundingClientRect();
    /** @param {number} at @param {number} scrolled */
    const off = (at, scrolled) => {
      const pixels = (at + scrolled) * density;
      return (Math.round(pixels) - pixels) / density;
    };
    plane.style.translate = `${off(left, scroller.scrollLeft)}px ${off(top, scroller.scrollTop)}px`;
  }

  restyle() {
    this.dress();
    this.draw();
  }

  // Other pictures: everything is to be painted anew.
  dress() {
    this.sprites = new Sprites(this.pixels);
    this.sprites.prepare();
    this.seen = undefined;
  }

  // The square under a point of the window; -1 where there is none.
  /** @param {number} x @param {number} y @returns {[number, number]} */
  square(x, y) {
    const rect = this.plane.getBoundingClientRect();
    /** @param {number} offset @param {number} count */
    const at = (offset, count) => {
      const n = Math.floor(offset / this.cell);
      return n >= 0 && n < count ? n : -1;
    };
    return [at(x - rect.left, this.width), at(y - rect.top, this.height)];
  }

  draw() {
    this.pending ??= requestAnimationFrame(() => this.paint());
  }

  // What is seen of the board now.
  /** @param {PageGame | Replay} model @returns {Seen} */
  look(model) {
    const { canvas, pixels: size, scroller } = this, density = devicePixelRatio || 1;
    const left = Math.round(Math.max(0, scroller.scrollLeft) * density);
    const top = Math.round(Math.max(0, scroller.scrollTop) * density);
    const x = Math.floor(left / size), y = Math.floor(top / size);
    const width = Math.max(0, Math.min(this.width - x, Math.ceil((left + canvas.width) / size) - x));
    const height = Math.max(0, Math.min(this.height - y, Math.ceil((top + canvas.height) / size) - y));
    return { x, y, width, height, codes: model.paint(x, y, width, height), fromX: x * size - left, fromY: y * size - top };
  }

  // Paints what looks different than before, or everything; what a move has changed spreads from the cell that was
  // played, if it is to.
  paint(spreads = false) {
    if (this.pending) cancelAnimationFrame(this.pending);
    this.pending = undefined;
    if (!this.model) return;
    const { canvas, context: c, pixels: size, model, seen: before, ripple } = this, seen = this.look(model);
    const { x, y, width, height, codes } = seen;
    this.seen = seen;
    const same = before !== undefined && before.codes.length === codes.length && before.width === width
      && before.x === x && before.y === y && before.fromX === seen.fromX && before.fromY === seen.fromY;
    if (size < DOT) {
      c.clearRect(0, 0, canvas.width, canvas.height);
      this.dots(codes, width, height, seen.fromX, seen.fromY);
    } else if (same) {
      const changed = [...codes.keys()].filter(at => codes[at] !== before.codes[at]);
      for (const at of changed) ripple.changing.delete(at);
      if (spreads) ripple.begin(before.codes, codes, changed, width, model.x(model.focus()) - x, model.y(model.focus()) - y);
      for (const at of changed) if (!ripple.changing.has(at)) this.drawSquare(seen, at);
    } else {
      ripple.changing.clear();
      c.clearRect(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < codes.length; at++) this.drawSquare(seen, at);
      this.labels(x, y, width, height, seen.fromX, seen.fromY);
    }
    if (ripple.changing.size) this.rippling ??= requestAnimationFrame(() => this.goOn());
    this.cells();
    this.rulers?.paint(this);
  }

  // Draws a square, and what is laid over it; what it looked like before shrinks away from it, as far as it has not yet.
  /** @param {Seen} seen @param {number} at @param {number} [before] @param {number} [part] */
  drawSquare({ x, y, codes, width, fromX, fromY }, at, before = GAP, part = 1) {
    const code = codes[at];
    if (code === GAP) return;
    const { context: c, pixels: size, sprites } = this, column = at % width, row = Math.floor(at / width);
    const toX = fromX + column * size, toY = fromY + row * size, odd = (x + column + y + row) % 2 === 1;
    c.clearRect(toX, toY, size, size);
    c.drawImage(sprites.of(code & LOOK, (code & PRESSED) !== 0, odd), toX, toY);
    if (part < 1) {
      const away = part * part * size * .35;
      c.globalAlpha = 1 - part;
      c.drawImage(sprites.of(before, false, odd), toX + away, toY + away, size - 2 * away, size - 2 * away);
      c.globalAlpha = 1;
    }
    if (code & OVER) sprites.over(c, code, toX, toY);
  }

  // The next frame of a ripple: only the squares that change just now are drawn.
  goOn() {
    this.rippling = undefined;
    const { seen, ripple } = this, now = performance.now();
    if (!seen) return;
    for (const [at, look, part] of ripple.now(now)) this.drawSquare(seen, at, look, part);
    if (ripple.changing.size) this.rippling = requestAnimationFrame(() => this.goOn());
  }

  /** @param {Uint32Array} codes @param {number} width @param {number} height @param {number} fromX @param {number} fromY */
  dots(codes, width, height, fromX, fromY) {
    if (!width || !height) return;
    const { context: c, pixels: size } = this;
    const image = new ImageData(width, height), dots = new Uint32Array(image.data.buffer);
    for (let at = 0; at < codes.length; at++) {
      const code = codes[at];
      if (code !== GAP) dots[at] = code & HEAT ? this.sprites.warmth(code) : this.sprites.pixel(code & LOOK, (code & PRESSED) !== 0);
    }
    this.small ??= document.createElement("canvas");
    this.small.width = width;
    this.small.height = height;
    context(this.small).putImageData(image, 0, 0);
    c.imageSmoothingEnabled = false;
    c.drawImage(this.small, fromX, fromY, width * size, height * size);
    for (let at = 0; at < codes.length; at++) {
      if (codes[at] & OVER & ~HEAT) {
        const column = at % width, row = (at - column) / width;
        this.sprites.over(c, codes[at], fromX + column * size, fromY + row * size);
      }
    }
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height @param {number} fromX @param {number} fromY */
  labels(x, y, width, height, fromX, fromY) {
    const { context: c, pixels: size } = this;
    for (const { x: atX, y: atY, text } of this.model?.labels(x, y, width, height) ?? []) {
      c.fillStyle = this.sprites.colour.muted;
      c.font = `600 ${Math.max(11 * (devicePixelRatio || 1), Math.min(size * .5, 15 * (devicePixelRatio || 1)))}px ${FONT}`;
      c.textAlign = "left";
      c.textBaseline = "bottom";
      c.fillText(text, fromX + (atX - x) * size + size * .06, fromY + (atY - y + 1) * size - size * .1);
    }
  }

  // The elements of the grid: all cells, or those around the focus.
  cells(labels = LABELS_NOW) {
    const { model, grid } = this;
    if (!model) return;
    const focus = model.focus(), focusX = model.x(focus), focusY = model.y(focus);
    let [x, y, width, height] = [0, 0, this.width, this.height];
    if (width * height > MOST_ELEMENTS) {
      /** @param {number} at @param {number} span @param {number} all */
      const near = (at, span, all) => Math.max(0, Math.min(all - span, Math.floor((at - span / 2) / 8) * 8));
      width = Math.min(width, SPAN_X);
      height = Math.min(height, SPAN_Y);
      x = near(focusX, width, this.width);
      y = near(focusY, height, this.height);
    }
    const window = [x, y, width, height].join();
    const held = grid.contains(document.activeElement);
    const codes = model.paint(x, y, width, height);
    if (window !== this.window) {
      this.window = window;
      this.build(model, x, y, width, height, codes);
    }
    const now = this.byCell.get(focus);
    this.write(model, codes, now ? [now, ...this.elements] : this.elements, labels);
    if (now !== this.focused) {
      this.focused?.setAttribute("tabindex", "-1");
      this.focused = now;
      now?.setAttribute("tabindex", "0");
    }
    if (held && document.activeElement !== now) now?.focus({ preventScroll: true });
  }

  // Writes the labels that are no longer true, a part at a time.
  /** @param {PageGame | Replay} model @param {Uint32Array} codes @param {CellElement[]} elements @param {number} most */
  write(model, codes, elements, most) {
    let left = most;
    for (const element of elements) {
      const code = codes[element.index] & (LOOK | HEAT);
      if (element.code === code) continue;
      if (left-- === 0) {
        this.writing ??= setTimeout(() => { this.writing = undefined; this.cells(LABELS_LATER); });
        return;
      }
      const label = model.describe(element.cell);
      element.setAttribute("aria-label", label);
      if (element.code === undefined) this.number(element, label);
      element.code = code;
    }
  }

  // Screen readers count rows and columns from 1, unless they are told what ours are called. Orca joins the two, column first.
  /** @param {CellElement} element @param {string} label */
  number(element, label) {
    const [, row, column] = label.match(/row (\d+), column (\d+)/) ?? [];
    if (row === undefined) return;
    element.setAttribute("aria-rowindextext", row);
    element.setAttribute("aria-colindextext", column + ", ");
  }

  /** @param {PageGame | Replay} model @param {number} x @param {number} y @param {number} width @param {number} height @param {Uint32Array} codes */
  build(model, x, y, width, height, codes) {
    const { grid } = this;
    grid.setAttribute("aria-rowcount", String(this.height));
    grid.setAttribute("aria-colcount", String(this.width));
    this.elements = [];
    this.byCell = new Map();
    this.focused = undefined;
    const rows = [];
    for (let row = 0; row < height; row++) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      line.setAttribute("aria-rowindex", String(y + row + 1));
      for (let column = 0; column < width; column++) {
        const index = row * width + column;
        if ((codes[index] & LOOK) === GAP) continue;
        const element = /** @type {CellElement} */ (document.createElement("div"));
        element.setAttribute("role", "gridcell");
        element.setAttribute("aria-colindex", String(x + column + 1));
        element.setAttribute("tabindex", "-1");
        element.style.setProperty("--x", String(x + column));
        element.style.setProperty("--y", String(y + row));
        element.index = index;
        element.cell = model.cell(x + column, y + row);
        this.elements.push(element);
        this.byCell.set(element.cell, element);
        line.append(element);
      }
      if (line.firstChild) rows.push(line);
    }
    grid.replaceChildren(...rows);
  }

  // Puts the keyboard's focus on the board, and the focused cell into view.
  /** @param {boolean} [reveal] */
  focus(reveal) {
    this.cells();
    this.focused?.focus({ preventScroll: true });
    if (reveal) this.reveal();
  }

  reveal() {
    const { model, scroller, cell: size } = this;
    if (!model) return;
    const cell = model.focus();
    const margin = size * 1.5;
    /** @param {number} at @param {number} from @param {number} span */
    const into = (at, from, span) => {
      if (at - margin < from) return at - margin;
      if (at + size + margin > from + span) return at + size + margin - span;
      return from;
    };
    const left = into(model.x(cell) * size, scroller.scrollLeft, scroller.clientWidth);
    const top = into(model.y(cell) * size, scroller.scrollTop, scroller.clientHeight);
    scroller.scrollTo({ left, top, behavior: "instant" });
  }
}
