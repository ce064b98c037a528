// The requests to the server. All paths are relative to the address of the page, which contains the secret.

/** An error whose message is meant for people. */
export class Problem extends Error {}

async function checked(response) {
  if (response.status === 204) return null;
  if (!response.ok) throw new Problem((await response.text()).trim() || `The server answers ${response.status}.`);
  if (response.headers.get("Content-Type") !== "application/json") return response;
  const value = await response.json();
  if (value?.error) throw new Problem(value.error);
  return value;
}

async function send(path, body, type = "application/json") {
  let response;
  try {
    response = await fetch(path, {
      method: "POST", body: type ? JSON.stringify(body) : body, headers: type ? { "Content-Type": type } : {},
    });
  } catch {
    throw new Problem("The preview has ended. Start varblur preview again.");
  }
  return checked(response);
}

export const api = {
  session: async () => checked(await fetch("session.json")),
  open: (picture) => send("open", { picture }),
  addPicture: (file) => send(`pictures?name=${encodeURIComponent(file.name)}`, file, null),
  addMask: (file) => send(`masks?name=${encodeURIComponent(file.name)}`, file, null),

  /** A part of a picture as a bitmap; `null` if a later request has replaced this one. */
  async render(request) {
    const response = await send("render", request);
    if (!response) return null;
    const problem = response.headers.get("X-Problem");
    const bitmap = await createImageBitmap(await response.blob());
    return { bitmap, problem: problem && decodeURIComponent(problem) };
  },

  /** The file of a job. */
  async perform(job) {
    const response = await send("job", job);
    return response && response.blob();
  },
};
