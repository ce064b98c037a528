"use strict";

const { Duplex, PassThrough } = require("node:stream");

const { invalidOption } = require("./errors.js");
const { nameOfOutput, optionsOf } = require("./options.js");

/**
 * A stream of the results that a generator makes of what is written.
 *
 * When it is destroyed, the signal that the generator gets is aborted: `Duplex.from` would let it wait for its next piece forever.
 */
class ResultStream extends Duplex {
  /** @param results is called with what is written, and the options */
  constructor(results, options, readable = {}) {
    super({ writableObjectMode: true, writableHighWaterMark: 1, ...readable });
    const { signal, ...others } = optionsOf(options);
    this._written = new PassThrough({ objectMode: true, highWaterMark: 1 });
    this._stopped = new AbortController();
    this._results = results(this._written, { ...others, signal: this._stopped.signal });
    if (signal) this._follow(signal);
  }

  _follow(signal) {
    const stop = () => this.destroy(signal.reason);
    signal.addEventListener("abort", stop);
    this.once("close", () => signal.removeEventListener("abort", stop));
    if (signal.aborted) stop();
  }

  _write(piece, encoding, done) {
    // if the generator takes no more, its error says why
    this._written.write(piece, () => done());
  }

  _final(done) {
    this._written.end();
    done();
  }

  async _read() {
    try {
      const { value, done } = await this._results.next();
      this.push(done ? null : value);
    } catch (error) {
      this.destroy(error);
    }
  }

  _destroy(error, done) {
    this._stopped.abort(error ?? undefined);
    this._written.destroy();
    done(error);
  }
}

/** `map` of a worker as a stream of objects. */
function mapBy(worker, options) {
  return new ResultStream((files, all) => worker.map(files, all), options, { readableObjectMode: true, readableHighWaterMark: 1 });
}

/** A stream that gets the bytes of an image file, and gives those of the blurred one. */
function transformBy(blurrer, options) {
  const name = nameOfOutput(optionsOf(options));
  if (name) throw invalidOption(`a stream of bytes has a single result, which is in memory, and no '${name}' (call 'blur' with a stream)`);
  return new ResultStream(async function* blurred(pieces, own) { yield await blurrer.blur(pieces, own); }, options);
}

module.exports = { mapBy, transformBy };
