// What the command takes of the settings, and what it says about the others.

import { api, messageOf } from "./api.js";

/** The latest settings that the command takes. Only these are copied and saved. */
export class Agreement {
  constructor(state) {
    this.state = state;
    this.job = null;
    this.messages = new Map();
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

  /** The command takes a job. */
  take(job) {
    if (this.state.lacksMask || !this.state.isFramed) return;
    const isNew = JSON.stringify(job) !== JSON.stringify(this.job);
    const hadMessages = this.messages.size > 0;
    this.job = job;
    if (this.isComplete) this.messages.clear();
    if (hadMessages) this.state.tell(); else if (isNew) this.taken();
  }

  /**
   * The command does not take a job.
   *
   * The message belongs to the option that was changed last. Returns whether there is one; a message about the picture belongs to none.
   */
  async reject(job, message) {
    if (JSON.stringify(job) !== JSON.stringify(this.state.job)) return true;
    const { changed } = this;
    const messages = new Map();
    if (changed.includes(this.latest)) messages.set(this.latest, message);
    else if (changed.length === 1) messages.set(changed[0], message);
    else {
      for (const name of changed.filter((name) => typeof job.options[name] === "string")) {
        // without the server, nothing is known about the value
        const answer = await this.check({ ...this.job.options, [name]: job.options[name] }).catch(() => "");
        if (answer) messages.set(name, answer);
      }
    }
    if (JSON.stringify(job) !== JSON.stringify(this.state.job)) return true;
    this.messages = messages;
    this.state.tell();
    return messages.size > 0;
  }

  /** What the command says about options; an empty text if it takes them. */
  check(options) {
    const { mask, matte, picture } = this.state.job;
    return messageOf(api.check({ picture, mask, matte, options }));
  }
}
