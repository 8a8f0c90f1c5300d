// Pictures of single cells, drawn once for each size and theme.

import { context } from "./dom.js";

// The numbers that Rust paints with (paint.rs).
export const GAP = 0, CLOSED = 1, FLAG = 2, MARK = 3, EXPLODED = 4, MINE = 5, WRONG_FLAG = 6, FOUND = 7, OPEN = 16;
export const LOOK = (1 << 20) - 1, PRESSED = 1 << 20, LIT = 1 << 21, HINT = 1 << 22, REASON = 1 << 23, PLAYED = 1 << 31;
// Seven bits: how likely it is a mine, in per cent and one more.
export const HEAT = 127 << 24, OVER = LIT | HINT | REASON | PLAYED | HEAT;
/** @param {number} code */
const percent = code => ((code & HEAT) >> 24) - 1;

// From safe to mined: apart for every eye, most of all where guesses are made, below 20 %, and light enough for dark letters.
/** @type {[percent: number, colour: [number, number, number]][]} */
const WARMTH = [[0, [110, 176, 245]], [5, [142, 212, 232]], [10, [184, 230, 196]], [15, [222, 236, 150]], [20, [250, 226, 104]], [50, [250, 176, 92]], [100, [240, 118, 92]]];
const HEAT_INK = "#0c1118";
/** @param {number} percent */
export function warm(percent) {
  const next = Math.max(1, WARMTH.findIndex(([most]) => percent <= most));
  const [[least, from], [most, to]] = [WARMTH[next - 1], WARMTH[next]];
  const part = (percent - least) / (most - least);
  return from.map((value, at) => Math.round(value + (to[at] - value) * part));
}

