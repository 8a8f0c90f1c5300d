/* The N-D functions against a brute-force model, with whatever room for
 * neighbours and dimensions this is compiled for. */
#include "nd_minesweeper.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                          \
    do {                                                                          \
        if (!(condition)) {                                                       \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);       \
            exit(1);                                                              \
        }                                                                         \
    } while (0)

static unsigned long state = 1;

static int below(int limit) {
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (int)((state >> 33) % (unsigned long)limit);
}

static int touch(const struct cell *a, const struct cell *b, int dim) {
    for (int i = 0; i < dim; i++)
        if (abs(a->coords[i] - b->coords[i]) > 1) return 0;
    return a != b;
}

/* The rules in their own words: everything is looked for everywhere. */
static void spread(const struct cell *game, int cells, int dim, char *open, int at) {
    int *stack = malloc(sizeof(int) * (size_t)cells), top = 0;
    stack[top++] = at;
    open[at] = 1;
    while (top > 0) {
        const struct cell *cell = &game[stack[--top]];
        int mines = 0;
        for (int i = 0; i < cells; i++) mines += touch(cell, &game[i], dim) && game[i].mined;
        for (int i = 0; mines == 0 && i < cells; i++) {
            if (touch(cell, &game[i], dim) && !open[i]) {
                open[i] = 1;
                stack[top++] = i;
            }
        }
    }
    free(stack);
}

static void random_board(void) {
    int dim, sizes[MAX_DIM], cells, near;
    do {
        dim = 1 + below(MAX_DIM);
        cells = near = 1;
        for (int i = 0; i < dim; i++) {
            sizes[i] = 1 + below(dim == 1 ? 40 : dim == 2 ? 9 : 4);
            cells *= sizes[i];
            near *= sizes[i] < 3 ? sizes[i] : 3;
        }
    } while (near - 1 > MAX_ADJACENT || cells > 900);

    /* Nothing but the cells may be written to, and they are not zeroed. */
    enum { GUARD = 64 };
    size_t bytes = (size_t)cells * sizeof(struct cell);
    unsigned char *memory = malloc(bytes + 2 * GUARD);
    memset(memory, 0xa5, bytes + 2 * GUARD);
    struct cell *game = (struct cell *)(memory + GUARD);

    int num_mines = below(cells + 1) / (1 + below(8)), **mined = malloc(sizeof *mined * (size_t)(num_mines + 1));
    for (int m = 0; m < num_mines; m++) {
        mined[m] = malloc(sizeof(int) * (size_t)dim);
        for (int i = 0; i < dim; i++) mined[m][i] = below(sizes[i] + 1) - (below(40) == 0);
    }
    init_game(game, dim, sizes, num_mines, mined);
    for (int i = 0; i < GUARD; i++) CHECK(memory[i] == 0xa5 && memory[bytes + GUARD + (size_t)i] == 0xa5);

    int safe = 0;
    char *found = calloc((size_t)cells, 1);
    for (int c = 0; c < cells; c++) {
        struct cell *cell = &game[c];
        int index = 0, is_mine = 0, near_count = 0, mines = 0;
        for (int i = 0; i < dim; i++) {
            CHECK(cell->coords[i] >= 0 && cell->coords[i] < sizes[i]);
            index = index * sizes[i] + cell->coords[i];
        }
        CHECK(!found[index]);
        found[index] = 1;
        for (int m = 0; m < num_mines; m++) is_mine |= !memcmp(mined[m], cell->coords, sizeof(int) * (size_t)dim);
        CHECK(cell->mined == is_mine && cell->selected == 0);
        for (int i = 0; i < cells; i++) near_count += touch(cell, &game[i], dim);
        CHECK(cell->num_adjacent == near_count);
        for (int i = 0; i < near_count; i++) {
            CHECK(cell->adjacent[i] >= game && cell->adjacent[i] < game + cells);
            CHECK(touch(cell, cell->adjacent[i], dim));
            for (int j = 0; j < i; j++) CHECK(cell->adjacent[i] != cell->adjacent[j]);
            mines += cell->adjacent[i]->mined;
        }
        CHECK(cell->hint == mines);
        safe += !is_mine;
    }

    char *open = calloc((size_t)cells, 1);
    for (int move = 0; move < 30; move++) {
        int coords[MAX_DIM], at = -1, outside = 0;
        for (int i = 0; i < dim; i++) {
            coords[i] = below(sizes[i] + (below(30) == 0)) - (below(60) == 0);
            outside |= coords[i] < 0 || coords[i] >= sizes[i];
        }
        for (int c = 0; c < cells; c++)
            if (!memcmp(game[c].coords, coords, sizeof(int) * (size_t)dim)) at = c;
        CHECK(outside == (at < 0));
        int expected = 0;
        if (!outside && !open[at]) {
            if (game[at].mined) {
                open[at] = 1;
                expected = 1;
            } else {
                spread(game, cells, dim, open, at);
                int left = 0;
                for (int c = 0; c < cells; c++) left += !game[c].mined && !open[c];
                expected = left == 0 ? 2 : 0;
            }
        }
        CHECK(select_cell(game, dim, sizes, coords) == expected);
        for (int c = 0; c < cells; c++) {
            int mines = 0;
            for (int i = 0; i < game[c].num_adjacent; i++) mines += game[c].adjacent[i]->mined;
            CHECK(game[c].selected == open[c]);
            CHECK(game[c].hint == mines);
        }
        if (expected != 0) break;
    }
    for (int i = 0; i < GUARD; i++) CHECK(memory[i] == 0xa5 && memory[bytes + GUARD + (size_t)i] == 0xa5);
    (void)safe;
    for (int m = 0; m < num_mines; m++) free(mined[m]);
    free(mined);
    free(open);
    free(found);
    free(memory);
}

