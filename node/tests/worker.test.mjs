import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import v8 from "node:v8";
import vm from "node:vm";

import { blur, CommandNotFound, ImageError, OptionError, VarblurError, Worker, WorkerDied } from "../lib/index.js";
import { choices, command, image, inFolder, isRunning, limit, png, repository, until, withFake } from "./support.mjs";

const images = Array.from({ length: 39 }, (_, index) => png(index + 1, 1 + (index % 7), index));

async function withWorker(options, use) {
  const worker = new Worker(options);
  try {
    return await use(worker);
  } finally {
    await worker.close({ cancel: true });
    assert.deepEqual(worker.processIds, []);
  }
}

async function listed(items) {
  const result = [];
  for await (const item of items) result.push(item);
  return result;
}

test("results have the order of the images", limit, () => withWorker({ jobs: 2, maxRadius: 3 }, async (worker) => {
  const results = await listed(worker.map(images));
  assert.deepEqual(results.map(({ width }) => width), images.map((_, index) => index + 1));
  for (const [index, { data }] of results.entries()) if (index % 9 === 0) assert.deepEqual(data, await blur(images[index], { maxRadius: 3 }));
  assert.deepEqual(await worker.blur(images[3], { maxRadius: 9 }), await blur(images[3], { maxRadius: 9 }));
  assert.deepEqual(await listed(worker.map([])), []);
  for (const wrong of ["a.png", image, undefined, 3]) await assert.rejects(listed(worker.map(wrong)), TypeError);
}));

test("images have options of their own", limit, () => inFolder((folder) => withWorker({ jobs: 2 }, async (worker) => {
  const output = path.join(folder, "out.png");
  const jobs = [{ input: image, maxRadius: 3 }, image, { input: image, output }, { input: image, outputs: [{ resize: "9x" }, { resize: "8x" }] }];
  const [first, second, third, fourth] = await listed(worker.map(jobs, { maxRadius: 8 }));
  assert.deepEqual([first.data, second.data], [await blur(image, { maxRadius: 3 }), await blur(image, { maxRadius: 8 })]);
  assert.deepEqual([third.path, fs.readFileSync(output)], [output, second.data]);
  assert.deepEqual(fourth.map(({ width }) => width), [9, 8]);
})));

test("options of an image override those of all by any name, unless they are undefined", limit, () => withWorker({ jobs: 2 }, async (worker) => {
  const radii = [{ sigma: 5 }, { maxRadius: undefined }, { "max-radius": 6 }, { sigma: null, output: undefined, outputs: null }];
  const results = await listed(worker.map(radii.map((options) => ({ input: image, ...options })), { maxRadius: 3, output: null }));
  const radiiInEffect = [5, 3, 6, 3];
  for (const [index, { data }] of results.entries()) assert.deepEqual(data, await blur(image, { maxRadius: radiiInEffect[index] }));
  await assert.rejects(listed(worker.map([{ input: image, sigma: 3, maxRadius: 3 }])), OptionError);
}));

test("a worker has no output of its own", limit, () => {
  for (const options of [{ output: "a.png" }, { outputs: [{}] }]) {
    assert.throws(() => new Worker(options), (error) => error instanceof OptionError && error.message.startsWith(`a worker has no '${Object.keys(options)[0]}'`));
  }
  assert(new Worker({ output: undefined, outputs: null }));
});

