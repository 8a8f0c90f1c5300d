"""A game behind a handle, from Python: python3 game.py target/release/libomnisweep_capi.so"""

import ctypes
import sys

lib = ctypes.CDLL(sys.argv[1])
lib.omnisweep_new.argtypes = [
    ctypes.POINTER(ctypes.c_uint64), ctypes.c_size_t, ctypes.c_uint32, ctypes.c_uint32,
    ctypes.c_uint64, ctypes.POINTER(ctypes.c_void_p),
]
for name in ("open", "flag", "chord"):
    getattr(lib, "omnisweep_" + name).argtypes = [ctypes.c_void_p, ctypes.c_uint64]
lib.omnisweep_draw.argtypes = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64]
lib.omnisweep_view.argtypes = [ctypes.c_void_p, ctypes.c_uint64]
lib.omnisweep_free.argtypes = [ctypes.c_void_p]

MODERN, BY_RULES, PLAYING, TOO_MANY = 0, 3, 0, -2
sizes = (ctypes.c_uint64 * 3)(4, 4, 4)
game = ctypes.c_void_p()
assert lib.omnisweep_new(sizes, 3, MODERN, BY_RULES, 60, ctypes.byref(game)) == TOO_MANY
assert lib.omnisweep_new(sizes, 3, MODERN, BY_RULES, 5, ctypes.byref(game)) == PLAYING
assert lib.omnisweep_draw(game, 7, 0) == PLAYING
status = lib.omnisweep_open(game, 0)
views = [lib.omnisweep_view(game, cell) for cell in range(64)]
lib.omnisweep_free(game)
assert status >= 0 and views[0] == 0, (status, views)
print(f"{sum(view >= 0 for view in views)} of 64 cells open, status {status}")
