// Plots of games: dots and lines as SVG, the best ones marked. What they show is
// said in words beside them, and the list of games has every number.

import { make } from "./dom.js";

// What Rust says of the games of a kind (scores.rs): one of them, a plot of them, and all.
/** @typedef {{ number: number, finished: number, value: number, best: boolean, label: string }} Dot */
/** @typedef {{ title: string, share: boolean, points: Dot[] }} Plot */
/** @typedef {{ name: string, row: string[], summary: string, games: number, count: string, from: number, to: number, plots: Plot[] }} Group */

const WIDTH = 560, HEIGHT = 250, LEFT = 68, RIGHT = 14, TOP = 14, BOTTOM = 32;

// Round numbers from 0 up to at least `most`, some three to six of them.
/** @param {number} most */
export function ticks(most) {
  if (!(most > 0)) return [0, 1];
  const rough = most / 4, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map(n => n * power).find(n => n >= rough) ?? 10 * power;
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, n) => n * step);
}

// A plot of a category of games, with its summary in words.
/** @param {Plot} plot @param {Group} group */
export function plot({ title, share, points }, { summary, games, count, from, to }) {
  const marks = share ? [0, 25, 50, 75, 100] : ticks(Math.max(0, ...points.map(({ value }) => value)));
  /** @param {number} mark */
  const label = mark => `${Math.round(mark * 100) / 100}${share ? " %" : ""}`;
  const top = marks.at(-1) ?? 1, last = Math.max(games, 2);
  /** @param {number} number */
  const x = number => LEFT + (number - 1) / (last - 1) * (WIDTH - LEFT - RIGHT);
  /** @param {number} value */
  const y = value => HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM);
  const svg = make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot", role: "img", "aria-label": `${title}. ${summary}` });
  for (const mark of marks) {
    svg.append(
      make("line", { class: "rule", x1: LEFT, x2: WIDTH - RIGHT, y1: y(mark), y2: y(mark) }),
      make("text", { x: LEFT - 8, y: y(mark) + 6, "text-anchor": "end" }, label(mark)),
    );
  }
  // From when to when, and how many games between.
  /** @param {number} moment */
  const day = moment => new Date(moment).toLocaleDateString([], { dateStyle: "short" });
  /** @type {[string, number, string][]} */
  const below = [["start", LEFT, day(from)], ["middle", (LEFT + WIDTH - RIGHT) / 2, count], ["end", WIDTH - RIGHT, day(to)]];
  for (const [anchor, at, text] of below) svg.append(make("text", { x: at, y: HEIGHT - 8, "text-anchor": anchor }, text));
  if (share) {
    svg.append(make("polyline", { class: "line", points: points.map(({ number, value }) => `${x(number)},${y(value)}`).join(" ") }));
    if (points.length === 1) svg.append(dot(points[0]));
  } else {
    // How the best one has come down, or gone up, from game to game.
    const steps = points.filter(({ best }) => best), path = steps.map(({ number, value }, at) =>
      at ? `H${x(number)}V${y(value)}` : `M${x(number)} ${y(value)}`);
    if (steps.length) svg.append(make("path", { class: "bests", d: path.join("") + `H${x(games)}` }));
    for (const point of points) svg.append(point.best ? star(x(point.number), y(point.value), point) : dot(point));
  }
  return svg;

  /** @param {Dot} point */
  function described({ finished, label }) {
    return make("title", {}, `${label} (${new Date(finished).toLocaleString()})`);
  }
  /** @param {Dot} point */
  function dot(point) {
    return make("circle", { class: "dot", cx: x(point.number), cy: y(point.value), r: points.length > 150 ? 2.5 : 4 }, described(point));
  }
  // A star, so that it is told by its form and not by its colour alone.
  /** @param {number} cx @param {number} cy @param {Dot} point */
  function star(cx, cy, point) {
    const corners = Array.from({ length: 10 }, (_, n) => {
      const r = n % 2 ? 4 : 9, a = n * Math.PI / 5 - Math.PI / 2;
      return `${cx + r * Math.cos(a)} ${cy + r * Math.sin(a)}`;
    });
    return make("path", { class: "best", d: `M${corners.join("L")}Z` }, described(point));
  }
}
