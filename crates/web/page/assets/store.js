// What is kept in this browser: the game being played, and those that are over.

// How long the browser's database may take to open, in milliseconds: some never answer.
const PATIENCE = 4000;

/** @type {Promise<IDBDatabase>} */
const open = new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error("the browser's storage does not answer")), PATIENCE);
  const request = indexedDB.open("omnisweep", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("kept");
    request.result.createObjectStore("games");
  };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
// Whoever asks is told; nobody has to ask.
open.catch(() => {});
// Fails where nothing can be kept.
export const ready = () => open;

/**
 * @template Result
 * @param {"kept" | "games"} store
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<Result> | undefined} work
 * @returns {Promise<Result>}
 */
async function within(store, mode, work) {
  const database = await open;
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode);
    const request = work(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(/** @type {Result} */ (request?.result));
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

// The games that are being played, by the places of their tabs.
/** @param {string} key @param {string | undefined} value */
export const keep = (key, value) => within("kept", "readwrite", store => value === undefined ? void store.delete(key) : store.put(value, key));
/** @param {string} key @returns {Promise<string | undefined>} */
export const kept = key => within("kept", "readonly", store => store.get(key));
/** @returns {Promise<string[]>} */
export const waiting = async () => {
  /** @type {IDBValidKey[]} */
  const keys = await within("kept", "readonly", store => store.getAllKeys(IDBKeyRange.bound("game", "game-~")));
  return keys.map(String);
};

// Games that were left for another, the newest first. So many are kept: whoever begins again and again does not fill the disk.
/** @typedef {{ name: string, saved: number, text: string }} Aside */
export const MOST_ASIDE = 100;
const asideKeys = () => IDBKeyRange.bound("aside-", "aside-~");

/** @returns {Promise<[key: string, aside: Aside][]>} */
export async function asides() {
  const [keys, values] = await Promise.all([
    within("kept", "readonly", store => store.getAllKeys(asideKeys())), within("kept", "readonly", store => store.getAll(asideKeys())),
  ]);
  return keys.map((key, at) => /** @type {[string, Aside]} */ ([String(key), values[at]])).reverse();
}

// Keys sort as the times do.
const newKey = () => `aside-${String(Date.now()).padStart(15, "0")}-${Math.random().toString(36).slice(2, 6)}`;

// Whether the oldest one was deleted for it.
/** @param {string} text */
export async function setAside(text) {
  await within("kept", "readwrite", store => store.put({ name: "", saved: Date.now(), text }, newKey()));
  const unnamed = (await asides()).filter(([, { name }]) => !name);
  const dropped = unnamed.slice(MOST_ASIDE);
  for (const [old] of dropped) await forgetAside(old);
  return dropped.length > 0;
}
/** @param {string} key */
export const forgetAside = key => within("kept", "readwrite", store => store.delete(key));
/** @param {string} key @param {string} name */
export const nameAside = (key, name) => within("kept", "readwrite", store => {
  const found = store.get(key);
  found.onsuccess = () => { if (found.result) store.put({ ...found.result, name }, key); };
  return found;
});

/** @param {string} key @returns {Promise<Aside | undefined>} */
export const aside = key => within("kept", "readonly", store => store.get(key));

// A game that was left goes on in a place, for which the one that was played there is left: each is in one place only, or all
// is as it was, and nothing is the answer.
/** @param {string} key @param {string} place @param {string | undefined} played @returns {Promise<Aside | undefined>} */
export const takeAside = (key, place, played) => within("kept", "readwrite", store => {
  const found = store.get(key);
  found.onsuccess = () => {
    if (!found.result) return;
    if (played) store.put({ name: "", saved: Date.now(), text: played }, newKey());
    store.put(found.result.text, place);
    store.delete(key);
  };
  return found;
});

// Boards of the day that were begun: whatever becomes of them, that was the attempt.
/** @returns {string[]} */
export function attempts() {
  try {
    const found = JSON.parse(localStorage.getItem("omnisweep.attempts") ?? "[]");
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}
// Notes one; whether it is the first of its kind, and not another tab's.
/** @param {string} attempt */
export function noteAttempt(attempt) {
  if (attempts().includes(attempt)) return false;
  try {
    localStorage.setItem("omnisweep.attempts", JSON.stringify([...new Set([...attempts(), attempt])].slice(-1000)));
  } catch {
    // Without storage nothing counts for long.
  }
  return true;
}

// Records of games that are over, by their ids: all of them are taken, or none.
/** @param {[id: string, line: string][]} games */
export const addGames = games => within("games", "readwrite", store => {
  for (const [id, line] of games) store.put(line, id);
  return undefined;
});
/** @param {string} id @returns {Promise<string>} */
export const game = id => within("games", "readonly", store => store.get(id));
/** @returns {Promise<string[]>} */
export const allGames = () => within("games", "readonly", store => store.getAll());
export const countGames = () => within("games", "readonly", store => store.count());

/** @typedef {{ theme: string, palette: string, delay: number, leftChords: boolean, pauseAway: boolean, rulers: boolean, motion: boolean, sound: boolean, keys: Record<string, string> }} Settings */
/** @type {Settings} */
const DEFAULTS = { theme: "system", palette: "safe", delay: 350, leftChords: false, pauseAway: true, rulers: false, motion: true, sound: false, keys: {} };

/** @returns {Settings} */
export function loadSettings() {
  try {
    const found = JSON.parse(localStorage.getItem("omnisweep.settings") ?? "{}");
    const known = Object.entries(DEFAULTS).map(([key, usual]) =>
      [key, found?.[key] !== null && typeof found?.[key] === typeof usual ? found[key] : usual]);
    return /** @type {any} */ (Object.fromEntries(known));
  } catch {
    return { ...DEFAULTS };
  }
}

/** @param {Settings} settings */
export function saveSettings(settings) {
  try {
    localStorage.setItem("omnisweep.settings", JSON.stringify(settings));
  } catch {
    // Without storage they hold until the page is left.
  }
}
