// The page: its beginning, and what its buttons do.

import start, { Maker, PageGame, gone_message, kept_unreadable, listed_message, not_kept } from "./omnisweep.js";
import { $, put, why } from "./dom.js";
import { DARK, Game, STILL } from "./game.js";
import { listen } from "./input.js";
import { dialogs } from "./dialogs.js";
import { offline } from "./offline.js";
import { findServer } from "./server.js";
import { Slot } from "./slot.js";
import { Viewer } from "./replay.js";
import * as store from "./store.js";

const now = () => performance.now();
// The game at a server that an address is about.
/** @param {string} address */
const gameOf = address => /^game=([0-9a-f]{32})$/.exec(address)?.[1];

// A file, while it is told how much of it has come.
/** @param {URL} address */
async function loaded(address) {
  const { ok, status, body, headers } = await fetch(address);
  if (!ok || !body) throw new Error(`${address.pathname}: ${status}`);
  let bytes = 0;
  const counted = new TransformStream({
    transform(chunk, next) {
      bytes += chunk.length;
      put($("progress"), `Still loading: ${Math.round(bytes / 1000)} kB …`);
      next.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(counted), { headers });
}

async function main() {
  const game = new Game();
  game.apply();
  await start({ module_or_path: loaded(new URL("omnisweep.wasm", import.meta.url)) });
  $("waiting").remove();
  game.windows = dialogs(game);
  game.viewer = new Viewer(game);
  listen(game.board, game);

  // The game that was being played in this tab, unless the address asks for another.
  game.slot = await Slot.take();
  const { played, paused, over } = game.slot.clock();
  let model, trouble = "";
  const denied = await store.ready().then(() => "", mistake => not_kept(why(mistake)));
  try {
    const saved = denied ? undefined : await store.kept(game.slot.key);
    if (saved && !over) model = PageGame.load(saved, played);
  } catch (mistake) {
    trouble = kept_unreadable(String(mistake));
  }
  // The boards of the day, whichever: that is a window, and no board.
  const choose = location.hash === "#daily";
  const visited = gameOf(location.hash.slice(1));
  const asked = choose || visited ? "" : location.hash.slice(1);
  if (model && (!asked || model.matches_address(asked, Date.now()))) {
    const stands = paused && model.begun();
    game.replaceModel(model, stands);
    if (!stands && !document.hidden) model.resume(now());
  } else if (game.begin(asked)) {
    if (model?.begun()) {
      await game.setAside(model.save(now()));
      trouble = $("status").textContent || listed_message();
    }
    model?.free();
  } else {
    trouble = $("status").textContent;
    if (model) game.replaceModel(model); else game.begin("");
  }
  if (denied || trouble) game.say(denied || trouble);

  if (choose) game.windows.daily.open();
  addEventListener("hashchange", () => {
    const wanted = location.hash.slice(1);
    if (wanted === "daily") {
      history.replaceState(null, "", "#" + game.model.address());
      return game.windows.daily.open();
    }
    const id = gameOf(wanted);
    if (id && game.server && !game.model.matches_address(wanted, Date.now())) {
      history.replaceState(null, "", "#" + game.model.address());
      return game.server.visit(id);
    }
    if (game.busy || game.model.matches_address(wanted, Date.now())) return;
    // Back and forward lead to games that were played; whoever comes by a link begins.
    if (history.state?.played) return game.comeBack(wanted);
    if (!game.begin(wanted)) history.replaceState(null, "", "#" + game.model.address());
  });
  document.addEventListener("visibilitychange", () => {
    if (!game.model || game.paused || game.model.outcome() !== "playing") return;
    if (document.hidden) {
      if (game.settings.pauseAway) game.model.pause(now());
      game.note();
      game.saved().catch(() => {});
    } else {
      game.model.resume(now());
    }
  });
  addEventListener("pagehide", () => game.note());
  for (const wish of [DARK, STILL]) matchMedia(wish).addEventListener("change", () => game.apply());
  setInterval(() => game.tick(), 250);
  setInterval(() => game.note(), 1000);

  buttons(game);
  offline(game);
  warmUp();
  findServer(game).then(server => {
    game.server = server;
    if (server) game.windows.ranked(server);
    document.documentElement.dataset.server = server ? "yes" : "no";
    if (visited && server) server.visit(visited);
    else if (visited) game.say(gone_message());
  });
  document.documentElement.dataset.ready = "yes";
  // For tests and for whoever is curious.
  Object.assign(globalThis, { omnisweep: { game, PageGame } });
}

// Browsers compile what they run when it is first run: a small game that nobody sees is played, a step at a time, so that
// the first opening and the first end of a real one need not wait for that.
function warmUp() {
  const game = PageGame.start("board=9x9.AAJhAAIAEBkAAAFKxCQ.4x4", 1, Date.now());
  /** @type {(() => void)[]} */
  const steps = [
    () => game.mouse(4, 4, 1, 0), () => game.mouse(4, 4, 0, 1), () => game.paint(0, 0, 9, 9), () => game.mouse(0, 0, 2, 2), () => game.mouse(0, 0, 0, 3),
    () => game.describe(0), () => game.undo(4), () => game.save(5),
    () => {
      for (let cell = 0; game.outcome() === "playing"; cell++) {
        game.set_focus(cell);
        game.press("open", 6);
      }
    },
    () => game.facts(7), () => game.record(7), () => game.state(7), () => game.free(),
  ];
  const next = () => {
    steps.shift()?.();
    if (steps.length) setTimeout(next, 20);
  };
  setTimeout(next, 20);
}

/** @param {Game} game */
function buttons(game) {
  /** @param {keyof Elements} id @param {() => void} work */
  const click = (id, work) => $(id).addEventListener("click", work);
  click("hint", () => game.hint());
  click("heat", () => game.toggleHeat());
  click("result-replay", () => game.replay());
  click("undo", () => game.undo());
  click("retry", () => game.retry());
  click("pause", () => game.togglePause());
  click("resume", () => game.togglePause());
  click("share", () => game.share());
  click("zoom-in", () => game.board.zoom(1.2));
  click("zoom-out", () => game.board.zoom(1 / 1.2));
  click("zoom-fit", () => game.board.fit(true));
  click("cancel", () => game.worker.cancel(Maker.cancelled()));
  click("result-new", () => game.newGame());
  click("result-retry", () => game.retry());
  click("result-undo", () => game.undo());
  click("flag-mode", () => game.toggleFlagMode());
}

main().catch(error => {
  $("waiting")?.remove();
  // Without the program there are no words but these.
  put($("status"), `The page could not start: ${why(error)}`);
  throw error;
});
