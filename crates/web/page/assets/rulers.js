// Rows and columns beside the board, numbered as the labels of the cells say them.

import { context, make } from "./dom.js";
import { FONT } from "./sprites.js";

/** @import { Board } from "./board.js" */

export class Rulers {
  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.stage = stage;
    this.columns = make("canvas", { class: "columns-ruler", "aria-hidden": "true" });
    this.rows = make("canvas", { class: "rows-ruler", "aria-hidden": "true" });
    stage.append(this.columns, this.rows);
  }

  // Whether they are shown; so they take room of the board's.
  /** @param {boolean} shown */
  show(shown) {
    this.stage.classList.toggle("ruled", shown);
  }

  /** @param {Board} board */
  paint(board) {
    if (!this.stage.classList.contains("ruled") || !board.model) return;
    const view = board.scroller.getBoundingClientRect(), plane = board.plane.getBoundingClientRect();
    this.ruler(board, this.columns, "column", plane.left - view.left, board.width, x => this.first(board, x, true));
    this.ruler(board, this.rows, "row", plane.top - view.top, board.height, y => this.first(board, y, false));
    // Beside the board, where that is smaller than its room.
    this.columns.style.translate = `0 ${Math.max(0, plane.top - view.top - 8)}px`;
    this.rows.style.translate = `${Math.max(0, plane.left - view.left - 8)}px 0`;
  }

  // The first cell of a column or a row of squares.
  /** @param {Board} board @param {number} at @param {boolean} column */
  first({ model, width, height }, at, column) {
    for (let other = 0; model && other < Math.min(column ? height : width, 64); other++) {
      const cell = column ? model.cell(at, other) : model.cell(other, at);
      if (cell >= 0) return model.describe(cell);
    }
    return "";
  }

  /** @param {Board} board @param {HTMLCanvasElement} canvas @param {"row" | "column"} what @param {number} from @param {number} count @param {(at: number) => string} says */
  ruler(board, canvas, what, from, count, says) {
    const density = devicePixelRatio || 1, across = what === "column";
    const { clientWidth: width, clientHeight: height } = canvas;
    [canvas.width, canvas.height] = [Math.round(width * density), Math.round(height * density)];
    const c = context(canvas), along = across ? width : height;
    c.scale(density, density);
    c.fillStyle = board.sprites.colour.muted;
    c.font = `600 ${Math.min(13, Math.max(10, board.cell * .4))}px ${FONT}`;
    [c.textAlign, c.textBaseline] = ["center", "middle"];
    const step = Math.ceil((across ? 26 : 14) / board.cell), numbered = new RegExp(`${what} (\\d+)`);
    const first = Math.max(0, Math.floor(-from / board.cell)), last = Math.min(count, Math.ceil((along - from) / board.cell));
    for (let at = Math.ceil(first / step) * step; at < last; at += step) {
      const number = says(at).match(numbered)?.[1], middle = from + (at + .5) * board.cell;
      if (number) c.fillText(number, across ? middle : width / 2, across ? height / 2 : middle);
    }
  }
}
