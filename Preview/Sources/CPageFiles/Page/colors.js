// Colors of CSS.

const painter = document.createElement("canvas").getContext("2d");

/** A CSS color as `#rrggbb` and an opacity; `null` if the text is none. */
export function parsedColor(text) {
  const results = ["#000000", "#ffffff"].map((before) => {
    painter.fillStyle = before;
    painter.fillStyle = text;
    return painter.fillStyle;
  });
  if (results[0] !== results[1]) return null;
  if (results[0].startsWith("#")) return { hex: results[0], opacity: 1 };
  const [red, green, blue, opacity] = results[0].match(/[\d.]+/g).map(Number);
  return { hex: `#${[red, green, blue].map((value) => value.toString(16).padStart(2, "0")).join("")}`, opacity };
}

/** A CSS color as `#rrggbb`; `null` if the text is none. */
export const hexOf = (text) => parsedColor(text)?.hex ?? null;
