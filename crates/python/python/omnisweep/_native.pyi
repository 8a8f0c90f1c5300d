"""What is compiled: flat arrays and plain values. People use the modules around it."""

from typing import Any, Literal, SupportsIndex, final

import numpy as np
from numpy.typing import NDArray

from ._boards import First, Outcome, Rules

_Kind = Literal["number", "pair", "several", "count", "supposition", "cases"]

__all__ = [
    "Board",
    "Boards",
    "GaveUp",
    "OmnisweepError",
    "Player",
    "Refused",
    "Session",
    "TooLarge",
    "__version__",
    "analyse",
    "analyse_many",
    "chances",
    "check_record",
    "explain",
    "generate",
    "least",
    "levels",
    "one_hot",
    "parse_action",
    "parse_layout",
    "parse_position",
    "positions",
    "read_code",
    "read_recording",
    "verify",
    "write_code",
    "write_layout",
]

__version__: str

class OmnisweepError(ValueError): ...
class Refused(OmnisweepError): ...
class TooLarge(OmnisweepError): ...
class GaveUp(OmnisweepError): ...

@final
class Session:
    def __new__(
        cls,
        sizes: list[int],
        mines: int,
        *,
        rules: str,
        first: str | None,
        marks: bool,
        guess: str,
        seed: int | None,
        board: NDArray[np.bool_] | None,
    ) -> Session: ...
    @staticmethod
    def read(text: str) -> Session: ...
    def write(self, now: int) -> str: ...
    def act(self, letter: str, cell: int, now: int) -> Outcome: ...
    def undo(self, now: int) -> str | None: ...
    def view(self) -> NDArray[np.int32]: ...
    def reveal(self) -> NDArray[np.int32]: ...
    def board(self) -> NDArray[np.bool_] | None: ...
    def code(self) -> str: ...
    def moves(self) -> list[tuple[str, int]]: ...
    def record(self, finished: int) -> str | None: ...
    def setup(self) -> tuple[list[int], int, Rules, First, bool, str, int | None]: ...
    def standing(self) -> tuple[Outcome, int, int]: ...
    def place(self, cell: int) -> str: ...
    def copy(self) -> Session: ...

@final
class Player:
    def __new__(cls, sizes: list[int], mines: int, skill: str, first: str) -> Player: ...
    def choose(self, view: NDArray[np.int32]) -> tuple[int, float] | None: ...

@final
class Board:
    def __new__(
        cls,
        sizes: list[int],
        mines: int,
        *,
        first: str,
        no_guess: bool,
        flags: bool,
        reward: str,
        most_moves: int | None,
        probabilities: bool,
        one_hot: bool,
    ) -> Board: ...
    def reset(self, seed: int | None) -> tuple[NDArray[Any], dict[str, Any]]: ...
    def step(self, action: SupportsIndex) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]: ...
    def sample(self, key: int) -> int: ...
    def view(self) -> NDArray[np.int8]: ...
    def most(self) -> int: ...

@final
class Boards:
    def __new__(
        cls,
        sizes: list[int],
        mines: int,
        *,
        first: str,
        no_guess: bool,
        flags: bool,
        reward: str,
        reset: str,
        most_moves: int | None,
        probabilities: bool,
        boards: int,
        threads: int | None,
        seen: NDArray[np.int8] | None = None,
        mask: NDArray[np.int8] | None = None,
    ) -> Boards: ...
    @property
    def arrays(
        self,
    ) -> tuple[
        NDArray[np.int8],
        NDArray[np.int8],
        NDArray[np.float32],
        NDArray[np.int8],
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        NDArray[np.uint64],
        NDArray[np.bool_],
    ]: ...
    def reset(self, seeds: list[int | None], wanted: NDArray[np.bool_] | None = None) -> None: ...
    def step(self, actions: NDArray[np.int64], ahead: int | None = None) -> None: ...
    def sample(self, key: int) -> NDArray[np.int64]: ...
    def channels(self) -> int: ...

def levels() -> list[tuple[str, list[int], int]]: ...
def parse_action(text: str, sizes: list[int]) -> tuple[str, int]: ...
def parse_layout(text: str, sizes: list[int] | None = None) -> tuple[list[int], NDArray[np.bool_]]: ...
def write_layout(sizes: list[int], mined: NDArray[np.bool_]) -> str: ...
def parse_position(text: str, sizes: list[int] | None = None) -> tuple[list[int], NDArray[np.int32]]: ...
def read_code(code: str) -> tuple[list[int], NDArray[np.bool_], int | None]: ...
def write_code(sizes: list[int], mined: NDArray[np.bool_], start: int | None = None) -> str: ...
def check_record(line: str) -> str | None: ...
def read_recording(bytes: bytes) -> tuple[Session, str, str]: ...
def analyse(
    sizes: list[int], view: NDArray[np.int32], total: int | None, density: float
) -> tuple[NDArray[np.float64], NDArray[np.int8], tuple[int, float] | None, float, float | None]: ...
def analyse_many(
    sizes: list[int],
    views: NDArray[np.int32],
    total: int | None,
    density: float,
    threads: int | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.int8], NDArray[np.float64]]: ...
def explain(
    sizes: list[int], view: NDArray[np.int32], total: int | None, density: float, cell: int
) -> tuple[bool, list[int], bool, str, list[tuple[_Kind, str, list[int], list[int]]]] | None: ...
def least(sizes: list[int], cell: int, risk: float) -> str: ...
def chances(sizes: list[int], view: NDArray[np.int32], total: int) -> NDArray[np.float64] | None: ...
def generate(
    sizes: list[int],
    mines: int,
    *,
    start: int | None,
    no_guess: bool,
    seed: int,
    limit: float,
    threads: int | None = None,
) -> tuple[NDArray[np.bool_], int]: ...
def verify(
    sizes: list[int], board: NDArray[np.bool_], start: int | None
) -> tuple[Literal["solved", "guess", "unknown"], NDArray[np.int32], float | None]: ...
def positions(
    sizes: list[int],
    mines: int,
    *,
    first: str,
    player: str,
    seed: int,
    games: tuple[int, int],
    threads: int | None = None,
) -> tuple[
    NDArray[np.int8], NDArray[np.float32], NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]
]: ...
def one_hot(
    seen: NDArray[np.int8], cells: int, most: int, flags: bool, out: NDArray[np.uint8]
) -> None: ...
