"use strict";

const { readFile } = require("node:fs/promises");

const { ImageError } = require("./errors.js");
const { filePath } = require("./options.js");

/** The factors of the suffixes of sizes. */
const FACTORS = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

/**
 * Where the bytes of an image file come from: they are the `data`, or those of the file at a `path`, or else `load` gets them.
 *
 * @param file its bytes, its path, or a stream of its bytes
 * @param maximum the value of the option max-input
 */
function sourceOf(file, maximum = "256M") {
  if (typeof file === "string" || file instanceof URL) {
    const path = filePath(file, "input");
    return { path, load: () => contentsOf(path) };
  }
  if (ArrayBuffer.isView(file)) return { data: Buffer.from(file.buffer, file.byteOffset, file.byteLength) };
  if (file instanceof ArrayBuffer || file instanceof SharedArrayBuffer) return { data: Buffer.from(file) };
  if (typeof file?.arrayBuffer === "function") return { load: async () => Buffer.from(await file.arrayBuffer()) };
  if (!file?.[Symbol.asyncIterator]) {
    const type = file?.constructor?.name ?? typeof file;
    throw new TypeError(`an image file is given by its bytes, its path, or a stream, not by an object of the type ${type}`);
  }
  // at once, because a stream may fail before somebody listens
  const contents = collected(file, maximum);
  contents.catch(() => {});
  return { load: () => contents };
}

async function contentsOf(path) {
  try {
    return await readFile(path);
  } catch (error) {
    // "ENOENT: no such file or directory, open '…'"
    const cause = /: (.*?)(,|$)/.exec(error.message)?.[1] ?? error.message;
    throw new ImageError("unreadable", `${path}: cannot open: ${cause} (check the path)`, 66);
  }
}

/** All bytes of a stream, which is closed if they are too many. */
async function collected(stream, maximum) {
  const [, number, suffix] = /^(\d+)([KMG]?)$/.exec(maximum) ?? [];
  const limit = number * (FACTORS[suffix] ?? 1);
  const pieces = [];
  let length = 0;
  for await (const piece of stream) {
    if (typeof piece === "string") throw new TypeError("the stream has texts in place of bytes");
    pieces.push(piece);
    length += piece.length;
    if (length > limit) throw new ImageError("overLimit", `the input exceeds the limit of ${limit} bytes (raise 'max-input')`, 65);
  }
  return pieces.length === 1 ? Buffer.from(pieces[0].buffer, pieces[0].byteOffset, length) : Buffer.concat(pieces, length);
}

module.exports = { sourceOf };
