// The settings of the shape: sides, stops along a line or around a center, or a mask; and what is in front of the blur.

import { decimal, h, icon, identifier, keepFocus } from "./dom.js";
import { choice, lengthSlider, numberSlider, segments } from "./fields.js";
import { angle, axisLength, radiusLength, rampLength, stopPositions } from "./geometry.js";
import { length, lengthText, pixels } from "./gradient.js";
import { addStop, removeStop, selectStop } from "./handles.js";
import { common, control } from "./option-panels.js";
import { greatestOffset } from "./shape-changes.js";
import { state } from "./state.js";
import { Typing } from "./typing.js";

const size = () => state.size;

/** The panel; `chooseMask` opens the dialog for a mask. */
export function shapePanel({ chooseMask }) {
  const kinds = segments({
    label: "Kind of the shape", get: () => state.shape, set: (kind) => state.changeShape(kind),
    choices: [
      ["sides", "Sides", icon("M3 3h14v14H3z", "M3 10h14")], ["linear", "Line", icon("M4 16 16 4", "M4 16h.01M16 4h.01M10 10h.01")],
      ["radial", "Radial", icon("M10 3a7 7 0 1 0 .01 0", "M10 7.5a2.5 2.5 0 1 0 .01 0")],
      ["mask", "Mask", icon("M3 3h14v14H3z", "M10 6.5a3 3 0 1 0 .01 0", "M5 17c0-3 2-5 5-5s5 2 5 5")],
    ],
  });
  const body = h("div");
  let key = "";
  let parts = [];
  const build = {
    sides: () => [sidePicker(), ...radii(), startOffset(), reach()],
    linear: () => [rampList(), angleField(), stopList()],
    radial: () => [rampList(), ...radialFields(), stopList()],
    mask: () => [maskField(chooseMask), control(state.option("mask-invert")), ...radii()],
    text: () => [control(state.option("ramp"))],
  };
  return {
    element: h("section", { class: "panel", labeledBy: "shape-title" },
      h("h2", { id: "shape-title", text: "Shape" }), kinds.element, body),
    update() {
      kinds.update();
      const next = `${state.shape} ${state.ramp?.stops.length} ${state.ramps.length} ${state.selectedRamp} ${Boolean(state.ramp?.size)} ${state.ramp?.isCircle}`;
      keepFocus(body, () => {
        if (next !== key) {
          key = next;
          parts = build[state.shape]();
          body.replaceChildren(...parts.map((part) => part.element));
        }
        for (const part of parts) part.update();
      }, () => selectedField() ?? body.querySelector("button, input"));
    },
  };
}

const selectedField = () => document.querySelector(".stop-row.selected input");

function radii() {
  const whole = () => axisLength(state.directions, state.shape === "mask", ...size());
  return [["max-radius", "Radius"], ["min-radius", "Least radius"]].map(([name, label]) => lengthSlider({
    ...common(name), label, whole, get: () => withUnit(state.get(name)),
  }));
}

const withUnit = (text) => (/^[\d.]+$/.test(text) ? `${text}px` : text);

function startOffset() {
  return numberSlider({
    ...common("start-offset"), minimum: -1, maximum: greatestOffset, places: 3, step: 0.01,
    get: () => (state.values.reach ? decimal(state.startOffset(sideLength()), 3) : state.get("start-offset")),
  });
}

const sideLength = () => axisLength(state.directions, false, ...size());

function reach() {
  return lengthSlider({
    ...common("reach"), whole: sideLength, greatest: 100, isRadius: false,
    get: () => withUnit(state.values.reach ?? `${decimal((1 - state.startOffset(sideLength())) * 100, 2)}%`),
  });
}

