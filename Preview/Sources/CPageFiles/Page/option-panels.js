// The settings of the look and of the output. Options without a control of their own get one that fits their values.

import { capitalized, h, icon } from "./dom.js";
import { hexOf } from "./colors.js";
import { choice, fieldRow, numberSlider, textField, toggle } from "./fields.js";
import { PresetThumbnails } from "./preset-thumbnails.js";
import { rampOptions, state } from "./state.js";
import { Typing } from "./typing.js";

/** Options that other panels show, or that belong to the shape. */
const elsewhere = new Set([
  ...rampOptions, "mask", "mask-invert", "matte", "matte-invert", "preset", "tint", "tint-opacity",
]);

/** Words of names that are not written as usual. */
const words = { jpeg: "JPEG", png: "PNG", webp: "WebP", avif: "AVIF", jxl: "JPEG XL", srgb: "sRGB" };

/** Labels that say more than the names. */
const labels = {
  "jpeg-smooth": "JPEG smoothing", "no-enlarge": "Do not enlarge", "strip": "Remove metadata", "to-srgb": "Convert to sRGB",
  "no-digest": "Leave out the digest", "mask-invert": "Invert the mask", "matte-invert": "Invert the matte",
};

export function label(name) {
  const text = name.split("-").map((word) => words[word] ?? word).join(" ");
  return labels[name] ?? capitalized(text);
}

/** What the controls of options have in common; `access` has the functions `option`, `get`, `set`, `isOn`, `check`, and `problem`. */
export const common = (name, access = state) => ({
  label: label(name), help: access.option(name).summary, get: () => access.get(name), set: (value) => access.set(name, value),
  check: (text) => access.check(name, text), problem: () => access.problem(name),
});

/** A control for an option, by the description of its values. */
export function control(option, access = state) {
  const { name } = option;
  const shared = common(name, access);
  if (option.group) return option.group === name ? group(option) : null;
  if (option.kind === "flag") return toggle({ ...shared, get: () => access.isOn(name) });
  if (option.kind === "choice") {
    const automatic = option.defaultValue === null || option.defaultValue === undefined ? [["", "Automatic"]] : [];
    return choice({ ...shared, choices: [...automatic, ...option.choices.map((value) => [value, choiceLabel(value)])] });
  }
  const numbers = /^(\d+) to (\d+)$/.exec(option.range ?? "");
  if (numbers && option.defaultValue !== undefined && option.kind === "number") {
    const [minimum, maximum] = [Number(numbers[1]), Number(numbers[2])];
    return numberSlider({ ...shared, minimum, maximum, power: maximum > 1 ? 2 : 1, takesPercent: option.units.includes("%") });
  }
  return textField({ ...shared, placeholder: option.defaultDescription ? "automatic" : option.placeholder });
}

const choiceLabel = (word) => words[word] ?? capitalized(word);

/** Flags of which only one can be in effect, as one choice. */
function group(first) {
  const names = state.session.options.filter((option) => option.group === first.group).map((option) => option.name);
  return choice({
    label: "JPEG scans", help: first.summary, problem: () => names.map((name) => state.problem(name)).find(Boolean) ?? "", choices: [["", "Automatic"], ...names.map((name) => [name, choiceLabel(name)])],
    get: () => names.find((name) => state.isOn(name)) ?? "",
    set: (value) => {
      for (const name of names) if (name !== value) state.set(name, false);
      if (value) state.set(value, true);
    },
  });
}

function controls(section) {
  return state.session.options.filter((option) => option.section === section && !elsewhere.has(option.name))
    .map((option) => control(option)).filter(Boolean);
}

/** Controls in a panel. */
export function panel(heading, parts, isFolded) {
  const id = `${heading.toLowerCase().replaceAll(" ", "-")}-title`;
  const element = isFolded
    ? h("details", { class: "panel" }, h("summary", {}, h("h2", { id, text: heading })), parts.map((part) => part.element))
    : h("section", { class: "panel", labeledBy: id }, h("h2", { id, text: heading }), parts.map((part) => part.element));
  return { element, update() { for (const part of parts) part.update(); } };
}

export const sizePanel = (pencil) => panel("Size", [drawButtons(pencil, "Draw the crop", [["crop", "Draw the crop", "M6 2v12h12M2 6h12v12"]]), ...controls("Size")], true);
export const lookPanel = () => panel("Look", [tint(), ...controls("Look")]);
export const blurPanel = () => panel("Rendering", controls("Blur"), true);
export const areaPanel = (pencil) => panel("Areas", [areaButtons(pencil), ...controls("Areas")], true);
export const outputPanel = () => panel("Output", controls("Output"), true);

