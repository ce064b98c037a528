// Controls of settings: each has an element, and an `update` that shows the current value.

import { clamp, decimal, h, identifier } from "./dom.js";
import { length } from "./gradient.js";

/**
 * A row with a label, a slider, and a field for the same value.
 *
 * With `takesAll`, the caller shows what is wrong with a text. `placeholder` stands for a value that is not given.
 */
export function slider({
  label, help, get, set, parse, format, toSlider, fromSlider, step = 0.001, unit, suffix, takesAll = false, placeholder,
}) {
  const id = identifier("field");
  const range = h("input", {
    type: "range", min: 0, max: 1, step, "aria-label": label, tabindex: 0,
    oninput: () => set(fromSlider(Number(range.value))),
  });
  const field = h("input", {
    type: "text", id, class: "number", autocomplete: "off", spellcheck: "false", inputmode: "decimal", placeholder,
    oninput: () => {
      const isValid = takesAll || parse(field.value) !== null;
      if (!takesAll) field.setAttribute("aria-invalid", String(!isValid));
      if (isValid) set(field.value.trim());
    },
    onblur: () => {
      if (!takesAll) field.setAttribute("aria-invalid", "false");
      field.value = get();
    },
    onkeydown: (event) => {
      if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
      event.preventDefault();
      const value = parse(field.value);
      if (value === null) return;
      const size = (event.shiftKey ? 10 : 1) * (suffix?.step ?? 1) * (event.key === "ArrowUp" ? 1 : -1);
      set(format(value, size));
      field.value = get();
    },
  });
  const units = unit ? unitButton(unit) : null;
  const element = h("div", { class: "row" },
    h("label", { for: id, text: label, title: help }), range,
    h("span", { class: "with-unit" }, field, units?.element));
  return {
    element, field,
    update() {
      const text = get();
      if (document.activeElement !== field) field.value = text;
      const value = parse(text);
      range.classList.toggle("unset", value === null);
      if (value === null) {
        if (takesAll) range.value = 0;
        range.style.setProperty("--position", 0);
        return;
      }
      const position = clamp(toSlider(value), 0, 1);
      if (Math.abs(Number(range.value) - position) > step / 2) range.value = position;
      range.setAttribute("aria-valuetext", text);
      range.style.setProperty("--position", position);
      units?.update();
    },
  };
}

function unitButton({ label, get, toggle }) {
  const element = h("button", { type: "button", class: "unit", onclick: toggle });
  return {
    element,
    update() {
      element.textContent = get();
      element.setAttribute("aria-label", `${label}: ${get() === "%" ? "percent" : "pixels"}. Change the unit.`);
    },
  };
}

/** A slider for a radius or another length in pixels or percent; `whole` is the length of 100%. */
export function lengthSlider({ label, help, get, set, whole, greatest = 15, allowsNegative = false, isRadius = true }) {
  const limit = (value) => (value.unit === "%" ? greatest : (greatest / 100) * whole());
  const text = (number, unit) => `${decimal(number, unit === "%" ? 2 : 1)}${unit}`;
  const parse = (value) => {
    const found = length(String(value));
    return !found || (!allowsNegative && found.number < 0) ? null : found;
  };
  const current = () => parse(get()) ?? { number: 0, unit: "px" };
  // small radii need finer steps
  const power = isRadius ? 2 : 1;
  return slider({
    label, help, get, set, parse,
    format: (value, size) => text(Math.max(allowsNegative ? -1e6 : 0, value.number + size * (value.unit === "%" ? 0.1 : 1)), value.unit),
    toSlider: (value) => (clamp(value.number / (limit(value) || 1), 0, 1)) ** (1 / power),
    fromSlider: (position) => {
      const { unit } = current();
      return text(position ** power * limit({ unit }), unit);
    },
    unit: {
      label: `Unit of ${label}`, get: () => current().unit,
      toggle: () => {
        const { number, unit } = current();
        set(unit === "%" ? text((number / 100) * whole(), "px") : text((number / (whole() || 1)) * 100, "%"));
      },
    },
  });
}

/** A slider for a number in a range. */
export function numberSlider({ label, help, get, set, minimum, maximum, places = 2, power = 1, takesPercent = true, step }) {
  const parse = (text) => {
    const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%?)\s*$/i.exec(text);
    if (!match || (match[2] && !takesPercent)) return null;
    const number = match[2] ? Number(match[1]) / 100 : Number(match[1]);
    return number >= minimum && number <= maximum ? number : null;
  };
  const span = maximum - minimum;
  const size = step ?? span / 100;
  return slider({
    label, help, get, set, parse,
    format: (value, count) => decimal(clamp(value + count * size, minimum, maximum), places),
    toSlider: (value) => ((value - minimum) / span) ** (1 / power),
    fromSlider: (position) => decimal(minimum + position ** power * span, places),
  });
}

/** A choice from a list. */
export function choice({ label, help, get, set, choices }) {
  const id = identifier("choice");
  const select = h("select", { id, onchange: () => set(select.value) },
    choices.map(([value, text]) => h("option", { value, text })));
  return {
    element: h("div", { class: "row" }, h("label", { for: id, text: label, title: help }), select),
    update() { select.value = choices.some(([value]) => value === get()) ? get() : choices.at(-1)[0]; },
  };
}

/** A switch that is on or off. */
export function toggle({ label, help, get, set }) {
  const id = identifier("switch");
  const box = h("input", { type: "checkbox", role: "switch", id, onchange: () => set(box.checked) });
  return {
    element: h("div", { class: "row" }, h("label", { for: id, text: label, title: help }), box),
    update() { box.checked = get(); },
  };
}

/** A field for text; `choices` are suggestions. */
export function textField({ label, help, placeholder, get, set, isValid = () => true }) {
  const id = identifier("text");
  const field = h("input", {
    type: "text", id, placeholder, autocomplete: "off", spellcheck: "false",
    oninput: () => {
      field.setAttribute("aria-invalid", String(!isValid(field.value)));
      if (isValid(field.value)) set(field.value.trim());
    },
  });
  return {
    element: h("div", { class: "row" }, h("label", { for: id, text: label, title: help }), field),
    update() { if (document.activeElement !== field) field.value = get(); },
  };
}

/** A group of choices of which one is in effect, as buttons in a row. */
export function segments({ label, get, set, choices }) {
  const name = identifier("segments");
  const inputs = choices.map(([value]) => h("input", {
    type: "radio", name, value, id: `${name}-${value}`, onchange: () => set(value),
  }));
  return {
    element: h("fieldset", { class: "segments" }, h("legend", { class: "visually-hidden", text: label }),
      choices.map(([value, text, picture], index) => h("span", {}, inputs[index],
        h("label", { for: `${name}-${value}` }, picture ?? null, text)))),
    update() { for (const input of inputs) input.checked = input.value === get(); },
  };
}
