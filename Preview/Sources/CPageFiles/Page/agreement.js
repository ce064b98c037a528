// What the command takes of the settings, and what it says about the others.

import { api, messageOf } from "./api.js";

/** The latest settings that the command takes. Only these are copied and saved. */
export class Agreement {
  constructor(state) {
    this.state = state;
    this.job = null;
    this.messages = new Map();
    this.isRejected = false;
    this.latest = "";
    /** Is called when the settings that are copied change. */
    this.taken = () => {};
  }

  /** Notices that an option is changed. */
  note(name) { this.latest = name; }

  /** Begins with settings of the command line, which are valid. */
  start(job) { this.job = job; }

  /** What is wrong with the value of an option; an empty text if nothing is. */
  problem(name) { return this.messages.get(name) ?? ""; }

  /** Whether the current settings are those that are copied. */
  get isComplete() { return JSON.stringify(this.job) === JSON.stringify(this.state.job); }

  /** The names of the options that differ from those that the command takes. */
  get changed() {
    const [now, taken] = [this.state.job, this.job];
    const options = Object.keys({ ...now.options, ...taken.options }).filter((name) => now.options[name] !== taken.options[name]);
    return [...options, ...["mask", "matte"].filter((name) => now[name] !== taken[name])];
  }

  /** Whether a job that the command takes is to be copied. */
  get isTaking() { return !this.state.lacksMask && this.state.isFramed; }

  /** The command takes a job. */
  take(job) {
    if (!this.isTaking) return;
    const isNew = JSON.stringify(job) !== JSON.stringify(this.job);
    const wasRejected = this.isRejected;
    this.job = job;
    if (this.isComplete) [this.messages, this.isRejected] = [new Map(), false];
    if (wasRejected) this.state.tell(); else if (isNew) this.taken();
  }

  /**
   * The command does not take a job.
   *
   * Returns whether the message belongs to an option; one about the picture belongs to none.
   */
  async reject(job, message) {
    const isLate = () => JSON.stringify(job) !== JSON.stringify(this.state.job);
    if (isLate()) return true;
    const messages = await this.blame(job, message);
    // after a reload or for another picture, nothing is known yet about the others
    const rest = messages.size ? this.restored(job, [...messages.keys()]) : { ...this.job, picture: job.picture };
    const isNew = JSON.stringify(rest) !== JSON.stringify(this.job);
    const isValid = isNew && !isLate() && this.isTaking && await this.check(rest).catch(() => null) === "";
    if (isLate()) return true;
    if (isValid) this.job = rest;
    [this.messages, this.isRejected] = [messages, true];
    this.state.tell();
    return messages.size > 0;
  }

  /** The messages about options of a job: that about the job belongs to the option that was changed last. */
  async blame(job, message) {
    const { changed } = this;
    if (changed.includes(this.latest)) return new Map([[this.latest, message]]);
    if (changed.length === 1) return new Map([[changed[0], message]]);
    const messages = new Map();
    for (const name of changed.filter((name) => name in job.options)) {
      // without the server, nothing is known about the value
      const answer = await this.check({ ...job, options: { ...this.job.options, [name]: job.options[name] } }).catch(() => "");
      if (answer) messages.set(name, answer);
    }
    return messages;
  }

  /** A job with some options as they were when the command took them. */
  restored(job, names) {
    const result = { ...job, options: { ...job.options } };
    for (const name of names) {
      if (name === "mask" || name === "matte") result[name] = this.job[name];
      else if (name in this.job.options) result.options[name] = this.job.options[name];
      else delete result.options[name];
    }
    return result;
  }

  /** What the command says about a job; an empty text if it takes it. */
  check(job) { return messageOf(api.check(job.picture ? this.state.writable(job) : job)); }
}
