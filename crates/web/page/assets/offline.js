// The page without a network, and new versions of it: sw.js keeps the files, the
// page says what it needs to know of that.

import { $ } from "./dom.js";

/** @import { Game } from "./game.js" */

// Everything of a version lies in a folder of that name.
const VERSION = new URL(".", import.meta.url).pathname.split("/").at(-2) ?? "";
const HOUR = 3_600_000;

// Whether this tab was moved over to that version before, and is not again: whatever goes wrong, it does not go round
// in circles. Where that cannot be remembered, nobody is moved.
/** @param {string} version */
function moved(version) {
  try {
    const before = sessionStorage.getItem("omnisweep.moved") === version;
    sessionStorage.setItem("omnisweep.moved", version);
    return before;
  } catch {
    return true;
  }
}

/** @param {Game} game */
export function offline(game) {
  $("version").textContent = VERSION;
  /** @param {string} text */
  const state = text => { $("offline-state").textContent = text; };
  let worker;
  try {
    worker = navigator.serviceWorker;
  } catch {
    // A browser that forbids it says so by throwing.
  }
  if (!worker || !isSecureContext) {
    state("It needs the network: browsers keep a page only if it comes by https.");
    return;
  }
  // As long as this page is open, its files stay.
  navigator.locks?.request(`omnisweep-${VERSION}`, { mode: "shared" }, () => new Promise(() => {}));

  // A page that came from the service worker asks whose version that is, now and whenever another takes over.
  let known = worker.controller !== null;
  const ask = () => worker.controller?.postMessage("version");
  worker.addEventListener("message", ({ data }) => {
    if (data?.version && data.version !== VERSION) ready(data.version);
  });
  worker.addEventListener("controllerchange", () => {
    if (known) ask();
    known = true;
  });
  if (known) ask();
  /** @param {string} version */
  const ready = version => {
    // Who has not begun, nor touched anything yet, is not disturbed: a new version takes over unasked.
    const touched = navigator.userActivation?.hasBeenActive || document.querySelector("dialog[open]");
    const idle = !game.model?.begun() && !touched;
    if (idle && !moved(version)) return location.reload();
    $("update").hidden = false;
  };
  $("update-now").addEventListener("click", async () => {
    await game.saved().catch(() => {});
    location.reload();
  });
  $("update-later").addEventListener("click", () => {
    $("update").hidden = true;
    game.board.focus();
  });

  worker.register(new URL("../sw.js", import.meta.url), { updateViaCache: "none" }).then(registration => {
    const look = () => registration.update().catch(() => {});
    setInterval(look, HOUR);
    let looked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden || Date.now() - looked < HOUR) return;
      looked = Date.now();
      look();
    });
    return worker.ready;
  }).then(registration => {
    registration.active?.postMessage("clean");
    state("It works without a network.");
    document.documentElement.dataset.offline = "yes";
  }).catch(error => {
    state("It needs the network: this browser does not keep it.");
    $("offline-state").title = error.message;
  });

  // Where the browser lets a page be installed, a button does.
  /** @type {(Event & { prompt?: () => void }) | undefined} */
  let invitation;
  addEventListener("beforeinstallprompt", event => {
    event.preventDefault();
    invitation = event;
    $("install").hidden = false;
  });
  addEventListener("appinstalled", () => { $("install").hidden = true; });
  $("install").addEventListener("click", () => invitation?.prompt?.());
}
