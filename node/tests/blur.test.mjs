import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import vm from "node:vm";

import { blur, ImageError, OptionError, OutputError, run, transform, VarblurError, Worker } from "../lib/index.js";
import { command, expected, image, inFolder, limit, png, repository, until } from "./support.mjs";

test("bytes are those of the command", limit, async () => {
  for (const [format, extension, options, args] of [
    [undefined, "png", {}, []], ["png", "png", { maxRadius: "5%", direction: "left" }, ["--max-radius=5%", "--direction=left"]], ["jpeg", "jpg", {}, []],
    ["jpg", "jpg", { startOffset: 0.5, strip: "all" }, ["--start-offset=0.5", "--strip=all"]], ["webp", "webp", { progressive: false }, []],
  ]) assert.deepEqual(await blur(image, { format, ...options }), expected(image, args, extension));
});

test("a file is its bytes, a stream of them, or its path", limit, () => inFolder(async (folder) => {
  const result = await blur(image);
  const file = path.join(folder, "é in.png");
  fs.writeFileSync(file, image);
  const bytes = new Uint8Array(image);
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  const files = [
    bytes, bytes.buffer, shared, new DataView(bytes.buffer), Buffer.concat([Buffer.from("xx"), image]).subarray(2), new Blob([image]),
    file, path.relative(process.cwd(), file), pathToFileURL(file), fs.createReadStream(file, { highWaterMark: 100 }),
    Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]), new Blob([image]).stream(), new Response(image),
    vm.runInNewContext("new Uint8Array(bytes).buffer", { bytes: [...bytes] }), Readable.from([bytes.buffer.slice(0, 9), bytes.buffer.slice(9)]),
    Readable.from([new Uint16Array(bytes.buffer.slice(0, 100)), new DataView(bytes.buffer, 100)]),
    // not iterable, as in some browsers
    Object.assign(Object.create({}), { getReader: () => new Blob([image]).stream().getReader() }),
  ];
  for (const one of files) assert.deepEqual(await blur(one), result);
  const output = path.join(folder, "out.png");
  await pipeline(fs.createReadStream(file), transform(), fs.createWriteStream(output));
  assert.deepEqual(fs.readFileSync(output), result);
  for (const wrong of [undefined, null, 3, {}, [1]]) await assert.rejects(blur(wrong), TypeError);
  for (const piece of ["text", 3, {}]) await assert.rejects(blur(Readable.from([piece])), /TypeError: the stream has/);
  await assert.rejects(blur(fs.createReadStream(path.join(folder, "none"))), { code: "ENOENT" });
  await assert.rejects(blur(Readable.from([image, image]), { maxInput: 2 * image.length - 1 }), { code: "overLimit", exitStatus: 65 });
  await assert.rejects(blur(Readable.from([Buffer.alloc(1025)]), { maxInput: "1K" }), /1024 bytes/);
  await assert.rejects(blur(Readable.from([Buffer.alloc(1025)]), { maxInput: "1k" }), /1024 bytes/);
  for (const maxInput of ["much", "1T", "", -1, 1.5]) {
    const endless = new Readable({ read() { this.push(Buffer.alloc(9)); } });
    await assert.rejects(blur(endless, { maxInput }), OptionError);
    endless.destroy();
  }
}));

test("no more of a path is read than the limit", limit, () => inFolder(async (folder) => {
  const [file, pipe] = [path.join(folder, "large"), path.join(folder, "pipe")];
  fs.writeFileSync(file, "");
  fs.truncateSync(file, 2 ** 40);
  execFileSync("mkfifo", [pipe]);
  for (const endless of [file, "/dev/zero"]) {
    await assert.rejects(blur(endless, { maxInput: "1M" }), { name: "ImageError", code: "overLimit", exitStatus: 65, message: /1048576 bytes/ });
  }
  const [result] = await Promise.all([blur(pipe), fs.promises.writeFile(pipe, image)]);
  assert.deepEqual(result, await blur(image));
  await assert.rejects(blur(folder), { code: "unreadable" });
  fs.truncateSync(file, 0);
  await assert.rejects(blur(file), ImageError);
}));