test("options of an image replace those of all that they exclude", limit, () => inFolder(async (folder) => {
  const mask = path.join(folder, "mask.png");
  fs.writeFileSync(mask, png(5, 5));
  const ramp = "linear-blur(8px, 0px 50%)";
  for (const [all, own, same] of [
    [{ maxRadius: 5, minRadius: 1, direction: "left", startOffset: 0.5 }, { ramp }, { ramp }], [{ maxRadius: 5, reach: "50%" }, { ramp }, { ramp }],
    [{ ramp }, { sigma: 4 }, { maxRadius: 4 }], [{ ramp }, { mask }, { mask }], [{ mask, maskInvert: true }, { ramp }, { ramp }],
    [{ mask, maskInvert: true, maxRadius: 4 }, { direction: "left" }, { maxRadius: 4, direction: "left" }],
    [{ direction: "left", maxRadius: 4 }, { mask }, { maxRadius: 4, mask }], [{ startOffset: 0.5 }, { reach: "30%" }, { reach: "30%" }],
    [{ reach: "30%" }, { startOffset: 0.5 }, { startOffset: 0.5 }], [{ ramp }, { maskInvert: false, maxRadius: null }, { ramp }],
  ]) {
    const result = await blur(image, same);
    await withWorker({ jobs: 1, ...all }, async (worker) => assert.deepEqual(await worker.blur(image, own), result));
    await withWorker({ jobs: 1 }, async (worker) => assert.deepEqual((await listed(worker.map([{ input: image, ...own }], all)))[0].data, result));
  }
  const output = path.join(folder, "out.png");
  await withWorker({ jobs: 1, noDigest: true }, async (worker) => {
    for (const isSkipped of [false, true]) assert.equal((await worker.submit(image, { output, ifExists: "skip-same" })).skipped, isSkipped);
    await assert.rejects(worker.blur(image, { ramp, mask }), OptionError);
  });
}));

test("a signal of all stops images that have one of their own, or an undefined one", limit, () => withWorker({ jobs: 1 }, async (worker) => {
  const own = new AbortController();
  for (const signal of [own.signal, undefined]) {
    const controller = new AbortController();
    const stalled = new Readable({ read() {} });
    const call = listed(worker.map([{ input: stalled, signal }], { signal: controller.signal }));
    for (let round = 0; round < 9; round++) await turn();
    controller.abort();
    await assert.rejects(call, { name: "AbortError" });
    await until(() => stalled.destroyed);
  }
  const call = listed(worker.map([{ input: new Readable({ read() {} }), signal: own.signal }], { signal: new AbortController().signal }));
  for (let round = 0; round < 9; round++) await turn();
  own.abort(new RangeError("enough"));
  await assert.rejects(call, RangeError);
}));

test("files are taken as results are used", limit, () => withWorker({ jobs: 1 }, async (worker) => {
  let [taken, used] = [0, 0];
  function* source() {
    for (;;) {
      taken += 1;
      yield image;
    }
  }
  for await (const { width } of worker.map(source())) {
    await turn();
    assert(taken <= ++used + 20 && width === 40);
    if (used === 100) break;
  }
}));

test("results of a slow source do not wait for its next file", limit, () => withWorker({ jobs: 2 }, async (worker) => {
  let give;
  async function* source() {
    for (let index = 0; index < 3; index++) {
      yield image;
      await new Promise((resolve) => { give = resolve; });
    }
  }
  for await (const { width } of worker.map(source())) {
    assert.equal(width, 40);
    await until(() => give);
    give();
  }
}));

test("outcomes go on after an error, and map does not", limit, () => withWorker({ jobs: 2 }, async (worker) => {
  const files = [image, Buffer.alloc(0), image, "/none/there", { input: image, maxRadius: -1 }, image];
  const outcomes = await listed(worker.outcomes(files));
  assert.deepEqual(outcomes.map((outcome) => outcome instanceof VarblurError), [false, true, false, true, true, false]);
  await assert.rejects(listed(worker.map(files)), ImageError);
}));

test("outcomes go on after an item that is no file", limit, () => withWorker({ jobs: 2 }, async (worker) => {
  const outcomes = await listed(worker.outcomes([image, 3, null, {}, { input: image, signal: 3 }, image]));
  assert.deepEqual(outcomes.map((outcome) => outcome.width ?? outcome.name), [40, "TypeError", "TypeError", "TypeError", "TypeError", 40]);
  await assert.rejects(listed(worker.map([image, 3])), TypeError);
  await worker.close();
  await assert.rejects(listed(worker.outcomes([image])), /closed/);
}));

test("an error of the iterable comes after the results of what it gave", limit, () => withWorker({ jobs: 1 }, async (worker) => {
  function* failing() {
    for (let count = 0; count < 6; count++) yield image;
    throw new RangeError("no more");
  }
  async function* failingLater() { yield* failing(); }
  for (const iterable of [failing, failingLater]) {
    for (const results of [worker.map(iterable()), worker.outcomes(iterable())]) {
      let count = 0;
      await assert.rejects(async () => { for await (const { width } of results) count += width / 40; }, RangeError);
      assert.equal(count, 6);
    }
  }
}));

