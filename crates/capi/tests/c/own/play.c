#include "course.h"
#define OMNISWEEP_ND_OWN_STRUCT
#include "nd_minesweeper.h"

int play(void) {
    static struct cell game[27];
    int sizes[] = {3, 3, 3}, mine[] = {2, 2, 2}, *mines[] = {mine}, corner[] = {0, 0, 0};
    init_game(game, 3, sizes, 1, mines);
    int most = 0;
    for (int c = 0; c < 27; c++) most = game[c].num_adjacent > most ? game[c].num_adjacent : most;
    return most == 26 ? select_cell(game, 3, sizes, corner) : -1;
}
