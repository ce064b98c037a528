// Changes that can be undone. Changes that follow one another closely are undone together.

const delay = 350;
const maximumLength = 200;

export class History {
  /**
   * @param read returns the settings as text.
   * @param write takes over such a text.
   * @param settled is called when the user pauses: with true if there is a new change.
   */
  constructor({ read, write, settled }) {
    Object.assign(this, { read, write, settled });
    [this.past, this.future] = [[], []];
    this.timer = 0;
  }

  get canUndo() { return this.past.length > 0; }
  get canRedo() { return this.future.length > 0; }

  /** Begins with the current settings. */
  start() { this.committed = this.read(); }

  /** Notices a change, which is complete after a while. */
  note() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.commit(), delay);
  }

  /** Ends a change. */
  commit() {
    const now = this.read();
    const isNew = now !== this.committed;
    if (isNew) {
      this.past = [...this.past, this.committed].slice(-maximumLength);
      [this.future, this.committed] = [[], now];
    }
    this.settled(isNew);
  }

  undo() {
    this.commit();
    this.travel(this.past, this.future);
  }

  redo() {
    this.commit();
    this.travel(this.future, this.past);
  }

  travel(from, to) {
    if (!from.length) return;
    to.push(this.committed);
    this.committed = from.pop();
    this.write(this.committed);
  }
}
