// What keys mean: commands, by the names that the terminal's config file has for them, too.

/** @typedef {keyof typeof COMMANDS} Command */

// The usual keys of each command, and what it does.
export const COMMANDS = {
  open: ["space enter o", "open; around a number"],
  flag: ["f", "flag, or take it away"],
  chord: ["c", "open around a number"],
  mark: ["m", "question mark"],
  "flag-mode": ["F", "clicks and taps flag"],
  hint: ["i", "safest cell, and why"],
  heat: ["x", "how likely mines are"],
  undo: ["u backspace", "take a move back"],
  pause: ["p", "pause, and go on"],
  new: ["n", "another board"],
  retry: ["r", "this board again"],
  replay: ["v", "view the game again"],
  choose: ["g", "choose level and rules"],
  daily: ["d", "board of the day"],
  statistics: ["s", "best times, statistics"],
  help: ["?", "this help"],
  left: ["left h", "move left"],
  down: ["down j", "move down"],
  up: ["up k", "move up"],
  right: ["right l", "move right"],
  "row-start": ["home", "start of the row"],
  "row-end": ["end", "end of the row"],
  "page-up": ["pageup", "a page up"],
  "page-down": ["pagedown", "a page down"],
  "board-start": ["ctrl-home", "first cell"],
  "board-end": ["ctrl-end", "last cell"],
  "z-back": ["[", "back along z"],
  "z-on": ["]", "on along z"],
  "w-back": ["{", "back along w"],
  "w-on": ["}", "on along w"],
  "zoom-in": ["+ =", "larger cells"],
  "zoom-out": ["-", "smaller cells"],
  "zoom-fit": ["0", "the whole board"],
};
const NAMES = /** @type {Command[]} */ (Object.keys(COMMANDS));

// Buttons that do what a key does.
/** @type {Partial<Record<keyof Elements, Command>>} */
const BUTTONS = {
  "open-new": "choose", "open-daily": "daily", "open-stats": "statistics", "open-help": "help", "flag-mode": "flag-mode", hint: "hint",
  heat: "heat", undo: "undo", retry: "retry", pause: "pause", "zoom-in": "zoom-in", "zoom-out": "zoom-out", "zoom-fit": "zoom-fit",
};

// What a key is called: `f`, `F`, `space`, `left`, `ctrl-home`.
/** @param {KeyboardEvent} event */
export function keyName({ key, ctrlKey, shiftKey }) {
  const letter = key.length === 1 && key !== " ";
  // With Caps Lock on, letters mean what they mean without.
  const name = letter ? (shiftKey ? key : key.toLowerCase()) : key === " " ? "space" : key.toLowerCase().replace("arrow", "");
  return `${ctrlKey ? "ctrl-" : ""}${shiftKey && !letter ? "shift-" : ""}${name}`;
}

/** @param {string} text */
const split = text => text.split(/\s+/).filter(Boolean);

export class Keys {
  // Keys that were chosen, by command; the others have their usual ones.
  /** @param {Record<string, string>} chosen */
  constructor(chosen) {
    /** @type {Map<Command, string[]>} */
    this.all = new Map(NAMES.map(name => [name, split(typeof chosen[name] === "string" ? chosen[name] : COMMANDS[name][0])]));
    /** @type {Map<string, Command>} */
    this.meanings = new Map([...this.all].flatMap(([command, keys]) => keys.map(key => [key, command])));
  }

  // Why these keys cannot be: one of them would mean two things.
  clash() {
    for (const [command, keys] of this.all) {
      for (const key of keys) {
        const other = this.meanings.get(key);
        if (other !== command) return `“${key}” would mean both ${command} and ${other}.`;
      }
    }
    return "";
  }

  // Says at each button which key does the same.
  label() {
    for (const [id, command] of Object.entries(BUTTONS)) {
      const button = /** @type {HTMLElement} */ (document.getElementById(id));
      const key = this.all.get(command)?.[0];
      const name = button.getAttribute("aria-label") ?? button.textContent;
      button.title = key ? `${name} (${key})` : name;
    }
  }
}
