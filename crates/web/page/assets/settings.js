// The window of settings, with what keys mean.

import { $, controls, make, put } from "./dom.js";
import { COMMANDS, Keys } from "./keys.js";
import * as store from "./store.js";

/** @import { Game } from "./game.js" */
/** @import { Show } from "./dialogs.js" */
/** @import { Command } from "./keys.js" */

/** @param {Game} game @param {Show} show */
export function settings(game, show) {
  const form = $("form-settings"), choices = controls(form);
  const commands = /** @type {Command[]} */ (Object.keys(COMMANDS));
  $("key-list").replaceChildren(...commands.map(command => make("label", {}, COMMANDS[command][1],
    make("input", { name: `key-${command}`, type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" }))));
  $("keys-usual").addEventListener("click", () => {
    for (const command of commands) choices[`key-${command}`].value = COMMANDS[command][0];
    form.dispatchEvent(new Event("input"));
  });
  const shown = () => { $("delay-shown").textContent = `${choices.delay.value} ms`; };
  form.addEventListener("input", () => {
    const { theme, palette, delay, leftChords, pauseAway, rulers, motion, sound } = choices;
    /** @type {Record<string, string>} */
    const chosen = {};
    for (const command of commands) if (choices[`key-${command}`].value.trim() !== COMMANDS[command][0]) chosen[command] = choices[`key-${command}`].value.trim();
    const wrong = new Keys(chosen).clash();
    put($("keys-wrong"), wrong);
    game.settings = {
      theme: theme.value, palette: palette.value, delay: Number(delay.value),
      leftChords: leftChords.checked, pauseAway: pauseAway.checked, rulers: rulers.checked, motion: motion.checked, sound: sound.checked,
      // Those that clash are not taken.
      keys: wrong ? game.settings.keys : chosen,
    };
    game.keys = new Keys(game.settings.keys);
    shown();
    store.saveSettings(game.settings);
    game.apply();
  });
  form.addEventListener("submit", event => event.preventDefault());
  const set = () => {
    for (const [command, keys] of game.keys.all) choices[`key-${command}`].value = keys.join(" ");
    put($("keys-wrong"), "");
    const { keys, ...others } = game.settings;
    for (const [name, value] of Object.entries(others)) {
      const field = choices[name];
      if (typeof value === "boolean") field.checked = value; else field.value = String(value);
    }
    shown();
    show("dialog-settings");
  };
  $("open-settings").addEventListener("click", set);
}