#if MAX_DIM >= 2 && MAX_ADJACENT >= 8
static struct cell *at(struct cell *game, int x, int y) {
    for (int c = 0; c < 24; c++)
        if (game[c].coords[0] == x && game[c].coords[1] == y) return &game[c];
    return NULL;
}

/* The example with which the game is described. */
static void worked_example(void) {
    int sizes[] = {6, 4}, first[] = {1, 3}, second[] = {2, 2}, *mined[] = {first, second};
    struct cell *game = malloc(24 * sizeof *game);
    init_game(game, 2, sizes, 2, mined);
    CHECK(select_cell(game, 2, sizes, (int[]){1, 2}) == 0);
    CHECK(at(game, 1, 2)->hint == 2 && at(game, 1, 2)->selected == 1 && at(game, 0, 2)->selected == 0);
    CHECK(select_cell(game, 2, sizes, (int[]){4, 1}) == 0);
    int closed = 0;
    for (int c = 0; c < 24; c++) closed += !game[c].selected;
    CHECK(closed == 4 && !at(game, 0, 3)->selected && !at(game, 2, 3)->selected);
    CHECK(select_cell(game, 2, sizes, (int[]){4, 1}) == 0);
    CHECK(select_cell(game, 2, sizes, (int[]){0, 3}) == 0);
    CHECK(select_cell(game, 2, sizes, (int[]){2, 3}) == 2);
    init_game(game, 2, sizes, 2, mined);
    CHECK(select_cell(game, 2, sizes, (int[]){2, 2}) == 1 && at(game, 2, 2)->selected == 1);
    free(game);
}
#else
static void worked_example(void) {}
#endif

/* What makes no game changes nothing. */
static void nonsense(void) {
    struct cell cell;
    memset(&cell, 0x5a, sizeof cell);
    struct cell before = cell;
    int one[MAX_DIM + 1], huge[MAX_DIM + 1], zero[] = {0}, minus[] = {-4}, at[MAX_DIM + 1] = {0}, *mines[] = {NULL, at};
    for (int i = 0; i <= MAX_DIM; i++) one[i] = 1, huge[i] = 2147483647;
    init_game(NULL, 1, one, 0, NULL);
    init_game(&cell, 0, one, 0, NULL);
    init_game(&cell, -1, one, 0, NULL);
    init_game(&cell, 1, NULL, 0, NULL);
    init_game(&cell, 1, zero, 0, NULL);
    init_game(&cell, 1, minus, 0, NULL);
    if (MAX_DIM > 1) init_game(&cell, MAX_DIM, huge, 0, NULL);
    init_game(&cell, MAX_DIM + 1, one, 0, NULL);
    CHECK(select_cell(NULL, 1, one, at) == 0);
    CHECK(select_cell(&cell, 1, NULL, at) == 0);
    CHECK(select_cell(&cell, 1, one, NULL) == 0);
    CHECK(select_cell(&cell, 0, one, at) == 0);
    CHECK(!memcmp(&cell, &before, sizeof cell));
    init_game(&cell, 1, one, 2, mines);
    CHECK(cell.mined == 1 && cell.num_adjacent == 0);
    CHECK(select_cell(&cell, 1, one, at) == 1);
    init_game(&cell, 1, one, 5, NULL);
    CHECK(select_cell(&cell, 1, one, at) == 2 && cell.hint == 0);
    CHECK(select_cell(&cell, 1, one, at) == 0);
}

int main(void) {
    worked_example();
    nonsense();
    for (int i = 0; i < 400; i++) random_board();
    return 0;
}
