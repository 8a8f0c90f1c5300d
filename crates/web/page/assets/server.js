// A server that holds the boards itself, where the page has one: the connection to it, and the game that is played there.

import { PageGame, server_message } from "./omnisweep.js";
import { $, facts, put, why } from "./dom.js";

/** @import { Game } from "./game.js" */
// What the server says: docs/server-protocol.md.
/** @typedef {{ generator: string, seed: string, salt: string }} Reveal */
/** @typedef {{ cells?: number[], reveal?: Reveal }} Over */
/** @typedef {{ level?: string, size?: number[], mines?: number, guess?: string, day?: boolean }} Wanted */
/**
 * @typedef {{ type: string, game: string, commitment: string, level?: string, size: number[], mines: number, guess: string, day?: string,
 *   start?: number, ranked: boolean, moves: number, time: number, standing: string, cells: number[], over?: Over, games: string[],
 *   changed: [number, number][], refused?: string, code: string, message: string }} Answer
 */

const PROTOCOL = 1;
// How long is waited before connecting again, in milliseconds: twice as long each time.
const SOONEST = 500, LATEST = 15_000;
// The same after an answer that says to wait.
const WAIT = 1000;

const now = () => performance.now();
/** @param {string} path */
const at = path => new URL(`api/${path}`, location.href);
/** @param {string} text */
const sentence = text => text && `${text[0].toUpperCase()}${text.slice(1)}.`;

// What the server answers; what it refuses is thrown, in its words.
/** @param {string} path @param {object} [body] */
export async function ask(path, body) {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(at(path), body ? post : {});
  const answer = await response.json();
  if (!response.ok) throw new Error(sentence(answer.message));
  return answer;
}

// The server of this page, if it has one.
/** @param {Game} game */
export async function findServer(game) {
  try {
    const { protocol } = await (await fetch(new URL("server.json", location.href), { cache: "no-store" })).json();
    return protocol === PROTOCOL ? new Server(game) : undefined;
  } catch {
    return undefined;
  }
}

export class Server {
  /** @type {WebSocket | undefined} */
  socket;
  /** @type {Promise<Answer> | undefined} */
  connecting;
  /** @type {{ resolve: (answer: Answer) => void, reject: (error: Error) => void }[]} */
  waiting = [];
  delay = SOONEST;
  // Games that may go on.
  /** @type {Set<string>} */
  games = new Set();
  // The game that is played there, and how it ended.
  id = "";
  commitment = "";
  /** @type {Wanted} */
  wanted = {};
  /** @type {Over | undefined} */
  over;

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  // Whether a game of the server's is being played.
  playing() {
    const { model } = this.game;
    return model?.remote() && model.outcome() === "playing";
  }

  // The connection, with the server's first word.
  connect() {
    this.connecting ??= new Promise((resolve, reject) => {
      const address = at("play");
      address.protocol = address.protocol.replace("http", "ws");
      const socket = new WebSocket(address);
      socket.onmessage = ({ data }) => {
        /** @type {Answer} */
        const answer = JSON.parse(data);
        if (this.socket) return this.waiting.shift()?.resolve(answer);
        if (answer.type !== "hello") return socket.close();
        this.socket = socket;
        this.games = new Set(answer.games);
        resolve(answer);
      };
      socket.onclose = () => {
        this.socket = this.connecting = undefined;
        const lost = new Error(server_message("lost"));
        reject(lost);
        for (const { reject } of this.waiting.splice(0)) reject(lost);
        if (this.playing()) this.lost();
      };
    });
    return this.connecting;
  }

