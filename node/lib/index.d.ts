/// <reference types="node" />

import type { Duplex } from "node:stream";
import type { Format, Options, OutputOptions, Path } from "./options";

export type { Format, Options, OutputOptions, Path } from "./options";

/** An image file: its bytes, a stream of its bytes, or its path. Bytes must not change until there is a result. */
export type ImageFile =
  | ArrayBufferView
  | ArrayBuffer
  | SharedArrayBuffer
  | { arrayBuffer(): Promise<ArrayBuffer> }
  | AsyncIterable<Uint8Array>
  | { getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array }>; cancel(): Promise<void> } }
  | Path;

/** The options of an image, and what stops it. */
export interface CallOptions extends Options {
  /** If it is aborted, the promise is rejected with its reason. The command ends what nobody waits for; no file is incomplete. */
  signal?: AbortSignal | null;
}

/** One of several outputs. */
export interface Output extends OutputOptions {
  /** The path of a file to write to; without it, the result contains the bytes. */
  output?: Path | null;
}

/** The result is the file in memory. */
export interface InMemory {
  output?: null;
  outputs?: null;
}

/** The result is written to a file, which appears when it is complete; the option `ifExists` decides about an existing one. */
export interface InFile {
  output: Path;
  outputs?: null;
}

/** Several results are made from one decode. If one fails, no file is written. */
export interface Several {
  output?: null;
  /** At most 100. */
  outputs: readonly Output[];
}

/** An image file among many, with options of its own. */
export type Job = CallOptions & { input: ImageFile } & (InMemory | InFile | Several);

/** A blurred image. */
export interface Image {
  /** The whole file; empty if it was written to a path. */
  data: Buffer;
  /** Null if it was written to a path. */
  format: Format | null;
  /** The absolute path that it was written to; null if it is in memory. */
  path: string | null;
  /** The width in pixels, of the image as displayed; 0 if it was skipped, and its file was not read. */
  width: number;
  /** The height in pixels, of the image as displayed; 0 if it was skipped, and its file was not read. */
  height: number;
  /** The size of the file in bytes. */
  size: number;
  /** What the user should know about the image, one sentence each, without a period. */
  warnings: string[];
  /** Whether the input is damaged; only with `allowDamaged`. */
  damaged: boolean;
  /** Whether the path existed, and the option `ifExists` kept it. */
  skipped: boolean;
  /** The time in which the command made the image. */
  milliseconds: number;
  /** The hash of the file in hexadecimal digits, if the option `report` names it. */
  sha256: string | null;
  /** The ThumbHash of the picture in base64, if the option `report` names it. */
  thumbhash: string | null;
}

/** The result for a file or job among many. */
export type Result<Item> = Item extends { outputs: readonly Output[] } ? Image[] : Image;

/**
 * Blurs an image file.
 *
 * It starts a process, which all calls at the same time share; a `Worker` keeps it.
 *
 * @returns the bytes of the whole blurred file; for a result in a file, its description; for several outputs, the images
 * @throws VarblurError if the image was not blurred; TypeError if `file` is nothing that can be blurred, or the options are no object; the
 * error of a stream
 */
export function blur(file: ImageFile, options: CallOptions & Several): Promise<Image[]>;
export function blur(file: ImageFile, options: CallOptions & InFile): Promise<Image>;
export function blur(file: ImageFile, options?: CallOptions & InMemory): Promise<Buffer>;

/**
 * A stream that gets the bytes of an image file, and gives those of the blurred one.
 *
 * @throws OptionError for `output` and `outputs`; TypeError if the options are no object
 */
export function transform(options?: CallOptions & InMemory): Duplex;

export interface WorkerOptions extends Options {
  /** How many images are blurred at the same time, from 1 to 1024. The default is the number of available processors. */
  jobs?: number;
  /** The path of the command; the default is the result of `findCommand`. */
  executable?: Path;
}

/**
 * Blurs images with a command that stays in memory.
 *
 * If the command dies, a new process is started. The image that it worked on has the error `WorkerDied`; all others are blurred.
 */
export class Worker {
  /**
   * Prepares a worker; the process starts with the first image.
   *
   * @param options the options of all images, which those of an image override; `ramp` replaces `maxRadius`, and so on
   * @throws CommandNotFound; RangeError for `jobs`; OptionError for a value of another type, or an output; TypeError if the options are no object
   */
  constructor(options?: WorkerOptions);

