// Controls of settings: each has an element, and an `update` that shows the current value.

import { clamp, decimal, h, identifier } from "./dom.js";
import { length } from "./gradient.js";
import { Typing } from "./typing.js";

/** What arrow keys and page keys add to a slider, in visible steps. */
const keySteps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 };

/** A row with the description of its setting, and with what is wrong with its value. */
function described(row, input, help, problem = () => "") {
  const [helpId, mistakeId] = [identifier("help"), identifier("mistake")];
  const mistake = h("p", { class: "mistake", id: mistakeId, hidden: true });
  const explanation = help ? h("p", { class: "help", id: helpId, text: help }) : null;
  let shown = null;
  return {
    element: h("div", { class: "field" }, row, mistake, explanation),
    /** Shows what is wrong now. */
    update() {
      const text = problem();
      if (text === shown) return;
      shown = text;
      mistake.hidden = !text;
      mistake.textContent = text;
      input.setAttribute("aria-invalid", String(Boolean(text)));
      const ids = [text ? mistakeId : null, help ? helpId : null].filter(Boolean);
      if (ids.length) input.setAttribute("aria-describedby", ids.join(" ")); else input.removeAttribute("aria-describedby");
    },
  };
}

/**
 * A row with a label, a slider, and a field for the same value.
 *
 * With `takesAll`, the caller shows what is wrong with a text. `placeholder` stands for a value that is not given. `shown` is the text
 * in the field for a value, and `complete` the value for a text in the field.
 */
export function slider({
  label, help, get, set, parse, format, toSlider, fromSlider, step = 0.001, unit, takesAll = false, placeholder, check, problem,
  shown, complete,
}) {
  const id = identifier("field");
  const moved = (position) => set(fromSlider(position));
  const range = h("input", {
    type: "range", min: 0, max: 1, step, "aria-label": label, tabindex: 0, oninput: () => moved(Number(range.value)),
    onkeydown: (event) => {
      const ends = { Home: 0, End: 1 }[event.key];
      const count = keySteps[event.key];
      if (ends === undefined && !count) return;
      event.preventDefault();
      if (count) stepped(count); else moved(ends);
    },
  });
  const field = h("input", {
    type: "text", id, class: "number", autocomplete: "off", spellcheck: "false", inputmode: "decimal", placeholder,
    onkeydown: (event) => {
      if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
      event.preventDefault();
      stepped((event.shiftKey ? 10 : 1) * (event.key === "ArrowUp" ? 1 : -1));
      typing.show();
    },
  });
  function stepped(count) {
    const value = parse(get()) ?? parse(fromSlider(0));
    if (value !== null) set(format(value, count));
  }
  const units = unit ? unitButton(unit) : null;
  // a unit that is typed is not shown twice
  const showUnit = () => units?.element.classList.toggle("given", /[a-z%]\s*$/i.test(field.value));
  field.addEventListener("input", showUnit);
  const typing = new Typing(field, {
    get, set, accepts: (text) => takesAll || parse(text) !== null, check, shown, complete, problem, changed: () => row.update(),
  });
  const row = described(h("div", { class: "row" },
    h("label", { for: id, text: label, title: help }), range,
    h("span", { class: "with-unit" }, field, units?.element)), field, help, () => typing.problem);
  return {
    element: row.element, field,
    update() {
      typing.update();
      row.update();
      const text = get();
      const value = parse(text);
      range.classList.toggle("unset", value === null);
      range.setAttribute("aria-valuetext", text || (placeholder ?? ""));
      if (value === null) {
        if (takesAll) range.value = 0;
        range.style.setProperty("--position", 0);
        return;
      }
      const position = clamp(toSlider(value), 0, 1);
      if (Math.abs(Number(range.value) - position) > step / 2) range.value = position;
      range.style.setProperty("--position", position);
      units?.update();
      showUnit();
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

/** A slider for a radius or another length in pixels, or in percent of `whole`; without `hasUnits`, the unit cannot be changed. */
export function lengthSlider({ label, get, set, whole, greatest = 15, allowsNegative = false, isRadius = true, hasUnits = true, ...others }) {
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
    label, get, set, parse, ...others,
    format: (value, count) => {
      const step = value.unit === "%" && isRadius ? 0.1 : 1;
      return text(Math.max(allowsNegative ? -1e6 : 0, value.number + count * step), value.unit);
    },
    toSlider: (value) => (clamp(value.number / (limit(value) || 1), 0, 1)) ** (1 / power),
    fromSlider: (position) => {
      const { unit } = current();
      return text(position ** power * limit({ unit }), unit);
    },
    // the unit is on the button beside the number
    shown: (value) => (parse(value) ? String(decimal(parse(value).number, 3)) : value),
    complete: (typed) => (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(typed) ? `${typed}${current().unit}` : typed),
    unit: hasUnits && {
      label: `Unit of ${label}`, get: () => current().unit,
      toggle: () => {
        const { number, unit } = current();
        set(unit === "%" ? text((number / 100) * whole(), "px") : text((number / (whole() || 1)) * 100, "%"));
      },
    },
  });
}

/** The greatest of the steps 1, 2, and 5, times a power of ten, up to a size. */
function roundStep(size) {
  const power = 10 ** Math.floor(Math.log10(size) + 1e-9);
  return [5, 2, 1].find((digit) => digit * power <= size * 1.000001) * power;
}

/** A slider for a number in a range. */
export function numberSlider({ label, get, set, minimum, maximum, places = 2, power = 1, takesPercent = true, step, ...others }) {
  const parse = (text) => {
    const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%?)\s*$/i.exec(text);
    if (!match || (match[2] && !takesPercent)) return null;
    const number = match[2] ? Number(match[1]) / 100 : Number(match[1]);
    return number >= minimum && number <= maximum ? number : null;
  };
  const span = maximum - minimum;
  const size = step ?? roundStep(span / 100);
  // a value in percent remains one
  const text = (number) => (takesPercent && String(get()).endsWith("%") ? `${decimal(number * 100, Math.max(0, places - 2))}%` : decimal(number, places));
  return slider({
    label, get, set, parse, ...others,
    format: (value, count) => text(clamp(value + count * size, minimum, maximum)),
    toSlider: (value) => ((value - minimum) / span) ** (1 / power),
    fromSlider: (position) => text(minimum + position ** power * span),
  });
}