function sidePicker() {
  const sides = ["top", "right", "bottom", "left"];
  const buttons = sides.map((side) => h("button", {
    type: "button", class: `side ${side}`, "aria-label": `Blur from the ${side}`, title: `Blur from the ${side}`,
    onclick: () => toggleSide(side),
  }));
  const summary = h("span", { class: "quiet" });
  return {
    element: h("div", { class: "row sides-row" },
      h("span", { text: "Blurred sides", title: state.option("direction").summary }),
      h("div", { class: "side-picker", role: "group", "aria-label": "Blurred sides" }, buttons,
        h("span", { class: "side-center", "aria-hidden": "true" })), summary),
    update() {
      const current = state.sides;
      buttons.forEach((button, index) => button.setAttribute("aria-pressed", current.includes(sides[index])));
      summary.textContent = current.length === 4 ? "all" : current.join(", ") || "none";
    },
  };
}

function toggleSide(side) {
  const order = ["top", "bottom", "left", "right"];
  const current = new Set(state.sides);
  if (current.has(side) && (current.size > 1 || state.values.area)) current.delete(side); else current.add(side);
  state.setSides(order.filter((name) => current.has(name)));
}

// Ramps

function rampList() {
  const buttons = state.ramps.map((ramp, index) => h("button", {
    type: "button", class: "chip", text: `Ramp ${index + 1}`, "aria-pressed": String(index === state.selectedRamp),
    onclick: () => {
      [state.selectedRamp, state.selectedStop] = [index, 0];
      state.set("ramp", state.values.ramp);
    },
  }));
  const add = h("button", {
    type: "button", class: "chip add", title: "Each pixel gets the greatest of the radii of all ramps.",
    onclick: () => {
      const { kind } = state.ramp;
      const copy = structuredClone(state.ramp);
      if (kind === "linear") copy.direction = { degrees: (angle(copy, ...size()) + 180) % 360 };
      else copy.center = { x: { number: 25, unit: "%" }, y: { number: 25, unit: "%" } };
      [state.selectedRamp, state.selectedStop] = [state.ramps.length, 0];
      state.ramps = [...state.ramps, copy];
    },
  }, icon("M10 4v12M4 10h12"), "Ramp");
  const remove = h("button", {
    type: "button", class: "chip", text: "Remove", "aria-label": `Remove ramp ${state.selectedRamp + 1}`,
    onclick: () => { state.ramps = state.ramps.filter((_, index) => index !== state.selectedRamp); },
  });
  const shown = state.ramps.length > 1 ? [...buttons, add, remove] : [add];
  return { element: h("div", { class: "chips ramps", role: "group", "aria-label": "Ramps" }, shown), update() {} };
}

function angleField() {
  const field = numberSlider({
    label: "Angle", minimum: 0, maximum: 360, places: 1, step: 1, takesPercent: false,
    help: "The direction of the ramp: 0 is up, and 90 is to the right. The strength of the blur stays the same.",
    get: () => decimal(angle(state.ramp, ...size()), 1), set: (value) => state.turnRamp(Number(value)),
    check: () => "The angle is a number of degrees from 0 to 360.",
  });
  addUnit(field, "°");
  return field;
}

/** Shows the only unit of a field. */
function addUnit(field, text) {
  field.element.querySelector(".with-unit").append(h("span", { class: "unit static", text }));
}

