// The settings as code for other platforms, as far as these can express them.

import { gradients, lacking, samplesOf, tintOf } from "./css-text.js";
import { clamp, decimal } from "./dom.js";
import { rampOptions } from "./state.js";

/** The direction of the only ramp of the settings, if it is one from side to side; `null` for any other shape. */
function straightRamp(state) {
  const ramps = gradients(state);
  if (ramps.length !== 1 || ramps[0].head[0] !== "linear") return null;
  const ends = { "to bottom": "down", "180deg": "down", "to top": "up", "0deg": "up", "to right": "right", "90deg": "right", "to left": "left", "270deg": "left" };
  const direction = ends[ramps[0].head[1]];
  if (!direction) return null;
  const radii = samplesOf({ ...ramps[0], from: 0, to: 1 }, (radius) => radius, -1).map(({ value }) => value);
  const [least, greatest] = [Math.min(...radii), Math.max(...radii)];
  return { ...ramps[0], direction, least, greatest, isEven: greatest - least <= 0.01 * greatest };
}

/** The samples of a ramp from the beginning of the axis, the left or the top, within the picture. */
function samplesFromStart(ramp, valueOf, tolerance = 0.0005, count = undefined) {
  const samples = samplesOf({ ...ramp, from: 0, to: 1 }, valueOf, tolerance, count);
  return ramp.direction === "up" || ramp.direction === "left" ? samples.map(({ position, value }) => ({ position: 1 - position, value })).reverse() : samples;
}

/** At most some of the samples, without those that lie closest to a straight line between their neighbors, and without all that nearly do. */
function thinned(samples, count, tolerance) {
  const kept = [...samples];
  const error = ({ position, value }, index) => {
    const [before, after] = [kept[index - 1], kept[index + 1]];
    if (!before || !after) return Infinity;
    return Math.abs(before.value + ((position - before.position) / (after.position - before.position)) * (after.value - before.value) - value);
  };
  for (;;) {
    const errors = kept.map(error);
    const least = Math.min(...errors);
    if (kept.length <= count && least > tolerance) return kept;
    kept.splice(errors.indexOf(least), 1);
  }
}

const isVertical = ({ direction }) => direction === "up" || direction === "down";

/** Comments about what a text for a platform does not express, beside a ramp and the tint if there is one. */
function comments(state, platform, mark, tint, ramp = rampOptions) {
  const left = lacking(state, [...ramp, "tint-opacity", ...(tint ? ["tint"] : [])]);
  return left.length ? [`${mark} ${platform} lacks: ${left.join(", ")}.`] : [];
}

const withoutShape = (platform, mark) => `${mark} ${platform} has no blur of this shape: show the picture that varblur writes.`;

