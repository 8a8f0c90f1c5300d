// Plots of games: dots and lines as SVG, the best ones marked. What they show is
// said in words beside them, and the list of games has every number.

import { make } from "./dom.js";

const WIDTH = 560, HEIGHT = 250, LEFT = 68, RIGHT = 14, TOP = 14, BOTTOM = 32;

// Round numbers from 0 up to at least `most`, some three to six of them.
export function ticks(most) {
  if (!(most > 0)) return [0, 1];
  const rough = most / 4, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map(n => n * power).find(n => n >= rough);
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, n) => n * step);
}

const short = number => String(Math.round(number * 100) / 100);

export const PLOTS = {
  seconds: { title: "Time of wins, in seconds", best: point => point.best_time, of: point => point.seconds, name: "s", label: short },
  speed: { title: "3BV a second", best: point => point.best_speed, of: point => point.speed, name: "3BV/s", label: short },
  rate: { title: "Win rate of the last 20 games", line: true, of: point => point.rate, name: "won", label: number => `${Math.round(number * 100)} %`, most: 1 },
};

// The plot of one of these over all games of a kind. `told` says in words what it shows.
export function plot(points, kind, told) {
  const { title, of, best, line, label, most, name } = PLOTS[kind];
  const shown = points.filter(point => of(point) !== null);
  const marks = most ? [0, .25, .5, .75, 1] : ticks(Math.max(0, ...shown.map(of)));
  const top = marks.at(-1), last = Math.max(points.length, 2);
  const x = number => LEFT + (number - 1) / (last - 1) * (WIDTH - LEFT - RIGHT);
  const y = value => HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM);
  const svg = make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot", role: "img", "aria-label": `${title}. ${told}` });
  for (const mark of marks) {
    svg.append(
      make("line", { class: "rule", x1: LEFT, x2: WIDTH - RIGHT, y1: y(mark), y2: y(mark) }),
      make("text", { x: LEFT - 8, y: y(mark) + 6, "text-anchor": "end" }, label(mark)),
    );
  }
  // From when to when, and how many games between.
  const day = point => new Date(point.finished).toLocaleDateString([], { dateStyle: "short" });
  const below = [["start", LEFT, day(points[0])], ["middle", (LEFT + WIDTH - RIGHT) / 2, `${points.length} ${points.length === 1 ? "game" : "games"}`], ["end", WIDTH - RIGHT, day(points.at(-1))]];
  for (const [anchor, at, text] of below) svg.append(make("text", { x: at, y: HEIGHT - 8, "text-anchor": anchor }, text));
  if (line) {
    svg.append(make("polyline", { class: "line", points: shown.map(point => `${x(point.number)},${y(of(point))}`).join(" ") }));
    if (shown.length === 1) svg.append(dot(shown[0], "dot"));
  } else {
    // How the best one has come down, or gone up, from game to game.
    const steps = shown.filter(best), path = steps.map((point, at) =>
      at ? `H${x(point.number)}V${y(of(point))}` : `M${x(point.number)} ${y(of(point))}`);
    if (steps.length) svg.append(make("path", { class: "bests", d: path.join("") + `H${x(points.length)}` }));
    for (const point of shown) if (!best(point)) svg.append(dot(point, "dot"));
    for (const point of steps) svg.append(star(x(point.number), y(of(point)), point));
  }
  return svg;

  function said(point) {
    return make("title", {}, `Game ${point.number}, ${new Date(point.finished).toLocaleString()}: ${label(of(point))} ${line ? "" : name}${best?.(point) ? ", the best so far" : ""}`);
  }
  function dot(point, kind) {
    return make("circle", { class: kind, cx: x(point.number), cy: y(of(point)), r: shown.length > 150 ? 2.5 : 4 }, said(point));
  }
  // A star, so that it is told by its form and not by its colour alone.
  function star(cx, cy, point) {
    const corners = Array.from({ length: 10 }, (_, n) => {
      const r = n % 2 ? 4 : 9, a = n * Math.PI / 5 - Math.PI / 2;
      return `${cx + r * Math.cos(a)} ${cy + r * Math.sin(a)}`;
    });
    return make("path", { class: "best", d: `M${corners.join("L")}Z` }, said(point));
  }
}
