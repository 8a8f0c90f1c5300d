/* Ten million cells of zeros open without using the stack. */
#include "nd_minesweeper.h"
#include <stdlib.h>
#include <sys/resource.h>

int main(void) {
    int sizes[] = {3163, 3163}, corner[] = {0, 0}, cells = 3163 * 3163;
    struct rlimit small = {64 << 10, 64 << 10};
    setrlimit(RLIMIT_STACK, &small);
    struct cell *game = malloc((size_t)cells * sizeof *game);
    if (!game) return 2;
    init_game(game, 2, sizes, 0, NULL);
    if (select_cell(game, 2, sizes, corner) != 2) return 1;
    for (int c = 0; c < cells; c++)
        if (!game[c].selected || game[c].hint) return 1;
    free(game);
    return 0;
}
