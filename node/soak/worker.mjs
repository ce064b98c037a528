// Blurs many images with one worker, first undisturbed, then while the command is killed again and again.
//
// usage: worker.mjs VARBLUR [REPORT [IMAGES]]    default: Tests/node.md 2000
// Requires Linux.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import v8 from "node:v8";
import vm from "node:vm";

import { blur, ImageError, Worker, WorkerDied } from "../lib/index.js";

process.env.VARBLUR_PATH = path.resolve(process.argv[2]);
const { expected, png } = await import("../tests/support.mjs");
const report = process.argv[3] ?? fileURLToPath(new URL("../../Tests/node.md", import.meta.url));
const count = Number(process.argv[4] ?? 2000);
/** The sizes of the images. */
const sizes = [[1, 1], [7, 300], [160, 120], [320, 240], [320, 240], [800, 600]];

/** The resident memory of a process in MiB. */
function resident(id) {
  return Number(fs.readFileSync(`/proc/${id}/statm`, "latin1").split(" ")[1]) / 256;
}

v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc");

/** The memory in MiB that this program uses, without what would be freed. */
function used() {
  // the memory of bytes is freed by the second one
  for (let round = 0; round < 2; round++) collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

/** PNG and JPEG files, and what the command makes of them. */
async function sources() {
  const photos = [];
  for (const [width, height] of sizes) {
    // smooth, as photos are
    const photo = await blur(png(width, height), { maxRadius: 2, minRadius: 2 });
    for (const [data, extension] of [[photo, "png"], [await blur(photo, { format: "jpeg", maxRadius: 0 }), "jpg"]]) {
      photos.push({ data, result: expected(data, ["--max-radius", "5%"], extension) });
    }
  }
  return photos;
}

/** Blurs all images, and counts the results by their kinds; `after` is called with each number of results. */
async function round(worker, photos, after) {
  const counts = { equal: 0, broken: 0, died: 0, wrong: 0 };
  const isBroken = (index) => index % 100 === 50;
  const files = function* files() {
    for (let index = 0; index < count; index++) {
      const { data } = photos[index % photos.length];
      yield isBroken(index) ? data.subarray(0, data.length / 2) : data;
    }
  };
  let index = 0;
  for await (const outcome of worker.outcomes(files())) {
    const { result } = photos[index % photos.length];
    const kind = outcome instanceof WorkerDied ? "died" : outcome instanceof ImageError ? "broken" : "equal";
    const isRight = kind === "died" || (kind === "broken") === isBroken(index) && (kind === "broken" || outcome.data.equals(result));
    counts[isRight ? kind : "wrong"] += 1;
    after(++index);
  }
  return counts;
}

const photos = await sources();
const worker = new Worker({ jobs: 2, maxRadius: "5%" });
const descriptors = () => fs.readdirSync("/proc/self/fd").length;
const before = descriptors();
const memory = [];
const start = performance.now();
const undisturbed = await round(worker, photos, (done) => {
  if (done % (count / 10) === 0) memory.push([resident(process.pid), used(), resident(worker.processIds[0])]);
});
const seconds = (performance.now() - start) / 1000;
let kills = 0;
const disturbed = await round(worker, photos, (done) => {
  if (done % (count / 50)) return;
  for (const id of worker.processIds) if (process.kill(id, "SIGKILL")) kills += 1;
});
await worker.close();
await new Promise(setImmediate);
const left = descriptors() - before;

const row = (name, first, second) => `| ${name} | ${first.toLocaleString("en-US")} | ${second.toLocaleString("en-US")} |\n`;
const lists = [0, 1, 2].map((index) => memory.map((entry) => entry[index].toFixed(0)).join(", "));
fs.writeFileSync(report, `# The worker of the Node package

Written by \`make soak-node\`, with Node ${process.versions.node}. One worker with two jobs blurs PNG and JPEG files of
${[...new Set(sizes.map((size) => size.join("×")))].join(", ")} pixels; 1% are invalid. In the second round, the command is killed with SIGKILL.

| | undisturbed | with kills |
|---|---:|---:|
${row("images", count, count)}${row("results identical to the command's output", undisturbed.equal, disturbed.equal)}\
${row("invalid images that gave an error", undisturbed.broken, disturbed.broken)}${row("times the command was killed", 0, kills)}\
${row("images that failed because of that", undisturbed.died, disturbed.died)}${row("wrong results", undisturbed.wrong, disturbed.wrong)}\
${row("images without a result", ...[undisturbed, disturbed].map((counts) => count - Object.values(counts).reduce((sum, number) => sum + number)))}
Descriptors left open: ${left}. The first round took ${seconds.toFixed(1)} seconds. Memory in MiB after every tenth of its images:

| | |
|---|---|
| Node, resident | ${lists[0]} |
| Node, without what the next garbage collection frees | ${lists[1]} |
| the command, resident | ${lists[2]} |
`);
console.log(fs.readFileSync(report, "utf8"));
assert(!undisturbed.wrong && !disturbed.wrong && !undisturbed.died && disturbed.died <= kills && kills > 10 && left === 0);
// the results in hand when it is measured are part of it
assert(memory.at(-1)[1] < memory[1][1] + 16 && memory.at(-1)[2] < memory[1][2] + 8);
