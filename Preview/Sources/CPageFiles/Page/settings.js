// What the settings of images and of scenes have in common: listeners, undo, and the address.

import { History } from "./history.js";

/** Why copied texts differ from the settings. */
export const invalidNote = "A setting is not valid. This has the last valid one.";

/** Settings that listeners follow, that can be undone, and that are in the address. */
export class Settings {
  /**
   * @param read returns the settings as text, and `write` takes over such a text.
   * @param addressText returns them as in the address, and `readAddress` takes over those of the address.
   */
  constructor({ read, write, addressText, readAddress }) {
    Object.assign(this, { addressText, readAddress });
    this.listeners = new Set();
    this.history = new History({
      read,
      write: (text) => {
        write(text);
        this.changed();
      },
      settled: (isNew) => {
        if (isNew) this.tell();
        this.showAddress();
      },
    });
  }

  /** Begins with the settings of the address, which can change. */
  begin() {
    this.readAddress();
    this.history.start();
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
  /** Notices a change. */
  changed() {
    this.history.note();
    this.tell();
  }

  get canUndo() { return this.history.canUndo; }
  get canRedo() { return this.history.canRedo; }
  undo() { this.history.undo(); }
  redo() { this.history.redo(); }
  /** Ends a change, so that the next one is undone on its own. */
  commit() { this.history.commit(); }

  /** Shows the settings in the address, without a new entry in the history of the browser. */
  showAddress() {
    const hash = `#${this.addressText()}`;
    if (location.hash !== hash) window.history.replaceState(null, "", hash);
  }
}
