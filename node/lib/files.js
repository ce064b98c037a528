"use strict";

const { open } = require("node:fs/promises");
const { isAnyArrayBuffer } = require("node:util").types;

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
    return { path, load: () => contentsOf(path, limit) };
  }
  const data = bytesOf(file);
  if (data) return { data };
  const hasBytes = typeof file?.arrayBuffer === "function";
  // a Response may be longer than the limit
  const stream = hasBytes ? file.body : file;
  if (stream?.[Symbol.asyncIterator] || typeof stream?.getReader === "function") return streamSource(stream, limit);
  if (hasBytes) return { load: async () => Buffer.from(await file.arrayBuffer()) };
  const type = file?.constructor?.name ?? typeof file;
  throw new TypeError(`an image file is given by its bytes, its path, or a stream, not by an object of the type ${type}`);
}

/** The bytes of a buffer of any kind; undefined for other values. */
function bytesOf(value) {
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return isAnyArrayBuffer(value) ? Buffer.from(value) : undefined;
}

async function contentsOf(path, limit) {
  let file;
  try {
    file = await open(path);
    const { size } = await file.stat();
    checkLength(size, limit);
    // what is no regular file, such as a pipe, has no size
    if (!size) return await collected(file.createReadStream({ autoClose: false }), (length) => checkLength(length, limit));
    return await file.readFile();
  } catch (error) {
    if (error instanceof ImageError) throw error;
    // "ENOENT: no such file or directory, open '…'"
    const cause = /: (.*?)(,|$)/.exec(error.message)?.[1] ?? error.message;
    throw new ImageError("unreadable", `${path}: cannot open: ${cause} (check the path)`, 66);
  } finally {
    await file?.close();
  }
}

function checkLength(length, limit) {
  if (length > limit) throw new ImageError("overLimit", `the input exceeds the limit of ${limit} bytes (raise 'max-input')`, 65);
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
    checkLength(length, limit);
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
    const bytes = bytesOf(piece);
    if (!bytes) throw new TypeError(`the stream has ${typeof piece === "string" ? "texts" : "other values"} in place of bytes`);
    pieces.push(bytes);
    length += bytes.length;
    check(length);
  }
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces, length);
}

module.exports = { sourceOf };
