// What the settings of images and of scenes have in common: listeners, undo, and the address.

/** Changes that follow one another within this time are undone together. */
const delay = 350;
const maximumLength = 200;
/** Whether a handle or a slider may be held, which is a single change however long it takes. */
let isHeld = false;
for (const [name, value] of [["pointerdown", true], ["pointerup", false], ["pointercancel", false]]) {
  addEventListener(name, ({ button }) => { if (!value || button === 0) isHeld = value; }, { capture: true });
}

/** Why copied texts differ from the settings. */
export const invalidNote = "A setting is not valid. This has the last valid one.";

/**
 * Settings that listeners follow, that can be undone, and that are in the address.
 *
 * Others have the functions `read`, which returns them as text, `write`, which takes over such a text, `addressText`, and `readAddress`.
 */
export class Settings {
  listeners = new Set();
  past = [];
  future = [];

  /** Begins with the settings of the address, which can change. */
  begin() {
    this.readAddress();
    this.committed = this.read();
    addEventListener("hashchange", () => {
      if (location.hash === `#${this.addressText()}`) return;
      this.readAddress();
      this.changed();
    });
  }

  /** Calls a function after each change. */
  subscribe(listener) { this.listeners.add(listener); }
  /** Shows the settings again. */
  tell() { for (const listener of this.listeners) listener(); }
  /** Notices a change, which is complete after a while. */
  changed() {
    this.commitLater();
    this.tell();
  }

  commitLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { if (isHeld) this.commitLater(); else this.commit(); }, delay);
  }

  /** Ends a change, so that the next one is undone on its own. */
  commit() {
    const now = this.read();
    if (now !== this.committed) {
      this.past = [...this.past, this.committed].slice(-maximumLength);
      [this.future, this.committed] = [[], now];
      this.tell();
    }
    this.showAddress();
  }

  get canUndo() { return this.past.length > 0; }
  get canRedo() { return this.future.length > 0; }
  undo() { this.travel("past", "future"); }
  redo() { this.travel("future", "past"); }
  travel(from, to) {
    this.commit();
    if (!this[from].length) return;
    this[to].push(this.committed);
    this.committed = this[from].pop();
    this.write(this.committed);
    this.changed();
  }

  /** Shows the settings in the address, without a new entry in the history of the browser. */
  showAddress() {
    const hash = `#${this.addressText()}`;
    if (location.hash !== hash) history.replaceState(null, "", hash);
  }
}
