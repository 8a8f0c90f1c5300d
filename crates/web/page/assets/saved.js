// Games that were left for another: they wait in a list, and can be gone on with, renamed and deleted.

import { kept_unreadable, saved_game } from "./omnisweep.js";
import { $, context, make, pressed, put, why } from "./dom.js";
import * as store from "./store.js";

/** @import { Game } from "./game.js" */
/** @import { Show } from "./dialogs.js" */
/** @import { SavedGame } from "./omnisweep.js" */

const CELL = 4;

// What is closed of a board.
/** @param {SavedGame} game */
function picture({ columns, closed }) {
  const rows = Math.ceil(closed.length / columns);
  const canvas = make("canvas", { class: "thumbnail", width: columns * CELL, height: rows * CELL, "aria-hidden": "true" });
  const pen = context(canvas);
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--accent") || "gray";
  closed.forEach((is, at) => {
    if (is) pen.fillRect(at % columns * CELL, Math.floor(at / columns) * CELL, CELL - 1, CELL - 1);
  });
  return canvas;
}

/** @param {Game} game @param {Show} show */
export function saved(game, show) {
  /** @param {[key: string, aside: store.Aside]} entry */
  const row = ([key, { name, saved, text }]) => {
    const when = new Date(saved).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
    let about = "", shown;
    try {
      const found = saved_game(text);
      about = found.about;
      shown = picture(found);
    } catch (mistake) {
      about = kept_unreadable(why(mistake));
    }
    /** @param {string} what @param {string} label */
    const button = (what, label) => make("button",
      { type: "button", class: "small", "data-key": key, "data-what": what, id: `${what}-${key}`, "aria-labelledby": `${what}-${key} name-${key}` }, label);
    return make("li", {}, ...(shown ? [shown] : []),
      make("span", {}, make("b", { id: `name-${key}` }, name || about), make("small", {}, name ? `${when} · ${about}` : when)),
      button("go-on", "Go on"), button("rename", "Rename"), button("delete", "Delete"));
  };

  const fill = async () => {
    const all = await store.asides();
    $("saved-none").hidden = all.length > 0;
    $("saved-list").replaceChildren(...all.map(row));
  };

  $("saved-list").addEventListener("click", async event => {
    const { key, what } = pressed(event);
    if (!key) return;
    try {
      if (what === "go-on") {
        await game.goOn(key);
        $("dialog-saved").close();
        $("dialog-new").close();
        return;
      }
      if (what === "delete" && !confirm("Delete this game for good?")) return;
      if (what === "delete") await store.forgetAside(key);
      const name = what === "rename" ? prompt("What is it to be called?")?.trim() : "";
      if (name) await store.nameAside(key, name);
      await fill();
    } catch (mistake) {
      put($("saved-message"), why(mistake));
    }
  });

  $("open-saved").addEventListener("click", async () => {
    put($("saved-message"), "");
    show("dialog-saved");
    await fill().catch(mistake => put($("saved-message"), why(mistake)));
  });
}
