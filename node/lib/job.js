"use strict";

const { errorOf } = require("./errors.js");
const { startOf } = require("./messages.js");
const { decodedPath, encodedPath } = require("./options.js");

const NO_BYTES = Buffer.alloc(0);

/** An image that waits for its result. */
class Job {
  /**
   * @param request the job as a line of a batch, without its input
   * @param source where its bytes come from; a file without `load` is read by the command
   * @param signal what stops this job alone; `commonSignal` stops others, too
   */
  constructor(request, source, signal, commonSignal) {
    this.request = request;
    this.load = source.load;
    this._stop = source.stop;
    /** The signals that can still stop it. */
    this.followed = [];
    /** Whether its bytes arrive without being asked for. */
    this.isStream = Boolean(source.isStream);
    this.path = source.load ? undefined : source.path;
    this.data = this.path === undefined ? source.data : NO_BYTES;
    /** Whether the process can read all of it. */
    this.isSent = false;
    /** Whether it was in a process that died with several jobs in it; then it is performed alone. */
    this.isSuspect = false;
    /** The number of processes that it was sent to. */
    this.attempts = 0;
    this.isSettled = false;
    /** Whether its own stream or signal is the reason of its error. */
    this.isFailedAlone = false;
    /** Is called when the job needs no more work. */
    this.settled = () => {};
    this.promise = new Promise((resolve, reject) => {
      this.resolve = (value) => this._settle(resolve, value);
      this.reject = (error) => this._settle(reject, error);
    });
    this._ownSignal = signal === commonSignal ? undefined : signal;
    for (const followed of [commonSignal, this._ownSignal]) if (followed) followSignal(followed, this);
  }

  _settle(settle, value) {
    if (this.isSettled) return;
    this.isSettled = true;
    this.data = this.load = undefined;
    settle(value);
    for (const signal of this.followed) followers.get(signal).delete(this);
    this._stop?.();
    this.settled();
  }

  /** Takes an error of its stream. */
  failAlone(error) {
    this.isFailedAlone ||= !this.isSettled;
    this.reject(error);
  }

  /** Takes the reason of a signal. */
  abort(signal) {
    if (signal === this._ownSignal) this.failAlone(signal.reason); else this.reject(signal.reason);
  }

  /** The message that describes the job, without the image. */
  start(number) {
    const input = this.path === undefined ? { base64: { bytes: this.data.length } } : encodedPath(this.path);
    return startOf({ ...this.request, input }, number, this.data.length);
  }

  /** Takes what `outcomeOf` returns. */
  take(outcome) {
    if (outcome instanceof Error) this.reject(outcome); else this.resolve(outcome);
  }
}

/** The jobs of each signal that have not ended: many jobs with one signal need one listener. */
const followers = new WeakMap();

function followSignal(signal, job) {
  if (signal.aborted) job.abort(signal);
  if (job.isSettled) return;
  if (!followers.has(signal)) {
    const jobs = new Set();
    followers.set(signal, jobs);
    signal.addEventListener("abort", () => jobs.forEach((follower) => follower.abort(signal)), { once: true });
  }
  followers.get(signal).add(job);
  job.followed.push(signal);
}

/** The image, the images, or the error that a result of the command describes. */
function outcomeOf(result, images) {
  if (!result.outputs) return imageOf(result, images[Symbol.iterator]());
  const rest = images[Symbol.iterator]();
  const outcomes = result.outputs.map((output) => imageOf({ ...output, ms: result.ms }, rest));
  if (result.status !== "error") return outcomes;
  return Object.assign(errorOf(result.error), { outputs: outcomes });
}

function imageOf(result, images) {
  if (result.status === "error") return errorOf(result.error);
  const { output, width = 0, height = 0, warnings, damaged = false, ms, bytesOut, sha256 = null, thumbhash = null } = result;
  const isFile = typeof output === "string";
  return {
    data: isFile ? NO_BYTES : images.next().value, format: isFile ? null : output.format, path: isFile ? decodedPath(output) : null,
    width, height, size: bytesOut, warnings, damaged, skipped: result.status === "skipped", milliseconds: ms,
    sha256, thumbhash,
  };
}

module.exports = { Job, outcomeOf };
