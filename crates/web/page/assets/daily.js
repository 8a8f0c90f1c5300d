// The board of the day: one for each level, the same for everyone.

import { no_statistics } from "./omnisweep.js";
import { $, make, put } from "./dom.js";
import * as store from "./store.js";

export function daily(game, show) {
  const told = async () => JSON.parse(await game.thinker.ask("daily", await store.allGames(), Date.now()));

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
  const button = (level, what, attributes, text) => make("button",
    { type: "button", id: `daily-${what}-${level}`, "aria-labelledby": `daily-${what}-${level} daily-${level}`, ...attributes }, text);

  const fill = async () => {
    const { day, next, streak, levels } = await told();
    put($("daily-day"), `${day}. ${next}`);
    put($("daily-streak"), streak);
    $("daily-levels").replaceChildren(...levels.map(({ key, name, result, text }) => make("li", {},
      make("span", {}, make("b", { id: `daily-${key}` }, name), make("small", {}, result ?? "Not played yet")),
      button(key, "play", { class: result ? "" : "primary", "data-level": key }, result ? "Practise" : "Play"),
      ...(text ? [button(key, "copy", { "data-text": text }, "Copy")] : []))));
  };

  $("daily-levels").addEventListener("click", event => {
    const { level, text } = event.target.closest("button")?.dataset ?? {};
    if (text) copy(text, message => put($("daily-message"), message));
    if (level && game.begin(`daily&level=${level}`)) $("dialog-daily").close();
  });
  $("result-copy").addEventListener("click", () => copy($("result-copy").dataset.text, message => put($("result-more"), message)));

  const open = async () => {
    put($("daily-message"), "");
    show("dialog-daily");
    try {
      await fill();
    } catch (error) {
      put($("daily-message"), no_statistics(error.message));
    }
  };
  $("open-daily").addEventListener("click", open);

  return {
    open,
    // A board of the day that was played to its end before is known: it is practice.
    async begins(table, still) {
      const { day, level } = table.day() ?? {};
      if (!day) return;
      const { played } = await told();
      if (!still() || !played.some(one => one.day === day && one.level === level)) return;
      game.say(table.known_day());
    },
    // The text to send to friends, once the game is over and kept.
    async ended(table, still) {
      const { day, level } = table.day() ?? {};
      if (!day) return;
      const now = await told();
      if (!still() || now.day !== day) return;
      const { text } = now.levels.find(({ key }) => key === level) ?? {};
      if (!text) return;
      $("result-copy").dataset.text = text;
      $("result-copy").hidden = false;
    },
  };
}
