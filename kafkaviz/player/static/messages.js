// What travels: where a message, and each mark that rides with it, is at a moment. Nothing here remembers anything.

import { clamp, distance, ease, mix, span, way } from "./way.js";
import { MESSAGES, beginning, lasting } from "./track.js";

/** @typedef {import("./track.js").Effect} Effect */
/** @typedef {import("./track.js").Mark} Mark */
/** @typedef {import("./track.js").Marks} Marks */
/** @typedef {import("./track.js").Point} Point */
/** @typedef {import("./way.js").Way} Way */
/** @typedef {{id: string, from: Point, to: Point, way: Way, late: number, before: number, big: number}} Rider */
/** @typedef {{effect: Effect, way: Way, at: number, ms: number, riders: Rider[], course: number, words: string,
 *   chip: Point}} Message */
/** @typedef {{x: number, y: number, scale: number, landed: boolean, under: boolean}} Ride */

const ON_THE_WAY = 0.72;
const GAP = 5;
const CHIP_MS = 250;
const STOPPED = 0.6;

/** The messages of a frame, each with its way and with those who ride.
 * @param {Effect[]} effects @param {Marks} before @param {Marks} after @returns {Message[]} */
export function messagesOf(effects, before, after) {
  const list = [];
  for (const effect of effects) {
    if (!MESSAGES.has(effect.k) || !effect.path || effect.path.length < 2) continue;
    const path = way(effect.path);
    const riders = ridersOf(effect, effect.path, before, after);
    const late = Math.max(0, ...riders.map(({ late: each }) => each));
    const after_ = Math.max(0, ...riders.map(({ to }) => distance(to, path.at(1))));
    list.push({
      effect, way: path, riders,
      at: beginning(effect), ms: lasting(effect),
      course: path.length + Math.max(0, ...riders.map(({ before: each }) => each)) + after_ + late,
      words: wordsOf(effect),
      chip: effect.chip ?? path.at(0.5),
    });
  }
  return list;
}

/** @param {Effect} effect */
function wordsOf({ n, t = "" }) {
  if (!n) return t;
  return `${n <= 20 ? String.fromCharCode(0x2460 + n - 1) : n} ${t}`.trim();
}

/** Who rides: nose to tail along the arc, each from where it was to its own place.
 * @param {Effect} effect @param {Point[]} path @param {Marks} before @param {Marks} after @returns {Rider[]} */
function ridersOf({ m = [], src = [] }, path, before, after) {
  const there = m.filter((id) => after.has(id));
  const riders = there.map((id) => {
    const to = middle(id, after);
    const origin = src[m.indexOf(id)];
    const start = typeof origin === "string" ? (before.has(origin) ? before : after) : null;
    const size = sizeOf(id, after);
    const spot = Array.isArray(origin) ? beside(origin, size) : path[0];
    const from = start?.has(String(origin)) ? middle(String(origin), start) : spot;
    const was = start?.has(String(origin)) ? sizeOf(String(origin), start) : size;
    return { id, from, to, way: way([from, ...path, to]), before: distance(from, path[0]), size, was };
  });
  const longest = Math.max(0, ...riders.map(({ before: each }) => each));
  const gap = Math.max(0, ...riders.map(({ size }) => size[0])) * ON_THE_WAY + GAP;
  return riders.map(({ size, was, ...rider }, n) => ({
    ...rider,
    late: n * gap + longest - rider.before,
    big: size[0] ? clamp(was[0] / size[0], 0.5, 1.5) : 1,
  }));
}

/** Where a rider is: its middle, its size, and whether it has become what it is in the frame.
 * @param {Message} message @param {Rider} rider @param {number} ms @returns {Ride} */
export function ride(message, rider, ms) {
  const gone = ease(span(ms, message.at, message.ms)) * message.course;
  const part = clamp((gone - rider.late) / (rider.way.length || 1));
  const [x, y] = rider.way.at(part);
  const scale =
    part < 0.5 ? mix(rider.big, ON_THE_WAY, span(part, 0.02, 0.12)) : mix(ON_THE_WAY, 1, span(part, 0.86, 0.14));
  return { x, y, scale, landed: ms >= message.at + message.ms || part >= 1, under: ms > message.at && part > 0 };
}

/** How much of a message's line is drawn, and how strongly its chip and whatever else belongs to it.
 * @param {Message} message @param {number} ms */
export function passage(message, ms) {
  const { effect, at, ms: long, riders: [first] } = message;
  const stopped = effect.k === "refuse";
  const done = span(ms, at + long - 80, CHIP_MS);
  let head = ease(span(ms, at, stopped ? long * STOPPED : long));
  if (first) {
    const gone = ease(span(ms, at, long)) * message.course - first.late;
    head = ms >= at + long ? 1 : clamp((gone - first.before) / (message.way.length || 1));
  }
  const [x, y] = message.way.at(head);
  const fades = stopped ? 1 - span(ms, at + long * STOPPED, long * (1 - STOPPED)) : 1;
  const seen = ms <= at || ms >= at + long || first ? 0 : Math.min(1, head * 9 + 0.2) * fades;
  return {
    head,
    line: ms <= at ? 0 : effect.hush ? 1 - done : 1,
    tip: head > 0.97 ? (effect.hush ? 1 - done : 1) : 0,
    chip: effect.hush ? 0 : done,
    mover: { x, y, seen },
  };
}

/** The dots of a heartbeat that are under way. @param {Effect} effect @param {number} ms @returns {number[]} */
export function dots(effect, ms) {
  const { every = 1000, times = 1 } = effect;
  const travel = every * 0.45;
  const parts = [];
  for (let n = 0; n < times; n += 1) {
    const part = (ms - beginning(effect) - n * every) / travel;
    if (part > 0 && part < 1) parts.push(ease(part));
  }
  return parts;
}

/** Where a mark's own zero lies in the picture. @param {string | undefined} id @param {Marks} marks @returns {Point} */
export function origin(id, marks) {
  let [x, y] = [0, 0];
  for (let mark = marks.get(id ?? ""); mark; mark = marks.get(mark.p ?? "")) [x, y] = [x + (mark.x ?? 0), y + (mark.y ?? 0)];
  return [x, y];
}

/** The room a mark takes, as seen from the group it sits in: x, y, width, height.
 * @param {string} id @param {Marks} marks @returns {[number, number, number, number]} */
export function room(id, marks) {
  const { k, x = 0, y = 0, w = 0, h = 0, r = 0, x2 = x, y2 = y } = /** @type {Mark} */ (marks.get(id));
  if (k === "circle" || k === "arc") return [x - r, y - r, 2 * r, 2 * r];
  if (k === "line") return [Math.min(x, x2), Math.min(y, y2), Math.abs(x2 - x), Math.abs(y2 - y)];
  if (k !== "g") return [x, y, w, h];
  for (const [inner, mark] of marks)
    if (mark.p === id && mark.k !== "text" && mark.k !== "path") {
      const [dx, dy, width, height] = room(inner, marks);
      return [x + dx, y + dy, width, height];
    }
  return [x, y, w, h];
}

/** @param {string} id @param {Marks} marks @returns {Point} */
export function middle(id, marks) {
  const [x, y, w, h] = room(id, marks);
  const [left, top] = origin(marks.get(id)?.p, marks);
  return [left + x + w / 2, top + y + h / 2];
}

/** @param {Point} at @param {Point} size @returns {Point} */
const beside = ([x, y], [w, h]) => [x + w / 2, y + h / 2];

/** @param {string} id @param {Marks} marks @returns {Point} */
function sizeOf(id, marks) {
  const [, , w, h] = room(id, marks);
  return [w, h];
}