function radialFields() {
  const ramp = () => state.ramp;
  const shape = segments({
    label: "Form", get: () => (ramp().isCircle ? "circle" : "ellipse"), choices: [["ellipse", "Ellipse"], ["circle", "Circle"]],
    set: (value) => state.updateRamp((ramp) => {
      ramp.isCircle = value === "circle";
      if (ramp.size) [ramp.size, ramp.extent] = [null, "farthest-corner"];
    }),
  });
  const extents = [
    ["farthest-corner", "Farthest corner"], ["closest-side", "Closest side"], ["farthest-side", "Farthest side"],
    ["closest-corner", "Closest corner"], ["custom", "Own size"],
  ];
  const extent = choice({
    label: "Reaches to", choices: extents, get: () => ramp().extent ?? "custom",
    set: (value) => state.updateRamp((ramp) => {
      const custom = ramp.isCircle
        ? [{ number: Math.round(Math.min(...size()) / 3), unit: "px" }, { number: 0, unit: "px" }]
        : [{ number: 40, unit: "%" }, { number: 40, unit: "%" }];
      [ramp.extent, ramp.size] = value === "custom" ? [null, custom] : [value, null];
    }),
  });
  const coordinate = (label, name, index) => lengthSlider({
    label, whole: () => size()[index], greatest: 100, isRadius: false, allowsNegative: true,
    help: "Where the center of the ramp lies: pixels or percent of the picture, from its left or top edge.",
    get: () => lengthText(ramp().center[name]), check: (text) => checkRamp((ramp) => { ramp.center[name] = { text }; }),
    set: (value) => state.updateRamp((ramp) => { ramp.center[name] = length(value); }),
  });
  const sizes = ramp().size ? (ramp().isCircle ? ["Radius"] : ["Width", "Height"]).map((label, index) => lengthSlider({
    label, whole: () => size()[index], greatest: 100, isRadius: false, hasUnits: !ramp().isCircle, get: () => lengthText(ramp().size[index]),
    help: "Where stops at 100% lie: pixels or percent of the picture, from the center.",
    check: (text) => checkRamp((ramp) => { ramp.size[index] = { text }; }),
    set: (value) => state.updateRamp((ramp) => {
      const found = length(value);
      ramp.size[index] = ramp.isCircle && found.unit === "%" ? { number: (found.number / 100) * size()[0], unit: "px" } : found;
    }),
  })) : [];
  if (ramp().isCircle) sizes.forEach((field) => addUnit(field, "px"));
  return [shape, extent, ...sizes, coordinate("Center, x", "x", 0), coordinate("Center, y", "y", 1)];
}

/** What the command says about a ramp with a text in place of a length. */
const checkRamp = (change) => state.check("ramp", state.rampTextWith(change));

function stopList() {
  const rows = state.ramp.stops.map((_, index) => stopRow(index));
  const add = h("button", {
    type: "button", class: "chip add", onclick: () => {
      addStop();
      selectedField().focus();
    },
  }, icon("M10 4v12M4 10h12"), "Stop");
  const id = identifier("stops");
  return {
    element: h("div", { class: "stops", role: "group", labeledBy: id },
      h("div", { class: "stops-head" }, h("span", { id, text: "Stops" }), h("span", { class: "quiet", text: "Radius" }),
        h("span", { class: "quiet", text: "Position" })),
      rows.map((row) => row.element), h("div", { class: "chips" }, add)),
    update: () => rows.forEach((row) => row.update()),
  };
}

