// The windows over the page: a new game, settings, help, and those with a script of their own.

import { $ } from "./dom.js";
import { daily } from "./daily.js";
import { saved } from "./saved.js";
import { statistics } from "./statistics.js";
import * as store from "./store.js";

/** @import { Game } from "./app.js" */
/** @typedef {{ [Id in keyof Elements]: Elements[Id] extends HTMLDialogElement ? Id : never }[keyof Elements]} DialogId */
/** @typedef {(id: DialogId) => void} Show */

// What can be filled in, by name.
/** @param {HTMLFormElement} form @returns {Record<string, HTMLInputElement>} */
const controls = form => /** @type {any} */ (form.elements);

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
    // Only the modern rules have a choice.
    $("first").disabled = $("marks").disabled = $("rules").value !== "modern";
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
    const now = new URLSearchParams(game.table.again());
    const usual = { level: "custom", size: "", mines: "", rules: "modern", first: "opening", guess: "ordinary" };
    for (const [name, value] of Object.entries(usual)) fields[name].value = now.get(name) ?? value;
    fields.marks.checked = now.get("marks") === "on";
    fields.practice.checked = now.get("practice") === "on";
    fields.seed.value = fields.board.value = "";
    follow();
    show("dialog-new");
  };

  // Settings.
  const settings = $("form-settings"), choices = controls(settings);
  const shown = () => { $("delay-shown").textContent = `${choices.delay.value} ms`; };
  settings.addEventListener("input", () => {
    const { theme, palette, delay, leftChords, pauseAway } = choices;
    game.settings = {
      theme: theme.value, palette: palette.value, delay: Number(delay.value),
      leftChords: leftChords.checked, pauseAway: pauseAway.checked,
    };
    shown();
    store.saveSettings(game.settings);
    game.apply();
  });
  settings.addEventListener("submit", event => event.preventDefault());
  const set = () => {
    for (const [name, value] of Object.entries(game.settings)) {
      const field = choices[name];
      if (typeof value === "boolean") field.checked = value; else field.value = String(value);
    }
    shown();
    show("dialog-settings");
  };

  saved(game, show);
  const help = () => show("dialog-help");
  $("open-new").addEventListener("click", choose);
  $("open-settings").addEventListener("click", set);
  $("open-help").addEventListener("click", help);
  return { choose, help, statistics: statistics(game, show), daily: daily(game, show) };
}
