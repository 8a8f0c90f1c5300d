// The board on the screen: a canvas that shows what can be seen of it, and over
// it the cells around the focus as elements of an ARIA grid, for keys and readers.

import { make } from "./dom.js";
import { FONT, GAP, HEAT, LOOK, OVER, PRESSED, Sprites } from "./sprites.js";

const SMALLEST = 2, LARGEST = 120;
// What the frame around a board takes of the room.
const FRAME = 16;
// Below so many pixels of the screen, a cell is a dot.
const DOT = 9;
// A grid of more squares than this has only those near the focus as elements.
const MOST_ELEMENTS = 1100, SPAN_X = 40, SPAN_Y = 24;

export class Board {
  constructor(scroller, label) {
    this.scroller = scroller;
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.grid = make("div", { class: "cells", role: "grid", "aria-label": label });
    this.plane = make("div", { class: "plane" }, this.canvas, this.grid);
    scroller.append(this.plane);
    this.context = this.canvas.getContext("2d");
    this.cell = 32;
    this.fitted = true;
    this.window = "";
    this.scroller.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.resized()).observe(this.scroller);
    this.watchDensity();
  }

  // Zooming the page, or another screen, changes how many pixels there are.
  watchDensity() {
    const media = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    media.addEventListener("change", () => { this.resize(this.cell); this.watchDensity(); }, { once: true });
  }

  show(table) {
    const same = this.table && this.width === table.width() && this.height === table.height();
    this.table = table;
    this.window = "";
    this.area();
    if (this.fitted || !same) this.fit(); else this.resize(this.cell);
  }

  area() {
    const { clientWidth, clientHeight } = this.scroller;
    this.table?.arrange(Math.max(1, clientWidth) / Math.max(1, clientHeight));
    this.width = this.table?.width() ?? 0;
    this.height = this.table?.height() ?? 0;
    this.plane.classList.toggle("framed", this.table?.labels(0, 0, 1, 1).length === 0);
  }

  // The largest cells with which the whole board is seen, if they are not too small to play.
  fit() {
    if (!this.table) return;
    this.area();
    const { clientWidth, clientHeight } = this.scroller;
    const best = Math.min((clientWidth - FRAME) / this.width, (clientHeight - FRAME) / this.height);
    const least = this.least ?? (matchMedia("(pointer: coarse)").matches ? 30 : 20);
    this.fitted = true;
    this.resize(Math.max(least, Math.min(best, 56)));
  }

  zoom(factor, x, y) {
    this.fitted = false;
    const rect = this.plane.getBoundingClientRect(), view = this.scroller.getBoundingClientRect();
    x ??= view.left + view.width / 2;
    y ??= view.top + view.height / 2;
    const at_x = (x - rect.left) / this.cell, at_y = (y - rect.top) / this.cell;
    this.resize(this.cell * factor);
    // What was under the fingers stays there.
    const now = this.plane.getBoundingClientRect();
    this.scroller.scrollLeft += now.left + at_x * this.cell - x;
    this.scroller.scrollTop += now.top + at_y * this.cell - y;
    this.draw();
  }

  resized() {
    if (this.table && this.fitted) this.fit(); else { this.window = ""; this.resize(this.cell); }
  }

  // Cells are a whole number of the screen's pixels, so that lines are sharp.
  resize(cell) {
    const density = devicePixelRatio || 1;
    this.pixels = Math.max(1, Math.round(Math.min(LARGEST, Math.max(SMALLEST, cell)) * density));
    this.cell = this.pixels / density;
    const { width, height } = this;
    this.plane.style.width = width * this.cell + "px";
    this.plane.style.height = height * this.cell + "px";
    this.plane.style.setProperty("--cell", this.cell + "px");
    const seen_width = Math.min(this.scroller.clientWidth, width * this.cell);
    const seen_height = Math.min(this.scroller.clientHeight, height * this.cell);
    this.canvas.width = Math.ceil(seen_width * density);
    this.canvas.height = Math.ceil(seen_height * density);
    this.canvas.style.width = this.canvas.width / density + "px";
    this.canvas.style.height = this.canvas.height / density + "px";
    this.sprites = new Sprites(this.pixels);
    this.snap();
    this.paint();
  }

  // A board in the middle of its room may lie between two pixels: it is moved onto one.
  snap() {
    const density = devicePixelRatio || 1, { plane, scroller } = this;
    plane.style.translate = "none";
    const { left, top } = plane.getBoundingClientRect();
    const off = (at, scrolled) => {
      const pixels = (at + scrolled) * density;
      return (Math.round(pixels) - pixels) / density;
    };
    plane.style.translate = `${off(left, scroller.scrollLeft)}px ${off(top, scroller.scrollTop)}px`;
  }

  restyle() {
    this.sprites = new Sprites(this.pixels);
    this.draw();
  }

  // The square under a point of the window; -1 where there is none.
  square(x, y) {
    const rect = this.plane.getBoundingClientRect();
    const at = (offset, count) => {
      const n = Math.floor(offset / this.cell);
      return n >= 0 && n < count ? n : -1;
    };
    return [at(x - rect.left, this.width), at(y - rect.top, this.height)];
  }

  draw() {
    this.pending ??= requestAnimationFrame(() => this.paint());
  }

  paint() {
    if (this.pending) cancelAnimationFrame(this.pending);
    this.pending = undefined;
    if (!this.table) return;
    const { canvas, context: c, pixels: size, table } = this;
    const density = devicePixelRatio || 1;
    const left = Math.round(Math.max(0, this.scroller.scrollLeft) * density);
    const top = Math.round(Math.max(0, this.scroller.scrollTop) * density);
    const x = Math.floor(left / size), y = Math.floor(top / size);
    const width = Math.max(0, Math.min(this.width - x, Math.ceil((left + canvas.width) / size) - x));
    const height = Math.max(0, Math.min(this.height - y, Math.ceil((top + canvas.height) / size) - y));
    const codes = table.paint(x, y, width, height);
    c.clearRect(0, 0, canvas.width, canvas.height);
    const from_x = x * size - left, from_y = y * size - top;
    if (size < DOT) this.dots(codes, width, height, from_x, from_y); else {
      for (let row = 0, at = 0; row < height; row++) {
        for (let column = 0; column < width; column++, at++) {
          const code = codes[at];
          if (code === GAP) continue;
          const to_x = from_x + column * size, to_y = from_y + row * size;
          c.drawImage(this.sprites.of(code & LOOK, (code & PRESSED) !== 0), to_x, to_y);
          if (code & OVER) this.sprites.over(c, code, to_x, to_y);
        }
      }
      this.labels(x, y, width, height, from_x, from_y);
    }
    this.cells();
  }

  dots(codes, width, height, from_x, from_y) {
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
    this.small.getContext("2d").putImageData(image, 0, 0);
    c.imageSmoothingEnabled = false;
    c.drawImage(this.small, from_x, from_y, width * size, height * size);
    for (let at = 0; at < codes.length; at++) {
      if (codes[at] & OVER & ~HEAT) {
        const column = at % width, row = (at - column) / width;
        this.sprites.over(c, codes[at], from_x + column * size, from_y + row * size);
      }
    }
  }

  labels(x, y, width, height, from_x, from_y) {
    const { context: c, pixels: size } = this;
    for (const { x: at_x, y: at_y, text } of this.table.labels(x, y, width, height)) {
      c.fillStyle = this.sprites.colour.muted;
      c.font = `600 ${Math.max(11 * (devicePixelRatio || 1), Math.min(size * .5, 15 * (devicePixelRatio || 1)))}px ${FONT}`;
      c.textAlign = "left";
      c.textBaseline = "bottom";
      c.fillText(text, from_x + (at_x - x) * size + size * .06, from_y + (at_y - y + 1) * size - size * .1);
    }
  }

  // The elements of the grid: all cells, or those around the focus.
  cells() {
    const { table, grid } = this;
    const focus = table.focus(), focus_x = table.x(focus), focus_y = table.y(focus);
    let [x, y, width, height] = [0, 0, this.width, this.height];
    if (width * height > MOST_ELEMENTS) {
      const near = (at, span, all) => Math.max(0, Math.min(all - span, Math.floor((at - span / 2) / 8) * 8));
      width = Math.min(width, SPAN_X);
      height = Math.min(height, SPAN_Y);
      x = near(focus_x, width, this.width);
      y = near(focus_y, height, this.height);
    }
    const window = [x, y, width, height].join();
    const held = grid.contains(document.activeElement);
    const codes = table.paint(x, y, width, height);
    if (window !== this.window) {
      this.window = window;
      this.build(x, y, width, height, codes);
    }
    for (const element of this.elements) {
      const code = codes[element.place] & (LOOK | HEAT);
      if (element.code !== code) {
        element.code = code;
        element.setAttribute("aria-label", table.describe(element.cell));
      }
    }
    const now = this.byCell.get(focus);
    if (now !== this.focused) {
      this.focused?.setAttribute("tabindex", "-1");
      this.focused = now;
      now?.setAttribute("tabindex", "0");
    }
    if (held && document.activeElement !== now) now?.focus({ preventScroll: true });
  }

  build(x, y, width, height, codes) {
    const { grid, table } = this;
    grid.setAttribute("aria-rowcount", this.height);
    grid.setAttribute("aria-colcount", this.width);
    this.elements = [];
    this.byCell = new Map();
    this.focused = undefined;
    const rows = [];
    for (let row = 0; row < height; row++) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      line.setAttribute("aria-rowindex", y + row + 1);
      for (let column = 0; column < width; column++) {
        const place = row * width + column;
        if ((codes[place] & LOOK) === GAP) continue;
        const element = document.createElement("div");
        element.setAttribute("role", "gridcell");
        element.setAttribute("aria-colindex", x + column + 1);
        element.setAttribute("tabindex", "-1");
        element.style.setProperty("--x", x + column);
        element.style.setProperty("--y", y + row);
        element.place = place;
        element.cell = table.cell(x + column, y + row);
        this.elements.push(element);
        this.byCell.set(element.cell, element);
        line.append(element);
      }
      if (line.firstChild) rows.push(line);
    }
    grid.replaceChildren(...rows);
  }

  // Puts the keyboard's focus on the board, and the focused cell into view.
  focus(reveal) {
    this.cells();
    this.focused?.focus({ preventScroll: true });
    if (reveal) this.reveal();
  }

  reveal() {
    const cell = this.table.focus(), { scroller, cell: size } = this;
    const margin = size * 1.5;
    const into = (at, from, span) => {
      if (at - margin < from) return at - margin;
      if (at + size + margin > from + span) return at + size + margin - span;
      return from;
    };
    const left = into(this.table.x(cell) * size, scroller.scrollLeft, scroller.clientWidth);
    const top = into(this.table.y(cell) * size, scroller.scrollTop, scroller.clientHeight);
    scroller.scrollTo({ left, top, behavior: "instant" });
  }
}
