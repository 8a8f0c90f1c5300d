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

  // Begins where one picture gives way to another: numbers for squares in rows of this width, of which these have changed.
  /** @param {Uint32Array} before @param {Uint32Array} after @param {number[]} changed @param {number} width @param {number} x @param {number} y */
  begin(before, after, changed, width, x, y) {
    const now = performance.now();
    const others = changed.filter(at => (before[at] & LOOK) !== (after[at] & LOOK));
    // A single cell opens at once: whoever plays fast has nothing to wait for.
    if (others.length < 2 || others.length > MOST) return;
    const away = others.map(at => Math.hypot(at % width - x, Math.floor(at / width) - y));
    const step = Math.min(STEP, LONGEST / Math.max(...away, 1));
    for (const [nth, at] of others.entries()) this.changing.set(at, { look: before[at] & LOOK, begins: now + away[nth] * step });
  }

  // The squares that are changing at a moment: what each looked like, and how far it has changed, up to 1; those have done so.
  /** @param {number} now @returns {[at: number, look: number, part: number][]} */
  now(now) {
    /** @type {[number, number, number][]} */
    const found = [];
    for (const [at, { look, begins }] of this.changing) {
      if (now < begins) continue;
      const part = Math.min(1, (now - begins) / FADE);
      if (part === 1) this.changing.delete(at);
      found.push([at, look, part]);
    }
    return found;
  }
}
