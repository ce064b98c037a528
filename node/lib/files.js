"use strict";

const { readFile } = require("node:fs/promises");

const { ImageError, invalidOption } = require("./errors.js");
const { filePath } = require("./options.js");

/** The factors of the suffixes of sizes. */
const FACTORS = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

/**
 * Where the bytes of an image file come from: they are the `data`, or those of the file at a `path`, or else `load` gets them, until `stop` is
 * called.
 *
 * @param file its bytes, its path, or a stream of its bytes
 * @param maximum the value of the option max-input
 */
function sourceOf(file, maximum = "256M") {
  const limit = byteCount(maximum);
  if (typeof file === "string" || file instanceof URL) {
    const path = filePath(file, "input");
    return { path, load: () => contentsOf(path) };
  }
  if (ArrayBuffer.isView(file)) return { data: Buffer.from(file.buffer, file.byteOffset, file.byteLength) };
  if (file instanceof ArrayBuffer || file instanceof SharedArrayBuffer) return { data: Buffer.from(file) };
  const hasBytes = typeof file?.arrayBuffer === "function";
  // a Response may be longer than the limit
  const stream = hasBytes ? file.body : file;
  if (stream?.[Symbol.asyncIterator]) return streamSource(stream, limit);
  if (hasBytes) return { load: async () => Buffer.from(await file.arrayBuffer()) };
  const type = file?.constructor?.name ?? typeof file;
  throw new TypeError(`an image file is given by its bytes, its path, or a stream, not by an object of the type ${type}`);
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

/** The number of bytes that a size means, as in the command. */
function byteCount(size) {
  const [, number, suffix] = /^(\d+)([KMG]?)$/i.exec(size) ?? [];
  if (number === undefined) throw invalidOption(`the value '${size}' is invalid for 'max-input' (a size is a whole number of bytes, such as 256M)`);
  return number * (FACTORS[suffix.toUpperCase()] ?? 1);
}

function streamSource(stream, limit) {
  let [isStopped, isDone] = [false, false];
  function check(length) {
    if (isStopped) throw new Error("nobody waits for the image");
    if (length > limit) throw new ImageError("overLimit", `the input exceeds the limit of ${limit} bytes (raise 'max-input')`, 65);
  }
  // at once, because a stream may fail before somebody listens
  const [pieces, close] = piecesOf(stream);
  const contents = collected(pieces, check).finally(() => { isDone = true; });
  contents.catch(() => {});
  return {
    isStream: true, load: () => contents,
    stop() {
      isStopped = true;
      if (!isDone) close();
    },
  };
}

/** The pieces of a stream, and a function that closes it, even while the next piece is awaited. */
function piecesOf(stream) {
  // the response to a request still needs its connection; what a client gets has a status
  if (stream.socket && !stream.statusCode) return [requestPieces(stream), () => {}];
  if (typeof stream.getReader === "function") {
    const reader = stream.getReader();
    return [readerPieces(reader), () => { reader.cancel().catch(() => {}); }];
  }
  const iterator = stream[Symbol.asyncIterator]();
  const end = async () => iterator.return?.();
  const close = typeof stream.destroy === "function" ? () => stream.destroy() : () => { end().catch(() => {}); };
  return [{ [Symbol.asyncIterator]: () => iterator }, close];
}

async function* requestPieces(request) {
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } finally {
    request.resume();
  }
}

async function* readerPieces(reader) {
  try {
    for (let next; !(next = await reader.read()).done;) yield next.value;
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** All bytes of a stream. If `check` of their number throws an error, the stream is closed. */
async function collected(stream, check) {
  const pieces = [];
  let length = 0;
  for await (const piece of stream) {
    if (typeof piece === "string") throw new TypeError("the stream has texts in place of bytes");
    pieces.push(piece);
    length += piece.length;
    check(length);
  }
  return pieces.length === 1 ? Buffer.from(pieces[0].buffer, pieces[0].byteOffset, length) : Buffer.concat(pieces, length);
}

module.exports = { sourceOf };
