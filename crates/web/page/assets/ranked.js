// The windows of a server's games: what to play, who plays, and who is the best.

import { PageGame } from "./omnisweep.js";
import { $, controls, download, make, part, pressed, put, why } from "./dom.js";
import { ask } from "./server.js";

/** @import { Server } from "./server.js" */
/** @import { Show } from "./dialogs.js" */
/** @typedef {{ rank: number, name: string, value: number, game?: string, you: boolean }} Place */

// What was reached, as it is shown.
/** @type {Record<string, (value: number) => string>} */
const REACHED = {
  time: ms => `${Math.floor(ms / 60_000)}:${(Math.floor(ms % 60_000 / 10) / 100).toFixed(2).padStart(5, "0")}`,
  speed: value => (value / 1000).toFixed(2),
  efficiency: value => `${Math.round(value / 100)} %`,
  wins: String,
  streak: String,
};

/** @type {{ name: string | null, guest?: boolean }} */
let who = { name: null };
const registered = () => who.name !== null && !who.guest;

// Does something in a window; what goes wrong is said there.
/** @param {HTMLElement} message @param {() => Promise<unknown>} work */
async function within(message, work) {
  put(message, "");
  try {
    await work();
  } catch (mistake) {
    put(message, why(mistake));
  }
}

async function identify() {
  who = await ask("account");
  put($("server-who"), registered() ? `You play as ${who.name}.` : "You play as a guest: nothing counts.");
  put($("open-account"), registered() ? "Account" : "Register or sign in");
  put($("account-who"), registered() ? `You are signed in as ${who.name}.` : "");
  // For those who keep passwords.
  for (const form of [$("form-password"), $("form-delete")]) /** @type {HTMLInputElement} */ (form.elements[0]).defaultValue = who.name ?? "";
  $("account-out").hidden = registered();
  $("account-in").hidden = !registered();
  $("account-guest").hidden = !who.guest;
  $("leaders-me").hidden = !registered();
}

/** @param {Server} server @param {Show} show */
export function ranked(server, show) {
  choices();
  play(server, show);
  account(server, show);
  leaders(server, show);
  $("open-server").hidden = false;
}

// The levels and kinds that the page has already: they are written once.
function choices() {
  const known = part($("form-new"), ".levels").querySelectorAll("label");
  for (const level of known) {
    const { value } = /** @type {HTMLInputElement} */ (level.control), label = /** @type {Element} */ (level.cloneNode(true));
    $("server-levels").append(label);
    if (value === "custom") put(part(label, "small"), "any size, not ranked");
    else $("leaders-level").append(make("option", { value }, part(label, "b").textContent ?? ""));
  }
  $("leaders-kind").append(...[...$("server-kind").options].map(option => option.cloneNode(true)));
}

// What to play: a level, any size, the board of the day, or a game that was left.
/** @param {Server} server @param {Show} show */
function play(server, show) {
  const form = $("form-server"), fields = controls(form);
  const follow = () => {
    const custom = fields.level.value === "custom", { kind } = fields;
    $("server-custom").hidden = !custom;
    kind.disabled = custom;
    kind.labels?.forEach(label => { label.hidden = custom; });
  };
  const wanted = () => {
    const level = fields.level.value, kind = fields.kind.value;
    if (level !== "custom") return kind === "day" ? { level, day: true } : { level, guess: kind };
    // Sizes and mines are read where all are.
    const words = new URLSearchParams({ level, size: fields.size.value || "9x9", mines: fields.mines.value });
    const model = PageGame.start(words.toString(), 1, Date.now());
    const read = new URLSearchParams(model.new_game_address());
    model.free();
    if (read.has("level")) return { level: read.get("level") ?? "" };
    return { size: read.get("size")?.split("x").map(Number), mines: Number(read.get("mines")) };
  };
  const list = async () => {
    // Who has never played here has left nothing.
    if (who.name !== null) await server.connect();
    const states = await Promise.all([...server.games].filter(id => id !== server.id || !server.playing()).map(id => server.state(id)));
    $("server-games").replaceChildren(...states.filter(({ type, standing }) => type === "game" && standing === "playing").map(state => {
      const id = state.game, name = state.day ? `Board of the day, ${state.level}` : state.level ?? state.size.join("×");
      return make("li", {}, make("span", {}, make("b", { id: `left-${id}` }, name), make("small", {}, `${state.moves} moves`)),
        make("button", { type: "button", class: "small", id: `on-${id}`, "aria-labelledby": `on-${id} left-${id}`, "data-id": id }, "Go on"));
    }));
    $("server-left").hidden = $("server-games").children.length === 0;
  };
  form.addEventListener("change", follow);
  form.addEventListener("submit", event => {
    event.preventDefault();
    within($("server-error"), async () => {
      await server.begin(wanted());
      $("dialog-server").close();
    });
  });
  $("server-games").addEventListener("click", event => {
    const { id } = pressed(event);
    if (id) within($("server-error"), async () => {
      server.show(await server.state(id));
      $("dialog-server").close();
    });
  });
  $("open-server").addEventListener("click", () => {
    follow();
    $("server-left").hidden = true;
    show("dialog-server");
    within($("server-error"), async () => {
      await identify();
      await list();
    });
  });
}

