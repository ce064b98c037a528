// Images and commands for the tests.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";

import { findCommand } from "../lib/index.js";

export const repository = fileURLToPath(new URL("../..", import.meta.url));
/** The command, which is built before the tests; VARBLUR_PATH names it. */
export const command = findCommand();

/** Numbers from 0 to less than a count, the same in every run. */
export function choices(seed) {
  let state = seed + 1;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

/** An RGB image of noise. */
export function png(width, height, seed = 1) {
  const rows = Buffer.alloc(height * (1 + 3 * width));
  const choose = choices(seed);
  for (let index = 0; index < rows.length; index++) if (index % (1 + 3 * width)) rows[index] = choose(256);
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", zlib.deflateSync(rows, { level: 1 })), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(kind, data) {
  const result = Buffer.alloc(12 + data.length);
  result.writeUInt32BE(data.length, 0);
  result.write(kind, 4, "latin1");
  data.copy(result, 8);
  result.writeUInt32BE(checksum(result.subarray(4, -4)), 8 + data.length);
  return result;
}

// Node 18 has no zlib.crc32.
function checksum(data) {
  let sum = ~0;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xEDB88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}

export const image = png(40, 30);

/** What the command makes of an image without this package. */
export function expected(data, args = [], extension = "png") {
  return inFolder((folder) => {
    const output = path.join(folder, `out.${extension}`);
    fs.writeFileSync(path.join(folder, "in"), data);
    execFileSync(command, ["--no-settings", ...args, path.join(folder, "in"), output]);
    return fs.readFileSync(output);
  });
}

/** Calls a function with a folder, which is deleted then. */
export function inFolder(use) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "varblur-"));
  const remove = () => fs.rmSync(folder, { recursive: true });
  let result;
  try {
    result = use(folder);
    return result?.finally?.(remove) ?? result;
  } finally {
    if (!result?.finally) remove();
  }
}

/** What a command in JavaScript gets, and answers, without the code of the package. */
const MESSAGES = `
const fs = require("node:fs");
function read(count) {
  const data = Buffer.alloc(count);
  let length = 0;
  for (let part; length < count && (part = fs.readSync(0, data, length, count - length)); ) length += part;
  return data.subarray(0, length);
}
function* images() {
  for (let head; (head = read(16)).length === 16; ) {
    const job = JSON.parse(read(head.readUInt32BE(4)));
    const data = read(Number(head.readBigUInt64BE(8)));
    if (!job.arguments) yield [head.readUInt32BE(0), data, job];
  }
}
function answer(number, result, data = Buffer.alloc(0)) {
  const text = Buffer.from(JSON.stringify(result));
  const head = Buffer.alloc(16);
  head.writeUInt32BE(number, 0);
  head.writeUInt32BE(text.length, 4);
  head.writeUInt32BE(data.length, 12);
  write(Buffer.concat([head, text, data]));
}
function write(data) {
  for (let length = 0; length < data.length; ) length += fs.writeSync(1, data, length);
}
`;

/** Calls a function with a command in JavaScript that behaves as a text says. */
export function withFake(behavior, use) {
  return inFolder((folder) => {
    const file = path.join(folder, "varblur");
    fs.writeFileSync(file, `#!${process.execPath}\n${MESSAGES}\n${behavior}\n`, { mode: 0o755 });
    return use(file);
  });
}

/** Waits until something is true; the test fails after its time limit if it never is. */
export async function until(isTrue) {
  while (!isTrue()) await turn();
}

/** Whether a process runs. It may have ended, and wait for its parent. */
export function isRunning(id) {
  try {
    process.kill(id, 0);
    return !fs.existsSync("/proc/self/stat") || !/\) Z /.test(fs.readFileSync(`/proc/${id}/stat`, "latin1"));
  } catch {
    return false;
  }
}

export const limit = { timeout: 120_000 };
