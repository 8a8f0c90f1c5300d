// The windows over the page: a new game, help, and those with a script of their own.

import { $, controls, make } from "./dom.js";
import { daily } from "./daily.js";
import { offer } from "./omnisweep.js";
import { COMMANDS } from "./keys.js";
import { ranked } from "./ranked.js";
import { saved } from "./saved.js";
import { settings } from "./settings.js";
import { statistics } from "./statistics.js";

/** @import { Game } from "./game.js" */
/** @import { Server } from "./server.js" */
/** @typedef {{ [Id in keyof Elements]: Elements[Id] extends HTMLDialogElement ? Id : never }[keyof Elements]} DialogId */
/** @typedef {(id: DialogId) => void} Show */

/** @param {Game} game */
export function dialogs(game) {
  /** @type {Show} */
  const show = id => {
    if (!$(id).open) $(id).showModal();
  };
  for (const dialog of document.querySelectorAll("dialog")) {
    for (const button of dialog.querySelectorAll("[data-close]")) button.addEventListener("click", () => dialog.close());
    // A click beside the window closes it.
    dialog.addEventListener("mousedown", event => {
      if (event.target !== dialog) return;
      const { left, right, top, bottom } = dialog.getBoundingClientRect();
      const inside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
      if (!inside) dialog.close();
    });
    dialog.addEventListener("close", () => game.paused ? $("resume").focus() : game.board.focus());
  }

  // A new game.
  const form = $("form-new"), fields = controls(form);
  const follow = () => {
    $("custom-fields").hidden = fields.level.value !== "custom";
    // Only what these rules have is offered.
    const { choices, guesses } = offer($("rules").value, $("first").value);
    /** @param {HTMLInputElement | HTMLSelectElement} field @param {boolean} offered */
    const show = (field, offered) => {
      field.disabled = !offered;
      field.labels?.forEach(label => { label.hidden = !offered; });
    };
    show($("first"), choices);
    show($("marks"), choices);
    show($("guess"), guesses);
  };
  form.addEventListener("change", follow);
  form.addEventListener("submit", event => {
    event.preventDefault();
    const words = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    if (words.get("board")) for (const word of ["level", "size", "mines", "seed"]) words.delete(word);
    // Whether a board from a code needs a guess is not asked.
    if (words.get("board") && words.get("guess") !== "fair") words.delete("guess");
    if (words.get("level") !== "custom") for (const word of ["size", "mines"]) words.delete(word);
    if (words.get("level") === "custom" && !words.get("size")) {
      $("new-error").textContent = "A custom board needs a size, as 16x30 or 5x5x5.";
      fields.size.focus();
      return;
    }
    const before = $("status").textContent;
    if (game.begin(words.toString())) {
      $("dialog-new").close();
    } else {
      // The message belongs here, not under the board.
      $("new-error").textContent = $("status").textContent;
      $("status").textContent = before;
    }
  });
  const choose = () => {
    $("new-error").textContent = "";
    // As the game that is being played, until something else is chosen.
    const now = new URLSearchParams(game.model.new_game_address());
    const usual = { level: "custom", size: "", mines: "", rules: "modern", first: "opening", guess: "ordinary" };
    for (const [name, value] of Object.entries(usual)) fields[name].value = now.get(name) ?? value;
    fields.marks.checked = now.get("marks") === "on";
    fields.practice.checked = now.get("practice") === "on";
    fields.seed.value = fields.board.value = "";
    follow();
    show("dialog-new");
  };

  saved(game, show);
  settings(game, show);
  const help = () => {
    $("help-keys").replaceChildren(...[...game.keys.all].flatMap(([command, keys]) => keys.length === 0 ? [] : [
      make("dt", {}, ...keys.flatMap(key => [make("kbd", {}, key), " "])), make("dd", {}, COMMANDS[command][1])]));
    show("dialog-help");
  };
  $("open-new").addEventListener("click", choose);
  $("open-help").addEventListener("click", help);
  return {
    choose, help, statistics: statistics(game, show), daily: daily(game, show),
    /** @param {Server} server */
    ranked: server => ranked(server, show),
  };
}
