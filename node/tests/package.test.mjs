import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";

import * as varblur from "../lib/index.js";
import { command, image, inFolder, limit, png, repository } from "./support.mjs";

const source = path.join(repository, "node");
const declarations = fs.readFileSync(path.join(source, "lib/index.d.ts"), "utf8");

/** Creates a project in a folder that has the package installed, and returns a function that runs a program there. */
function project(folder) {
  const installed = path.join(folder, "node_modules/varblur");
  for (const name of ["lib", "package.json"]) fs.cpSync(path.join(source, name), path.join(installed, name), { recursive: true });
  return (name, text, env = {}) => {
    fs.writeFileSync(path.join(folder, name), text);
    const { status, stdout, stderr } = spawnSync(process.execPath, [name], { cwd: folder, encoding: "utf8", env: { ...process.env, ...env }, timeout: 60_000 });
    assert.equal(status, 0, `${name}: ${stderr}`);
    return stdout.trim();
  };
}

test("modules of both kinds get the same names, which have types", limit, () => inFolder((folder) => {
  const run = project(folder);
  const names = Object.keys(createRequire(import.meta.url)("../lib/index.js")).sort();
  const imported = run("a.mjs", 'import varblur, * as all from "varblur"; import { blur, Worker } from "varblur"; import { createRequire } from "node:module";\n'
    + 'console.log(JSON.stringify([Object.keys(all), blur === varblur.blur && Worker === createRequire(import.meta.url)("varblur").Worker]));');
  const [all, areSame] = JSON.parse(imported);
  assert.deepEqual(all.filter((name) => !["default", "module.exports"].includes(name)).sort(), names);
  assert(areSame);
  assert.equal(run("b.cjs", 'console.log(Object.keys(require("varblur")).sort().join());'), names.join());
  const declared = [...declarations.matchAll(/^export (?:class|function|const) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual([...new Set(declared)].sort(), names);
  for (const [, members] of declarations.matchAll(/^export class Worker \{(.*?)^\}/gms)) {
    const methods = [...new Set([...members.matchAll(/^ {2}(?:readonly )?(\w+)[(<:]/gm)].map(([, name]) => name))].sort();
    assert.deepEqual(methods, Object.getOwnPropertyNames(varblur.Worker.prototype).filter((name) => !name.startsWith("_")).sort());
  }
}));

test("the version is that of the command", () => {
  assert.equal(execFileSync(command, ["--version"], { encoding: "utf8" }).split("\n")[0].split(" ").pop(), varblur.version);
});

test("the command is found by VARBLUR_PATH, in PATH, or in a package", limit, () => inFolder((folder) => {
  const run = project(folder);
  const find = (env) => run("find.cjs", 'try { console.log(require("varblur").findCommand()); } catch (error) { console.log(error.name, error.exitStatus, error.message, error.remedy); }', env);
  const program = (...parts) => {
    const file = path.join(folder, ...parts);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, "", { mode: 0o755 });
    return file;
  };
  const nothing = { VARBLUR_PATH: "", PATH: path.join(folder, "none") };
  assert.match(find(nothing), /^CommandNotFound 127 .*PATH \(.*@varblur\/\w+-\w+.* set VARBLUR_PATH$/);
  const packed = program(`node_modules/@varblur/${process.platform}-${process.arch}`, "bin/varblur");
  assert.equal(find(nothing), fs.realpathSync(packed));
  const other = program("other", "varblur");
  fs.mkdirSync(path.join(folder, "folder/varblur"), { recursive: true });
  fs.mkdirSync(path.join(folder, "text"));
  fs.writeFileSync(path.join(folder, "text/varblur"), "no program");
  const PATH = ["folder", "text", "other"].map((name) => path.join(folder, name)).join(path.delimiter);
  assert.equal(find({ VARBLUR_PATH: "", PATH }), other);
  const named = program("named", "varblur");
  for (const VARBLUR_PATH of [named, path.dirname(named), path.relative(folder, named)]) assert.equal(fs.realpathSync(find({ VARBLUR_PATH, PATH })), fs.realpathSync(named));
  assert.match(find({ VARBLUR_PATH: "text/varblur", PATH }), /^CommandNotFound 127 VARBLUR_PATH names no program: text\/varblur \(/);
}));

test("the examples of docs/node.md run", limit, () => inFolder((folder) => {
  const run = project(folder);
  fs.mkdirSync(path.join(folder, "photos"));
  const photo = execFileSync(command, ["--format=jpeg", "-", "-"], { input: png(60, 40) });
  for (const name of ["photo.jpg", "portrait.jpg", "photos/a.jpg", "photos/b.jpg"]) fs.writeFileSync(path.join(folder, name), photo);
  const page = fs.readFileSync(path.join(repository, "docs/node.md"), "utf8");
  const examples = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, text]) => text);
  assert(examples.length >= 8);
  const common = 'import { blur, transform, Worker, run, ImageError, VarblurError } from "varblur";\nimport fs from "node:fs";\nconst data = fs.readFileSync("photo.jpg");\n';
  examples.forEach((text, index) => {
    const isModule = !text.includes("require(");
    run(`example-${index}.${isModule ? "mjs" : "cjs"}`, isModule && !text.includes('from "varblur"') ? common + text : text);
  });
  const expected = execFileSync(command, ["--max-radius=5%", "-", "-"], { input: photo });
  for (const name of ["blurred.jpg", "blurred/a.jpg", "blurred/b.jpg"]) assert.deepEqual(fs.readFileSync(path.join(folder, name)), expected, name);
}));

const compiler = process.env.PATH.split(path.delimiter).map((folder) => path.join(folder, "tsc")).find((file) => fs.existsSync(file));
const types = ["/usr/share/nodejs/@types", "/usr/lib/nodejs/@types"];
const missing = !compiler ? "there is no tsc" : !types.some((folder) => fs.existsSync(`${folder}/node`)) ? "there are no types of Node" : false;

test("a compiler knows all types", { ...limit, skip: missing }, () => inFolder((folder) => {
  project(folder);
  const text = `
import varblur, { blur, Worker, VarblurError, transform, run, type Image, type Job, type Options } from "varblur";
import { createReadStream } from "node:fs";
async function right(data: Buffer, options: Options) {
  const one: Buffer = await blur(data, { maxRadius: "5%", direction: ["left", "top"], noEnlarge: true, mask: new URL("file:///a.png"), areas: ["circle(3px)"] });
  const file: Image = await blur("a.jpg", { output: "b.jpg", signal: new AbortController().signal });
  const several: Image[] = await varblur.blur(createReadStream("a"), { ...options, outputs: [{ resize: "3x" }, { output: "x.png", format: "webp" }] });
  const worker = new Worker({ jobs: 2, sigma: 3, ifExists: "skip-same" });
  const image: Image = await worker.submit(new Blob([one]), { ramp: "linear-blur(0px, 3px)", webpQuality: "lossless", pngCompression: null });
  console.log(await blur(new Blob([one]).stream()), await blur((await fetch("http://a")).body!), await blur(await fetch("http://a")), await blur(new Response(one)));
  for await (const { width } of worker.map(["a.jpg", "b.jpg"])) console.log(width.toFixed());
  for await (const outcome of worker.outcomes((async function* () { yield { input: "a.jpg", maxRadius: 3 }; })())) {
    console.log(outcome instanceof VarblurError ? outcome.remedy ?? outcome.cause : outcome instanceof Error ? outcome.message : outcome.width.toFixed());
  }
  for await (const images of worker.map([{ input: data, outputs: [{ resize: "3x" }] }])) console.log(images[0].width, file, several, image);
  const jobs: Job[] = [{ input: "a", output: "b" }];
  createReadStream("a").pipe(transform({ tint: "red" })).pipe(process.stdout);
  await worker.close({ cancel: true });
  console.log((await run(["--max-radius", 3], { input: "x" })).stdout.length, jobs);
}
function wrong(data: Buffer) {
  blur(data, { maxRadus: 3 });
  blur(data, { allowDamaged: "yes" });
  new Worker({ edges: "round" });
  new Worker().submit(data, { light: 1 });
  new Worker().outcomes([data], { mask: 3 });
  blur(data, { output: "a", outputs: [] });
  blur(3);
  blur(new ReadableStream<string>());
}
`;
  fs.writeFileSync(path.join(folder, "program.mts"), text);
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "node16", "--moduleResolution", "node16", "--typeRoots", types.join(",")];
  const start = text.split("\n").findIndex((line) => line.startsWith("function wrong")) + 2;
  // the types of browsers, which are the default, have other web streams than those of Node
  for (const libraries of [[], ["--lib", "es2022"]]) {
    const { stdout } = spawnSync(compiler, [...options, ...libraries, "program.mts"], { cwd: folder, encoding: "utf8" });
    assert.deepEqual([...stdout.matchAll(/^program.mts\((\d+),/gm)].map(([, line]) => Number(line)), Array.from({ length: 8 }, (_, index) => start + index), stdout);
  }
}));
