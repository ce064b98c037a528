"use strict";

const os = require("node:os");

const { findCommand } = require("./command.js");
const { Engine } = require("./engine.js");
const { VarblurError, invalidOption } = require("./errors.js");
const { sourceOf } = require("./files.js");
const { Job } = require("./job.js");
const { filePath, jobOptions, nameFiles, nameOfOutput, optionsOf, outputOf, outputsOf } = require("./options.js");
const { mapBy, transformBy } = require("./streams.js");

/** Ends the processes of workers that are not used any more. */
const FORGOTTEN = new FinalizationRegistry((engines) => engines.forEach((engine) => engine.close()));

/** The greatest number of jobs, as in the command. */
const MAXIMUM_JOBS = 1024;

const processorCount = () => os.availableParallelism?.() ?? os.cpus().length;

/** Blurs images with a command that stays in memory; lib/index.d.ts describes its methods. */
class Worker {
  constructor(all) {
    const { jobs = Math.min(processorCount(), MAXIMUM_JOBS), executable, ...options } = optionsOf(all);
    if (!Number.isInteger(jobs) || jobs < 1 || jobs > MAXIMUM_JOBS) throw new RangeError(`jobs must be a whole number from 1 to ${MAXIMUM_JOBS}`);
    const name = nameOfOutput(options);
    if (name) throw invalidOption(`a worker has no '${name}' of its own (give it to 'blur', 'submit', or a job of 'map')`);
    this._command = executable === undefined ? findCommand() : filePath(executable, "executable");
    [this._count, this._options] = [jobs, jobOptions(options)];
    this._arguments = ["--quiet", "--no-settings", `--jobs=${jobs}`];
    // Images in memory need no rights to files, programs, and networks.
    this._memoryEngine = new Engine(this._command, [...this._arguments, "--sandbox=auto"], jobs);
    this._engines = [this._memoryEngine];
    FORGOTTEN.register(this, this._engines);
  }

  async submit(file, options) {
    return this._add(file, optionsOf(options)).promise;
  }

  async blur(file, options) {
    const result = await this.submit(file, options);
    return Array.isArray(result) || result.path !== null ? result : result.data;
  }

  async* map(files, options) {
    for await (const outcome of this._outcomes(files, options)) {
      if ("error" in outcome) throw outcome.error;
      yield outcome.image;
    }
  }

  async* outcomes(files, options) {
    for await (const outcome of this._outcomes(files, options)) yield "error" in outcome ? outcome.error : outcome.image;
  }

  /** For each file, an object with its image or its error. */
  async* _outcomes(files, all) {
    const options = optionsOf(all);
    const source = new Source(files, options.signal);
    const pending = [];
    try {
      let [next, failure] = [source.take()];
      while (next || pending.length) {
        // the results of a slow source do not wait for its next file
        const candidates = [...(next && pending.length <= this._memoryEngine.window ? [next] : []), ...pending.slice(0, 1)];
        const { outcome, item } = await Promise.race(candidates.map(({ promise }) => promise));
        if (item === undefined) {
          pending.shift();
          yield outcome;
        } else if (item.done) {
          [next, failure] = [undefined, item.failure];
        } else {
          pending.push(this._pending(item.value, options));
          next = source.take();
        }
      }
      if (failure) throw failure.error;
    } finally {
      source.close();
      for (const { job } of pending) job?.reject(closed());
    }
  }

  /** A job, and a promise of its image or error; errors of all images reject the promise. */
  _pending(item, options) {
    const isJob = Object.getPrototypeOf(item ?? "") === Object.prototype;
    try {
      const { input, ...others } = isJob ? item : { input: item };
      const job = this._add(input, optionsOf(others), options);
      return { job, promise: outcome(job.promise, job) };
    } catch (error) {
      return { promise: outcome(Promise.reject(error), { isFailedAlone: error instanceof TypeError }) };
    }
  }

  stream(options) {
    return mapBy(this, options);
  }

  transform(options) {
    return transformBy(this, options);
  }

  async close({ cancel = false } = {}) {
    const reason = cancel ? closed() : undefined;
    this._isClosed = true;
    await Promise.all(this._engines.map((engine) => engine.close(reason)));
  }

  get processIds() {
    return this._engines.flatMap((engine) => engine.processIds);
  }

  /** Adds a job with options of its own, which override those of all. */
  _add(file, own, common = {}) {
    const calls = [common, own].map(({ output, outputs, signal, ...options }) => jobOptions(options));
    // the later ones take precedence, and the command knows which of them exclude each other
    const levels = [this._options, ...calls];
    const [output, outputs] = [own.output ?? common.output, own.outputs ?? common.outputs];
    const places = outputs === undefined || outputs === null ? { output: outputOf(output) } : { outputs: outputsOf(outputs) };
    if (places.outputs && (output ?? undefined) !== undefined) throw invalidOption("output cannot be combined with outputs, which have their own");
    const namesFiles = (places.outputs ?? [places]).some((place) => typeof place.output === "string") || nameFiles(Object.assign({}, ...levels));
    const source = sourceOf(file, Object.assign({}, ...levels)["max-input"]);
    if (namesFiles && source.path) delete source.load;
    const job = new Job({ options: levels, ...places }, source, own.signal, common.signal);
    (namesFiles ? this._fileEngine() : this._memoryEngine).add(job);
    return job;
  }

  /** The engine of jobs that name files, whose process can open them. */
  _fileEngine() {
    if (this._engines.length === 1) {
      this._engines.push(new Engine(this._command, this._arguments, this._count));
      if (this._isClosed) this._engines[1].close();
    }
    return this._engines[1];
  }
}
if (Symbol.asyncDispose) Worker.prototype[Symbol.asyncDispose] = function dispose() { return this.close(); };

/** The files or jobs that a program gives, of which only the next one is awaited. */
class Source {
  constructor(files, signal) {
    const iterate = files?.[Symbol.asyncIterator] ?? files?.[Symbol.iterator];
    if (!iterate || typeof files === "string" || ArrayBuffer.isView(files)) {
      throw new TypeError("several files are an array, a generator, or a stream of files");
    }
    this._iterator = iterate.call(files);
    this._signal = signal;
    this._abort = () => this._fail(signal.reason);
    signal?.throwIfAborted();
    signal?.addEventListener("abort", this._abort);
  }

  /**
   * A promise of the next item, or of the failure that ends them; only the signal rejects it. A promise of the abortion would keep everything
   * that it was raced with.
   */
  take() {
    const promise = new Promise((resolve, reject) => {
      this._fail = reject;
      this._next().then((item) => resolve({ item }));
    });
    promise.catch(() => {});
    return { promise };
  }

  async _next() {
    try {
      return await this._iterator.next();
    } catch (error) {
      return { done: true, failure: { error } };
    }
  }

  close() {
    this._signal?.removeEventListener("abort", this._abort);
    Promise.resolve(this._iterator.return?.()).catch(() => {});
  }
}

/** An image, or the error in its place; an error of all images stays one. */
function outcome(promise, job) {
  const result = promise.then((image) => ({ outcome: { image } }), (error) => {
    if (error instanceof VarblurError || job?.isFailedAlone) return { outcome: { error } };
    throw error;
  });
  result.catch(() => {});
  return result;
}

function closed() {
  return new DOMException("The worker was closed, or the images are not used any more", "AbortError");
}

module.exports = { Worker, processorCount };
