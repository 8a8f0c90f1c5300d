// Squares that change together change one after the other, from the cell that was played outwards.

import { LOOK } from "./sprites.js";

// In milliseconds: from one square to the next, until the last one begins, and until each is done.
const STEP = 22, LONGEST = 260, FADE = 150;
// More squares than this change at once: they would take longer to draw than to look at.
const MOST = 4000;

export class Ripple {
  // The squares that have not changed yet, or not wholly: what each looked like, and when it begins to change.
  /** @type {Map<number, { look: number, begins: number }>} */
  changing = new Map();

  // Begins where one picture gives way to another; both are numbers for squares, in rows of this width.
  /** @param {Uint32Array} before @param {Uint32Array} after @param {number} width @param {number} x @param {number} y */
  begin(before, after, width, x, y) {
    const now = performance.now();
    const changed = [...after.keys()].filter(at => (before[at] & LOOK) !== (after[at] & LOOK));
    // A single cell opens at once: whoever plays fast has nothing to wait for.
    if (changed.length < 2 || changed.length > MOST) return this.changing.clear();
    const away = changed.map(at => Math.hypot(at % width - x, Math.floor(at / width) - y));
    const step = Math.min(STEP, LONGEST / Math.max(...away, 1));
    this.changing = new Map(changed.map((at, nth) => [at, { look: before[at] & LOOK, begins: now + away[nth] * step }]));
  }

  // How far a square has changed, from 0 to 1, and what it looked like before.
  /** @param {number} at @param {number} now */
  of(at, now) {
    const one = this.changing.get(at);
    if (!one) return { part: 1, look: 0 };
    return { part: Math.min(1, Math.max(0, (now - one.begins) / FADE)), look: one.look };
  }
}
