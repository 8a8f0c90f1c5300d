"""A window that shows pictures, by what Python brings along."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Window:
    """A window for pictures of one game, where there is a display."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._root: Any = None
        self._image: Any = None
        self._closed = False

    def show(self, picture: NDArray[np.uint8], at_least: int = 480) -> bool:
        """Shows a picture, enlarged until its longer side has about that many pixels.

        Returns:
            Whether it was shown: not where there is no display, and not once the player has closed the window.
        """
        if self._closed:
            return False
        try:
            import tkinter  # Some systems package it apart.
        except ImportError:
            self._closed = True
            return False
        times = max(1, at_least // max(picture.shape[:2]))
        picture = picture.repeat(times, 0).repeat(times, 1)
        head = b"P6 %d %d 255\n" % (picture.shape[1], picture.shape[0])
        try:
            if self._root is None:
                self._root = tkinter.Tk()
                self._root.title(self._title)
                self._root.resizable(False, False)
                self._root.protocol("WM_DELETE_WINDOW", self.close)
                self._image = tkinter.PhotoImage(master=self._root)
                tkinter.Label(self._root, image=self._image, borderwidth=0).pack()
            self._image.configure(data=head + picture.tobytes(), format="PPM")
            self._root.update()
        except tkinter.TclError:
            self._closed = True
            return False
        return True

    def close(self) -> None:
        """Closes it."""
        if self._root is not None and not self._closed:
            self._root.destroy()
        self._closed = True
