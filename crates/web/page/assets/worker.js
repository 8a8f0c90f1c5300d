// Thinks while the page plays: the same WebAssembly, in a thread of its own.

import start, * as rust from "./omnisweep.js";

const ready = start();
// What Rust made, as something that can be sent.
/**
 * @template {{ free(): void }} Made
 * @template {keyof Made} Field
 * @param {Made} made
 * @param {Field[]} fields
 * @returns {Pick<Made, Field>}
 */
const plain = (made, ...fields) => {
  const copy = Object.fromEntries(fields.map(field => [field, made[field]]));
  made.free();
  return /** @type {any} */ (copy);
};
// The question that is thought about: one at a time.
let asked = 0;
/** @param {string} progress */
const tell = progress => postMessage({ id: asked, progress });

/** @typedef {typeof tasks} Tasks */
const tasks = {
  hint: rust.hint,
  /** @param {Parameters<typeof rust.heat>} words */
  heat(...words) {
    return plain(rust.heat(...words), "cells", "risks", "note");
  },
  // The solver's comments, move by move.
  /** @param {string} saved */
  review(saved) {
    let last = performance.now();
    /** @param {number} done @param {number} all */
    const hear = (done, all) => {
      if (performance.now() - last < 200) return;
      last = performance.now();
      tell(rust.reviewing(done, all));
    };
    return plain(rust.review(saved, hear), "luck", "skill", "verdicts", "sentences", "better", "risks", "least");
  },
  // Boards are tried until one needs no guess; the page may end that at any time.
  /** @param {string} saved @param {number} first */
  board(saved, first) {
    const maker = rust.Maker.start(saved, first);
    let last = performance.now();
    for (;;) {
      const board = maker.attempt();
      if (board !== undefined) {
        maker.free();
        return board;
      }
      if (performance.now() - last > 200) {
        last = performance.now();
        tell(maker.progress());
      }
    }
  },
  verdict: rust.verdict,
  records: rust.records,
  statistics: rust.statistics,
  settled: rust.settled,
  standing: rust.standing,
  attempted: rust.attempted,
  daily: rust.daily,
};

addEventListener("message", async ({ data: { id, task, words } }) => {
  try {
    await ready;
    asked = id;
    /** @type {(...words: any[]) => unknown} */
    const work = tasks[/** @type {keyof Tasks} */ (task)];
    postMessage({ id, value: work(...words) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
