// The settings as texts to take along: a command line, a job of a batch, and programs in Swift and Python.

/** What the texts say: options as names and values, before them those that the page does not show, and the names of the files. */
function description(state) {
  const job = state.takenJob;
  const options = Object.entries(job.options);
  if (job.mask) options.push(["mask", state.pathOf(job.mask)]);
  if (job.matte) options.push(["matte", state.pathOf(job.matte)]);
  const input = state.picture?.path ?? "photo.jpg";
  const damage = state.picture?.allowsDamage ? ["--allow-damaged"] : [];
  return {
    options: sorted(options, state.session), fixed: [...state.session.fixedArguments, ...damage].map(divided), input, output: outputName(state, input),
  };
}

/** The name and the value of an argument, which is `true` for a flag. */
function divided(argument) {
  const [name, ...values] = argument.slice(2).split("=");
  return [name, values.length ? values.join("=") : true];
}

/** In the order of the documentation. */
function sorted(options, session) {
  const order = session.options.map((option) => option.name);
  return options.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
}

/** The extension of the files of a format. */
export const extension = (format) => (format === "jpeg" ? ".jpg" : `.${format}`);

/** The name of the output: that of the input with `-blur`, and the extension of its format. */
export function outputName(state, input) {
  const dot = input.lastIndexOf(".");
  const slash = input.lastIndexOf("/");
  const stem = dot > slash + 1 ? input.slice(0, dot) : input;
  const own = dot > slash + 1 ? input.slice(dot) : "";
  const format = state.takenJob.options.format ?? state.picture?.format ?? "jpeg";
  const isOwn = [extension(format), `.${format}`].includes(own.toLowerCase());
  return `${stem}-blur${isOwn ? own : extension(format)}`;
}

// The command line

/** A word of a command line, in single quotes if it needs them. */
export function quoted(text) {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A path that is not mistaken for an option or a subcommand. */
export const safePath = (path) => (path.startsWith("-") || ["batch", "compose", "preview", "help"].includes(path) ? `./${path}` : path);

export function shellText(state) {
  const { options, fixed, input, output } = description(state);
  return [...commandWords(state), ...optionWords(options, fixed), quoted(safePath(input)), quoted(safePath(output))].join(" ");
}

/** The command that starts the preview with the settings. */
export function startText(state) {
  const { options, fixed } = description(state);
  const files = state.session.pictures.filter(({ isFile }) => isFile).map(({ path }) => quoted(safePath(path)));
  return [...commandWords(state, "preview"), ...optionWords(options, fixed), ...files].join(" ");
}

/** Options as words. */
function optionWords(options, fixed) {
  const words = fixed.map(([name, value]) => quoted(value === true ? `--${name}` : `--${name}=${value}`));
  for (const [name, value] of options) {
    if (value === true) words.push(`--${name}`);
    else if (value.startsWith("-")) words.push(quoted(`--${name}=${value}`));
    else words.push(`--${name}`, quoted(["mask", "matte"].includes(name) ? safePath(value) : value));
  }
  return words;
}

/** The command, without the settings that it would read: the page shows its own. */
function commandWords({ session: { hasSettingsFile, variables } }, ...subcommand) {
  const others = variables.length ? ["env", ...variables.flatMap((name) => ["-u", name])] : [];
  return [...others, "varblur", ...subcommand, ...(hasSettingsFile ? ["--no-settings"] : [])];
}

// A job of a batch

/** How a job is performed. */
export const batchNote = (state) => `A line of the input of: ${commandWords(state, "batch").join(" ")}`;

export function jsonText(state) {
  const { options, fixed, input, output } = description(state);
  return JSON.stringify({ input, output, options: Object.fromEntries([...fixed, ...options]) });
}

// Python

export function pythonText(state) {
  const { options, fixed, input, output } = description(state);
  const keywords = [...fixed, ...options].filter(([name]) => name !== "if-exists" && name !== "no-fsync")
    .map(([name, value]) => `    ${name.replaceAll("-", "_")}=${value === true ? "True" : JSON.stringify(value)},\n`);
  return [
    "from pathlib import Path", "", "import varblur", "",
    `blurred = varblur.blur(\n    Path(${JSON.stringify(input)}).read_bytes(),\n${keywords.join("")})`,
    `Path(${JSON.stringify(output)}).write_bytes(blurred)`,
  ].join("\n");
}

// Swift

/** A string literal of Swift. */
function literal(text) {
  const escaped = [...text].map((character) => {
    if (character === "\\" || character === '"') return `\\${character}`;
    const code = character.codePointAt(0);
    return code < 0x20 || code === 0x7f ? `\\u{${code.toString(16)}}` : character;
  });
  return `"${escaped.join("")}"`;
}

export function swiftText(state) {
  const { options, fixed, input, output } = description(state);
  const lines = [...fixed, ...options].map(([name, value]) => `    ${literal(name)}: ${literal(value === true ? "yes" : value)},`);
  return [
    "import VarBlurCodecs", "",
    ...(lines.length ? ["let job = try BlurJob(options: [", ...lines, "])"] : ["let job = try BlurJob(options: [:])"]),
    `_ = try job.run(from: .file(path: ${literal(input)}), to: .file(path: ${literal(output)}))`,
  ].join("\n");
}