test("outcomes go on after an error of a stream, or a signal of one image", limit, () => withWorker({ jobs: 2 }, async (worker) => {
  const [reason, failure, own] = [new RangeError("enough"), new Error("lost"), new AbortController()];
  const files = () => [
    image, new Readable({ read() { this.destroy(failure); } }), { input: image, signal: AbortSignal.abort(reason) },
    { input: new Readable({ read() {} }), signal: own.signal }, { input: image, signal: AbortSignal.abort("a word") }, image,
  ];
  setTimeout(() => own.abort(reason), 20);
  const outcomes = await listed(worker.outcomes(files()));
  assert.deepEqual(outcomes.slice(1, 5), [failure, reason, reason, "a word"]);
  assert.deepEqual([outcomes[0].width, outcomes[5].width], [40, 40]);
  await assert.rejects(listed(worker.map(files())), failure);
  await assert.rejects(listed(worker.map(files().slice(4))), (error) => error === "a word");
  // the signal of all ends it, also as that of an image
  const { signal } = own;
  const all = new AbortController();
  setTimeout(() => all.abort(), 20);
  await assert.rejects(listed(worker.outcomes([{ input: new Readable({ read() {} }), signal: all.signal }, image], { signal: all.signal })), { name: "AbortError" });
  await assert.rejects(listed(worker.outcomes([image], { signal })), reason);
}));

test("pipes are never full on both sides", limit, async () => {
  const large = png(700, 500);
  await withWorker({ jobs: 2, maxRadius: 1 }, async (worker) => {
    const results = await Promise.all(Array.from({ length: 30 }, () => worker.blur(large)));
    assert(results[0].length > 1 << 18 && results.every((result) => result.equals(results[0])));
  });
});

test("images in memory are blurred without rights", { ...limit, skip: process.platform !== "linux" }, () => inFolder((folder) =>
  withWorker({ jobs: 1 }, async (worker) => {
    const filters = (id) => /^Seccomp:\s*(\d)/m.exec(fs.readFileSync(`/proc/${id}/status`, "latin1"))[1];
    const result = await worker.blur(image);
    const before = filters(worker.processIds[0]);
    const output = path.join(folder, "out.png");
    await worker.submit(image, { output });
    // what names files needs a process of its own
    assert.equal(worker.processIds.length, 2);
    assert.deepEqual([before !== filters(worker.processIds[1]), fs.readFileSync(output)], [before === "2", result]);
  })));

test("planes of a photo are no files, except in the option that writes one", limit, () => inFolder((folder) => withWorker({ jobs: 1 }, async (worker) => {
  for (const options of [{ mask: "photo" }, { mask: "photo:depth" }, { matte: "photo" }]) {
    await assert.rejects(worker.blur(image, options), VarblurError);
    assert.equal(worker.processIds.length, 1);
  }
  const before = process.cwd();
  await worker.submit(image, { emitMask: path.join(folder, "first") });
  process.chdir(folder);
  try {
    await worker.submit(image, { emitMask: "photo" });
  } finally {
    process.chdir(before);
  }
  assert(fs.existsSync(path.join(folder, "photo")));
})));

test("a close waits, and a cancel does not", limit, async () => {
  const worker = new Worker({ jobs: 1 });
  const results = Array.from({ length: 30 }, () => worker.submit(image));
  const closing = worker.close();
  await assert.rejects(worker.submit(image), /the worker is closed/);
  assert.equal((await Promise.all(results)).length, 30);
  await Promise.all([closing, worker.close(), worker[Symbol.asyncDispose]?.()]);
  await assert.rejects(worker.submit(image, { output: "/none/x.png" }), /the worker is closed/);
  await withFake("for (const [number] of images()) answer(number, { status: 'error', error: { code: 'x', message: 'y', exit: 1 } });", async (executable) => {
    const slow = new Worker({ jobs: 1, executable });
    const outcomes = Promise.allSettled(Array.from({ length: 100 }, () => slow.submit(image)));
    await turn();
    await slow.close({ cancel: true });
    const names = (await outcomes).map(({ reason }) => reason.name);
    assert.deepEqual([...new Set(names)].sort(), ["AbortError", "ImageError"]);
    assert.equal(names.filter((name) => name === "ImageError").length, 16);
  });
});

