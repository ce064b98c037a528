"use strict";

const { execFile } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const { CommandNotFound, VarblurError } = require("./errors.js");
const { optionsOf } = require("./options.js");

/**
 * The path of the command: the one that the variable VARBLUR_PATH names, one in a directory of PATH, or that of a package for this system.
 */
function findCommand() {
  const named = process.env.VARBLUR_PATH;
  if (named) {
    const found = [named, path.join(named, "varblur")].find(isProgram);
    if (found) return path.resolve(found);
    throw notFound(`VARBLUR_PATH names no program: ${named}`, "let it be the path of the command varblur, or remove it");
  }
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  const found = folders.map((folder) => path.join(folder, "varblur")).find(isProgram);
  if (found) return path.resolve(found);
  const name = `@varblur/${process.platform}-${process.arch}`;
  try {
    return require.resolve(`${name}/bin/varblur`);
  } catch {
    throw notFound(
      "the command varblur is not installed, or not in a directory of PATH", `install it, or the package ${name}, or set VARBLUR_PATH`);
  }
}

function notFound(cause, remedy) {
  return new CommandNotFound("commandNotFound", `${cause} (${remedy})`, 127);
}

/** The error for a command that cannot be started: it is missing, or no program, or the system lacks something for now. */
function notStarted({ code, message }) {
  const cause = `cannot start varblur: ${message}`;
  const isMissing = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ENOEXEC", "ELOOP", "ENAMETOOLONG"].includes(code);
  return isMissing ? notFound(cause, "check the command") : new VarblurError("failed", cause, 71);
}

function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The environment of the command: without the variables that would change its options. */
function environment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VARBLUR_")));
}

/** Runs the command as a shell would, with the settings of the user. */
function run(args, all) {
  return new Promise((resolve, reject) => {
    if (!Array.isArray(args)) throw new TypeError('the arguments must be an array, such as ["--max-radius", "5%", "in.jpg", "out.jpg"]');
    const { input = "", cwd, signal } = optionsOf(all);
    const options = { cwd, signal, encoding: "buffer", maxBuffer: Infinity };
    const child = execFile(findCommand(), args.map(String), options, (error, stdout, stderr) => {
      if (error?.name === "AbortError") return reject(signal.reason);
      const status = exitStatusOf(child.exitCode, child.signalCode);
      if (error && status !== 3) return reject(failure(error, child, status, stderr.toString()));
      return resolve({ exitStatus: status, stdout, stderr: stderr.toString() });
    });
    // the command may end before it has read all
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

function failure(error, child, status, messages) {
  if (child.pid === undefined) return notStarted(error);
  const result = new VarblurError("failed", endOfProcess(child.exitCode, child.signalCode, messages), status);
  result.messages = messages;
  return result;
}

/** The exit status that a shell shows. */
function exitStatusOf(code, signal) {
  return signal ? 128 + os.constants.signals[signal] : code;
}

/** How a process ended, as a sentence without a period. */
function endOfProcess(code, signal, messages) {
  const said = saidIn(messages);
  const how = signal ? `was ended by ${signal}` : `ended with exit status ${code}`;
  return `varblur ${how}${signal === "SIGKILL" ? "; the memory may have run out" : ""}${said && `: ${said}`}`;
}

/** The first error that a process wrote, with its hint, or else the last line. */
function saidIn(messages) {
  const lines = messages.trim().split("\n");
  const errors = lines.filter((line) => line.startsWith("varblur: error: "));
  if (!errors.length) return lines[lines.length - 1].replace(/^varblur: /, "");
  const hint = lines.slice(lines.indexOf(errors[0])).find((line) => line.startsWith("varblur: hint: "));
  const more = errors.length - 1;
  const said = errors[0].slice("varblur: ".length);
  if (more) return `${said}; and ${more} more`;
  return hint ? `${said} (${hint.slice("varblur: hint: ".length)})` : said;
}

module.exports = { findCommand, run, environment, endOfProcess, exitStatusOf, notStarted };
