// Compares a worker with a batch of files.
//
// usage: compare.mjs VARBLUR [REPORT]    default: Benchmarks/NODE.md

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { Worker } from "../lib/index.js";

process.env.VARBLUR_PATH = path.resolve(process.argv[2]);
const report = process.argv[3] ?? fileURLToPath(new URL("../../Benchmarks/NODE.md", import.meta.url));
const photo = fileURLToPath(new URL("../../images/landscape.png", import.meta.url));
const rounds = 9;

/** The time in seconds that something takes. */
async function timed(work) {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function withWorker(use) {
  const worker = new Worker({ jobs: 2 });
  await use(worker);
  await worker.close();
}

/** Ways to blur copies of an image, each from start to end of its process. */
function ways(data, count, folder) {
  const inputs = Array.from({ length: count }, (_, index) => path.join(folder, `${index}.jpg`));
  for (const input of inputs) fs.writeFileSync(input, data);
  const written = { noFsync: true, force: true };
  const lines = inputs.map((input) => JSON.stringify({ input, output: `${input}.out.jpg`, options: { "no-fsync": true, force: true } }));
  const all = async (worker, files) => { for await (const { size } of worker.map(files)) if (!size) throw new Error(); };
  return {
    "`varblur batch --jobs 2`, from file to file": () => execFileSync(
      process.env.VARBLUR_PATH, ["batch", "--no-settings", "--quiet", "--jobs=2"], { input: lines.join("\n"), stdio: ["pipe", "ignore", "inherit"] }),
    "`map`, from file to file": () => withWorker((worker) => all(worker, inputs.map((input) => ({ input, output: `${input}.out.jpg`, ...written })))),
    "`map`, from bytes to bytes": () => withWorker((worker) => all(worker, Array(count).fill(data))),
    "`map`, from paths to bytes": () => withWorker((worker) => all(worker, inputs)),
    "`submit` of all images at once": () => withWorker((worker) => Promise.all(Array.from({ length: count }, () => worker.submit(data)))),
    "`blur` of one image after the other": () => withWorker(async (worker) => { for (let left = count; left; left--) await worker.blur(data); }),
  };
}

/** The rows of a table: images per second, and their ratio to the first one. */
async function rows(data, count) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "varblur-"));
  const times = new Map();
  const processor = new Map();
  // interleaved, so that other programs disturb all of them
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of Object.entries(ways(data, count, folder))) {
      const before = process.cpuUsage();
      times.set(name, [...(times.get(name) ?? []), await timed(work)]);
      const { user, system } = process.cpuUsage(before);
      processor.set(name, Math.min(processor.get(name) ?? Infinity, (user + system) / 1000 / count));
    }
  }
  fs.rmSync(folder, { recursive: true });
  const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
  const [own] = times.values();
  const ratios = new Map([...times].map(([name, values]) => [name, median(values.map((value, index) => own[index] / value))]));
  return [...times].map(([name, values]) => `| ${name} | ${(count / Math.min(...values)).toFixed(0)} | ${(count / median(values)).toFixed(0)} `
    + `| ${ratios.get(name).toFixed(2)} | ${processor.get(name).toFixed(2)} |\n`).join("");
}

const worker = new Worker();
const [small, large] = await Promise.all(["320x240!", "1633x1225!"].map((resize) => worker.blur(photo, { resize, maxRadius: 0, format: "jpeg", jpegQuality: 90 })));
await worker.close();
const head = "| | best | median | relative to the batch | time of Node for each (ms) |\n|---|---:|---:|---:|---:|\n";
const size = ({ length }) => `${(length / 1024).toFixed(0)} KiB`;
fs.writeFileSync(report, `# The Node package

Written by \`make bench-node\`, with Node ${process.versions.node} on ${os.cpus().length} processors. Images per second, each way with two jobs, from the
start of its process to its end. Runs of the ways are interleaved; ${rounds} rounds. The ratio is the median of those of the rounds. Files are not synced to disk.

2,000 JPEG images of 320×240 pixels (${size(small)}):

${head}${await rows(small, 2000)}
60 JPEG images of 2 megapixels (${size(large)}):

${head}${await rows(large, 60)}
One after the other, only one processor works: the next image is sent when the result of the last one has arrived.
`);
console.log(fs.readFileSync(report, "utf8"));
