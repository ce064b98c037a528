"""A process of ``varblur batch``, with its pipes."""

from __future__ import annotations

import contextlib
import os
import selectors
import subprocess
import threading
from typing import Dict, Iterator, Sequence, Union

from ._messages import Message, MessageBuffer, start_of

#: The size of a pipe on Linux, where programs may change it: large images need fewer switches between the processes.
_PIPE_SIZE = 1 << 20
_F_SETPIPE_SZ = 1031
#: The number of bytes of messages that are kept.
_KEPT_MESSAGES = 4096


class BatchProcess:
    """A process that gets messages and answers each with a message.

    One thread may write while another reads.
    """

    def __init__(self, command: str, arguments: Sequence[str], environment: Dict[str, str]) -> None:
        # In a session of its own, the process does not get the signal of Ctrl-C: Python decides what it means.
        self._process = subprocess.Popen(
            [command, "batch", "--messages"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
            env=environment, start_new_session=True)
        assert self._process.stdin is not None and self._process.stdout is not None and self._process.stderr is not None
        self._input, self._output, self._messages = self._process.stdin, self._process.stdout, self._process.stderr
        self._last_messages = b""
        # No descriptor is closed while another thread writes to it: its number may be used again at once
        self._input_lock = threading.Lock()
        for pipe in (self._input, self._output):
            _enlarge(pipe.fileno())
        with contextlib.suppress(OSError):
            self.write(start_of({"arguments": list(arguments)}))

    @property
    def pid(self) -> int:
        return self._process.pid

    def write(self, start: bytes, data: "Union[bytes, bytearray, memoryview]" = b"") -> None:
        """Writes a message: its start, and its bytes.

        Raises:
            OSError: The process has ended.
        """
        with self._input_lock:
            if self._input.closed:
                raise BrokenPipeError
            for part in (start, data):
                rest = memoryview(part)
                while rest:
                    rest = rest[os.write(self._input.fileno(), rest):]

    def finish(self) -> None:
        """Ends the input: the process ends after its last answer."""
        with self._input_lock, contextlib.suppress(OSError):
            self._input.close()

    def answers(self) -> Iterator[Message]:
        """The answers, until the process ends. Each is valid until the next one is asked for."""
        with selectors.DefaultSelector() as selector, MessageBuffer(_PIPE_SIZE) as buffer:
            selector.register(self._output, selectors.EVENT_READ)
            selector.register(self._messages, selectors.EVENT_READ)
            while selector.get_map():
                for key, _ in selector.select():
                    if key.fileobj is self._messages:
                        data = os.read(key.fd, _PIPE_SIZE)
                        self._last_messages = (self._last_messages + data)[-_KEPT_MESSAGES:]
                        is_open = len(data) > 0
                    else:
                        is_open = buffer.read(key.fd)
                    if not is_open:
                        selector.unregister(key.fileobj)
                yield from buffer.messages()

    def wait(self) -> int:
        """Waits for the end of the process, after its last answer, and returns its exit status."""
        status = self._process.wait()
        self.finish()
        self._output.close()
        self._messages.close()
        return status

    @property
    def messages(self) -> bytes:
        """The end of what the process wrote to standard error."""
        return self._last_messages

    def abandon(self) -> None:
        """Closes the pipes in a child of the process that has started this one, where no other thread runs."""
        self._process.returncode = 0
        for pipe in (self._input, self._output, self._messages):
            with contextlib.suppress(OSError):
                pipe.close()

    def kill(self) -> None:
        """Ends the process at once."""
        self._process.kill()

    def stop(self) -> None:
        """Ends the process at once, after it has removed files that are not complete."""
        self._process.terminate()


def _enlarge(descriptor: int) -> None:
    try:
        import fcntl

        fcntl.fcntl(descriptor, _F_SETPIPE_SZ, _PIPE_SIZE)
    except (ImportError, OSError):
        pass  # Another system, or no more memory for pipes