/** A choice from a list; a value that is not in it is shown as it is. */
export function choice({ label, help, get, set, choices, problem }) {
  const id = identifier("choice");
  const select = h("select", { id, onchange: () => set(select.value) },
    choices.map(([value, text]) => h("option", { value, text })));
  const other = h("option");
  const row = described(h("div", { class: "row" }, h("label", { for: id, text: label, title: help }), select), select, help, problem);
  return {
    element: row.element,
    update() {
      row.update();
      const text = get();
      if (choices.some(([value]) => value === text)) other.remove();
      else {
        [other.value, other.textContent] = [text, text];
        select.append(other);
      }
      select.value = text;
    },
  };
}

/** A switch that is on or off. */
export function toggle({ label, help, get, set, problem }) {
  const id = identifier("switch");
  const box = h("input", { type: "checkbox", role: "switch", id, onchange: () => set(box.checked) });
  const row = described(h("div", { class: "row" }, h("label", { for: id, text: label, title: help }), box), box, help, problem);
  return {
    element: row.element,
    update() {
      row.update();
      box.checked = get();
    },
  };
}

/** A field for text, which the command checks before it is used. */
export function textField({ label, help, placeholder, get, set, check, problem }) {
  const id = identifier("text");
  const field = h("input", { type: "text", id, placeholder, autocomplete: "off", spellcheck: "false" });
  const typing = new Typing(field, { get, set, accepts: (text) => text === "", check, problem, takesEmpty: true, changed: () => row.update() });
  const row = described(h("div", { class: "row" }, h("label", { for: id, text: label, title: help }), field), field, help, () => typing.problem);
  return {
    element: row.element,
    update() {
      typing.update();
      row.update();
    },
  };
}

/** A row with an element of another kind, for the scenes. */
export function fieldRow({ label, help, id, isTall = false, problem }, input, ...contents) {
  const row = described(h("div", { class: isTall ? "row tall" : "row" }, h("label", { for: id, text: label, title: help }), contents),
    input, help, problem);
  return row;
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