for (const jobs of [1, 2]) {
  test(`only the image in hand fails if the command is killed, with ${jobs} jobs`, limit, () => withWorker({ jobs }, async (worker) => {
    const files = Array.from({ length: 20 }, (_, index) => png(60, 50, index));
    const results = await Promise.all(files.map((file) => worker.blur(file)));
    let [settled, kills] = [0, 0];
    const kill = () => {
      if (++settled % 40) return;
      for (const id of worker.processIds) if (process.kill(id, "SIGKILL")) kills += 1;
    };
    const calls = Array.from({ length: 600 }, (_, index) => worker.blur(files[index % 20]).finally(kill));
    const outcomes = await Promise.allSettled(calls);
    const failed = outcomes.filter(({ status }) => status === "rejected");
    assert(kills > 5 && failed.length <= kills);
    for (const { reason } of failed) assert(reason instanceof WorkerDied && reason.exitStatus === 137 && /SIGKILL/.test(reason.message), reason);
    outcomes.forEach(({ value }, index) => assert(!value || value.equals(results[index % 20])));
    }));
}

/** Answers with the input, and dies in several ways of the images that are words. */
const MORTAL = `
for (let [number, data] of images()) {
  const word = data.toString();
  if (word === "exit") { console.error("varblur: error: it went wrong\\nvarblur: hint: try again"); process.exit(70); }
  if (word === "signal") { process.kill(process.pid, "SIGSEGV"); read(1); }
  if (word === "nonsense") write(Buffer.from("This is no message, but only a text."));
  if (word === "null") answer(number, null);
  if (word === "bytes") answer(number, { status: "ok", output: { base64: { bytes: 2 } } }, Buffer.alloc(1));
  if (word === "part") { write(Buffer.alloc(9)); process.exit(3); }
  if (word === "number") number += 1;
  answer(number, { status: "ok", width: 1, height: 1, warnings: [], ms: 0, bytesOut: 1, output: { base64: { bytes: data.length }, format: "png" } }, data);
}`;

for (const jobs of [1, 3]) {
  test(`the image that kills the command fails, with ${jobs} jobs`, limit, () => withFake(MORTAL, (executable) =>
    Promise.all([
      ["exit", /exit status 70: error: it went wrong \(try again\)/], ["signal", /SIGSEGV/], ["nonsense", /not understood/], ["null", /not understood/],
      ["bytes", /does not fit/], ["number", /out of order/], ["part", /exit status 3/],
    ].slice(0, jobs === 1 ? 7 : 3).map(([word, message]) => withWorker({ jobs, executable }, async (worker) => {
      const contents = Array.from({ length: 24 }, (_, index) => Buffer.from([7, 8].includes(index) ? word : String(index)));
      for (const [index, outcome] of (await listed(worker.outcomes(contents))).entries()) {
        if (contents[index].toString() !== word) assert.deepEqual(outcome.data, contents[index]);
        else assert(outcome instanceof WorkerDied && message.test(outcome.message), outcome);
      }
    })))));
}

test("a command that cannot be started, or always ends, is an error", limit, () => inFolder((folder) => withFake("process.exit(3);", async (executable) => {
  await withWorker({ jobs: 2, executable }, async (worker) => {
    for (const data of [image, Buffer.alloc(1 << 20)]) await assert.rejects(worker.submit(data), (error) => error instanceof WorkerDied && error.exitStatus === 3);
  });
  const broken = path.join(folder, "broken");
  fs.writeFileSync(broken, "no program", { mode: 0o600 });
  for (const wrong of [broken, path.join(folder, "none"), folder]) {
    await withWorker({ jobs: 1, executable: wrong }, (worker) => assert.rejects(worker.submit(image), CommandNotFound));
  }
  for (const jobs of [0, -1, 1.5, "2", NaN, 1025]) assert.throws(() => new Worker({ jobs }), /^RangeError: jobs must be a whole number from 1 to 1024$/);
})));