/** The tint with its digits, where the radius shows how strong it is; `null` for none, and for a color that is written in another way. */
function tintAlong(ramp, state) {
  const tint = tintOf(state);
  if (!tint || ramp.greatest === 0 || !/^#[0-9a-f]{6}$/.test(tint.color)) return null;
  const span = ramp.greatest - ramp.least;
  return { opacity: tint.opacity, digits: tint.color.slice(1), at: (radius) => tint.opacity * (ramp.isEven ? 1 : (radius - ramp.least) / span) };
}

export const composeNote = () => "An approximation for Compose 1.13 and Android 13 or later; radii end at 150 pixels of the screen.";

/** The most stops that Compose takes. */
const greatestStopCount = 16;
/** What Android multiplies a radius by before it adds half a pixel of the screen: the standard deviation. */
const sigmaPerRadius = 0.57735;

/** A modifier for Jetpack Compose. Its even blur is that of Android; the radius of a stop is twice the standard deviation. */
export function composeText(state) {
  const ramp = straightRamp(state);
  if (!ramp) return withoutShape("Jetpack Compose", "//");
  const axis = isVertical(ramp) ? "vertical" : "horizontal";
  // most stops of ramps are at whole percents
  const stops = thinned(samplesFromStart(ramp, (radius) => 2 * radius, -1, 100), greatestStopCount, 0.001 * ramp.greatest)
    .map(({ position, value }) => `        BlurStop(${decimal(position, 3)}f, ${decimal(value, 2)}.dp * scale),`);
  const tint = tintAlong(ramp, state);
  const colors = tint ? samplesFromStart(ramp, tint.at)
    .map(({ position, value }) => `            ${decimal(position, 3)}f to Color(0xFF${tint.digits.toUpperCase()}).copy(alpha = ${decimal(value, 3)}f),`) : [];
  return [
    ...comments(state, "Jetpack Compose", "//", tint),
    `// scale: the width of the picture on the screen in dp, divided by ${state.size[0]}`, "Modifier",
    ...(tint ? ["    .drawWithContent {", "        drawContent()", `        drawRect(Brush.${axis}Gradient(`, ...colors, "        ))", "    }"] : []),
    ...(ramp.greatest === 0 ? [] : ramp.isEven
      ? [`    .blur(${decimal(ramp.greatest / sigmaPerRadius, 2)}.dp * scale - with(LocalDensity.current) { ${decimal(0.5 / sigmaPerRadius, 2)}f.toDp() })`]
      : [`    .blur(BlurRadiusSpec.${axis}Gradient(listOf(`, ...stops, "    )), BlurredEdgeTreatment.Rectangle, 1f)"]),
  ].join("\n");
}

export const swiftUINote = () => "An approximation: SwiftUI blurs a whole view, so copies of the picture with several radii cover each other.";

/** Views for SwiftUI. */
export function swiftUIText(state) {
  const ramp = straightRamp(state);
  if (!ramp) return withoutShape("SwiftUI", "//");
  const points = isVertical(ramp) ? "startPoint: .top, endPoint: .bottom" : "startPoint: .leading, endPoint: .trailing";
  const gradient = (valueOf, color, indentation) => [
    "LinearGradient(stops: [",
    ...samplesFromStart(ramp, valueOf, 0.004).map(({ position, value }) => `    .init(color: ${color}.opacity(${decimal(value, 3)}), location: ${decimal(position, 3)}),`),
    `], ${points})`,
  ].map((line) => indentation + line);
  const levels = ramp.isEven ? [1] : [1 / 8, 1 / 4, 1 / 2, 1];
  const copies = ramp.greatest === 0 ? [] : levels.flatMap((level, index) => {
    const [low, high] = [(levels[index - 1] ?? 0) * ramp.greatest, level * ramp.greatest];
    const blurred = `    picture.blur(radius: ${decimal(high, 2)} * scale, opaque: true)`;
    return ramp.isEven ? [blurred] : [`${blurred}.mask {`, ...gradient((radius) => clamp((radius - low) / (high - low), 0, 1), "Color.black", "        "), "    }"];
  });
  const tint = tintAlong(ramp, state);
  const color = tint?.digits.match(/../g).map((digits) => decimal(parseInt(digits, 16) / 255, 3));
  const tinted = tint ? gradient(tint.at, `Color(red: ${color[0]}, green: ${color[1]}, blue: ${color[2]})`, "    ") : [];
  const isStrongAtTop = ramp.radius(0) >= ramp.radius(1) === (ramp.direction === "down");
  const name = (state.picture?.path ?? "photo.jpg").split("/").at(-1).replace(/\.[^.]*$/, "").replace(/["\\]/g, "");
  return [
    ...comments(state, "SwiftUI", "//", tint),
    `// scale: the width of the picture on the screen in points, divided by ${state.size[0]}`,
    ...(isVertical(ramp) && !ramp.isEven ? [`// Where content scrolls below a bar, from iOS 26 on: .scrollEdgeEffectStyle(.soft, for: .${isStrongAtTop ? "top" : "bottom"})`] : []),
    `let picture = Image("${name}").resizable().scaledToFit()`,
    "ZStack {", "    picture", ...copies, ...tinted, "}", ".clipped()",
  ].join("\n");
}

export const imgproxyNote = () => "Processing options of imgproxy Pro; the radius changes evenly between two places.";

/** The straight line through two places of a ramp that rises from 0, or falls to 0, over the picture: its ends; `null` for other ramps. */
function lineThrough(ramp) {
  const samples = samplesFromStart(ramp, (radius) => radius, -1);
  const rises = samples.at(-1).value > samples[0].value;
  const line = rises ? samples : samples.map(({ position, value }) => ({ position: 1 - position, value })).reverse();
  if (line[0].value > 0.02 * ramp.greatest || line.at(-1).value < 0.98 * ramp.greatest) return null;
  const place = (share) => {
    const index = line.findIndex(({ value }) => value >= share * ramp.greatest);
    const [before, after] = [line[index - 1], line[index]];
    return before.position + ((share * ramp.greatest - before.value) / (after.value - before.value)) * (after.position - before.position);
  };
  const [low, high] = [place(0.1), place(0.9)];
  const limited = (position) => decimal(clamp(position, 0, 1), 3);
  const direction = isVertical(ramp) ? (rises ? "down" : "up") : rises ? "right" : "left";
  return `${direction}:${limited(low - (high - low) / 8)}:${limited(high + (high - low) / 8)}`;
}

/** Processing options for imgproxy. */
export function imgproxyText(state) {
  const ramp = straightRamp(state);
  const line = ramp && !ramp.isEven ? lineThrough(ramp) : null;
  if (!ramp || !(ramp.isEven || line)) return withoutShape("imgproxy", "#");
  const tint = line ? tintAlong(ramp, state) : null;
  const options = line ? [`progressive_blur:${decimal(ramp.greatest, 2)}:${line}`] : ramp.greatest > 0 ? [`blur:${decimal(ramp.greatest, 2)}`] : [];
  if (tint) options.push(`gradient:${decimal(tint.opacity, 3)}:${tint.digits}:${line}`);
  return [
    ...comments(state, "imgproxy", "#", tint, rampOptions.filter((name) => name !== "easing")),
    options.length ? `/${options.join("/")}/` : "# There is no blur.",
  ].join("\n");
}