function stopRow(index) {
  const stop = () => state.ramp.stops[index];
  const number = index + 1;
  const isValid = (text, isRadius) => length(text) !== null && !(isRadius && length(text).number < 0);
  const mistakeId = identifier("mistake");
  const mistake = h("p", { class: "mistake", id: mistakeId, hidden: true });
  const fields = [];
  const showMistake = () => {
    const text = fields.map(({ typing }) => typing.problem).find(Boolean) ?? "";
    if (mistake.textContent !== text) mistake.textContent = text;
    mistake.hidden = !text;
    for (const { field, typing } of fields) {
      const isWrong = typing.rejected !== null && typing.problem !== "";
      field.setAttribute("aria-invalid", String(isWrong));
      if (isWrong) field.setAttribute("aria-describedby", mistakeId); else field.removeAttribute("aria-describedby");
    }
  };
  const input = (label, name, get, isRadius) => {
    const set = (value) => state.updateRamp((ramp) => { ramp.stops[index][name] = value; });
    const field = h("input", {
      type: "text", class: "number", "aria-label": label, autocomplete: "off", spellcheck: "false",
      onfocus: () => selectStop(index),
      onkeydown: (event) => {
        if (!["ArrowUp", "ArrowDown"].includes(event.key) || !isValid(get(), isRadius)) return;
        event.preventDefault();
        const value = length(get());
        const size = (event.shiftKey ? 10 : 1) * (event.key === "ArrowUp" ? 1 : -1);
        const sum = value.number + size * (isRadius && value.unit === "%" ? 0.1 : 1);
        set({ number: Number((isRadius ? Math.max(0, sum) : sum).toFixed(2)), unit: value.unit });
        typing.show();
      },
    });
    const typing = new Typing(field, {
      get, accepts: (text) => isValid(text, isRadius), set: (text) => set(length(text)), changed: showMistake,
      check: (text) => checkRamp((ramp) => { ramp.stops[index][name] = { text }; }),
    });
    fields.push({ field, typing });
    return { field, update: () => typing.update() };
  };
  const radius = input(`Radius of stop ${number}`, "radius", () => lengthText(stop().radius), true);
  const position = input(`Position of stop ${number}`, "position",
    () => (stop().position ? lengthText(stop().position) : `${decimal(stopPositions(state.ramp, ...size())[index] * 100, 1)}%`), false);
  const remove = h("button", {
    type: "button", class: "plain square small", "aria-label": `Remove stop ${number}`, onclick: () => removeStop(index),
  }, icon("M5 5l10 10M15 5 5 15"));
  const element = h("div", { class: "stop-row" },
    h("span", { class: "dot", "aria-hidden": "true" }), radius.field, position.field, remove, mistake);
  return {
    element,
    update() {
      if (!stop()) return;
      radius.update();
      position.update();
      showMistake();
      remove.disabled = state.ramp.stops.length <= 2;
      element.classList.toggle("selected", index === state.selectedStop);
      const whole = radiusLength(state.ramp, ...size());
      const largest = Math.max(...state.ramp.stops.map((other) => pixels(other.radius, whole)), 1e-9);
      element.style.setProperty("--fill", pixels(stop().radius, whole) / largest);
      position.field.title = `${decimal(stopPositions(state.ramp, ...size())[index] * rampLength(state.ramp, ...size()), 0)} pixels`;
    },
  };
}

// Masks and mattes

/** A field for a file that can be dropped or chosen; `remove` is missing if there is another way to do without it. */
function fileField({ kind, help, without: advice, get, choose, remove }) {
  const name = h("span", { class: `${kind}-name` });
  const button = h("button", { type: "button", class: "plain", onclick: choose });
  const without = remove ? h("button", { type: "button", class: "plain", text: "Remove", onclick: remove }) : null;
  const todo = h("p", { text: advice ?? "" });
  return {
    element: h("div", { class: `${kind}-field file-field` }, todo,
      h("p", { class: "quiet", text: `${help} Drop an image here, or choose one.` }),
      h("div", { class: "row" }, name, ...(without ? [without] : []), button)),
    update() {
      todo.hidden = !advice || Boolean(get());
      name.textContent = get()?.path ?? `No ${kind} yet`;
      name.classList.toggle("quiet", !get());
      button.textContent = get() ? "Replace…" : `Choose a ${kind}…`;
      if (without) without.hidden = !get();
    },
  };
}

const maskField = (choose) => fileField({
  kind: "mask", help: "White is blurred, black stays sharp.", without: "Choose a mask first. Until then, nothing is blurred.", get: () => state.mask, choose,
});

/** The panel for what is in front of the blur; `chooseMatte` opens the dialog for a matte. */
export function mattePanel({ chooseMatte }) {
  const field = fileField({
    kind: "matte", help: "White stays in front of the blur, as a cut-out does.", get: () => state.matte,
    choose: chooseMatte, remove: () => state.setMatte(null),
  });
  const inverted = control(state.option("matte-invert"));
  return {
    element: h("section", { class: "panel", labeledBy: "matte-title" },
      h("h2", { id: "matte-title", text: "In front" }), field.element, inverted.element),
    update() {
      field.update();
      inverted.update();
      inverted.element.hidden = !state.matte;
    },
  };
}