test("a lack of the system is no missing command", { ...limit, skip: process.platform !== "linux" }, () => {
  const program = `const { blur, CommandNotFound, VarblurError } = require("./node/lib/index.js");
  const { openSync } = require("node:fs");
  for (let isFull; !isFull;) try { openSync("/dev/null"); } catch { isFull = true; }
  blur(Buffer.alloc(9)).catch((error) => process.exit(error instanceof VarblurError && !(error instanceof CommandNotFound)
    && error.code === "failed" && error.exitStatus === 71 && /EMFILE/.test(error.message) ? 0 : 1));`;
  const { status, stderr } = spawnSync("/bin/sh", ["-c", 'ulimit -n 40 && exec "$0" -e "$1"', process.execPath, program], { cwd: repository, encoding: "utf8" });
  assert.equal(status, 0, stderr);
});

test("an idle command may be killed", limit, () => withWorker({ jobs: 1 }, async (worker) => {
  const result = await worker.blur(image);
  for (let round = 0; round < 3; round++) {
    process.kill(worker.processIds[0], "SIGKILL");
    await until(() => !worker.processIds.length);
    assert.deepEqual(await worker.blur(image), result);
  }
}));

test("an abort ends what nobody waits for, and leaves nothing", limit, () => inFolder(async (folder) => {
  const large = await blur(png(400, 300), { resize: "3000x", pngCompression: "fast" });
  const [reason, output] = [new RangeError("enough"), path.join(folder, "out.png")];
  for (const rounds of [0, 1, 5, 50, 500]) {
    for (const options of [{}, { output }, { outputs: [{ output }, { resize: "9x" }] }]) {
      const controller = new AbortController();
      const worker = new Worker({ jobs: 1 });
      const call = worker.submit(large, { pngCompression: "small", signal: controller.signal, ...options });
      for (let round = 0; round < rounds; round++) await turn();
      const ids = worker.processIds;
      controller.abort(reason);
      await assert.rejects(call, reason);
      await worker.close();
      assert(!ids.some(isRunning));
      assert.deepEqual(fs.readdirSync(folder), []);
    }
  }
  for (const file of [large, image]) await assert.rejects(blur(file, { signal: AbortSignal.abort(reason) }), reason);
}));

test("streams that bring nothing do not stop other images, and an abort closes them", limit, () => withWorker({ jobs: 1 }, async (worker) => {
  const result = await worker.blur(image);
  const controller = new AbortController();
  let closed = 0;
  const stalled = [
    ...Array.from({ length: 20 }, () => new Readable({ read() {}, destroy(error, done) { closed += 1; done(error); } })),
    ...Array.from({ length: 20 }, () => new ReadableStream({ cancel() { closed += 1; } })),
  ];
  const calls = Promise.allSettled(stalled.map((stream) => worker.blur(stream, { signal: controller.signal })));
  assert.deepEqual(await worker.blur(image), result);
  assert.deepEqual(await worker.blur(Readable.from([image])), result);
  controller.abort();
  assert((await calls).every(({ reason }) => reason.name === "AbortError"));
  await until(() => closed === 40);
  assert.deepEqual(await worker.blur(image), result);
  // what cannot be closed at once does not stay in the way either
  const endless = { arrayBuffer: () => new Promise(() => {}) };
  const waiting = Array.from({ length: 20 }, () => worker.blur(endless, { signal: AbortSignal.timeout(20) }));
  assert((await Promise.allSettled(waiting)).every(({ reason }) => reason.name === "TimeoutError"));
  assert.deepEqual(await worker.blur(image), result);
}));

test("a cancel rejects what streams have not brought", { timeout: 20_000 }, async () => {
  const worker = new Worker({ jobs: 1 });
  const call = worker.blur(new Readable({ read() {} }));
  await worker.close({ cancel: true });
  await assert.rejects(call, { name: "AbortError" });
});

