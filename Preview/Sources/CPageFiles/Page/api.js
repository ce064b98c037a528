// The requests to the server. All paths are relative to the address of the page, which contains the secret.

/** An error whose message is meant for people. */
class Problem extends Error {}

const endListeners = [];

/** Calls a function when a request finds that the server has ended. */
export function whenEnded(listener) { endListeners.push(listener); }

async function checked(response) {
  if (response.status === 204) return null;
  if (!response.ok) throw new Problem((await response.text()).trim() || `The server answers ${response.status}.`);
  if (response.headers.get("Content-Type") !== "application/json") return response;
  const value = await response.json();
  if (value?.error) {
    const { error, mistakes = [], isDamaged = false } = value;
    throw Object.assign(new Problem(error), { mistakes, isDamaged, isAboutSettings: true });
  }
  return value;
}

/**
 * The picture and the warning of a response, the size of the whole picture, and whether the picture is a PNG file with an alpha
 * channel.
 */
async function picture(response) {
  if (!response) return null;
  const problem = response.headers.get("X-Problem");
  const [width, height] = (response.headers.get("X-Picture-Size") ?? "").split("x").map(Number);
  const blob = await response.blob();
  const header = new Uint8Array(await blob.slice(0, 26).arrayBuffer());
  const hasAlpha = blob.type === "image/png" && [4, 6].includes(header[25]);
  const byteCount = Number(response.headers.get("X-File-Size"));
  return { bitmap: await createImageBitmap(blob), hasAlpha, width, height, byteCount, problem: problem && decodeURIComponent(problem) };
}

async function send(path, body, type = "application/json") {
  let response;
  try {
    response = await fetch(path, {
      method: "POST", body: type ? JSON.stringify(body) : body, headers: type ? { "Content-Type": type } : {},
    });
  } catch {
    for (const listener of endListeners) listener();
    throw new Problem("The preview has ended.");
  }
  return checked(response);
}

export const api = {
  session: async () => checked(await fetch("session.json")),
  open: (picture, allowsDamage = false) => send("open", { picture, allowsDamage }),
  addPicture: (file, allowsDamage = false) =>
    send(`pictures?name=${encodeURIComponent(file.name)}${allowsDamage ? "&damaged=allow" : ""}`, file, null),
  addImage: (file) => send(`images?name=${encodeURIComponent(file.name)}`, file, null),
  /** Checks the options of a job. */
  check: (job) => send("check", job),
  addMask: (file) => send(`masks?name=${encodeURIComponent(file.name)}`, file, null),

  /** A part of a picture as a bitmap; `null` if a later request has replaced this one. */
  async render(request) {
    return picture(await send("render", request));
  },

  /** A part of the file that a job writes, and the number of its bytes; `null` if a later request has replaced this one. */
  output: async (request) => picture(await send("output", request)),

  /** The picture of a scene; `null` if a later request has replaced this one. */
  scene: async (request) => picture(await send("scene", request)),

  /** Checks the options of the file of a scene. */
  checkScene: (request) => send("scene-check", request),

  /** The file of a scene. */
  async sceneFile(request) {
    const response = await send("scene-file", request);
    return response ? response.blob() : null;
  },

  /** The values of a scene and its document, after changes. */
  sceneReport: (request) => send("scene-report", request),

  /** The file of a job. */
  async perform(job) {
    const response = await send("job", job);
    return response && response.blob();
  },
};
