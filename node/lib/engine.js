"use strict";

const { notStarted } = require("./command.js");
const { WorkerDied } = require("./errors.js");
const { outcomeOf } = require("./job.js");
const { BatchProcess } = require("./process.js");

/** How many processes in a row may die without taking a job before a job fails because of that. */
const MAXIMUM_VAIN_STARTS = 4;

/** A queue of jobs, and the process that performs them; another one follows if it dies. */
class Engine {
  /** @param jobs how many jobs the process performs at once */
  constructor(command, args, jobs) {
    [this._command, this._arguments, this._jobs] = [command, args, jobs];
    /** How many jobs are sent ahead of their answers: as many as the command itself keeps in order. */
    this.window = 8 * jobs + 8;
    this._waiting = new Set();
    /** Jobs that go first: their bytes were loaded, or their process died. */
    this._first = [];
    /** Jobs whose bytes are being loaded. */
    this._loading = new Set();
    /** Jobs whose bytes arrive by themselves, however slowly: they take no place from others. */
    this._arriving = new Set();
    this._unsettledCount = 0;
    this._vainStarts = 0;
    /** The processes that run; the last one to start gets the jobs. */
    this._processes = new Set();
  }

  get processIds() { return [...this._processes].flatMap((process) => process.ids); }

  add(job) {
    if (this._closing) throw new Error("the worker is closed");
    if (job.isSettled) return;
    job.settled = () => this._settled(job);
    if (this._unsettledCount++ === 0) this._await(true);
    if (job.isStream) this._load(job, this._arriving); else this._waiting.add(job);
    this._schedule();
  }

  /** Ends the process when all jobs are settled; `reason` is the error of those that it has not got. */
  close(reason) {
    this._closing ??= this._close();
    const jobs = reason ? [...this._first, ...this._loading, ...this._arriving, ...this._waiting] : [];
    for (const job of jobs) if (!job.attempts) job.reject(reason);
    return this._closing;
  }

  async _close() {
    if (this._unsettledCount) await new Promise((resolve) => { this._whenIdle = resolve; });
    this._await(true);
    for (const process of this._processes) process.finish();
    await Promise.all([...this._processes].map((process) => process.ended));
  }

  _await(isAwaited) {
    for (const process of this._processes) process.isAwaited = isAwaited;
  }

  _settled(job) {
    for (const jobs of [this._waiting, this._loading, this._arriving]) jobs.delete(job);
    this._unsettledCount -= 1;
    const { sent } = this._process ?? { sent: [] };
    // Nobody waits for what it does. If it writes files, it removes those that are not complete.
    if (sent.length && sent.every((other) => other.isSettled)) this._abandon();
    if (this._unsettledCount) return this._schedule();
    this._whenIdle?.();
    if (!this._closing) this._await(false);
  }

  _abandon() {
    this._process.kill("SIGTERM");
    this._process = undefined;
  }

  // MARK: - Sending

  /** Sends what can be sent, after all that the program of the user adds now. */
  _schedule() {
    if (this._isScheduled) return;
    this._isScheduled = true;
    queueMicrotask(() => {
      this._isScheduled = false;
      this._send();
    });
  }

  _next() {
    while (this._first[0]?.isSettled) this._first.shift();
    return this._first[0] ?? this._waiting.values().next().value;
  }

  _canSend(job) {
    const { sent, hasRoom } = this._process;
    if (!job || !hasRoom || sent.length + this._loading.size >= this.window) return false;
    return !sent.length || !(sent[0].isSuspect || job.isSuspect);
  }

  _send() {
    const first = this._next();
    if (!first) return;
    try {
      this._process ??= this._started();
    } catch (error) {
      first.reject(notStarted(error));
      return;
    }
    const process = this._process;
    process.together(() => {
      for (let job = first; this._canSend(job); job = this._next()) {
        if (job === this._first[0]) this._first.shift(); else this._waiting.delete(job);
        if (job.data) process.send(job); else this._load(job, this._loading);
      }
    });
  }

  _started() {
    const process = new BatchProcess(this._command, this._arguments, this);
    this._processes.add(process);
    return process;
  }

  /** Loads the bytes of a job, which is among the `others` until then. */
  async _load(job, others) {
    others.add(job);
    try {
      const data = await job.load();
      if (job.isSettled) return;
      job.data = data;
      others.delete(job);
      if (job.isStream) this._waiting.add(job); else this._first.push(job);
    } catch (error) {
      job.failAlone(error);
    }
    this._schedule();
  }

  // MARK: - What a process reports

  drained() { this._schedule(); }

  answered(process, result, number, images) {
    const job = process.answeredJob(number);
    const outcome = outcomeOf(result, images);
    process.sent.shift();
    this._vainStarts = 0;
    job.take(outcome);
    this._schedule();
  }

  /** Fails the job that the process worked on, and lets all others wait again. */
  ended(process, reason, exitStatus) {
    this._processes.delete(process);
    if (this._process === process) this._process = undefined;
    const first = process.sent[0];
    const unanswered = process.sent.filter((job) => !job.isSettled);
    if (!unanswered.length) return;
    if (!process.isStarted) {
      for (const job of unanswered) job.reject(notStarted(process.problem ?? { message: reason }));
      return;
    }
    this._vainStarts = process.sent.some((job) => job.isSent) ? 0 : this._vainStarts + 1;
    const isAlone = this._jobs === 1 || process.sent.length === 1;
    const isFailed = (isAlone && first.isSent) || this._vainStarts === MAXIMUM_VAIN_STARTS;
    for (const job of unanswered) job.isSuspect = this._jobs > 1;
    this._first.unshift(...unanswered.filter((job) => !(isFailed && job === first)));
    if (isFailed) {
      this._vainStarts = 0;
      first.reject(new WorkerDied("workerDied", reason, exitStatus));
    }
    this._schedule();
  }
}

module.exports = { Engine };