// Who plays.
/** @param {Server} server @param {Show} show */
function account(server, show) {
  const forms = [$("form-sign"), $("form-password"), $("form-delete")];
  /** @param {string} path @param {object} body @param {string} said */
  const change = (path, body, said) => within($("account-message"), async () => {
    await ask(path, body);
    for (const form of forms) form.reset();
    server.renew();
    await identify();
    put($("account-message"), said);
  });
  /** @param {HTMLFormElement} form @param {(words: Record<string, string>, how: string) => void} work */
  const submit = (form, work) => form.addEventListener("submit", event => {
    event.preventDefault();
    const how = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "";
    work(/** @type {any} */ (Object.fromEntries(new FormData(form))), how);
  });
  submit($("form-sign"), ({ name, password }, how) => change(how, { name, password }, "Welcome."));
  submit($("form-password"), body => change("password", body, "The password is changed. Other browsers are signed out."));
  submit($("form-delete"), body => change("delete", body, "Everything is deleted."));
  $("account-leave").addEventListener("click", () => change("logout", {}, "You are signed out."));
  $("account-export").addEventListener("click", () => within($("account-message"), async () =>
    download("omnisweep.json", [JSON.stringify(await ask("export"))], "application/json")));
  $("open-account").addEventListener("click", () => {
    show("dialog-account");
    within($("account-message"), identify);
  });
  $("dialog-account").addEventListener("close", () => identify().catch(() => {}));
}

// Who is the best.
/** @param {Server} server @param {Show} show */
function leaders(server, show) {
  const form = $("form-leaders"), fields = controls(form);
  let first = 1;
  /** @param {Place} place */
  const row = ({ rank, name, value, game: id, you }) => {
    const replay = id ? make("a", { href: `#game=${id}`, "data-id": id, "aria-label": `Replay of ${name}` }, "Replay") : "";
    return make("tr", { class: you ? "you" : undefined }, make("td", {}, String(rank)), make("th", { scope: "row" }, name),
      make("td", {}, REACHED[fields.by.value](value)), make("td", {}, replay));
  };
  /** @param {string | number} from */
  const fill = from => within($("leaders-message"), async () => {
    const { level, kind, by, span } = fields;
    const board = kind.value === "day" ? `day/${level.value}` : `${level.value}/${kind.value}`;
    const words = new URLSearchParams({ board, by: by.value, span: span.value, from: String(from) });
    /** @type {{ places: Place[] }} */
    const { places } = await ask(`leaderboard?${words}`);
    put($("leaders-by"), /** @type {any} */ (by).selectedOptions[0].textContent);
    $("leaders-rows").replaceChildren(...places.map(row));
    $("leaders-table").hidden = places.length === 0;
    first = places[0]?.rank ?? 1;
    $("leaders-more").hidden = places.length < PAGE;
    $("leaders-top").hidden = first === 1;
    if (places.length === 0) put($("leaders-message"), from === "me" ? "You have no place here yet." : "Nobody is here yet.");
  });
  form.addEventListener("change", () => fill(1));
  form.addEventListener("submit", event => event.preventDefault());
  $("leaders-top").addEventListener("click", () => fill(1));
  $("leaders-me").addEventListener("click", () => fill("me"));
  $("leaders-more").addEventListener("click", () => fill(first + PAGE));
  $("leaders-rows").addEventListener("click", event => {
    const id = event.target instanceof HTMLElement && event.target.dataset.id;
    if (!id || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The page may have this very address already.
    event.preventDefault();
    server.watch(id);
  });
  $("open-leaders").addEventListener("click", () => {
    const { level, kind } = controls($("form-server"));
    if (level.value !== "custom") [fields.level.value, fields.kind.value] = [level.value, kind.value];
    show("dialog-leaders");
    fill(1);
  });
}

// How many places the server shows at once.
const PAGE = 25;
