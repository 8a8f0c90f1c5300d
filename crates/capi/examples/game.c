/* A game behind a handle, played to its end by opening every cell that is not
 * a mine, which this program knows because it laid them. */
#include "omnisweep.h"
#include <stdio.h>

int main(void) {
    uint64_t sizes[] = {5, 8}, mines[] = {3, 17, 38};
    OmnisweepGame *game = NULL;
    if (omnisweep_new(sizes, 2, OMNISWEEP_RULES_CLICKS, OMNISWEEP_FIRST_BY_RULES, 3, &game) != OMNISWEEP_STATUS_PLAYING) {
        fprintf(stderr, "no such game\n");
        return 1;
    }
    omnisweep_lay(game, mines, 3);
    omnisweep_flag(game, 17);
    OmnisweepStatus status = OMNISWEEP_STATUS_PLAYING;
    for (uint64_t cell = 0; cell < omnisweep_cells(game) && status >= 0; cell++) {
        if (cell != 3 && cell != 17 && cell != 38 && omnisweep_view(game, cell) == OMNISWEEP_CLOSED)
            status = omnisweep_open(game, cell);
        if (status == OMNISWEEP_STATUS_WON) break;
    }
    for (uint64_t row = 0; row < 5; row++) {
        for (uint64_t column = 0; column < 8; column++) {
            int32_t view = omnisweep_view(game, row * 8 + column);
            putchar(view == OMNISWEEP_MINE ? '*' : view == OMNISWEEP_FLAG ? 'F' : view == 0 ? '.' : '0' + view);
        }
        putchar('\n');
    }
    printf("%s, %lld mines left\n", status == OMNISWEEP_STATUS_WON ? "won" : "not won",
           (long long)omnisweep_mines_left(game));
    omnisweep_free(game);
    return status == OMNISWEEP_STATUS_WON ? 0 : 1;
}
