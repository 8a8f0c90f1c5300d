// The windows over the page: a new game, settings, help, and those with a script of their own.

import { $ } from "./dom.js";
import { daily } from "./daily.js";
import { statistics } from "./statistics.js";
import * as store from "./store.js";

export function dialogs(game) {
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
  const form = $("form-new");
  const follow = () => {
    $("custom-fields").hidden = form.elements.level.value !== "custom";
    // Only the modern rules have a choice.
    $("first").disabled = $("marks").disabled = $("rules").value !== "modern";
  };
  form.addEventListener("change", follow);
  form.addEventListener("submit", event => {
    event.preventDefault();
    const words = new URLSearchParams(new FormData(form));
    if (words.get("board")) ["level", "size", "mines", "seed"].forEach(word => words.delete(word));
    // Whether a board from a code needs a guess is not asked.
    if (words.get("board") && words.get("guess") === "never") words.delete("guess");
    if (words.get("level") !== "custom") ["size", "mines"].forEach(word => words.delete(word));
    if (words.get("level") === "custom" && !words.get("size")) {
      $("new-error").textContent = "A custom board needs a size, as 16x30 or 5x5x5.";
      form.elements.size.focus();
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
  const choose = async () => {
    $("new-error").textContent = "";
    // As the game that is being played, until something else is chosen.
    const now = new URLSearchParams(game.table.again());
    const usual = { level: "custom", size: "", mines: "", rules: "modern", first: "opening", guess: "ordinary" };
    for (const [name, value] of Object.entries(usual)) form.elements[name].value = now.get(name) ?? value;
    form.elements.marks.checked = now.get("marks") === "on";
    form.elements.seed.value = form.elements.board.value = "";
    follow();
    show("dialog-new");
    $("go-back").hidden = true;
    $("go-back").hidden = !await store.kept("earlier").catch(() => undefined);
  };
  $("go-back").addEventListener("click", async () => {
    await game.goBack();
    $("dialog-new").close();
  });

  // Settings.
  const settings = $("form-settings");
  const shown = () => { $("delay-shown").textContent = `${settings.elements.delay.value} ms`; };
  settings.addEventListener("input", () => {
    const { theme, palette, delay, leftChords, pauseAway } = settings.elements;
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
      const field = settings.elements[name];
      if (typeof value === "boolean") field.checked = value; else field.value = value;
    }
    shown();
    show("dialog-settings");
  };

  const help = () => show("dialog-help");
  $("open-new").addEventListener("click", choose);
  $("open-settings").addEventListener("click", set);
  $("open-help").addEventListener("click", help);
  return { choose, help, statistics: statistics(game, show), daily: daily(game, show) };
}
