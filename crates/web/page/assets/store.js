// What is kept in this browser: the game being played, and those that are over.

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

async function within(store, mode, work) {
  const database = await open;
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode);
    const request = work(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

export const keep = (key, value) => within("kept", "readwrite", store => store.put(value, key));
export const kept = key => within("kept", "readonly", store => store.get(key));

// Records of games that are over, by their ids: all of them are taken, or none.
export const addGames = games => within("games", "readwrite", store => {
  for (const [id, line] of games) store.put(line, id);
});
export const game = id => within("games", "readonly", store => store.get(id));
export const allGames = () => within("games", "readonly", store => store.getAll());
export const countGames = () => within("games", "readonly", store => store.count());

const DEFAULTS = { theme: "system", palette: "safe", delay: 350, leftChords: false, pauseAway: true };

export function loadSettings() {
  try {
    const found = JSON.parse(localStorage.getItem("omnisweep.settings") ?? "{}");
    const known = Object.entries(DEFAULTS).map(([key, usual]) =>
      [key, typeof found?.[key] === typeof usual ? found[key] : usual]);
    return Object.fromEntries(known);
  } catch {
    return { ...DEFAULTS };
  }
}

export function saveSettings(settings) {
  try {
    localStorage.setItem("omnisweep.settings", JSON.stringify(settings));
  } catch {
    // Without storage they hold until the page is left.
  }
}
