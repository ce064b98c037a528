"""Long calls of the library, which Ctrl-C ends, as do other signals whose handlers raise exceptions."""

from __future__ import annotations

import _thread
import contextlib
import ctypes
import threading
from typing import Callable, List


def interruptible(call: Callable[[], int], cancel: ctypes.c_int) -> int:
    """Makes a call that ends early once a number is not 0.

    It runs in another thread: signals are handled in the main thread only, between the instructions of Python. After an exception of a
    handler, the call has ended, too.

    Args:
        call: The call.
        cancel: The number, which is 0.

    Returns:
        The result of the call.
    """
    if threading.current_thread() is not threading.main_thread():
        return call()
    running, done = threading.Lock(), threading.Lock()
    results: List[int] = []

    def run() -> None:
        with running:
            if not cancel.value:
                results.append(call())
        done.release()

    done.acquire()
    try:
        _thread.start_new_thread(run, ())
        done.acquire()
    except BaseException as error:
        cancel.value = 1
        _wait(running)
        if isinstance(error, RuntimeError) and "new thread" in str(error):
            cancel.value = 0
            return call()
        raise
    return results[0]


def _wait(lock: threading.Lock) -> None:
    """Waits for a lock, whatever handlers of signals raise meanwhile: the memory that a call uses must stay."""
    while True:
        with contextlib.suppress(BaseException), lock:
            return