/** Buttons after which a drag on the picture draws something; with the keyboard, they add one in the middle. */
function drawButtons(pencil, name, kinds) {
  const buttons = kinds.map(([kind, text, path]) => h("button", {
    type: "button", class: "chip add", "aria-pressed": "false", title: "Then drag on the picture from one corner to the opposite one.",
    onclick: (event) => {
      if (event.detail === 0) return pencil.addCentered(kind);
      pencil.choose(pencil.kind === kind ? null : kind);
    },
  }, icon(path), text));
  pencil.listeners.push(() => buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(pencil.kind === kinds[index][0]))));
  return { element: h("div", { class: "chips", role: "group", "aria-label": name }, buttons), update() {} };
}

const areaButtons = (pencil) => drawButtons(pencil, "Draw an area", [["box", "Rectangle", "M4 6h12v8H4z"], ["ellipse", "Ellipse", "M10 5a6 5 0 1 0 .01 0"]]);

/** The tint: a color and its opacity, and whether there is one. */
function tint() {
  const summary = state.option("tint").summary;
  const hasTint = () => Boolean(state.values.tint);
  let last = "black";
  const picker = h("input", { type: "color", "aria-label": "Color of the tint", oninput: () => state.set("tint", picker.value) });
  const field = h("input", {
    type: "text", "aria-label": "Tint, as text", autocomplete: "off", spellcheck: "false", placeholder: "none", title: summary,
  });
  const box = h("input", {
    type: "checkbox", role: "switch", id: "tint-switch", onchange: () => {
      if (!box.checked) last = state.values.tint ?? last;
      state.set("tint", box.checked ? last : "");
    },
  });
  const opacity = numberSlider({
    ...common("tint-opacity"), minimum: 0, maximum: 1,
  });
  const typing = new Typing(field, {
    get: () => state.values.tint ?? "", set: (text) => state.set("tint", text), accepts: (text) => text === "" || (/^[a-z]+$/i.test(text) && hexOf(text) !== null),
    check: (text) => state.check("tint", text), problem: () => state.problem("tint"), takesEmpty: true, changed: () => row.update(),
  });
  const row = fieldRow({ label: "Tint", help: summary, id: "tint-switch", problem: () => typing.problem }, field,
    h("span", { class: "color" }, picker, field), box);
  const chosen = h("p", { class: "note quiet", hidden: true, text: "The command chooses the opacity for each picture. “As saved” shows it; until then, this is the usual one." });
  return {
    element: h("div", { class: "tint" }, row.element, opacity.element, chosen),
    update() {
      box.checked = hasTint();
      picker.value = hexOf(state.values.tint ?? last) ?? "#000000";
      typing.update();
      row.update();
      opacity.element.hidden = !hasTint();
      chosen.hidden = !hasTint() || state.get("tint-opacity") !== "auto";
      opacity.update();
    },
  };
}

/** The presets, as buttons with small pictures; `isBusy` tells whether the picture is being rendered. */
export function presetPanel({ isBusy }) {
  const { presets } = state.session;
  const canvases = presets.map(() => h("canvas", { "aria-hidden": "true" }));
  const buttons = presets.map((preset, index) => {
    const text = preset.settings.map(({ name, value }) => `${name} ${value}`).join(", ");
    return h("button", {
      type: "button", class: "preset", title: text, onclick: () => state.applyPreset(preset),
    }, canvases[index], h("span", { text: preset.name }));
  });
  const thumbnails = new PresetThumbnails(presets, canvases, isBusy);
  const reset = h("button", { type: "button", class: "chip quiet-chip reset-all", text: "Reset", onclick: () => state.reset() });
  return {
    begin: (bitmap) => thumbnails.begin(bitmap),
    element: h("section", { class: "panel", labeledBy: "presets-title" },
      h("h2", { id: "presets-title", text: "Presets" }), h("div", { class: "presets" }, buttons, reset)),
    update() {
      presets.forEach((preset, index) => {
        const names = new Set(preset.settings.map(({ name }) => name));
        const shown = Object.keys(state.values).filter((name) => names.has(name) || !state.isBesidePresets(name));
        const isSame = shown.length === preset.settings.length
          && preset.settings.every(({ name, value }) => String(state.values[name]) === (value === "yes" ? "true" : value));
        buttons[index].setAttribute("aria-pressed", String(isSame));
      });
      thumbnails.update();
    },
  };
}
