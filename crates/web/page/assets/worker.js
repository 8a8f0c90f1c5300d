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
  verdict: rust.verdict,
  records: rust.records,
  statistics: rust.statistics,
  standing: rust.standing,
};

onmessage = async ({ data: { id, task, words } }) => {
  try {
    await ready;
    postMessage({ id, value: tasks[task](...words) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
};