  /** @param {string} text @returns {Promise<Answer>} */
  async say(text) {
    await this.connect();
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.socket?.send(text);
    });
  }

  // Whoever has another account now plays by another connection.
  renew() {
    this.delay = 0;
    this.socket?.close();
  }

  // Says that the connection is lost, and tries again after a while, until it is there or nobody needs it.
  lost() {
    document.documentElement.dataset.connection = "lost";
    if (this.delay) this.game.say(server_message("lost"));
    setTimeout(async () => {
      try {
        await this.connect();
        await this.resume();
        this.delay = SOONEST;
      } catch {
        // It is tried again.
      }
    }, this.delay * (1 + Math.random() / 2));
    this.delay = Math.min(LATEST, this.delay * 2 || SOONEST);
  }

  connected() {
    return document.documentElement.dataset.connection !== "lost";
  }

  // Goes on with the game as the server has it.
  async resume() {
    const { game, id } = this, { model } = game;
    if (!model.remote()) return;
    const state = await this.say(JSON.stringify({ type: "resume", request: 1, game: id }));
    if (model !== game.model) return;
    if (["wait", "too_fast"].includes(state.code)) return this.later(state.code);
    const was = this.connected();
    delete document.documentElement.dataset.connection;
    if (state.type === "error") {
      // It is not this player's any more.
      game.begin(model.new_game_address());
      return game.say(sentence(state.message));
    }
    this.over = state.over;
    const cells = Int32Array.from(state.over?.cells ?? state.cells);
    game.receive(model.synchronise(state.moves, cells, state.time, state.standing, now()));
    if (!was && this.playing()) game.say(server_message("back"));
  }

  // The server has too much to do.
  /** @param {string} code */
  later(code) {
    if (code === "wait") this.game.say(server_message("wait"));
    setTimeout(() => this.resume().catch(() => {}), WAIT);
  }

  // Sends the next move, if there is one.
  async send() {
    const { game } = this, { model } = game, text = model.request();
    if (!text) return;
    let answer;
    try {
      answer = await this.say(text);
    } catch {
      // It is sent again once the connection is there.
      return;
    }
    if (model !== game.model) return;
    const { type, code, message, changed, over, refused, time, standing } = answer;
    if (type === "moved") {
      this.over = over;
      const cells = [...changed, ...(over?.cells ?? []).map((look, cell) => [cell, look])];
      game.receive(model.moved(Int32Array.from(cells.flat()), refused ?? "", time, standing, now()));
    } else if (["wait", "too_fast"].includes(code)) {
      this.later(code);
    } else if (code === "out_of_order") {
      this.resume().catch(() => {});
    } else {
      model.not_taken();
      game.board.paint();
      game.say(sentence(message));
      this.send();
    }
  }

  /** @param {Wanted} wanted */
  async begin(wanted) {
    this.show(await this.say(JSON.stringify({ type: "begin", request: 1, wanted })));
  }

  // Another game of the kind that was played.
  again() {
    this.begin(this.wanted).catch(mistake => this.game.say(why(mistake)));
  }

  // A game that goes on.
  /** @param {string} game */
  async state(game) {
    return await this.say(JSON.stringify({ type: "resume", request: 1, game }));
  }

  /** @param {Answer} state */
  show(state) {
    if (state.type === "error") throw new Error(sentence(state.message));
    const { game, commitment, level, size, mines, guess, day, start, ranked } = state;
    const words = new URLSearchParams({ size: size.join("x"), mines: String(mines), guess });
    const model = PageGame.at_server(game, words.toString(), day ?? "", start ?? -1, ranked);
    const update = model.synchronise(state.moves, Int32Array.from(state.cells), state.time, state.standing, now());
    Object.assign(this, { id: game, commitment, over: undefined, wanted: level ? { level, guess } : { size, mines } });
    this.games.add(game);
    this.game.replaceModel(model);
    this.game.say(update?.remark ?? "");
  }

  // The game of an address: it goes on, if it is the player's own; otherwise it is shown again, if it is over.
  /** @param {string} id */
  async visit(id) {
    try {
      const { name } = await ask("account");
      if (name && await this.connect() && this.games.has(id)) return this.show(await this.state(id));
    } catch (mistake) {
      return this.game.viewer.tell(why(mistake));
    }
    await this.watch(id);
  }

  // A game that is over, again.
  /** @param {string} id */
  async watch(id) {
    const { viewer } = this.game;
    try {
      viewer.show((await ask(`games/${id}`)).replay);
    } catch (mistake) {
      viewer.tell(why(mistake));
    }
  }

  // What a game came to, and whether its board is the one that was promised.
  /** @param {string} remark @param {() => boolean} still */
  async ended(remark, still) {
    const { game, id, over, commitment } = this, { model } = game;
    put($("result-title"), remark || server_message("over"));
    put($("result-more"), "");
    $("facts").replaceChildren();
    $("result-replay").hidden = $("result-copy").hidden = true;
    $("result").hidden = false;
    if (!over?.reveal) return put($("result-more"), server_message("closed"));
    const { replay } = await ask(`games/${id}`);
    if (!still()) return;
    model.take_replay(replay);
    $("facts").replaceChildren(...facts(model.facts(now())));
    $("result-replay").hidden = false;
    const { generator, seed } = over.reveal, fresh = model.committed(generator, seed) ?? "", space = fresh.indexOf(" ");
    const matches = await committed(over.reveal, commitment);
    const board = fresh && await game.worker.ask("board", fresh.slice(space + 1), Number.parseInt(fresh, 10));
    if (!still()) return;
    const verdict = matches === undefined ? "unchecked" : matches && model.was_on(board) ? "verified" : "forged";
    document.documentElement.dataset.board = verdict;
    put($("result-more"), server_message(verdict));
  }
}

// Whether this was committed to; nothing where the browser does not say.
/** @param {Reveal} reveal @param {string} commitment */
async function committed({ generator, seed, salt }, commitment) {
  if (!crypto.subtle) return undefined;
  const text = new TextEncoder().encode(`omnisweep board 1\n${generator}\n${seed}\n${salt}\n`);
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return Array.from(sum, byte => byte.toString(16).padStart(2, "0")).join("") === commitment;
}
