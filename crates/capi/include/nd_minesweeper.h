/* N-D Minesweeper: init_game and select_cell on an array of the caller's.
 *
 * A board needs room: as many dimensions as MAX_DIM (64 at most) and as many
 * neighbours as MAX_ADJACENT. One that has more is not written, and every
 * select_cell on it returns 0.
 *
 * A program of one source file includes this header and links
 * libomnisweep_capi.a; MAX_ADJACENT and MAX_DIM may be defined before, and one
 * built library serves every pair of values.
 *
 * A program with its own struct cell and prototypes defines
 * OMNISWEEP_ND_OWN_STRUCT before it includes this header, after its own. In one
 * of its files it defines OMNISWEEP_ND_IMPLEMENTATION as well, and that file
 * has the functions init_game and select_cell for all the others.
 */
#ifndef OMNISWEEP_ND_MINESWEEPER_H
#define OMNISWEEP_ND_MINESWEEPER_H

#include <stddef.h>

#ifndef MAX_ADJACENT
#define MAX_ADJACENT 242
#endif
#ifndef MAX_DIM
#define MAX_DIM 5
#endif

#ifndef OMNISWEEP_ND_OWN_STRUCT
struct cell {
    int mined;
    int selected;
    int num_adjacent;
    struct cell *adjacent[MAX_ADJACENT];
    int coords[MAX_DIM];
    int hint;
};
#endif

/* Where a struct cell has its fields, in bytes. Gaps of four bytes between them
 * count as padding, which init_game writes too. */
struct omnisweep_nd_layout {
    size_t size;
    size_t mined;
    size_t selected;
    size_t num_adjacent;
    size_t adjacent;
    size_t coords;
    size_t hint;
    size_t max_adjacent;
    size_t max_dim;
};

#ifdef __cplusplus
extern "C" {
#endif

/* What the functions below call. They may be used from several threads, on
 * several games; nothing but the array remembers a game. Arguments that make no
 * game change nothing. */
void omnisweep_nd_init_game(void *game, int dim, const int *dim_sizes, int num_mines, int *const *mined_cells,
                            const struct omnisweep_nd_layout *layout);
int omnisweep_nd_select_cell(void *game, int dim, const int *dim_sizes, const int *coords,
                             const struct omnisweep_nd_layout *layout);

#ifdef __cplusplus
}
#endif

#endif

/* The rest may come later than the declarations: a file that defines
 * OMNISWEEP_ND_IMPLEMENTATION need not be the first to include this. */
#if !defined(OMNISWEEP_ND_FUNCTIONS) && (defined(OMNISWEEP_ND_IMPLEMENTATION) || !defined(OMNISWEEP_ND_OWN_STRUCT))
#define OMNISWEEP_ND_FUNCTIONS

#ifdef OMNISWEEP_ND_IMPLEMENTATION
#define OMNISWEEP_ND_LINKAGE
#elif defined(__GNUC__)
#define OMNISWEEP_ND_LINKAGE static inline __attribute__((unused))
#else
#define OMNISWEEP_ND_LINKAGE static
#endif

/* A struct cell of your own may have its fields in any order, but they have to
 * be of the types above: if not, this does not compile. */
typedef char omnisweep_nd_types_of_struct_cell[
    sizeof(((struct cell *)0)->mined) == sizeof(int) && sizeof(((struct cell *)0)->selected) == sizeof(int) &&
            sizeof(((struct cell *)0)->num_adjacent) == sizeof(int) && sizeof(((struct cell *)0)->hint) == sizeof(int) &&
            sizeof(((struct cell *)0)->coords[0]) == sizeof(int) &&
            sizeof(((struct cell *)0)->adjacent[0]) == sizeof(void *) &&
            offsetof(struct cell, adjacent) % sizeof(void *) == 0 && sizeof(struct cell) % sizeof(void *) == 0
        ? 1
        : -1];

/* static: laid out when compiled, and the same for every call. */
static const struct omnisweep_nd_layout omnisweep_nd_cell_layout = {
    sizeof(struct cell),
    offsetof(struct cell, mined),
    offsetof(struct cell, selected),
    offsetof(struct cell, num_adjacent),
    offsetof(struct cell, adjacent),
    offsetof(struct cell, coords),
    offsetof(struct cell, hint),
    sizeof(((struct cell *)0)->adjacent) / sizeof(struct cell *),
    sizeof(((struct cell *)0)->coords) / sizeof(int),
};

/* Writes every cell of the grid to game, which need not be zeroed. */
OMNISWEEP_ND_LINKAGE void init_game(struct cell *game, int dim, int *dim_sizes, int num_mines, int **mined_cells) {
    omnisweep_nd_init_game(game, dim, dim_sizes, num_mines, mined_cells, &omnisweep_nd_cell_layout);
}

/* Selects a cell: 1 if it was a mine, 2 if that was the last safe cell, else 0. */
OMNISWEEP_ND_LINKAGE int select_cell(struct cell *game, int dim, int *dim_sizes, int *coords) {
    return omnisweep_nd_select_cell(game, dim, dim_sizes, coords, &omnisweep_nd_cell_layout);
}

#endif