test("an abort concerns only its images", limit, () => withWorker({ jobs: 2 }, async (worker) => {
  const controller = new AbortController();
  const result = await worker.blur(image);
  const [id] = worker.processIds;
  const calls = Array.from({ length: 60 }, (_, index) => worker.blur(image, index % 3 ? {} : { signal: controller.signal }));
  await calls[4];
  // all of the others may be ready by now
  const last = worker.blur(image, { signal: controller.signal });
  controller.abort();
  await assert.rejects(last, { name: "AbortError" });
  const outcomes = await Promise.allSettled(calls);
  outcomes.forEach(({ value, reason: error }, index) => assert(index % 3 ? value.equals(result) : value || error.name === "AbortError"));
  assert.deepEqual(worker.processIds, [id]);
  // neither the files that wait, nor those that a source never gives
  const many = new AbortController();
  const endless = worker.map((async function* source() { yield image; await new Promise(() => {}); })(), { signal: many.signal });
  assert.equal((await endless.next()).value.width, 40);
  const next = endless.next();
  many.abort();
  await assert.rejects(next, { name: "AbortError" });
  await assert.rejects(listed(worker.map([image], { signal: many.signal })), { name: "AbortError" });
  assert.deepEqual(await worker.blur(image), result);
}));

test("calls at the same time share a process, which ends", limit, async () => {
  const children = () => process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;
  await until(() => !children());
  const calls = Promise.all(Array.from({ length: 50 }, () => blur(image)));
  await turn();
  assert.equal(children(), 1);
  await calls;
  await until(() => !children());
});

test("random mixes of files, aborts, and dying processes", limit, () => inFolder(async (folder) => {
  const files = [png(3, 3), png(60, 50), png(300, 200)];
  const results = await Promise.all(files.map((file) => blur(file, { maxRadius: 1 })));
  const choose = choices(1);
  for (let round = 0; round < 8; round++) {
    const worker = new Worker({ jobs: 1 + (round % 4), maxRadius: 1 });
    let kills = 0;
    const calls = [];
    for (let count = 0; count < 40; count++) {
      const [index, kind, controller] = [choose(3), choose(4), new AbortController()];
      const file = files[index];
      const inputs = [file, file.subarray(0, file.length >> 1), Readable.from([file.subarray(0, 9), file.subarray(9)]), new Blob([file])];
      const output = choose(4) ? undefined : path.join(folder, `${round}-${count}.png`);
      const call = worker.submit(inputs[kind], { output, force: true, signal: controller.signal }).catch((error) => error);
      calls.push({ call, result: results[index], isDamaged: kind === 1, output, signal: controller.signal });
      if (!choose(5)) controller.abort();
      if (!choose(5)) setImmediate(() => controller.abort());
      if (!choose(8)) await [turn(), call][choose(2)];
      if (round % 3 && !choose(15)) for (const id of worker.processIds) if (process.kill(id, ["SIGKILL", "SIGTERM"][choose(2)])) kills += 1;
    }
    const isCanceled = !choose(3);
    const closing = worker.close({ cancel: isCanceled });
    for (const { call, result, isDamaged, output, signal } of calls) {
      const outcome = await call;
      if (outcome instanceof WorkerDied) assert(kills, outcome.message);
      else if (outcome.name === "AbortError") assert(signal.aborted || isCanceled);
      else if (isDamaged) assert(outcome instanceof ImageError, outcome);
      else assert.deepEqual(output ? fs.readFileSync(outcome.path) : outcome.data, result);
      if (output && fs.existsSync(output)) assert.deepEqual(fs.readFileSync(output), result);
    }
    await closing;
    assert.deepEqual(worker.processIds, []);
  }
  assert(fs.readdirSync(folder).every((name) => /^\d+-\d+\.png$/.test(name)));
}));

test("a stream goes no faster than its reader", limit, () => withWorker({ jobs: 2, maxRadius: 2 }, async (worker) => {
  let [taken, used] = [0, 0];
  function* source() {
    for (; taken < 200; taken++) yield { input: image, resize: `${1 + (taken % 30)}x` };
  }
  const reader = new Writable({ objectMode: true, highWaterMark: 1, write({ width }, _, done) {
    assert.equal(width, 1 + (used++ % 30));
    assert(taken <= used + 100);
    setImmediate(done);
  } });
  await pipeline(Readable.from(source()), worker.stream(), reader);
  assert.deepEqual([taken, used], [200, 200]);
  await assert.rejects(pipeline(Readable.from([image, image.subarray(0, 50)]), worker.stream(), new Writable({ objectMode: true, write: (_, __, done) => done() })), ImageError);
  assert.deepEqual(Buffer.concat(await listed(Readable.from([image]).pipe(worker.transform()))), await worker.blur(image));
}));

