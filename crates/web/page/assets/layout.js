// Where the controls are: below the board, or beside it.

import { FRAME } from "./board.js";

/** @import { Board } from "./board.js" */

const WAYS = ["stack", "side"];

// Takes the way that leaves the larger cells, and gives the board no more height than it needs: the rest is for what
// is said. Only the window and the board's size count, so nothing moves while a game is played.
/** @param {Board} board */
export function settle(board) {
  const root = document.documentElement;
  /** @param {string} way */
  const cells = way => {
    root.dataset.layout = way;
    return board.largest();
  };
  root.style.removeProperty("--stage");
  const sizes = WAYS.map(cells), best = Math.max(...sizes);
  cells(WAYS[sizes.indexOf(best)]);
  root.style.setProperty("--stage", board.height * board.wanted(best) + FRAME + "px");
  return best;
}
