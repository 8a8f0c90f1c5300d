/* Games of Omnisweep behind a handle. Made by `cargo xtask header`; do not edit. */

#ifndef OMNISWEEP_H
#define OMNISWEEP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/*
 What a cell looks like: a number of mines from 0 on, or one of these.
 */
#define OMNISWEEP_CLOSED -1

/*
 A flag.
 */
#define OMNISWEEP_FLAG -2

/*
 A question mark.
 */
#define OMNISWEEP_MARK -3

/*
 A mine that went off.
 */
#define OMNISWEEP_EXPLODED -4

/*
 Once the game is over: another mine.
 */
#define OMNISWEEP_MINE -5

/*
 Once the game is over: a flag where there is no mine.
 */
#define OMNISWEEP_WRONG_FLAG -6

/*
 There is no such cell.
 */
#define OMNISWEEP_NOTHING -7

/*
 How a game stands, or why nothing was done.
 */
typedef enum OmnisweepStatus {
  /*
   The game goes on.
   */
  OMNISWEEP_STATUS_PLAYING = 0,
  /*
   Every safe cell is open.
   */
  OMNISWEEP_STATUS_WON = 1,
  /*
   A mine went off.
   */
  OMNISWEEP_STATUS_LOST = 2,
  /*
   A null pointer, or sizes that make no board.
   */
  OMNISWEEP_STATUS_BAD_ARGUMENT = -1,
  /*
   More mines than the board or the first open has room for.
   */
  OMNISWEEP_STATUS_TOO_MANY_MINES = -2,
  /*
   The board does not fit into memory.
   */
  OMNISWEEP_STATUS_TOO_LARGE = -3,
  /*
   The cell is not on the board.
   */
  OMNISWEEP_STATUS_OFF_BOARD = -4,
  /*
   The mines have not been laid yet, or have been already.
   */
  OMNISWEEP_STATUS_NOT_NOW = -5,
  /*
   The rules have no such action.
   */
  OMNISWEEP_STATUS_NO_SUCH_ACTION = -6,
  /*
   The action does not fit the cell: it is open, closed or flagged.
   */
  OMNISWEEP_STATUS_REFUSED = -7,
  /*
   The game is over.
   */
  OMNISWEEP_STATUS_OVER = -8,
} OmnisweepStatus;

/*
 The sets of rules. The numbers are those of the engine's list.
 */
typedef enum OmnisweepRules {
  OMNISWEEP_RULES_MODERN = 0,
  OMNISWEEP_RULES_ESP = 1,
  OMNISWEEP_RULES_ND = 2,
  OMNISWEEP_RULES_CLICKS = 3,
  OMNISWEEP_RULES_STYLES = 4,
  OMNISWEEP_RULES_CS121 = 5,
  OMNISWEEP_RULES_MODERN_WITH_MARKS = 6,
} OmnisweepRules;

/*
 What the first opened cell is promised.
 */
typedef enum OmnisweepFirst {
  /*
   Nothing.
   */
  OMNISWEEP_FIRST_ANYTHING = 0,
  /*
   It is no mine.
   */
  OMNISWEEP_FIRST_SAFE = 1,
  /*
   Neither it nor a neighbour is a mine.
   */
  OMNISWEEP_FIRST_OPENING = 2,
  /*
   What the rules promise.
   */
  OMNISWEEP_FIRST_BY_RULES = 3,
} OmnisweepFirst;

/*
 A game. Only its handle is known outside.
 */
typedef struct OmnisweepGame OmnisweepGame;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Makes a game of these rules (an `OmnisweepRules`, with an `OmnisweepFirst`) on
 a board of these sizes, all closed, with its mines yet to be laid. The handle is written to `game` if the status is
 `Playing`; it has to be freed.

 # Safety
 `sizes` has `dimensions` numbers or is null; `game` can be written or is null.
 */
enum OmnisweepStatus omnisweep_new(const uint64_t *sizes,
                                   size_t dimensions,
                                   uint32_t rules,
                                   uint32_t first,
                                   uint64_t mines,
                                   struct OmnisweepGame **game);

/*
 Frees a game; null is nothing.

 # Safety
 The handle comes from `omnisweep_new` and is not used any more.
 */
void omnisweep_free(struct OmnisweepGame *game);

/*
 Lays the mines at these cells, as many as the game was made with, all
 different.

 # Safety
 `game` is a handle or null; `cells` has `count` numbers or is null.
 */
enum OmnisweepStatus omnisweep_lay(struct OmnisweepGame *game, const uint64_t *cells, size_t count);

/*
 Draws the mines from a seed, so that `first` can be opened as the rules promise.

 # Safety
 `game` is a handle or null.
 */
enum OmnisweepStatus omnisweep_draw(struct OmnisweepGame *game, uint64_t seed, uint64_t first);

/*
 Opens a cell.

 # Safety
 `game` is a handle or null.
 */
enum OmnisweepStatus omnisweep_open(struct OmnisweepGame *game, uint64_t cell);

/*
 Sets a flag, or toggles it, as the rules have it.

 # Safety
 `game` is a handle or null.
 */
enum OmnisweepStatus omnisweep_flag(struct OmnisweepGame *game, uint64_t cell);

/*
 Sets a question mark, or toggles it, as the rules have it.

 # Safety
 `game` is a handle or null.
 */
enum OmnisweepStatus omnisweep_mark(struct OmnisweepGame *game, uint64_t cell);

/*
 Takes a flag or a question mark away.

 # Safety
 `game` is a handle or null.
 */
enum OmnisweepStatus omnisweep_unmark(struct OmnisweepGame *game, uint64_t cell);

/*
 Opens what is left around a number.

 # Safety
 `game` is a handle or null.
 */
enum OmnisweepStatus omnisweep_chord(struct OmnisweepGame *game, uint64_t cell);

/*
 How the game stands.

 # Safety
 `game` is a handle or null.
 */
enum OmnisweepStatus omnisweep_state(const struct OmnisweepGame *game);

/*
 What a cell looks like: a number, or one of the constants. Once the game is
 over, all mines show.

 # Safety
 `game` is a handle or null.
 */
int32_t omnisweep_view(const struct OmnisweepGame *game, uint64_t cell);

/*
 How many cells the board has.

 # Safety
 `game` is a handle or null.
 */
uint64_t omnisweep_cells(const struct OmnisweepGame *game);

/*
 Mines less flags on closed cells; may be below zero.

 # Safety
 `game` is a handle or null.
 */
int64_t omnisweep_mines_left(const struct OmnisweepGame *game);

/*
 How many safe cells are still closed.

 # Safety
 `game` is a handle or null.
 */
uint64_t omnisweep_safe_left(const struct OmnisweepGame *game);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* OMNISWEEP_H */
