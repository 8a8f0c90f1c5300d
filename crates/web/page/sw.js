// Keeps the page in the browser, so that it works without a network.
//
// In front of this text `cargo xtask web` puts the name of the version and the
// sum of each of its files: VERSION and FILES. A version is kept whole, every
// file as it should be, or not at all; until then the one before is used. Its
// files lie in a folder of that name, so that two versions never mix.

const PREFIX = "omnisweep-", OWN = PREFIX + VERSION;

// Hosts may send whoever asks for index.html elsewhere.
/** @param {string} name */
const address = name => new URL(name === "index.html" ? "./" : name, registration.scope).href;

/** @param {ArrayBuffer} bytes */
async function sum(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, byte => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} name */
async function fetched(name) {
  // What the browser remembers will do if it is the right thing.
  for (const cache of /** @type {const} */ (["no-cache", "reload"])) {
    const response = await fetch(address(name), { cache, credentials: "same-origin" });
    const bytes = await response.arrayBuffer();
    if (!response.ok || await sum(bytes) !== FILES[name]) continue;
    const headers = new Headers(response.headers);
    // The bytes are unpacked now.
    headers.delete("content-encoding");
    headers.delete("content-length");
    return new Response(bytes, { headers });
  }
  throw new Error(`${name} is not what it should be`);
}

async function install() {
  try {
    const files = await Promise.all(Object.keys(FILES).map(async name => /** @type {const} */ ([name, await fetched(name)])));
    const cache = await caches.open(OWN);
    await Promise.all(files.map(([name, file]) => cache.put(address(name), file)));
  } catch (error) {
    await caches.delete(OWN);
    throw error;
  }
  // At once: pages of the version before find their files as long as they are open.
  await skipWaiting();
}

// Forgets versions that nobody plays with any more: a page that does holds the lock of that name.
async function clean() {
  if (registration.installing || registration.waiting || !navigator.locks) return;
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === OWN) continue;
    await navigator.locks.request(name, { ifAvailable: true }, lock => lock && caches.delete(name));
  }
}

/** @param {Request} request @param {string} name */
async function answer(request, name) {
  const found = name in FILES
    ? await (await caches.open(OWN)).match(address(name), { ignoreVary: true })
    : await caches.match(request.url, { ignoreVary: true });
  // Without a network there is no server, and that is nothing to complain about.
  return found ?? (name === "server.json" ? fetch(request).catch(() => new Response("{}")) : fetch(request));
}

addEventListener("install", event => event.waitUntil(install()));
addEventListener("activate", event => event.waitUntil(clients.claim()));
addEventListener("message", event => {
  if (event.data === "version") event.source?.postMessage({ version: VERSION });
  if (event.data === "clean") event.waitUntil(clean());
});
addEventListener("fetch", event => {
  const { request } = event, asked = new URL(request.url), scope = new URL(registration.scope);
  const ours = asked.origin === scope.origin && asked.pathname.startsWith(scope.pathname);
  if (request.method !== "GET" || !ours) return;
  event.respondWith(answer(request, asked.pathname.slice(scope.pathname.length) || "index.html"));
});