test("a request that is too long gets an answer, and an aborted one is not kept", limit, async () => {
  const worker = new Worker({ maxInput: "2K" });
  const stopped = new AbortController();
  const server = http.createServer(async (request, response) => {
    const signal = request.url === "/stopped" ? stopped.signal : undefined;
    const result = await worker.blur(request, { signal }).catch((error) => (error instanceof VarblurError ? error.code : error.name));
    response.end(result);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const ask = async (body, place = "") => {
    const response = await fetch(`http://127.0.0.1:${server.address().port}${place}`, { method: "POST", body, duplex: "half" });
    return Buffer.from(await response.arrayBuffer());
  };
  const small = png(9, 9);
  assert.deepEqual(await ask(small), await blur(small));
  assert.equal((await ask(Buffer.alloc(1 << 22))).toString(), "overLimit");
  stopped.abort();
  assert.equal((await ask(Buffer.alloc(1 << 22), "/stopped")).toString(), "AbortError");
  assert.deepEqual(await ask(small), await blur(small));
  server.close();
  server.closeAllConnections();
  const endless = Readable.from((async function* pieces() { for (;;) { await turn(); yield Buffer.alloc(9); } })());
  const controller = new AbortController();
  const call = worker.blur(endless, { signal: controller.signal, maxInput: "1G" });
  await turn();
  controller.abort();
  await assert.rejects(call, { name: "AbortError" });
  await until(() => endless.destroyed);
  await worker.close();
});

test("the response to a client is closed if it is too long, or not used any more", limit, async () => {
  let closed = 0;
  const server = http.createServer((request, response) => {
    response.on("close", () => { closed += 1; });
    Readable.from((async function* pieces() { for (;;) { await turn(); yield Buffer.alloc(1 << 12); } })()).pipe(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const worker = new Worker({ jobs: 1 });
  for (const [options, error] of [[{ maxInput: "20K" }, { code: "overLimit" }], [{ signal: AbortSignal.timeout(20) }, { name: "TimeoutError" }]]) {
    const request = http.get(`http://127.0.0.1:${server.address().port}`).on("error", () => {});
    const [response] = await once(request, "response");
    await assert.rejects(worker.blur(response, options), error);
  }
  await until(() => closed === 2);
  await worker.close();
  server.close();
});

test("a result in a file has a report", limit, () => inFolder(async (folder) => {
  const output = path.join(folder, "new/out.webp");
  const report = await blur(image, { output: path.relative(process.cwd(), output), webpQuality: 50 });
  const { size } = fs.statSync(output);
  const { milliseconds, ...rest } = report;
  assert.deepEqual(rest, {
    data: Buffer.alloc(0), format: null, path: output, width: 40, height: 30, size, warnings: [], damaged: false, skipped: false,
    sha256: null, thumbhash: null,
  });
  assert(milliseconds > 0);
  const again = await blur(image, { output: pathToFileURL(output), ifExists: "skip" });
  assert.deepEqual([again.skipped, again.size, again.path], [true, size, output]);
  const input = path.join(folder, "in.png");
  fs.writeFileSync(input, image);
  const fromPath = await blur(input, { output, force: true, emitMask: path.join(folder, "{name}-mask.png") });
  assert.deepEqual([fromPath.width, fs.existsSync(path.join(folder, "in-mask.png"))], [40, true]);
}));

test("only a mask is written beside its input", limit, () => inFolder(async (folder) => {
  const before = process.cwd();
  process.chdir(folder);
  try {
    const [input, output, mask] = ["{dir}in.png", "{dir}-out.png", "{dir}-mask.png"].map((name) => path.resolve(name));
    for (const file of [input, mask]) fs.writeFileSync(file, image);
    const calls = ["{dir}in.png", image].map((file) => blur(file, { output: "{dir}-out.png", mask: "{dir}-mask.png", ifExists: "overwrite" }));
    process.chdir(before);
    for (const call of calls) assert.equal((await call).path, output);
    await blur(input, { output, force: true, emitMask: "{dir}/{name}-mask.png" });
    assert(fs.existsSync(path.join(folder, "{dir}in-mask.png")));
  } finally {
    process.chdir(before);
  }
}));

test("facts that report names are in results, in memory and in files", limit, () => inFolder(async (folder) => {
  const output = path.join(folder, "small.png");
  const images = await blur(image, { report: "thumbhash,sha256", outputs: [{ resize: "20x" }, { resize: "10x", output }] });
  for (const [{ sha256, thumbhash }, file] of [[images[0], images[0].data], [images[1], fs.readFileSync(output)]]) {
    assert.equal(sha256, createHash("sha256").update(file).digest("hex"));
    assert(Buffer.from(thumbhash, "base64").length >= 5);
  }
  const worker = new Worker({ jobs: 1 });
  const { sha256, thumbhash } = await worker.submit(image, { report: "thumbhash" });
  assert.deepEqual([sha256, typeof thumbhash], [null, "string"]);
  await worker.close();
}));

test("values of options", limit, () => inFolder(async (folder) => {
  const result = await blur(image, { maxRadius: 7 });
  for (const same of [
    { maxRadius: "7px", direction: null, allowDamaged: false, tint: undefined }, { sigma: 7.0, force: true }, { "max-radius": 7 },
  ]) assert.deepEqual(await blur(image, same), result);
  const sides = await blur(image, { direction: ["left", "top"] });
  assert.deepEqual(sides, await blur(image, { direction: "left,top" }));
  const areas = ["xywh(1px 1px 5px 4px)", "circle(3px)"];
  assert.deepEqual(await blur(image, { areas, feather: 2 }), await blur(image, { area: areas.join(" "), feather: 2 }));
  const ramp = ["linear-blur(0px, 6px)", "radial-blur(3px, 0px 40%)"];
  assert.deepEqual(await blur(image, { ramp }), await blur(image, { ramp: ramp.join(" ") }));
  const mask = path.join(folder, "mask.png");
  fs.writeFileSync(mask, png(5, 5));
  const [masked, matted] = await Promise.all([blur(image, { mask }), blur(image, { matte: pathToFileURL(mask) })]);
  assert.deepEqual(masked, await blur(image, { mask: path.relative(process.cwd(), mask) }));
  for (const other of [result, sides, matted]) assert.notDeepEqual(masked, other);
}));

test("every option of the schema has its name, and a type", limit, async () => {
  const schema = JSON.parse(execFileSync(command, ["--generate-document", "job.schema.json"]));
  const types = fs.readFileSync(path.join(repository, "node/lib/options.d.ts"), "utf8");
  const options = Object.entries(schema.properties.options.properties);
  assert(options.length > 50);
  const worker = new Worker();
  for (const [name, { enum: values, type }] of options) {
    const key = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    assert.match(types, new RegExp(`^  ${key}\\?: `, "m"));
    const value = values?.[0] ?? (type.includes("boolean") ? true : type.includes("integer") ? 1 : "x");
    const error = await worker.blur(Buffer.from("x"), { [key]: value, timeout: 9 }).catch((reason) => reason);
    assert.doesNotMatch(error.message, /unknown option|cannot be set|twice/);
  }
});

test("the types of options are those that the script writes", () => inFolder((folder) => {
  const [schema, written] = [path.join(folder, "job.schema.json"), path.join(folder, "options.d.ts")];
  fs.writeFileSync(schema, execFileSync(command, ["--generate-document", "job.schema.json"]));
  execFileSync("python3", [path.join(repository, "scripts/node-types"), schema, written]);
  const kept = fs.readFileSync(path.join(repository, "node/lib/options.d.ts"), "utf8");
  assert.equal(kept, fs.readFileSync(written, "utf8"), "make documents writes it");
}));

test("every name is that of the file", limit, () => inFolder(async (folder) => {
  // in jobs, code points from U+10FE80 to U+10FEFF stand for bytes that are not valid UTF-8
  for (const name of ["\u{10fe80}", "é\u{10feff}\u{10fe80}ü", "\u{10fec3}\u{10fea9}", "\u{10fe7f}\u{10ff00}", "\u{10ffff}", "a\nb", "-"]) {
    const place = path.join(folder, name);
    fs.mkdirSync(place);
    const [source, output, other, mask] = ["in.png", "out.jpg", "other.jpg", "mask.png"].map((end) => path.join(place, name + end));
    fs.writeFileSync(source, image);
    const result = await blur(source, { output, keepTime: true });
    assert.equal(result.path, output);
    const [several] = await blur(pathToFileURL(source), { outputs: [{ output: pathToFileURL(other) }] });
    assert.equal(several.path, other);
    await blur(source, { emitMask: mask });
    await blur(path.relative(process.cwd(), source), { output, mask, matte: mask, force: true, emitMask: "{dir}/{name}-beside.png" });
    assert.deepEqual(await blur(source, { mask }), await blur(image, { mask }));
    assert.deepEqual(fs.readdirSync(place).sort(), [...[source, output, other, mask].map((file) => path.basename(file)), `${name}in-beside.png`].sort());
  }
}));

test("wrong options are errors", limit, async () => {
  for (const [options, words] of [
    [{ maxRaduis: 3 }, /did you mean 'max-radius'/], [{ inPlace: true }, /'in-place' cannot/], [{ maxRadius: -1 }, /0 or more/],
    [{ direction: "tpo" }, /top/], [{ direction: [] }, /direction/], [{ maxRadius: NaN }, /finite/], [{ maxRadius: Infinity }, /finite/],
    [{ maxRadius: {} }, /type Object/], [{ maxRadius: 3n }, /type BigInt/], [{ maxRadius: [3] }, /max-radius/], [{ tint: () => 1 }, /type Function/],
    [{ threads: true }, /threads/], [{ format: "gif" }, /gif/], [{ mask: 3 }, /path/], [{ mask: new URL("http://x/a.png") }, /path/],
    [{ output: "" }, /path/], [{ output: Buffer.from("a") }, /path/], [{ sigma: 3, maxRadius: 3 }, /twice/], [JSON.parse('{"__proto__":1}'), /__proto__/],
    ...["output", "mask", "matte", "emitMask"].flatMap((name) => ["", "a\0b.png", new URL("file:///a%00b")].map((value) => [{ [name]: value }, new RegExp(`'${name}' must be the path`)])),
    [{ output: "/tmp/\ud800.png" }, /surrogate/], [{ mask: "\udc00" }, /surrogate/], [{ emitMask: "{dir}/\ud800.png" }, /surrogate/],
    [{ outputs: [{ output: "a\udfff.png" }] }, /surrogate/], [{ outputs: [] }, /1 to 100/], [{ outputs: Array(101).fill({}) }, /1 to 100/], [{ outputs: {} }, /array/], [{ outputs: [{ rezise: "3x" }] }, /'resize'/],
    [{ outputs: [{ crop: "1x1+0+0" }] }, /'crop'/], [{ outputs: [{ output: 3 }] }, /path/], [{ outputs: [{}], output: "a.png" }, /combined/],
  ]) {
    await assert.rejects(blur(image, options), (error) => {
      assert(error instanceof OptionError && error instanceof VarblurError && error instanceof Error);
      assert.deepEqual([error.name, error.exitStatus], ["OptionError", 64]);
      assert.match(error.message, words);
      return true;
    });
  }
});

test("options that are no object, and signals that are none, are named", limit, async () => {
  const worker = new Worker({ jobs: 1 });
  const calls = [
    (options) => blur(image, options), (options) => worker.blur(image, options), (options) => worker.submit(image, options),
    (options) => worker.map([image], options).next(), (options) => worker.outcomes([image], options).next(), async (options) => transform(options),
    async (options) => worker.stream(options), async (options) => worker.transform(options), (options) => run([], options),
    async (options) => new Worker(options),
  ];
  for (const call of calls) {
    for (const [options, kind] of [[5, "Number"], ["5%", "String"], [true, "Boolean"], [[3], "Array"], [() => 1, "Function"]]) {
      await assert.rejects(call(options), { name: "TypeError", message: `the options must be an object, such as { maxRadius: 5 }, not a value of the type ${kind}` });
    }
    for (const signal of [{}, 3, new AbortController()]) await assert.rejects(call({ signal }), /^TypeError: 'signal' must be an AbortSignal, not a value/);
  }
  await assert.rejects(worker.map([{ input: image, signal: {} }]).next(), /^TypeError: 'signal'/);
  await assert.rejects(blur(image, { outputs: [5] }), /^TypeError: the options/);
  assert.deepEqual(await worker.blur(image, null), await blur(image, null));
  for (const wrong of ["photo.jpg", undefined, {}]) await assert.rejects(run(wrong), /^TypeError: the arguments must be an array/);
  await worker.close();
});

test("errors have a code, an exit status, the cause, and the remedy", limit, () => inFolder(async (folder) => {
  const missing = path.join(folder, "none (1).png");
  const output = path.join(folder, "out.png");
  fs.writeFileSync(output, "x");
  for (const [file, options, type, code, exitStatus, cause, remedy] of [
    [image.subarray(0, -60), {}, ImageError, "damaged", 65, /truncated/, /allow-damaged/], [Buffer.alloc(0), {}, ImageError, "notAnImage", 65, /empty/, /./],
    ["", {}, OptionError, "invalidSettings", 64, /path/, undefined], [missing, {}, ImageError, "unreadable", 66, /none \(1\).png: cannot open: no such/, /path/],
    [missing, { output, force: true }, ImageError, "unreadable", 66, /none \(1\).png: cannot open: No such/, /path/],
    [image, { maxPixels: 10 }, ImageError, "overLimit", 65, /40×30 pixels/, /raise 'max-pixels'/], [image, { output }, OutputError, "exists", 73, /exists/, /force/],
    [image, { output: path.join(output, "a.png") }, OutputError, "cannotCreate", 73, /out.png/, undefined],
  ]) {
    const error = await blur(file, options).catch((reason) => reason);
    assert.deepEqual([error.constructor, error.code, error.exitStatus], [type, code, exitStatus], String(error));
    assert.match(error.cause, cause);
    if (remedy) assert.match(error.remedy, remedy);
    assert.equal(error.message, error.remedy === undefined ? error.cause : `${error.cause} (${error.remedy})`);
    assert.doesNotMatch(error.message, /line \d/);
  }
  assert.equal(fs.readFileSync(output, "latin1"), "x");
  const damaged = await new Worker({ jobs: 1 }).submit(image.subarray(0, -60), { allowDamaged: true });
  assert(damaged.damaged && damaged.warnings.length);
}));

test("several outputs are made from one decode", limit, () => inFolder(async (folder) => {
  const outputs = [{ resize: "20x" }, { resize: "10x", format: "webp" }, { resize: "10x10", fit: "cover", format: "png" }];
  const images = await blur(image, { maxRadius: 2, outputs });
  for (const [index, output] of outputs.entries()) assert.deepEqual(images[index].data, await blur(image, { maxRadius: 2, ...output }));
  const file = path.join(folder, "new/small.jpg");
  const mixed = await blur(image, { outputs: [{ resize: "20x" }, { resize: "5x", output: file }] });
  assert.deepEqual(mixed.map(({ width, format, path: place }) => [width, format, place]), [[20, "png", null], [5, null, file]]);
  const error = await blur(image, { outputs: [{ resize: "20x" }, { resize: "5x", output: file }] }).catch((reason) => reason);
  assert(error instanceof OutputError && error.outputs[1] instanceof OutputError);
  assert.deepEqual([error.outputs[0].width, error.outputs[0].data], [20, mixed[0].data]);
}));

test("settings of the user have no effect", limit, () => inFolder(async (folder) => {
  const result = await blur(image);
  fs.mkdirSync(path.join(folder, "varblur"));
  fs.writeFileSync(path.join(folder, "varblur/settings.conf"), "max-radius = 1\n");
  const program = `require(${JSON.stringify(repository)} + "node").blur(process.argv[1]).then((data) => process.stdout.write(data))`;
  fs.writeFileSync(path.join(folder, "in.png"), image);
  const env = { ...process.env, VARBLUR_PATH: command, XDG_CONFIG_HOME: folder, VARBLUR_DIRECTION: "left" };
  assert.deepEqual(execFileSync(process.execPath, ["-e", program, path.join(folder, "in.png")], { env }), result);
}));

test("run does what a shell does", limit, () => inFolder(async (folder) => {
  fs.writeFileSync(path.join(folder, "in.png"), image);
  await run(["--max-radius", 9, "in.png", "out.png"], { cwd: folder });
  assert.deepEqual(fs.readFileSync(path.join(folder, "out.png")), await blur(image, { maxRadius: 9 }));
  assert.deepEqual((await run(["--format", "jpeg", "-", "-"], { input: image })).stdout, await blur(image, { format: "jpeg" }));
  const damaged = await run(["--allow-damaged", "-", "-"], { input: image.subarray(0, -60) });
  assert.deepEqual([damaged.exitStatus, /truncated/.test(damaged.stderr)], [3, true]);
  await assert.rejects(run(["in.png", "out.png"], { cwd: folder }), (error) => {
    assert.deepEqual([error.code, error.exitStatus], ["failed", 73]);
    return /--force/.test(error.remedy) && /already exists/.test(error.cause) && error.messages.includes("already exists");
  });
  await assert.rejects(run(["--out-dir", folder, "a.jpg", "b.jpg"]), /a.jpg: cannot open.*; and 1 more/);
  const controller = new AbortController();
  const stopped = run(["batch"], { input: undefined, signal: controller.signal });
  controller.abort(new RangeError("enough"));
  await assert.rejects(stopped, RangeError);
}));
