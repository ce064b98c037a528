// The easing: a curve that can be dragged, and the radius along the ramp that results from it.

import { clamp, decimal, h, setAttribute, title } from "./dom.js";
import { approximation, bezierText, controlPoints, ease } from "./easing.js";
import { choice } from "./fields.js";
import { profileOf } from "./geometry.js";
import { track } from "./pointer.js";
import { state } from "./state.js";

const side = 132;
const inset = 14;
const inner = side - 2 * inset;
const toX = (value) => inset + value * inner;
const toY = (value) => side - inset - value * inner;

export function curvePanel() {
  const names = state.option("easing").choices.map((name) => [name, title(name)]);
  const select = choice({
    label: "Easing", help: state.option("easing").summary, choices: [...names, ["custom", "Own curve"]],
    get: () => (state.option("easing").choices.includes(state.get("easing")) ? state.get("easing") : "custom"),
    set: (value) => state.set("easing", value === "custom" ? bezierText(approximation(state.get("easing"))) : value),
  });
  const editor = curveEditor();
  const chart = radiusChart();
  return {
    element: h("section", { class: "panel", labeledBy: "curve-title" },
      h("h2", { id: "curve-title", text: "Curve" }), select.element,
      h("div", { class: "curves" }, editor.element, chart.element)),
    update() {
      select.update();
      editor.update();
      chart.update();
    },
  };
}

function curveEditor() {
  const path = h("path", { class: "curve" });
  const arms = [0, 1].map(() => h("line", { class: "arm" }));
  const svg = h("svg", { viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" },
    h("rect", { class: "field", x: inset, y: inset, width: inner, height: inner, rx: 3 }),
    h("path", { class: "grid", d: `M${toX(0.5)} ${toY(0)}V${toY(1)}M${toX(0)} ${toY(0.5)}H${toX(1)}` }), ...arms, path);
  const points = () => controlPoints(state.get("easing")) ?? approximation(state.get("easing"));
  const set = (index, x, y) => {
    const next = [...points()];
    [next[2 * index], next[2 * index + 1]] = [clamp(x, 0, 1), clamp(y, -0.5, 1.5)];
    state.set("easing", bezierText(next));
  };
  const knobs = [0, 1].map((index) => {
    const knob = h("div", {
      class: "knob", role: "slider", tabindex: 0, "aria-label": index === 0 ? "Start of the curve" : "End of the curve",
      "aria-valuemin": 0, "aria-valuemax": 100,
    });
    track(knob, {
      start: () => ({
        move: (event) => {
          const { left, top, width } = svg.getBoundingClientRect();
          const unit = side / width;
          const [x, y] = [(event.clientX - left) * unit, (event.clientY - top) * unit];
          set(index, (x - inset) / inner, (side - inset - y) / inner);
        },
      }),
    });
    knob.addEventListener("keydown", (event) => {
      const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
      const direction = arrows[event.key];
      if (!direction) return;
      event.preventDefault();
      const size = event.shiftKey ? 0.1 : 0.01;
      const [x, y] = [points()[2 * index], points()[2 * index + 1]];
      set(index, x + direction[0] * size, y + direction[1] * size);
    });
    return knob;
  });
  return {
    element: h("div", { class: "curve-editor" }, svg, knobs),
    update() {
      const easing = state.get("easing");
      const steps = Array.from({ length: 41 }, (_, index) => index / 40);
      setAttribute(path, "d", steps.map((a, index) => `${index ? "L" : "M"}${toX(a).toFixed(2)} ${toY(ease(easing, a)).toFixed(2)}`).join(""));
      const isCurve = Boolean(controlPoints(easing));
      const [x1, y1, x2, y2] = points();
      [[0, 0, x1, y1], [1, 1, x2, y2]].forEach(([fromX, fromY, x, y], index) => {
        const place = { x1: toX(fromX), y1: toY(fromY), x2: toX(x), y2: toY(y) };
        for (const [name, value] of Object.entries(place)) setAttribute(arms[index], name, value);
        arms[index].classList.toggle("faint", !isCurve);
        knobs[index].classList.toggle("faint", !isCurve);
        knobs[index].style.left = `${(toX(x) / side) * 100}%`;
        knobs[index].style.top = `${(toY(clamp(y, -0.12, 1.12)) / side) * 100}%`;
        setAttribute(knobs[index], "aria-valuenow", Math.round(x * 100));
        setAttribute(knobs[index], "aria-valuetext", `${decimal(x * 100, 0)}% along, ${decimal(y * 100, 0)}% up`);
      });
    },
  };
}

/** The radius along the ramp: for each of some positions from 0 to 1, in pixels. */
export function radii(count = 97) {
  const profile = profileOf(state, state.ramp ?? null);
  return Array.from({ length: count }, (_, index) => profile(index / (count - 1)));
}

function radiusChart() {
  const [width, height] = [168, side];
  const area = h("path", { class: "area" });
  const path = h("path", { class: "curve" });
  const top = h("span", { class: "chart-top numbers" });
  const [start, end] = [h("span"), h("span")];
  const caption = h("p", { class: "visually-hidden" });
  const svg = h("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    h("path", { class: "grid", d: `M0 ${height - inset}H${width}M0 ${inset}H${width}` }), area, path);
  const ends = {
    sides: () => [state.directions.length > 1 ? "edge" : state.directions[0], "opposite"],
    linear: () => ["start", "end"], radial: () => ["center", "edge"], mask: () => ["black", "white"],
  };
  const element = h("figure", { class: "radius-chart" }, svg, top, h("div", { class: "chart-ends quiet" }, start, end), caption);
  return {
    element,
    update() {
      // areas alone have no ramp
      element.hidden = !state.ramp && state.shape !== "mask" && !state.sides.length;
      if (element.hidden) return;
      const values = radii();
      const greatest = Math.max(...values, 1e-9);
      const point = (value, index) =>
        `${((index / (values.length - 1)) * width).toFixed(1)} ${(height - inset - (value / greatest) * (height - 2 * inset)).toFixed(2)}`;
      const d = values.map((value, index) => `${index ? "L" : "M"}${point(value, index)}`).join("");
      setAttribute(path, "d", d);
      setAttribute(area, "d", `${d}L${width} ${height - inset}L0 ${height - inset}Z`);
      const text = `${decimal(greatest < 1e-6 ? 0 : greatest, 1)} px`;
      if (top.textContent !== text) top.textContent = text;
      [start.textContent, end.textContent] = ends[state.shape]();
      caption.textContent = `Radius along the ramp: ${decimal(values[0], 1)} pixels at its start, ${decimal(values[Math.floor(values.length / 2)], 1)} in the middle, ${decimal(values.at(-1), 1)} at its end.`;
    },
  };
}
