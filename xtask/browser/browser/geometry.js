// Walks one game through everything that a page can show in this window, and says what lies wrong. Called with
// the board's address, its safe cells and a mine; whether fingers play; and whom to tell.

const [address, safe, mine, fingers, done] = arguments;
const { game } = omnisweep, { board } = game, root = document.documentElement;
const element = id => document.getElementById(id);
const faults = [];
const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
const until = async holds => { while (!holds()) await frame(); };
const round = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(" ");
const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
const name = found => found.id || found.getAttribute("aria-label") || found.name || found.textContent.trim().slice(0, 30) || found.className;

// What fingers and mice use: a control, or the label that stands for it.
const target = control => ["radio", "checkbox"].includes(control.type) ? control.closest("label") : control;
const seen = found => found.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true, opacityProperty: false }) && found.getClientRects().length > 0;

// What is seen of it now: whatever scrolls cuts it off.
const shown = found => {
  let { left, top, right, bottom } = found.getBoundingClientRect();
  for (let around = found.parentElement; around && around !== root; around = around.parentElement) {
    if (getComputedStyle(around).overflow === "visible") continue;
    const edge = around.getBoundingClientRect();
    [left, top, right, bottom] = [Math.max(left, edge.left), Math.max(top, edge.top), Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
  }
  return { left, top, right, bottom };
};

// Scrolled to, as a person would, every control is in the window, and nothing lies over it.
const controls = (where, within) => {
  const scrolled = [...document.querySelectorAll("*")].filter(found => found.scrollTop || found.scrollLeft).map(found => [found, found.scrollTop, found.scrollLeft]);
  const all = [...within.querySelectorAll("button, select, input, summary")].filter(control => control.type !== "file").map(target)
    .filter(control => seen(control) && !control.closest("[inert]"));
  for (const control of all) {
    control.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const at = control.getBoundingClientRect();
    const wrong = text => faults.push(`${where}: ${name(control)} ${text} (${round(at)})`);
    if (at.left < -1 || at.right > root.clientWidth + 1 || at.top < -1 || at.bottom > innerHeight + 1) wrong("cannot be reached");
    const top = document.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2);
    if (top && top !== control && !control.contains(top) && !top.contains(control)) wrong(`is covered by ${name(top)}`);
    if (control.scrollWidth > control.clientWidth + 1 && control.tagName === "BUTTON") wrong("does not hold its text");
    if (fingers && (at.width < 43.5 || at.height < 43.5)) wrong("is too small for a finger");
  }
  for (const [found] of scrolled) found.scrollTo(0, 0);
  for (const found of [root, ...document.querySelectorAll("*")]) if (found.scrollTop && !board.scroller.contains(found)) found.scrollTop = 0;
  for (const [found, top, left] of scrolled) found.scrollTo({ top, left, behavior: "instant" });
  for (const [at, one] of all.entries()) {
    for (const other of all.slice(at + 1)) {
      const [a, b] = [one, other].map(shown);
      if (overlap(a, b)) faults.push(`${where}: ${name(one)} and ${name(other)} overlap (${round(a)}, ${round(b)})`);
    }
  }
};

const page = where => {
  if (root.scrollWidth > root.clientWidth) faults.push(`${where}: the page is ${root.scrollWidth} wide in ${root.clientWidth}`);
  const blocks = [".bar", ".panel", "#stage", "#said", ".dock"].map(found => document.querySelector(found)).filter(seen);
  for (const [at, one] of blocks.entries()) {
    const a = one.getBoundingClientRect();
    if (a.left < -1 || a.right > root.clientWidth + 1 || a.top < -1 || a.bottom > root.scrollHeight + 1) faults.push(`${where}: ${name(one)} is off the page (${round(a)})`);
    for (const other of blocks.slice(at + 1)) if (overlap(a, other.getBoundingClientRect())) faults.push(`${where}: ${name(one)} and ${name(other)} overlap`);
  }
  for (const found of document.querySelectorAll(".bar, .panel, .meter, .dock, #said, .what")) {
    if (seen(found) && found.scrollWidth > found.clientWidth + 1) faults.push(`${where}: ${name(found)} is ${found.scrollWidth} wide in ${found.clientWidth}`);
  }
  const height = element("stage").getBoundingClientRect().height;
  if (height < innerHeight * .3) faults.push(`${where}: the board has ${height} of ${innerHeight}`);
  controls(where, document.querySelector("header"));
  controls(where, document.querySelector("main"));
};

let place;
const same = where => {
  const { left, top, width, height } = board.plane.getBoundingClientRect();
  const now = [left + board.scroller.scrollLeft, top + board.scroller.scrollTop + root.scrollTop, width, height, board.cell].join(" ");
  place ??= now;
  if (place !== now) faults.push(`${where}: the board was at ${place} and is at ${now}`);
};
const check = async where => {
  await frame();
  page(where);
  same(where);
};

const dialog = async (id, open) => {
  await open();
  const window = element(id);
  await until(() => window.open);
  await frame();
  const at = window.getBoundingClientRect();
  if (at.left < -1 || at.right > innerWidth + 1 || at.top < -1 || at.bottom > innerHeight + 1) faults.push(`${id} is off the page (${round(at)})`);
  if (window.scrollWidth > window.clientWidth) faults.push(`${id} is ${window.scrollWidth} wide in ${window.clientWidth}`);
  for (const details of window.querySelectorAll("details")) details.open = true;
  controls(id, window);
  if (id === "dialog-replay") {
    const { height } = window.querySelector(".stage").getBoundingClientRect();
    if (height < innerHeight * .3) faults.push(`${id}: the board has ${height} of ${innerHeight}`);
  }
  window.close();
};

const press = cell => {
  game.model.set_focus(cell);
  return game.model.press("open", performance.now());
};

const walk = async () => {
  // As after the moment in which clicks mean nothing.
  const rested = () => { element("result").inert = false; };
  game.begin(address);
  board.fit();
  await check("start");
  game.receive(press(safe[0]));
  await check("play");
  const before = element("status").textContent;
  await game.hint();
  await until(() => element("status").textContent !== before);
  await check("hint");
  game.receive(press(mine));
  await until(() => element("result-more").textContent);
  rested();
  await check("lost");
  await dialog("dialog-replay", async () => { game.replay(); await until(() => element("replay-skill").textContent); });
  game.retry();
  for (const cell of safe) {
    const update = press(cell);
    if (update?.ended) game.receive(update);
  }
  await until(() => !element("result").hidden);
  rested();
  await check("won");
  await dialog("dialog-new", () => { element("open-new").click(); element("form-new").elements.level.value = "custom"; element("form-new").dispatchEvent(new Event("change")); });
  await dialog("dialog-saved", () => element("open-saved").click());
  await dialog("dialog-daily", async () => { element("open-daily").click(); await until(() => element("daily-levels").children.length); });
  await dialog("dialog-stats", async () => { element("open-stats").click(); await until(() => !element("stats-some").hidden); });
  await dialog("dialog-settings", () => element("open-settings").click());
  await dialog("dialog-help", () => element("open-help").click());
};
walk().catch(mistake => faults.push(String(mistake.stack))).then(() => done(faults));
