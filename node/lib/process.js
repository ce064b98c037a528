"use strict";

const { spawn } = require("node:child_process");

const { endOfProcess, environment, exitStatusOf } = require("./command.js");
const { MessageReader, startOf } = require("./messages.js");

/** The number of bytes that may wait for the process before no more are written. */
const MAXIMUM_BACKLOG = 64 << 10;
/** The length of messages to people that is kept. */
const KEPT_LENGTH = 4096;

/** A process of `varblur batch`, which gets messages, and answers each with a message. */
class BatchProcess {
  /**
   * @param args the arguments of the batch, which other users do not see
   * @param owner gets `answered(process, result, number, images)`, `drained(process)`, and `ended(process, reason, exitStatus)`
   */
  constructor(command, args, owner) {
    /** The jobs that are not answered, in their order. */
    this.sent = [];
    this._nextNumber = 0;
    this._messages = "";
    this.ended = new Promise((resolve) => {
      this._end = (reason, exitStatus) => {
        // a process may fail to start, and then close its pipes
        this._end = () => {};
        resolve();
        owner.ended(this, reason, exitStatus);
      };
    });
    // In a session of its own, the process does not get the signal of Ctrl-C: this program decides what it means.
    this._child = spawn(command, ["batch", "--messages"], { env: environment(), detached: true });
    this._child.on("error", (error) => {
      if (this.isStarted) return;
      this.problem = error;
      this._end(error.message, 127);
    });
    // without descriptors, there are no pipes, and the error follows
    if (!this._child.stdin) return;
    this._listen(owner);
    this._write(startOf({ arguments: args }));
  }

  get isStarted() { return this._child.pid !== undefined; }

  /** The numbers of the running process; none if it has ended. */
  get ids() { return this.isStarted && this._child.exitCode === null && this._child.signalCode === null ? [this._child.pid] : []; }

  /** Whether more can be written. */
  get hasRoom() { return !this._child.stdin || this._child.stdin.writableLength < MAXIMUM_BACKLOG; }

  _listen(owner) {
    const { stdin, stdout, stderr } = this._child;
    const reader = new MessageReader((result, number, images) => owner.answered(this, result, number, images));
    stdout.on("data", (piece) => {
      if (this.problem) return;
      try {
        reader.push(piece);
      } catch (error) {
        this.problem = `varblur gave an answer that is not understood: ${error.message}`;
        this.kill();
      }
    });
    stderr.setEncoding("utf8").on("data", (piece) => { this._messages = (this._messages + piece).slice(-KEPT_LENGTH); });
    stdin.on("drain", () => owner.drained(this));
    // it is known from the end of the process
    for (const pipe of [stdin, stdout, stderr]) pipe.on("error", () => {});
    this._child.on("close", (code, signal) => {
      this._end(this.problem ?? endOfProcess(code, signal, this._messages), exitStatusOf(code, signal));
    });
  }

  /** Sends a job, whose bytes are not copied. */
  send(job) {
    const start = job.start(this._nextNumber);
    this._nextNumber = (this._nextNumber + 1) >>> 0;
    [job.isSent, job.attempts] = [false, job.attempts + 1];
    this.sent.push(job);
    this._write(start);
    this._write(job.data, (error) => { job.isSent = !error; });
  }

  /** The job that an answer is for; throws an error if it is not the first one. */
  answeredJob(number) {
    if (!this.sent.length || number !== (this._nextNumber - this.sent.length) >>> 0) throw new Error(`the result ${number} is out of order`);
    return this.sent[0];
  }

  _write(part, written) {
    if (this._child.stdin?.writable) this._child.stdin.write(part, written);
  }

  /** Writes what `write` is called with as one. */
  together(write) {
    this._child.stdin?.cork();
    write();
    this._child.stdin?.uncork();
  }

  /** Whether the program of the user waits for this process before it exits. */
  set isAwaited(isAwaited) {
    for (const part of [this._child, this._child.stdin, this._child.stdout, this._child.stderr]) {
      if (isAwaited) part?.ref(); else part?.unref();
    }
  }

  /** Ends the input: the process ends after its last answer. */
  finish() { this._child.stdin?.end(); }

  kill(signal = "SIGKILL") { this._child.kill(signal); }
}

module.exports = { BatchProcess };