  /** Blurs an image file, like the function `blur`. */
  blur(file: ImageFile, options: CallOptions & Several): Promise<Image[]>;
  blur(file: ImageFile, options: CallOptions & InFile): Promise<Image>;
  blur(file: ImageFile, options?: CallOptions & InMemory): Promise<Buffer>;

  /** Blurs an image file, and describes the result. */
  submit(file: ImageFile, options: CallOptions & Several): Promise<Image[]>;
  submit(file: ImageFile, options?: CallOptions & (InFile | InMemory)): Promise<Image>;

  /**
   * Blurs many image files, and returns their results in the same order.
   *
   * Only a few images are in memory: files are taken as results are used.
   *
   * @throws VarblurError for the first image that was not blurred, TypeError for what is no file, or the error of a stream or signal; `outcomes`
   * goes on. An error of `files` comes after all results of what they gave.
   */
  map<Item extends ImageFile | Job>(
    files: Iterable<Item> | AsyncIterable<Item>, options?: CallOptions
  ): AsyncGenerator<Result<Item>, void, undefined>;

  /** Like `map`, but an image that was not blurred gives its error: a VarblurError, a TypeError, that of its stream, or the reason of its own signal. */
  outcomes<Item extends ImageFile | Job>(
    files: Iterable<Item> | AsyncIterable<Item>, options?: CallOptions
  ): AsyncGenerator<Result<Item> | Error, void, undefined>;

  /** `map` as a stream of objects: files or jobs are written, and images are read. */
  stream(options?: CallOptions): Duplex;

  /** A stream for a single image, like the function `transform`. */
  transform(options?: CallOptions & InMemory): Duplex;

  /**
   * Waits for all images, and ends the process. An idle worker does not keep a program from exiting.
   *
   * @param options with `cancel`, images that the command has not got yet are rejected with an AbortError
   */
  close(options?: { cancel?: boolean }): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;

  /** The numbers of the running processes: one for images in memory, another one for those that name files. */
  readonly processIds: number[];
}

/** What the command wrote. */
export interface Run {
  /** 0, or 3 if an image is damaged and was blurred nevertheless. */
  exitStatus: number;
  stdout: Buffer;
  stderr: string;
}

/**
 * Runs the command as a shell would, with the user's settings.
 *
 * @param args for example `["--max-radius", "5%", "in.jpg", "out.jpg"]`
 * @throws VarblurError with the code `failed`, whose `messages` have all that was written to standard error; TypeError if
 * `args` is no array
 */
export function run(
  args: readonly (string | number)[], options?: { input?: string | Uint8Array; cwd?: Path; signal?: AbortSignal }
): Promise<Run>;

/**
 * The path of the command: the one that the variable `VARBLUR_PATH` names, one in a directory of `PATH`, or that of a package for this
 * system, such as `@varblur/linux-x64`.
 *
 * @throws CommandNotFound
 */
export function findCommand(): string;

/** The version of this package. */
export const version: string;

/** An image was not blurred. */
export class VarblurError extends Error {
  /**
   * The kind of the error: one of the codes in `result.schema.json`, such as `damaged` or `overLimit`; or `workerDied`, `commandNotFound`,
   * or `failed`.
   */
  readonly code: string;
  /** The exit status that the command has for this error. */
  readonly exitStatus: number;
  /** What is wrong: the message without the remedy. */
  readonly cause: string;
  /** What to do about it, if the message says so. */
  readonly remedy: string | undefined;
  /** What the command wrote to standard error, if `run` failed; otherwise empty. */
  readonly messages: string;
  /** If several outputs were asked for: each image that was made, or its error, in order. */
  readonly outputs: readonly (Image | VarblurError)[];
}

/** The image cannot be blurred: it is damaged, exceeds a limit, is of another format, takes too long, or cannot be read. */
export class ImageError extends VarblurError {}
/** An option has an invalid value, is unknown, or cannot be combined with another. */
export class OptionError extends VarblurError {}
/** The output cannot be written: it exists, or cannot be created. */
export class OutputError extends VarblurError {}
/** The command ended while it worked on this image. */
export class WorkerDied extends VarblurError {}
/** The command is not installed, or cannot be started. */
export class CommandNotFound extends VarblurError {}
