// What is kept in this browser: the game being played, and those that are over.

/** @type {Promise<IDBDatabase>} */
const open = new Promise((resolve, reject) => {
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

/** @param {"game" | "earlier"} key @param {string | undefined} value */
export const keep = (key, value) => within("kept", "readwrite", store => store.put(value, key));
/** @param {"game" | "earlier"} key @returns {Promise<string | undefined>} */
export const kept = key => within("kept", "readonly", store => store.get(key));

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

/** @typedef {{ theme: string, palette: string, delay: number, leftChords: boolean, pauseAway: boolean }} Settings */
/** @type {Settings} */
const DEFAULTS = { theme: "system", palette: "safe", delay: 350, leftChords: false, pauseAway: true };

/** @returns {Settings} */
export function loadSettings() {
  try {
    const found = JSON.parse(localStorage.getItem("omnisweep.settings") ?? "{}");
    const known = Object.entries(DEFAULTS).map(([key, usual]) =>
      [key, typeof found?.[key] === typeof usual ? found[key] : usual]);
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
