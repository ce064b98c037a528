"use strict";

const path = require("node:path");
const { fileURLToPath } = require("node:url");

const { invalidOption } = require("./errors.js");

/** Other names of options: a list has a name in the plural, and other packages call the standard deviation sigma. */
const OTHER_NAMES = { areas: "area", sigma: "max-radius" };
const PATHS = new Set(["mask", "matte", "emit-mask"]);
/** What a photo knows of itself, which masks and mattes may be in place of files. */
const PHOTO_PLANES = new Set(["photo", "photo:depth"]);

/** The characters that stand for bytes in the paths of jobs, and the code point of the first one, less its byte. */
const BYTES = /[\u{10FE80}-\u{10FEFF}]+/gu;
const FIRST_BYTE = 0x10FE00;

/** The options that a function got, which may have none. */
function optionsOf(options) {
  if (options === undefined || options === null) return {};
  if (typeof options !== "object" || Array.isArray(options)) {
    throw new TypeError(`the options must be an object, such as { maxRadius: 5 }, not ${kindOf(options)}`);
  }
  const { signal } = options;
  if (signal !== undefined && signal !== null && !(typeof signal.addEventListener === "function" && "aborted" in signal)) {
    throw new TypeError(`'signal' must be an AbortSignal, not ${kindOf(signal)}`);
  }
  return options;
}

/** The option of one image that says where its result is, if options have it. */
function nameOfOutput(options) {
  return ["output", "outputs"].find((name) => options[name] !== undefined && options[name] !== null);
}

/** What a value is, for messages. */
function kindOf(value) {
  return `a value of the type ${value?.constructor?.name ?? typeof value}`;
}

/** The options of a job by the names of the command, as JSON values. */
function jobOptions(options) {
  const values = Object.create(null);
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue;
    const written = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const name = Object.hasOwn(OTHER_NAMES, written) ? OTHER_NAMES[written] : written;
    if (Object.hasOwn(values, name)) throw invalidOption(`the option '${key}' is given twice, with another name (leave out one of them)`);
    const isPlane = name !== "emit-mask" && PHOTO_PLANES.has(value);
    // the command puts the folder of the input in place of {dir}
    const isBesideInput = name === "emit-mask" && typeof value === "string" && value.includes("{dir}");
    values[name] = PATHS.has(name) && !isPlane && !isBesideInput ? encodedPath(filePath(value, key)) : jsonValue(name, key, value);
  }
  return values;
}

/** Whether options of a job name files, whose paths are absolute. */
function nameFiles(options) {
  return [...PATHS].some((name) => name in options && !PHOTO_PLANES.has(options[name]));
}

function jsonValue(name, key, value) {
  if (Array.isArray(value)) {
    const items = value.map((item) => jsonValue(name, key, item));
    return name === "direction" ? items.join() : items;
  }
  if (name === "format" && value === "jpg") return "jpeg";
  if (typeof value === "number" && !Number.isFinite(value)) throw invalidOption(`the option '${key}' must be finite`);
  if (typeof value === "string") return encodedPath(wellFormed(value, key));
  if (["number", "boolean"].includes(typeof value)) return value;
  throw invalidOption(`the option '${key}' must not be of the type ${value?.constructor?.name ?? typeof value}`);
}

/** A text, which must be one in UTF-8, too. */
function wellFormed(text, key) {
  if (/\p{Surrogate}/u.test(text)) throw invalidOption(`'${key}' contains an unpaired surrogate, which is no character`);
  return text;
}

/** The absolute path of a file, because the folder of the process may change before the command opens it. */
function filePath(value, key) {
  const isFile = value instanceof URL && value.protocol === "file:";
  const text = isFile ? fileURLToPath(value) : value;
  if (typeof text !== "string" || text === "" || text.includes("\0")) {
    throw invalidOption(`'${key}' must be the path of a file without a null character, as a string or a URL of the scheme file`);
  }
  return isFile ? text : wellFormed(path.resolve(text), key);
}

/** A path as jobs have it: characters that stand for bytes there, of paths that are not UTF-8, are written byte for byte. */
function encodedPath(text) {
  return text.replace(BYTES, (characters) => String.fromCodePoint(...Array.from(Buffer.from(characters), (byte) => FIRST_BYTE + byte)));
}

/** The path that the command writes so. */
function decodedPath(text) {
  return text.replace(BYTES, (characters) => Buffer.from(Array.from(characters, (character) => character.codePointAt(0) - FIRST_BYTE)).toString());
}

/** Where the command puts a result: into a file, or into its answer. */
function outputOf(value) {
  return value === undefined || value === null ? { inline: null } : encodedPath(filePath(value, "output"));
}

/** Several outputs of a job. */
function outputsOf(outputs) {
  if (!Array.isArray(outputs)) throw invalidOption("'outputs' must be an array, with the options of each output");
  return outputs.map(optionsOf).map(({ output, ...options }) => ({ ...jobOptions(options), output: outputOf(output) }));
}

module.exports = { optionsOf, nameOfOutput, jobOptions, nameFiles, outputOf, outputsOf, filePath, encodedPath, decodedPath };