test("the command ends with its program, and does not keep it from ending", limit, async () => {
  const script = `
    const { Worker } = require(${JSON.stringify(path.join(repository, "node"))});
    let worker = new Worker({ jobs: 1 });
    worker.blur(Buffer.from(process.argv[1], "base64")).then(() => {
      console.log(worker.processIds[0]);`;
  for (const end of ["", "process.exit(1);", "process.kill(process.pid, 'SIGKILL');", "throw new Error();"]) {
    const { stdout } = spawnSync(process.execPath, ["-e", `${script}${end} });`, image.toString("base64")], { timeout: 60_000, env: { ...process.env, VARBLUR_PATH: command } });
    const id = Number(stdout);
    assert(id > 0, end);
    await until(() => !isRunning(id));
  }
});

test("a busy command ends with its program, and leaves no file", { ...limit, skip: process.platform !== "linux" }, async () => {
  const script = `
    const fs = require("node:fs");
    const { Worker } = require(${JSON.stringify(path.join(repository, "node"))});
    const worker = new Worker({ jobs: 1, resize: "9000x", pngCompression: "small" });
    const data = Buffer.from(process.argv[1], "base64");
    for (const job of [{}, { output: "0.png" }, { output: "1.png" }]) worker.blur(data, job).catch(() => {});
    const isBusy = (id) => Number(fs.readFileSync(\`/proc/\${id}/stat\`, "utf8").split(")").at(-1).split(" ")[12]) > 0;
    const timer = setInterval(() => {
      if (worker.processIds.length < 2 || !worker.processIds.every(isBusy)) return;
      clearInterval(timer);
      console.log(worker.processIds.join());`;
  for (const end of ["process.exit(1);", "process.kill(process.pid, 'SIGKILL');", "process.kill(process.pid, 'SIGTERM');", "throw new Error();"]) {
    await inFolder(async (cwd) => {
      const { stdout } = spawnSync(process.execPath, ["-e", `${script}${end} }, 10);`, image.toString("base64")], { timeout: 60_000, cwd, env: { ...process.env, VARBLUR_PATH: command } });
      const ids = String(stdout).split(",").map(Number);
      assert(ids.length === 2 && ids.every((id) => id > 0), end);
      const start = performance.now();
      await until(() => !ids.some(isRunning) || performance.now() - start > 3000);
      assert(!ids.some(isRunning), end);
      assert.deepEqual(fs.readdirSync(cwd), []);
    });
  }
});

v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc");

test("a worker that is forgotten ends its processes", limit, async () => {
  let worker = new Worker({ jobs: 1 });
  await worker.blur(image);
  const [id] = worker.processIds;
  worker = undefined;
  await until(() => collect() || !isRunning(id));
});

test("memory does not grow with the number of images", limit, () => withWorker({ jobs: 2, maxRadius: 1 }, async (worker) => {
  const large = png(200, 150);
  const { signal } = new AbortController();
  const used = [];
  let count = 0;
  for await (const { size } of worker.map(Array(300).fill(large), { signal })) {
    assert(size > 50_000);
    if (++count % 10) continue;
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    used.push(heapUsed + arrayBuffers);
  }
  // Memory of bytes is freed a little later. 100 images would be more than 5 MB.
  const [before, after] = [Math.min(...used.slice(5, 15)), Math.min(...used.slice(20))];
  assert(after - before < 3 << 20, `${before} bytes, and later ${after}`);
}));

test("many images may wait", limit, () => withWorker({ jobs: 2 }, async (worker) => {
  const results = await Promise.all(Array.from({ length: 2000 }, () => worker.submit(images[5])));
  assert.equal(new Set(results.map(({ data }) => data.toString("latin1"))).size, 1);
}));
