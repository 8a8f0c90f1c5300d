// The window of statistics: a row for each kind of board, plots of one of them,
// and every game that was finished.

import { exported, imported, no_statistics, not_imported } from "./omnisweep.js";
import { $, download, make, pressed, put, why } from "./dom.js";
import { plot } from "./plots.js";
import * as store from "./store.js";

/** @import { Game } from "./game.js" */
/** @import { Show } from "./dialogs.js" */
/** @import { Group } from "./plots.js" */
// What Rust says of all games (scores.rs).
/** @typedef {{ id: string, finished: number, name: string, result: string, time: string, speed: string, notes: string, replay: boolean }} Line */
/** @typedef {{ categories: Group[], games: Line[] }} All */

const LARGEST_FILE = 256 * 1024 * 1024;
// How many games are listed at first, and with every press of the button.
const PAGE = 25;

// A game in the list.
/** @param {Line} line */
const row = ({ id, finished, result, time, speed, notes, replay }) => {
  const when = new Date(finished), short = when.toLocaleString([], { dateStyle: "short", timeStyle: "short" });
  const button = make("button", { type: "button", class: "small", "data-id": id, disabled: !replay, id: `play-${id}`, "aria-labelledby": `play-${id} when-${id}` }, "Replay");
  return make("tr", {}, make("th", { scope: "row", id: `when-${id}` }, short), make("td", {}, button), make("td", {}, result),
    make("td", {}, time), make("td", {}, speed || "–"), make("td", {}, notes));
};

/** @param {Game} game @param {Show} show */
export function statistics(game, show) {
  /** @type {All} */
  let all = { categories: [], games: [] }, listed = PAGE;
  /** @param {string} text */
  const tell = text => put($("stats-message"), text);

  const fill = async () => {
    const lines = await store.allGames();
    all = lines.length ? JSON.parse(await game.worker.ask("statistics", lines)) : { categories: [], games: [] };
    const none = all.games.length === 0;
    $("stats-none").hidden = !none;
    $("stats-some").hidden = none;
    $("export").disabled = none;
    if (none) return;
    $("stats-rows").replaceChildren(...all.categories.map(({ name, row }) =>
      make("tr", {}, make("th", { scope: "row" }, name), ...row.map(text => make("td", {}, text)))));
    // The kind that was played last, unless another was chosen.
    const select = $("stats-kind"), chosen = select.value || all.games[0].name;
    select.replaceChildren(...all.categories.map(({ name }) => make("option", {}, name)));
    select.value = all.categories.some(({ name }) => name === chosen) ? chosen : all.categories[0].name;
    listed = PAGE;
    draw();
  };

  const draw = () => {
    const group = all.categories.find(({ name }) => name === $("stats-kind").value);
    if (!group) return;
    put($("stats-summary"), group.summary);
    $("stats-plots").replaceChildren(...group.plots.map(shown =>
      make("figure", {}, make("figcaption", {}, shown.title), plot(shown, group))));
    const games = all.games.filter(({ name }) => name === group.name);
    $("stats-games").replaceChildren(...games.slice(0, listed).map(row));
    $("stats-more").hidden = games.length <= listed;
  };

  $("stats-games").addEventListener("click", async event => {
    const { id } = pressed(event);
    if (!id) return;
    try {
      game.viewer.show(await store.game(id));
    } catch (mistake) {
      tell(why(mistake));
    }
  });
  $("stats-kind").addEventListener("change", () => { listed = PAGE; draw(); });
  $("stats-more").addEventListener("click", () => { listed += PAGE; draw(); });

  $("export").addEventListener("click", async () => {
    const games = await store.allGames();
    download("omnisweep-stats.jsonl", games.map(line => line + "\n"), "application/jsonl");
    tell(exported(games.length));
  });
  $("import").addEventListener("click", () => $("import-file").click());
  $("import-file").addEventListener("change", async () => {
    const [file] = $("import-file").files ?? [];
    $("import-file").value = "";
    if (!file) return;
    try {
      if (file.size > LARGEST_FILE) throw new Error("The file is too large.");
      const [bad, ...found] = await game.worker.ask("records", await file.text());
      /** @type {[string, string][]} */
      const pairs = [];
      for (let at = 0; at < found.length; at += 2) pairs.push([found[at], found[at + 1]]);
      const before = await store.countGames();
      await store.addGames(pairs);
      const more = await store.countGames() - before;
      await fill();
      tell(`${imported(more, pairs.length - more)} ${bad}`);
    } catch (error) {
      tell(not_imported(why(error)));
    }
  });

  const open = async () => {
    tell("");
    show("dialog-stats");
    const slow = setTimeout(() => tell("Reading the games …"), 200);
    try {
      await fill();
      tell("");
    } catch (error) {
      tell(no_statistics(why(error)));
    } finally {
      clearTimeout(slow);
    }
  };
  $("open-stats").addEventListener("click", open);
  return open;
}
