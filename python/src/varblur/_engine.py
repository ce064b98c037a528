"""Sends jobs to a process and takes its answers; starts another process if it dies."""

from __future__ import annotations

import logging
import os
import threading
import weakref
from collections import deque
from typing import Any, Deque, List, Optional, Sequence

from ._command import end_of_process, environment, not_started
from ._errors import Error, WorkerDied
from ._image import Image
from ._jobs import Job, parsed_result
from ._process import BatchProcess

#: How many messages have different numbers.
_NUMBERS = 1 << 32

_ENGINES: "weakref.WeakSet[Engine]" = weakref.WeakSet()


class Engine:
    """A queue of jobs, and the process that performs them.

    One thread sends jobs; it also starts the process. Another thread per process receives the answers, which come in the order of
    the jobs. So neither full pipes nor large images make the two processes wait for each other.
    """

    #: How many processes in a row may die without taking a job before a job fails because of that.
    _MAXIMUM_VAIN_STARTS = 4

    def __init__(self, command: str, arguments: Sequence[str], jobs: int) -> None:
        self._command, self._arguments, self._jobs = command, list(arguments), jobs
        #: How many jobs are sent ahead of their answers: as many as the command itself keeps in order.
        self.window = 8 * jobs + 8
        self._changed = threading.Condition()
        self._waiting: Deque[Job] = deque()
        self._sent: Deque[Job] = deque()
        self._process: Optional[BatchProcess] = None
        self._receiver: Optional[threading.Thread] = None
        self._number = 0
        self._first_number = 0
        self._vain_starts = 0
        self._is_closing = False
        self._is_stopped = False
        self._sender: Optional[threading.Thread] = None
        _ENGINES.add(self)

    def add(self, job: Job) -> None:
        """Adds a job to those that wait."""
        with self._changed:
            if self._is_closing:
                raise RuntimeError("the worker is closed")
            if self._sender is None:
                sender = threading.Thread(target=self._send_all, name="varblur-sender", daemon=True)
                sender.start()
                self._sender = sender
            self._waiting.append(job)
            self._changed.notify_all()

    def close(self, is_canceled: bool = False, is_waiting: bool = True) -> None:
        """Ends the process when all jobs are answered."""
        with self._changed:
            self._is_closing = True
            canceled = [job for job in self._waiting if job.attempts == 0] if is_canceled else []
            for job in canceled:
                self._waiting.remove(job)
            self._changed.notify_all()
        for job in canceled:
            job.future.cancel()
            job.future.set_running_or_notify_cancel()
        # A callback of a future runs on one of these threads
        if is_waiting and self._sender is not None and threading.current_thread() not in (self._sender, self._receiver):
            self._sender.join()

    def stop(self) -> None:
        """Ends the process at once, and waits for its end; the jobs that it has got fail."""
        self.close(is_canceled=True, is_waiting=False)
        with self._changed:
            self._is_stopped = True
            if self._process is not None:
                self._process.stop()
            if threading.current_thread() is not self._receiver:
                self._changed.wait_for(lambda: self._process is None)

    @property
    def process_ids(self) -> List[int]:
        with self._changed:
            return [self._process.pid] if self._process is not None else []

    def abandon(self) -> None:
        """Leaves the process and its jobs to the parent, in its child after a fork, where no other thread runs."""
        if self._process is not None:
            self._process.abandon()
        self._changed = threading.Condition()
        self._waiting, self._sent = deque(), deque()
        self._process = self._receiver = self._sender = None
        self._number = self._first_number = self._vain_starts = 0

    # The sender

    def _send_all(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(self._can_proceed)
                if not self._waiting:
                    break
                job = self._waiting.popleft()
            if job.attempts > 0 or job.future.set_running_or_notify_cancel():
                self._send(job)
        process = self._process
        if process is not None:
            process.finish()
        if self._receiver is not None:
            self._receiver.join()

    def _can_proceed(self) -> bool:
        if not self._waiting:
            return self._is_closing and not self._sent
        if not self._sent:
            return True
        is_alone = self._sent[0].is_suspect or self._waiting[0].is_suspect
        return not is_alone and len(self._sent) < self.window

    def _send(self, job: Job) -> None:
        try:
            while True:
                with self._changed:
                    if self._is_stopped:
                        raise WorkerDied("workerDied", "the worker was stopped before the image was blurred", 70)
                    process = self._process or self._started()
                start = job.start(self._number)
                with self._changed:
                    if self._process is not process:
                        continue  # It has died in the meantime
                    job.attempts += 1
                    job.is_sent = False
                    if not self._sent:
                        self._first_number = self._number
                    self._sent.append(job)
                    self._number = (self._number + 1) % _NUMBERS
                    break
        except Error as error:
            _finish(job, error)
            return
        except Exception as error:
            _finish(job, Error("failed", f"the image cannot be sent to varblur: {error}", 70))
            return
        try:
            process.write(start, job.data)
            job.is_sent = True
        except OSError:
            pass  # The process has died: its receiver sends the job again

    def _started(self) -> BatchProcess:
        try:
            process = BatchProcess(self._command, self._arguments, environment())
        except OSError as error:
            raise not_started(error) from error
        receiver = threading.Thread(target=self._receive_all, args=(process,), name="varblur-receiver", daemon=True)
        try:
            receiver.start()
        except RuntimeError:
            process.kill()
            process.wait()
            raise
        self._process, self._receiver = process, receiver
        return process

    # The receivers

    def _receive_all(self, process: BatchProcess) -> None:
        problem = ""
        try:
            for message in process.answers():
                self._answer(message.number, parsed_result(message))
        except Exception as error:
            problem = f"varblur gave an answer that is not understood: {error}"
            process.kill()
        status = process.wait()
        self._end(process, problem or end_of_process(status, process.messages), status)

    def _answer(self, number: int, outcome: "Image | List[Image] | Error") -> None:
        with self._changed:
            if number != self._first_number or not self._sent:
                raise ValueError(f"the result {number} is out of order")
            job = self._sent.popleft()
            self._first_number = (self._first_number + 1) % _NUMBERS
            self._vain_starts = 0
            self._changed.notify_all()
        _finish(job, outcome)

    def _end(self, process: BatchProcess, reason: str, status: int) -> None:
        """Fails the job that the process worked on, and lets all others wait again."""
        failed: List[Job] = []
        with self._changed:
            if self._process is process:
                self._process = None
            unanswered, self._sent = list(self._sent), deque()
            taken = [job for job in unanswered if job.is_sent]
            if len(taken) == 1 or self._jobs == 1:
                failed = taken[:1]
            for job in taken:
                job.is_suspect = self._jobs > 1
            self._vain_starts = 0 if taken else self._vain_starts + 1
            if self._vain_starts == self._MAXIMUM_VAIN_STARTS:
                failed, self._vain_starts = unanswered[:1], 0
            self._waiting.extendleft(job for job in reversed(unanswered) if job not in failed)
            self._changed.notify_all()
        for job in failed:
            _finish(job, WorkerDied("workerDied", reason, status if status >= 0 else 128 - status))


def _finish(job: Job, outcome: Any) -> None:
    """Sets the result of a job, or its error."""
    try:
        if isinstance(outcome, Error):
            job.future.set_exception(outcome)
        else:
            job.future.set_result(outcome)
    except BaseException:  # such as SystemExit, from a callback of the caller: the other images must not wait forever
        logging.getLogger(__name__).exception("a callback of a future has failed")


def _abandon_all() -> None:
    for engine in list(_ENGINES):
        engine.abandon()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_abandon_all)
