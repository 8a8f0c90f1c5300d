// Thinks while the page plays: the same WebAssembly, in a thread of its own.

import start, * as rust from "./omnisweep.js";

const ready = start();
// What Rust made, as something that can be sent.
const plain = (made, ...fields) => {
  const copy = Object.fromEntries(fields.map(field => [field, made[field]]));
  made.free();
  return copy;
};
const tasks = {
  hint(...words) {
    return plain(rust.hint(...words), "cell", "numbers", "sentence");
  },
  heat(...words) {
    return plain(rust.heat(...words), "cells", "risks");
  },
  // The solver's comments, move by move.
  review(saved, id) {
    let told = performance.now();
    const hear = (done, all) => {
      if (performance.now() - told < 200) return;
      told = performance.now();
      postMessage({ id, progress: rust.reviewing(done, all) });
    };
    return plain(rust.review(saved, hear), "luck", "skill", "verdicts", "sentences", "better", "risks", "least");
  },
  // Boards are tried until one needs no guess; the page may end that at any time.
  board(saved, first, id) {
    const maker = rust.Maker.start(saved, first);
    let told = performance.now();
    for (;;) {
      const board = maker.attempt();
      if (board !== undefined) {
        maker.free();
        return board;
      }
      if (performance.now() - told > 200) {
        told = performance.now();
        postMessage({ id, progress: maker.progress() });
      }
    }
  },
  verdict: rust.verdict,
  records: rust.records,
  statistics: rust.statistics,
  standing: rust.standing,
  daily: rust.daily,
};

onmessage = async ({ data: { id, task, words } }) => {
  try {
    await ready;
    postMessage({ id, value: tasks[task](...words, id) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
};
