import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { test } from "node:test";

import { blur, ImageError, OptionError, transform, Worker } from "../lib/index.js";
import { image, inFolder, png, until } from "./support.mjs";

const limit = { timeout: 20_000 };

/** A stream that gives some pieces, and then nothing, or an error. */
function given(pieces, error) {
  return new Readable({ objectMode: true, read() { if (pieces.length) this.push(pieces.shift()); else if (error) this.destroy(error); } });
}

const sink = () => new Writable({ objectMode: true, write: (_, __, done) => done() });

/** Calls a function with a worker, which has nothing more to do afterwards. */
async function withWorker(use) {
  const worker = new Worker({ jobs: 1 });
  await use(worker);
  await worker.close();
}

test("a stream ends if the one before it fails, or the one after it", limit, () => withWorker(async (worker) => {
  const half = () => [image.subarray(0, 60)];
  for (const [make, pieces, written] of [[() => worker.transform(), half, half], [transform, half, half], [() => worker.stream(), () => [image], half]]) {
    for (const rest of [[], pieces()]) {
      const lost = new Error("lost");
      await assert.rejects(pipeline(given(rest, lost), make(), sink()), lost);
    }
    const stalled = given(written().slice(1));
    const stopped = new AbortController();
    setTimeout(() => stopped.abort(), 20);
    await assert.rejects(pipeline(stalled, make(), sink(), { signal: stopped.signal }), { name: "AbortError" });
    const target = sink();
    const whole = pipeline(given(pieces()), make(), target);
    setTimeout(() => target.destroy(), 20);
    await assert.rejects(whole, { code: "ERR_STREAM_PREMATURE_CLOSE" });
    const alone = make();
    alone.write(pieces()[0]);
    alone.resume().destroy();
    await once(alone, "close");
  }
  assert.deepEqual(await worker.blur(image), await blur(image));
}));

test("a stream that is destroyed stops its image", limit, () => withWorker(async (worker) => {
  const large = await blur(png(400, 300), { resize: "3000x", pngCompression: "fast" });
  const stream = worker.transform({ pngCompression: "small" });
  stream.on("error", () => {}).resume().end(large);
  await until(() => worker.processIds.length);
  const start = performance.now();
  stream.destroy();
  await worker.close();
  assert(performance.now() - start < 1000);
}));

test("the signal of a stream is that of its options", limit, () => withWorker(async (worker) => {
  const reason = new RangeError("enough");
  for (const make of [(options) => worker.transform(options), transform, (options) => worker.stream(options)]) {
    await assert.rejects(pipeline(given([]), make({ signal: AbortSignal.abort(reason) }), sink()), reason);
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 20);
    await assert.rejects(pipeline(given([]), make({ signal: controller.signal }), sink()), reason);
  }
}));

test("a stream of bytes gives a whole image, or its error", limit, () => withWorker(async (worker) => {
  const result = await blur(image, { maxRadius: 3 });
  const pieces = Array.from({ length: 50 }, (_, index) => image.subarray(index * 60, index === 49 ? undefined : index * 60 + 60));
  for (const parts of [pieces, [new Uint8Array(image).buffer], [image]]) {
    const output = new PassThrough();
    await pipeline(Readable.from([...parts]), worker.transform({ maxRadius: 3 }), output);
    assert.deepEqual(output.read(), result);
  }
  await assert.rejects(pipeline(Readable.from([image.subarray(0, 60)]), transform(), sink()), ImageError);
  await assert.rejects(pipeline(Readable.from([]), transform(), sink()), ImageError);
  await assert.rejects(pipeline(Readable.from(["text"]), transform(), sink()), /TypeError: the stream has texts/);
  const endless = new Readable({ read() { this.push(Buffer.alloc(1000)); } });
  await assert.rejects(pipeline(endless, worker.transform({ maxInput: "20K" }), sink()), { code: "overLimit" });
  await assert.rejects(pipeline(Readable.from([image, Buffer.alloc(0)]), worker.stream(), sink()), ImageError);
}));

test("a stream of bytes has no other output", limit, () => inFolder((folder) => withWorker(async (worker) => {
  const output = path.join(folder, "out.png");
  for (const options of [{ output }, { outputs: [{ output }] }, { outputs: [{}] }]) {
    for (const make of [transform, (all) => worker.transform(all)]) {
      assert.throws(() => make(options), (error) => error instanceof OptionError && error.message.includes(`no '${Object.keys(options)[0]}'`));
    }
  }
  assert.deepEqual(fs.readdirSync(folder), []);
  await pipeline(Readable.from([image]), worker.transform({ output: null, outputs: undefined }), sink());
})));
