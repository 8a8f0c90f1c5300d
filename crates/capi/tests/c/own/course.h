/* A header of a course: its own struct, in its own order, and prototypes. */
#ifndef COURSE_H
#define COURSE_H
#define ROOM 26
#define DIMENSIONS 4
struct cell {
    int hint;
    struct cell *adjacent[ROOM];
    int selected;
    int coords[DIMENSIONS];
    int num_adjacent;
    int mined;
};
void init_game(struct cell *game, int dim, int *dim_sizes, int num_mines, int **mined_cells);
int select_cell(struct cell *game, int dim, int *dim_sizes, int *coords);
int play(void);
#endif
