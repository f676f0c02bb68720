// A way through points with round corners, measured by the length of its arc.

/** @typedef {import("./track.js").Point} Point */
/** @typedef {{length: number, d: string, at: (part: number) => Point}} Way */

const CORNER = 12;
const BITS = 6;

export const clamp = (/** @type {number} */ value, low = 0, high = 1) => Math.max(low, Math.min(high, value));
export const mix = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ t) => a + (b - a) * t;
export const ease = (/** @type {number} */ t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);
export const span = (/** @type {number} */ ms, /** @type {number} */ at, /** @type {number} */ long) =>
  clamp((ms - at) / long);
export const rounded = (/** @type {number | undefined} */ value) =>
  Number.isFinite(value) ? Math.round(/** @type {number} */ (value) * 10) / 10 : 0;
export const distance = (/** @type {Point} */ [ax, ay], /** @type {Point} */ [bx, by]) => Math.hypot(ax - bx, ay - by);

/** @param {Point[]} corners @returns {Way} */
export function way(corners) {
  const points = [corners[0]];
  for (let i = 1; i < corners.length - 1; i += 1) {
    const [a, b, c] = [corners[i - 1], corners[i], corners[i + 1]];
    const [before, after] = [distance(a, b), distance(b, c)];
    const r = Math.min(CORNER, before / 2, after / 2);
    const from = toward(b, a, before ? r / before : 0);
    const to = toward(b, c, after ? r / after : 0);
    for (let bit = 0; bit <= BITS; bit += 1) {
      const t = bit / BITS;
      points.push(toward(toward(from, b, t), toward(b, to, t), t));
    }
  }
  points.push(corners[corners.length - 1]);
  const along = [0];
  for (let i = 1; i < points.length; i += 1) along.push(along[i - 1] + distance(points[i - 1], points[i]));
  const length = along[along.length - 1];
  return {
    length,
    d: `M${points.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).join("L")}`,
    at(part) {
      const gone = clamp(part) * length;
      let i = 1;
      while (i < points.length - 1 && along[i] < gone) i += 1;
      if (points.length < 2) return points[0];
      return toward(points[i - 1], points[i], (gone - along[i - 1]) / (along[i] - along[i - 1] || 1));
    },
  };
}

/** @param {Point} a @param {Point} b @param {number} t @returns {Point} */
function toward(a, b, t) {
  return [mix(a[0], b[0], t), mix(a[1], b[1], t)];
}
