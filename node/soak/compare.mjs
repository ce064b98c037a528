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
const rounds = 5;

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

/** Ways to blur images in files, each from the start to the end of its process; they write into a new folder. */
function ways(inputs, data, folder) {
  const jobs = inputs.map((input) => ({ input, output: path.join(folder, path.basename(input)) }));
  const lines = jobs.map((job) => JSON.stringify({ ...job, options: { "no-fsync": true } })).join("\n");
  const batch = ["batch", "--no-settings", "--quiet", "--jobs=2"];
  const all = async (worker, files) => { for await (const { size } of worker.map(files)) if (!size) throw new Error("an image is missing"); };
  return {
    "`varblur batch --jobs 2`, from file to file": () => execFileSync(process.env.VARBLUR_PATH, batch, { input: lines, stdio: ["pipe", "ignore", "inherit"] }),
    "`map`, from file to file": () => withWorker((worker) => all(worker, jobs.map((job) => ({ ...job, noFsync: true })))),
    "`map`, from bytes to bytes": () => withWorker((worker) => all(worker, inputs.map(() => data))),
    "`map`, from paths to bytes": () => withWorker((worker) => all(worker, inputs)),
    "`submit` of all images at once": () => withWorker((worker) => Promise.all(inputs.map(() => worker.submit(data)))),
    "`blur` of one image after the other": () => withWorker(async (worker) => { for (const _ of inputs) await worker.blur(data); }),
  };
}

/** The rows of a table: images per second, and their ratio to the first one. */
async function rows(data, count) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "varblur-"));
  const inputs = Array.from({ length: count }, (_, index) => path.join(folder, `${index}.jpg`));
  for (const input of inputs) fs.writeFileSync(input, data);
  const [times, processor] = [new Map(), new Map()];
  // interleaved, so that other programs disturb all of them
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(ways([], data, folder))) {
      // new files, because some file systems write replaced ones to the disk at once
      const outputs = fs.mkdtempSync(path.join(folder, "outputs-"));
      const before = process.cpuUsage();
      times.set(name, [...(times.get(name) ?? []), await timed(ways(inputs, data, outputs)[name])]);
      const { user, system } = process.cpuUsage(before);
      processor.set(name, Math.min(processor.get(name) ?? Infinity, (user + system) / 1000 / count));
      fs.rmSync(outputs, { recursive: true });
    }
  }
  fs.rmSync(folder, { recursive: true });
  const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
  const [own] = times.values();
  return [...times].map(([name, values]) => `| ${name} | ${(count / Math.min(...values)).toFixed(0)} | ${(count / median(values)).toFixed(0)} `
    + `| ${median(values.map((value, index) => own[index] / value)).toFixed(2)} | ${processor.get(name).toFixed(2)} |\n`).join("");
}

const worker = new Worker();
const [small, large] = await Promise.all(["320x240!", "1633x1225!"].map((resize) => worker.blur(photo, { resize, maxRadius: 0, format: "jpeg", jpegQuality: 90 })));
await worker.close();
const head = "| | best | median | relative to the batch | time of Node for each (ms) |\n|---|---:|---:|---:|---:|\n";
const size = ({ length }) => `${(length / 1024).toFixed(0)} KiB`;
fs.writeFileSync(report, `# The Node package

Written by \`make bench-node\`, with Node ${process.versions.node} on ${os.cpus().length} processors. Images per second, each way with two jobs, from the
start of its process to its end. Runs of the ways are interleaved; ${rounds} rounds. The ratio is the median of those of the rounds. Files are not synced to disk.

1,000 JPEG images of 320×240 pixels (${size(small)}):

${head}${await rows(small, 1000)}
40 JPEG images of 2 megapixels (${size(large)}):

${head}${await rows(large, 40)}
One after the other, only one processor works: the next image is sent when the result of the last one has arrived.
`);
console.log(fs.readFileSync(report, "utf8"));
