/* init_game beside memset over the same bytes and a plain version, and a flood.
 * Compiled several times, with the cells' sizes; see nd.rs. */
#include "nd_minesweeper.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The plain way: every cell looks for its neighbours, then counts the mines among them. */
static void plain_init_game(struct cell *game, int dim, int *sizes, int num_mines, int **mined) {
    long cells = 1;
    for (int i = 0; i < dim; i++) cells *= sizes[i];
    for (long c = 0; c < cells; c++) {
        struct cell *cell = &game[c];
        long rest = c;
        for (int i = dim - 1; i >= 0; i--) {
            cell->coords[i] = rest % sizes[i];
            rest /= sizes[i];
        }
        cell->mined = cell->selected = cell->num_adjacent = cell->hint = 0;
        int step[MAX_DIM];
        for (int i = 0; i < dim; i++) step[i] = -1;
        for (;;) {
            long index = 0;
            int inside = 1, self = 1;
            for (int i = 0; i < dim; i++) {
                int at = cell->coords[i] + step[i];
                if (at < 0 || at >= sizes[i]) inside = 0;
                if (step[i]) self = 0;
                index = index * sizes[i] + at;
            }
            if (inside && !self) cell->adjacent[cell->num_adjacent++] = &game[index];
            int i = dim - 1;
            while (i >= 0 && ++step[i] > 1) step[i--] = -1;
            if (i < 0) break;
        }
    }
    for (int m = 0; m < num_mines; m++) {
        long index = 0;
        for (int i = 0; i < dim; i++) index = index * sizes[i] + mined[m][i];
        game[index].mined = 1;
    }
    for (long c = 0; c < cells; c++)
        for (int i = 0; i < game[c].num_adjacent; i++) game[c].hint += game[c].adjacent[i]->mined;
}

int main(int argc, char **argv) {
    int dim = argc - 2, flood = !strcmp(argv[1], "flood"), sizes[MAX_DIM];
    long cells = 1;
    for (int i = 0; i < dim; i++) cells *= sizes[i] = atoi(argv[i + 2]);
    struct cell *game = malloc(cells * sizeof *game);
    int num_mines = flood ? 0 : cells * 12 / 100;
    int **mined = malloc((num_mines + 1) * sizeof *mined), *at = malloc((num_mines + 1) * dim * sizeof *at);
    unsigned long random = 1;
    for (int m = 0; m < num_mines; m++) {
        mined[m] = at + m * dim;
        for (int i = 0; i < dim; i++) {
            random = random * 6364136223846793005ul + 1442695040888963407ul;
            mined[m][i] = (random >> 33) % sizes[i];
        }
    }
    double ours[5], plain[5];
    memset(game, 1, cells * sizeof *game);
    for (int round = 0; round < 5; round++) {
        double start = now();
        memset(game, round, cells * sizeof *game);
        double set = now() - start;
        start = now();
        init_game(game, dim, sizes, num_mines, mined);
        double init = now() - start;
        if (flood) {
            int corner[MAX_DIM] = {0};
            start = now();
            if (select_cell(game, dim, sizes, corner) != 2) return 1;
            ours[round] = (now() - start) / set;
            plain[round] = 0;
            continue;
        }
        start = now();
        plain_init_game(game, dim, sizes, num_mines, mined);
        ours[round] = init / set;
        plain[round] = (now() - start) / set;
    }
    qsort(ours, 5, sizeof *ours, compare);
    qsort(plain, 5, sizeof *plain, compare);
    if (flood)
        printf("nd/flood of %ld cells (%d/%d): %.1f times memset over the same bytes\n", cells, MAX_ADJACENT, MAX_DIM, ours[2]);
    else
        printf("nd/init_game %ld cells (%d/%d): %.2f times memset over the same bytes, plain %.2f times\n", cells,
               MAX_ADJACENT, MAX_DIM, ours[2], plain[2]);
    return 0;
}
