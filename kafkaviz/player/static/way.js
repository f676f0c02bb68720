// A way through points with round corners, measured along its arc; and the arithmetic of motion.

const CORNER = 12;
const BITS = 6;

export const clamp = (value, low = 0, high = 1) => Math.max(low, Math.min(high, value));
export const mix = (a, b, t) => a + (b - a) * t;
export const ease = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);
/** How much of a stretch of time has passed. */
export const span = (ms, at, long) => clamp((ms - at) / long);
export const rounded = (value, digits = 10) => (Number.isFinite(value) ? Math.round(value * digits) / digits : 0);
export const distance = (/** @type {Point} */ [ax, ay], /** @type {Point} */ [bx, by]) => Math.hypot(ax - bx, ay - by);
const toward = (a, b, t) => /** @type {Point} */ ([mix(a[0], b[0], t), mix(a[1], b[1], t)]);

/** @param {Point[]} corners @returns {Way} */
export function way(corners) {
  const points = [corners[0]];
  for (let i = 1; i < corners.length - 1; i += 1) {
    const [a, b, c] = corners.slice(i - 1, i + 2);
    const [before, after] = [distance(a, b), distance(b, c)];
    const r = Math.min(CORNER, before / 2, after / 2);
    const [from, to] = [toward(b, a, before && r / before), toward(b, c, after && r / after)];
    for (let bit = 0; bit <= BITS; bit += 1) {
      const t = bit / BITS;
      points.push(toward(toward(from, b, t), toward(b, to, t), t));
    }
  }
  points.push(corners.at(-1));
  const along = [0];
  for (let i = 1; i < points.length; i += 1) along.push(along[i - 1] + distance(points[i - 1], points[i]));
  const length = along.at(-1);
  const at = (part) => {
    const gone = clamp(part) * length;
    let i = 1;
    while (i < points.length - 1 && along[i] < gone) i += 1;
    return toward(points[i - 1], points[i], (gone - along[i - 1]) / (along[i] - along[i - 1] || 1));
  };
  return { length, at, d: `M${points.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).join("L")}` };
}
