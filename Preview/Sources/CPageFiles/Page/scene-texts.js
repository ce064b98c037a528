// The changed scene as texts to take along: a command line, and the document.

import { fileName } from "./dom.js";
import { extension, quoted, safePath } from "./texts.js";

const longestLine = 100;

/** The name of the output: that of the scene, with the extension of the format. */
export function sceneOutput(scene) {
  const name = fileName(scene.session.scene);
  const dot = name.lastIndexOf(".");
  return `${dot > 0 ? name.slice(0, dot) : name}${extension(scene.taken.options.format ?? "png")}`;
}

/** The values as options. */
function assignments(scene) {
  const { changes } = scene.taken;
  const given = scene.session.assignments.filter(({ name }) => !changes.some(([path]) => path === name)).map(({ name, value }) => [name, value]);
  return [...given, ...changes].flatMap(([path, text]) => ["--set", quoted(`${path}=${text}`)]);
}

/** The command that starts the preview with the values. */
export function sceneStart(scene) {
  const { confinement, scene: path } = scene.session;
  const others = confinement ? ["--confine", quoted(safePath(confinement))] : [];
  return ["varblur", "preview", ...others, ...assignments(scene), "--scene", quoted(safePath(path))].join(" ");
}

export function sceneCommand(scene) {
  const words = ["varblur", "compose", ...assignments(scene)];
  if (scene.isMoving && scene.time !== 1) words.push("--at", String(scene.time));
  // the extension of the output tells its format
  for (const [name, value] of Object.entries(scene.taken.options)) if (name !== "format") words.push(`--${name}`, quoted(value));
  return [...words, quoted(safePath(scene.session.scene)), quoted(safePath(sceneOutput(scene)))].join(" ");
}

export const sceneDocument = (scene) => formatted(scene.document, "");

/** A value as JSON, with one line for each short value. */
function formatted(value, indentation) {
  const text = inOneLine(value);
  if (text.length + indentation.length <= longestLine || value === null || typeof value !== "object") return text;
  const inner = `${indentation}  `;
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + formatted(item, inner)).join(",\n")}\n${indentation}]`;
  const lines = Object.entries(value).map(([name, item]) => `${inner}${JSON.stringify(name)}: ${formatted(item, inner)}`);
  return `{\n${lines.join(",\n")}\n${indentation}}`;
}

function inOneLine(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(", ")}]`;
  return `{${Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${inOneLine(item)}`).join(", ")}}`;
}
