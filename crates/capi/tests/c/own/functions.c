#include "course.h"
#define OMNISWEEP_ND_OWN_STRUCT
#define OMNISWEEP_ND_IMPLEMENTATION
#include "nd_minesweeper.h"
