"use strict";

/** An image was not blurred. */
class VarblurError extends Error {
  /**
   * @param code the kind of the error, for programs
   * @param message the cause, and in brackets at the end the remedy, if there is one
   * @param exitStatus the exit status that the command has for this error
   */
  constructor(code, message, exitStatus) {
    const [cause, remedy] = partsOf(message);
    super(message, { cause });
    Object.assign(this, { code, exitStatus, remedy, messages: "", outputs: [] });
    for (const name of ["messages", "outputs"]) Object.defineProperty(this, name, { enumerable: false });
  }

  get name() { return this.constructor.name; }
}

class ImageError extends VarblurError {}
class OptionError extends VarblurError {}
class OutputError extends VarblurError {}
class WorkerDied extends VarblurError {}
class CommandNotFound extends VarblurError {}

/** The classes of the errors that are neither of the image nor of the package. */
const CLASSES = { invalidSettings: OptionError, malformedLine: OptionError, exists: OutputError, cannotCreate: OutputError };

/** The error in a result of the command. */
function errorOf({ code, message, exit }) {
  return new (CLASSES[code] ?? ImageError)(code, message, exit);
}

/** The error for an option that has no valid value. */
function invalidOption(message) {
  return new OptionError("invalidSettings", message, 64);
}

/** The cause and the remedy in a message of the form "cause (remedy)", in which both may have brackets. */
function partsOf(message) {
  let depth = 0;
  for (let index = message.length - 1; message.endsWith(")") && index > 0; index--) {
    if (message[index] === ")") depth += 1;
    if (message[index] === "(" && --depth === 0) return [message.slice(0, index).trimEnd(), message.slice(index + 1, -1)];
  }
  return [message, undefined];
}

module.exports = { VarblurError, ImageError, OptionError, OutputError, WorkerDied, CommandNotFound, errorOf, invalidOption };