const NAMES = ["tile", "tile-odd", "tile-high", "tile-low", "tile-edge", "tile-shape", "open", "open-odd", "open-line", "board-font", "flag", "pole", "mine", "boom", "boom-ink",
  "wrong", "good", "hint", "reason", "lit", "ink", "muted", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8"];

export const FONT = '"Inter", "Segoe UI", system-ui, -apple-system, "Helvetica Neue", "DejaVu Sans", sans-serif';

export class Sprites {
  /** @param {number} size */
  constructor(size) {
    this.size = size;
    const style = getComputedStyle(document.documentElement);
    /** @type {Record<string, string>} */
    this.colour = Object.fromEntries(NAMES.map(name => [name, style.getPropertyValue("--" + name).trim()]));
    // Pictures and pixels, by what they show.
    /** @type {Map<number, HTMLCanvasElement>} */
    this.made = new Map();
    /** @type {Map<number, number>} */
    this.pixels = new Map();
  }

  /** @param {number} mines */
  number(mines) {
    return this.colour["n" + mines] ?? this.colour.ink;
  }

  // Draws what will be needed soon, one picture at a time, so that no move has to wait for all of them.
  prepare() {
    const looks = [...Array.from({ length: 9 }, (_, mines) => OPEN + mines), FLAG, FOUND, MINE, EXPLODED];
    const next = () => {
      const look = looks.shift();
      if (look === undefined) return;
      this.of(look, false, false);
      this.of(look, false, true);
      setTimeout(next, 10);
    };
    setTimeout(next, 10);
  }

  // The picture of what a square looks like, without what is laid over it. Every other square may be of another shade.
  /** @param {number} look @param {boolean} pressed @param {boolean} odd */
  of(look, pressed, odd) {
    const shaded = odd && this.colour["tile-odd"] !== "";
    const key = look * 4 + (pressed ? 2 : 0) + (shaded ? 1 : 0);
    let sprite = this.made.get(key);
    if (!sprite) {
      sprite = document.createElement("canvas");
      sprite.width = sprite.height = this.size;
      this.draw(context(sprite), look, pressed, shaded ? "-odd" : "");
      this.made.set(key, sprite);
    }
    return sprite;
  }

  /** @param {CanvasRenderingContext2D} c @param {number} look @param {boolean} pressed @param {"" | "-odd"} shade */
  draw(c, look, pressed, shade) {
    const s = this.size, { colour } = this;
    const closed = look === CLOSED || look === FLAG || look === MARK || look === WRONG_FLAG || look === FOUND;
    if (closed && !pressed) {
      this.tile(c, colour["tile" + shade]);
    } else {
      this.ground(c, look === EXPLODED ? colour.boom : colour["open" + shade]);
    }
    if (look >= OPEN) {
      const mines = look - OPEN;
      if (mines > 0) this.text(c, String(mines), this.number(mines));
    } else if (look === FLAG) {
      this.flag(c, colour.flag);
    } else if (look === FOUND) {
      this.flag(c, colour.good);
    } else if (look === MARK) {
      this.text(c, "?", colour.ink);
    } else if (look === MINE) {
      this.mine(c, colour.mine, colour.open);
    } else if (look === EXPLODED) {
      this.mine(c, colour["boom-ink"], colour.boom);
    } else if (look === WRONG_FLAG) {
      c.globalAlpha = .45;
      this.flag(c, colour.flag);
      c.globalAlpha = 1;
      this.lines(c, colour.wrong, Math.max(1.5, s * .11), [.24, .24, .76, .76], [.76, .24, .24, .76]);
    }
  }

  // Lines from one point of the square to another, each as parts of its side.
  /** @param {CanvasRenderingContext2D} c @param {string} colour @param {number} width @param {number[][]} ends */
  lines(c, colour, width, ...ends) {
    const s = this.size;
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.lineCap = "round";
    c.beginPath();
    for (const [x, y, toX, toY] of ends) {
      c.moveTo(s * x, s * y);
      c.lineTo(s * toX, s * toY);
    }
    c.stroke();
  }

  // A closed square, in the shape that the theme has for it.
  /** @param {CanvasRenderingContext2D} c @param {string} fill */
  tile(c, fill) {
    const shape = this.colour["tile-shape"];
    if (shape === "bevel") this.bevel(c, fill); else if (shape === "hatch") this.hatch(c, fill); else this.button(c, fill);
  }

  /** @param {CanvasRenderingContext2D} c @param {string} fill */
  button(c, fill) {
    const s = this.size, { colour } = this, gap = Math.max(1, Math.round(s * .03)), r = s * .14;
    const edge = Math.max(1, Math.round(s * .05)), side = s - 2 * gap;
    /** @param {string} fill @param {number} y @param {number} height */
    const box = (fill, y, height) => { c.fillStyle = fill; c.beginPath(); c.roundRect(gap, y, side, height, r); c.fill(); };
    box(colour["tile-low"], gap, side);
    box(colour["tile-high"], gap, side - edge);
    box(fill, gap + edge, side - 2 * edge);
    this.outline(c, gap, r);
  }

  // A line around what is closed, dark or light enough to be told from what is open.
  /** @param {CanvasRenderingContext2D} c @param {number} gap @param {number} r */
  outline(c, gap, r) {
    const s = this.size, width = Math.max(1, Math.round(s * .035));
    c.strokeStyle = this.colour["tile-edge"];
    c.lineWidth = width;
    c.beginPath();
    c.roundRect(gap + width / 2, gap + width / 2, s - 2 * gap - width, s - 2 * gap - width, r);
    c.stroke();
  }

  // Raised, with light from the upper left.
  /** @param {CanvasRenderingContext2D} c @param {string} fill */
  bevel(c, fill) {
    const s = this.size, { colour } = this, edge = Math.max(2, Math.round(s * .11));
    c.fillStyle = colour["tile-high"];
    c.fillRect(0, 0, s, s);
    c.fillStyle = colour["tile-low"];
    c.beginPath();
    c.moveTo(s, 0); c.lineTo(s, s); c.lineTo(0, s); c.lineTo(edge, s - edge); c.lineTo(s - edge, s - edge); c.lineTo(s - edge, edge); c.closePath();
    c.fill();
    c.fillStyle = fill;
    c.fillRect(edge, edge, s - 2 * edge, s - 2 * edge);
  }

  // Strokes of a pen, as if by hand.
  /** @param {CanvasRenderingContext2D} c @param {string} fill */
  hatch(c, fill) {
    const s = this.size, gap = Math.max(1, Math.round(s * .05));
    this.ground(c, this.colour.open);
    c.save();
    c.beginPath();
    c.roundRect(gap, gap, s - 2 * gap, s - 2 * gap, s * .06);
    c.clip();
    c.fillStyle = fill;
    c.fillRect(0, 0, s, s);
    const strokes = Array.from({ length: 7 }, (_, at) => (at + .5) * .3);
    this.lines(c, this.colour["tile-high"], Math.max(1, s * .035), ...strokes.map((at, nth) => [at, -.05, at - 1.05 - (nth % 2) * .04, 1]));
    c.restore();
    this.outline(c, gap, s * .06);
  }

  /** @param {CanvasRenderingContext2D} c @param {string} fill */
  ground(c, fill) {
    const s = this.size, gap = Math.max(1, Math.round(s * .02));
    c.fillStyle = this.colour["open-line"];
    c.fillRect(0, 0, s, s);
    c.fillStyle = fill;
    c.fillRect(gap, gap, s - gap, s - gap);
  }

  /** @param {CanvasRenderingContext2D} c @param {string} text @param {string} colour */
  text(c, text, colour) {
    const s = this.size, size = s * (text.length > 2 ? .38 : text.length > 1 ? .5 : .62);
    c.fillStyle = colour;
    c.font = `700 ${size}px ${this.colour["board-font"] || FONT}`;
    c.textAlign = "center";
    c.textBaseline = "alphabetic";
    const m = c.measureText(text);
    const middle = s / 2 + (m.actualBoundingBoxAscent - m.actualBoundingBoxDescent) / 2;
    c.fillText(text, s / 2, middle);
  }

  /** @param {CanvasRenderingContext2D} c @param {string} colour */
  flag(c, colour) {
    const s = this.size;
    this.lines(c, this.colour.pole, Math.max(1, s * .075), [.36, .22, .36, .78], [.27, .79, .5, .79]);
    c.fillStyle = colour;
    c.beginPath();
    c.moveTo(s * .37, s * .2); c.lineTo(s * .78, s * .37); c.lineTo(s * .37, s * .54); c.closePath();
    c.fill();
  }

  /** @param {CanvasRenderingContext2D} c @param {string} colour @param {string} glint */
  mine(c, colour, glint) {
    const s = this.size, m = s / 2, r = s * .21;
    const spikes = [0, 1, 2, 3].map(k => {
      const a = k * Math.PI / 4, far = k % 2 ? .29 : .34, x = Math.cos(a) * far, y = Math.sin(a) * far;
      return [.5 - x, .5 - y, .5 + x, .5 + y];
    });
    this.lines(c, colour, Math.max(1, s * .07), ...spikes);
    c.fillStyle = colour;
    c.beginPath(); c.arc(m, m, r, 0, 7); c.fill();
    c.fillStyle = glint;
    c.beginPath(); c.arc(m - r * .35, m - r * .35, r * .28, 0, 7); c.fill();
  }

  // How likely a cell is a mine: the whole cell, or its lower edge where something is on it.
  /** @param {CanvasRenderingContext2D} c @param {number} code @param {number} x @param {number} y */
  heat(c, code, x, y) {
    const s = this.size, per = percent(code), look = code & LOOK, gap = Math.max(1, Math.round(s * .03));
    const top = look === CLOSED ? gap : Math.round(s * .62), height = s - gap - top;
    c.fillStyle = `rgb(${warm(per).join(" ")})`;
    c.beginPath();
    c.roundRect(x + gap, y + top, s - 2 * gap, height, s * .12);
    c.fill();
    if (s < 15) return;
    c.fillStyle = HEAT_INK;
    c.font = `${per === 0 || per === 100 ? 800 : 600} ${s * (look !== CLOSED ? .34 : per === 100 ? .37 : .42)}px ${FONT}`;
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(String(per), x + s / 2, y + top + height * .54);
  }

  // The same as a pixel.
  /** @param {number} code */
  warmth(code) {
    const [red, green, blue] = warm(percent(code));
    return (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
  }

  // What is laid over a square: its risk, neighbours lit, the cell of a hint, its numbers, the last move.
  /** @param {CanvasRenderingContext2D} c @param {number} code @param {number} x @param {number} y */
  over(c, code, x, y) {
    const s = this.size, { colour } = this;
    if (code & HEAT) this.heat(c, code, x, y);
    if (code & PLAYED) {
      const width = Math.max(2, s * .1);
      c.strokeStyle = colour.lit;
      c.lineWidth = width;
      c.beginPath();
      c.roundRect(x + width / 2, y + width / 2, s - width, s - width, s * .16);
      c.stroke();
    }
    if (code & LIT) {
      c.globalAlpha = .26;
      c.fillStyle = colour.lit;
      c.fillRect(x, y, s, s);
      c.globalAlpha = 1;
    }
    if (code & (HINT | REASON)) {
      const isHint = code & HINT, width = Math.max(2, s * (isHint ? .12 : .08));
      c.strokeStyle = isHint ? colour.hint : colour.reason;
      if (isHint) {
        c.globalAlpha = .3;
        c.fillStyle = colour.hint;
        c.fillRect(x, y, s, s);
        c.globalAlpha = 1;
      } else {
        c.setLineDash([s * .18, s * .1]);
      }
      c.lineWidth = width;
      c.beginPath();
      c.roundRect(x + width / 2, y + width / 2, s - width, s - width, s * .12);
      c.stroke();
      c.setLineDash([]);
    }
  }

  // A colour for each look, as a pixel, for cells that are too small for pictures.
  /** @param {number} look @param {boolean} pressed */
  pixel(look, pressed) {
    const key = pressed ? -look : look;
    let pixel = this.pixels.get(key);
    if (pixel === undefined) {
      const { colour } = this;
      const fill = look === FLAG ? colour.flag : look === MARK ? colour.muted : look === FOUND ? colour.good : look === WRONG_FLAG ? colour.wrong
        : look === EXPLODED ? colour.boom : look === MINE ? colour.mine
        : look === CLOSED ? (pressed ? colour.open : colour.tile) : colour.open;
      const dot = document.createElement("canvas");
      dot.width = dot.height = 1;
      const c = context(dot);
      c.fillStyle = fill;
      c.fillRect(0, 0, 1, 1);
      if (look > OPEN) {
        c.globalAlpha = .55;
        c.fillStyle = this.number(look - OPEN);
        c.fillRect(0, 0, 1, 1);
      }
      pixel = new Uint32Array(c.getImageData(0, 0, 1, 1).data.buffer)[0];
      this.pixels.set(key, pixel);
    }
    return pixel;
  }
}
