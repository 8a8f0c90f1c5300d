// Where this tab keeps its game: other tabs have slots of their own. Which one is held as long as the page is open, and
// how long the game was played is noted in it every second, whatever becomes of the page.

import * as store from "./store.js";

// `over`: the game has ended, whatever is still kept of it.
/** @typedef {{ played: number, paused: boolean, over: boolean }} Clock */

const MOST = 64;
// How long a page that is loaded anew waits for the slot that it had a moment ago.
const PATIENCE = 1000;

/** @param {number} number */
const name = number => number === 1 ? "game" : `game-${number}`;

// Holds a slot, if nobody else does; as long as `wait` says, if somebody does.
/** @param {number} number @param {LockOptions} wait @returns {Promise<boolean>} */
const held = (number, wait) => new Promise(resolve => {
  navigator.locks.request(`omnisweep-${name(number)}`, wait, lock => {
    resolve(lock !== null);
    return lock === null ? undefined : new Promise(() => {});
  }).catch(() => resolve(false));
});

/** @returns {number | undefined} */
function before() {
  try {
    return Number(sessionStorage.getItem("omnisweep.slot")) || undefined;
  } catch {
    return undefined;
  }
}

// The slot that this tab had, else one where a game waits, else any.
async function find() {
  if (!navigator.locks) return 1;
  const mine = before();
  if (mine && await held(mine, { signal: AbortSignal.timeout(PATIENCE) })) return mine;
  const waiting = await store.waiting().catch(() => /** @type {string[]} */ ([]));
  const all = Array.from({ length: MOST }, (_, at) => at + 1);
  for (const number of [...all.filter(number => waiting.includes(name(number))), ...all]) {
    if (await held(number, { ifAvailable: true })) return number;
  }
  return 1;
}

export class Slot {
  /** @param {number} number */
  constructor(number) {
    this.key = name(number);
  }

  static async take() {
    const number = await find();
    try {
      sessionStorage.setItem("omnisweep.slot", String(number));
    } catch {
      // Loaded anew, this tab looks for a slot again.
    }
    return new Slot(number);
  }

  /** @returns {Clock} */
  clock() {
    try {
      const { played, paused, over } = JSON.parse(localStorage.getItem(`omnisweep.clock-${this.key}`) ?? "{}");
      return { played: Number(played) || 0, paused: paused === true, over: over === true };
    } catch {
      return { played: 0, paused: false, over: false };
    }
  }

  /** @param {Clock} clock */
  note(clock) {
    try {
      localStorage.setItem(`omnisweep.clock-${this.key}`, JSON.stringify(clock));
    } catch {
      // The game itself is kept with its clock after every move.
    }
  }
}
