// Thinks while the page plays: the same WebAssembly, in a thread of its own.

import start, * as rust from "./omnisweep.js";

const ready = start();
const tasks = {
  hint(saved) {
    const hint = rust.hint(saved);
    const { cell, numbers, sentence } = hint;
    hint.free();
    return { cell, numbers, sentence };
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
};

onmessage = async ({ data: { id, task, words } }) => {
  try {
    await ready;
    postMessage({ id, value: tasks[task](...words, id) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
};
