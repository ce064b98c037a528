"use strict";

const { findCommand, run } = require("./command.js");
const { VarblurError, ImageError, OptionError, OutputError, WorkerDied, CommandNotFound } = require("./errors.js");
const { optionsOf } = require("./options.js");
const { transformBy } = require("./streams.js");
const { Worker, processorCount } = require("./worker.js");
const { version } = require("../package.json");

/** The worker of all calls of `blur` that have not ended, and their number. */
let [worker, callCount] = [undefined, 0];

/** Blurs an image file; the process ends when no call needs it any more. */
async function blur(file, options) {
  const own = optionsOf(options);
  const used = worker ??= new Worker();
  callCount += 1;
  try {
    // images share the processors, but a single one may have all
    return await used.blur(file, { threads: callCount > 1 ? 1 : processorCount(), ...own });
  } finally {
    callCount -= 1;
    if (!callCount) {
      worker = undefined;
      await used.close();
    }
  }
}

/** A stream that gets the bytes of an image file, and gives those of the blurred one. */
function transform(options) {
  return transformBy({ blur }, options);
}

module.exports = {
  blur, transform, Worker, run, findCommand, version, VarblurError, ImageError, OptionError, OutputError, WorkerDied, CommandNotFound,
};
