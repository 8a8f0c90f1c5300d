// The boards of the day: one for each level and each difficulty, the same for everyone.

import { no_statistics } from "./omnisweep.js";
import { $, make, pressed, put, why } from "./dom.js";
import * as store from "./store.js";

/** @import { Game } from "./game.js" */
/** @import { Show } from "./dialogs.js" */
/** @import { PageGame } from "./omnisweep.js" */
// What Rust says of the day (scores.rs).
/** @typedef {{ key: string, name: string, result: string | null, text: string | null }} DayLevel */
/** @typedef {{ day: string, next: string, streak: string, levels: DayLevel[] }} Today */

/** @param {Game} game @param {Show} show */
export function daily(game, show) {
  /** @returns {Promise<Today>} */
  const today = async () => JSON.parse(await game.worker.ask("daily", await store.allGames(), Date.now()));

  /** @param {string} text @param {(message: string) => void} say */
  const copy = async (text, say) => {
    try {
      await navigator.clipboard.writeText(text);
      say("The result is in the clipboard.");
    } catch {
      // Where a page may not write to the clipboard, the player can.
      say(text);
    }
  };

  // A button is called by what is on it and by the level it is for.
  /** @param {string} level @param {string} what @param {Record<string, string>} attributes @param {string} text */
  const button = (level, what, attributes, text) => make("button",
    { type: "button", id: `daily-${what}-${level}`, "aria-labelledby": `daily-${what}-${level} daily-${level}`, ...attributes }, text);

  const fill = async () => {
    const { day, next, streak, levels } = await today();
    put($("daily-day"), day);
    put($("daily-next"), next);
    put($("daily-streak"), streak);
    $("daily-levels").replaceChildren(...levels.map(({ key, name, result, text }) => make("li", {},
      make("span", {}, make("b", { id: `daily-${key}` }, name), make("small", {}, result ?? "Not played yet")),
      button(key, "play", { class: result ? "" : "primary", "data-level": key }, result ? "Practise" : "Play"),
      ...(text ? [button(key, "copy", { "data-text": text }, "Copy")] : []))));
  };

  $("daily-levels").addEventListener("click", event => {
    const { level, text } = pressed(event);
    if (text) copy(text, message => put($("daily-message"), message));
    if (level && game.begin(`daily&level=${level}`)) $("dialog-daily").close();
  });
  $("result-copy").addEventListener("click", () => copy($("result-copy").dataset.text ?? "", message => put($("result-more"), message)));

  const open = async () => {
    put($("daily-message"), "");
    show("dialog-daily");
    try {
      await fill();
    } catch (error) {
      put($("daily-message"), no_statistics(why(error)));
    }
  };
  $("open-daily").addEventListener("click", open);

  return {
    open,
    // A board of the day that was begun before is known, unless this is that attempt: it is practice.
    /** @param {PageGame} model @param {() => boolean} still */
    async begins(model, still) {
      const { day, level } = model.day() ?? {};
      if (!day || !level) return;
      // At the end of a game its board has to be known to be the day's: to make it again may take long.
      const first = model.day_to_remember();
      if (first !== undefined) {
        const board = await game.worker.ask("board", model.save(performance.now()), first);
        if (!still()) return;
        model.remember_day(board);
      }
      if (model.begun()) return;
      // As it is now: an attempt that begins meanwhile is this one.
      const attempts = store.attempts();
      const known = await game.worker.ask("attempted", await store.allGames(), attempts, day, level);
      if (known && still()) game.dayAttempted();
    },
    // The text to send to friends, once the game is over and kept.
    /** @param {PageGame} model @param {() => boolean} still */
    async ended(model, still) {
      const { day, level } = model.day() ?? {};
      if (!day) return;
      const now = await today();
      if (!still() || now.day !== day) return;
      const { text } = now.levels.find(({ key }) => key === level) ?? {};
      if (!text) return;
      $("result-copy").dataset.text = text;
      $("result-copy").hidden = false;
    },
  };
}
