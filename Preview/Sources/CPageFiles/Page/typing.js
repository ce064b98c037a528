// Fields for text: what is typed stays in the field, and only valid values are used.

/** A field in which a setting is typed. */
export class Typing {
  /**
   * @param field is the input.
   * @param get returns the value in effect, and `set` changes it.
   * @param accepts tells whether the page knows a text to be valid.
   * @param check returns a promise of what the command says about any other text: an empty message if it is valid.
   * @param shown returns the text in the field for a value; `complete` returns the value for a text in the field.
   * @param problem returns what is wrong with the value in effect.
   * @param takesEmpty tells whether the setting may be left out.
   * @param changed is called when there is another message.
   */
  constructor(field, {
    get, set, accepts, check, shown = (text) => text, complete = (text) => text, problem = () => "", takesEmpty = false, changed,
  }) {
    Object.assign(this, { field, get, set, accepts, check, shown, complete, inEffect: problem, takesEmpty, changed });
    // a text that is not in effect, and the value that was when it was typed
    [this.rejected, this.before, this.message] = [null, "", ""];
    field.addEventListener("input", () => this.read());
    // a field that is being removed has no value anymore
    field.addEventListener("blur", () => queueMicrotask(() => { if (field.isConnected) this.leave(); }));
  }

  /** What is wrong with the text in the field. */
  get problem() { return this.rejected === null ? this.inEffect() : this.message; }

  leave() {
    if (this.rejected !== null && !this.field.value.trim()) this.forget();
    if (this.rejected === null) this.show();
  }

  forget() {
    [this.rejected, this.message] = [null, ""];
    this.changed();
  }

  /** Shows the value in effect. */
  show() {
    const text = this.shown(this.get());
    if (this.field.value !== text) this.field.value = text;
  }

  /** Shows the value in effect, unless the user is typing another one. */
  update() {
    if (this.rejected !== null && this.get() !== this.before) [this.rejected, this.message] = [null, ""];
    if (this.rejected === null && document.activeElement !== this.field) this.show();
  }

  read() {
    const typed = this.field.value;
    const text = this.complete(typed.trim());
    if (this.accepts(text)) {
      this.rejected = null;
      this.set(text);
      return this.changed();
    }
    [this.rejected, this.before] = [typed, this.get()];
    if (text === "" && !this.takesEmpty) {
      this.message = "";
      return this.changed();
    }
    return this.ask(typed, text);
  }

  async ask(typed, text) {
    let message = "This value is not valid.";
    try {
      message = await this.check(text);
    } catch {
      // without the server, nothing is known about the text
    }
    if (this.rejected !== typed) return;
    this.message = message;
    if (!message) {
      this.rejected = null;
      this.set(text);
    }
    this.changed();
  }
}
