// The requests to the server. All paths are relative to the address of the page, which contains the secret.

/** An error whose message is meant for people. */
export class Problem extends Error {}

/** The name of this page. After a reload, its work still replaces its work before; other tabs, even copies of this one, have other names. */
const page = sessionStorage.getItem("page") ?? crypto.randomUUID();
sessionStorage.removeItem("page");
addEventListener("pagehide", () => sessionStorage.setItem("page", page));

const endListeners = [];
/** The latest check of a scene. */
let checking = Promise.resolve();

/** Calls a function when a request finds that the server has ended. */
export function whenEnded(listener) { endListeners.push(listener); }

/** What is wrong with the settings of a request that checks them; an empty text if nothing is, and an error if that is not known. */
export async function messageOf(check) {
  try {
    if (await check === null) throw new Problem("Another check has replaced this one.");
    return "";
  } catch (error) {
    if (!error.isAboutSettings) throw error;
    return error.message;
  }
}

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
  const [width, height] = (response.headers.get("X-Picture-Size") ?? "").split("x").map(Number);
  const blob = await response.blob();
  const header = new Uint8Array(await blob.slice(0, 26).arrayBuffer());
  const hasAlpha = blob.type === "image/png" && [4, 6].includes(header[25]);
  const byteCount = Number(response.headers.get("X-File-Size"));
  return { bitmap: await createImageBitmap(blob), hasAlpha, width, height, byteCount, problem: problemOf(response) };
}

/** The file of a response, and the warnings about it; `null` if a later request has replaced this one. */
async function file(response) {
  return response && { blob: await response.blob(), problem: problemOf(response) };
}

function problemOf(response) { return decodeURIComponent(response.headers.get("X-Problem") ?? ""); }

async function send(path, body, type = "application/json") {
  let response;
  try {
    response = await fetch(path, {
      method: "POST", body: type ? JSON.stringify(body) : body, headers: { "X-Page": page, ...(type ? { "Content-Type": type } : {}) },
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
  /** Adds a file; `shown` is the identifier of the picture that is shown, which is kept. */
  addPicture: (file, shown, allowsDamage) =>
    send(`pictures?name=${encodeURIComponent(file.name)}&shown=${shown}${allowsDamage ? "&damaged=allow" : ""}`, file, null),
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

  /** Checks the options of the file of a scene, after the check before, which it would replace. */
  checkScene(request) {
    checking = checking.catch(() => {}).then(() => send("scene-check", request));
    return checking;
  },

  sceneFile: async (request) => file(await send("scene-file", request)),

  /** The values of a scene and its document, after changes. */
  sceneReport: (request) => send("scene-report", request),

  perform: async (job) => file(await send("job", job)),
};
