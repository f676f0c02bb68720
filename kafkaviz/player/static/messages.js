// What travels: where a message, and each mark that rides with it, is at a moment. Nothing here remembers anything.

import { MESSAGES, times } from "./track.js";
import { clamp, distance, ease, mix, span, way } from "./way.js";

const ON_THE_WAY = 0.72;
const GAP = 5;
const CHIP_MS = 250;
const STOPPED = 0.6;
/** How wide a letter is in a chip, and in a record that travels. */
export const LETTER = 7.2;
export const blockWidth = (text) => Math.round(text.length * LETTER + 14);

/** The messages of a frame, each with its way and with those who ride.
 * @param {Effect[]} effects @param {Marks} before @param {Marks} after @returns {Message[]} */
export function messagesOf(effects, before, after) {
  return effects.flatMap((effect) => {
    if (!MESSAGES.has(effect.k) || !(effect.path?.length > 1)) return [];
    const { n, t = "", path, chip } = effect;
    const route = way(path);
    const { riders, tail } = ridersOf(effect, before, after);
    const words = n ? `${n <= 20 ? String.fromCharCode(0x2460 + n - 1) : n} ${t}`.trim() : t;
    return [{ effect, way: route, riders, ...times(effect), course: route.length + tail, words, chip: chip ?? route.at(0.5) }];
  });
}

/** Who rides: nose to tail along the arc, each from where it was to its own place.
 * @param {Effect} effect @param {Marks} before @param {Marks} after */
function ridersOf({ m = [], load = [], src: origins = [], path }, before, after) {
  let [longest, rest, tail, size] = [0, 0, 0, 0];
  const named = m.map((id, n) => ({ id, text: "", origin: origins[n] })).filter(({ id }) => after.has(id));
  const loose = load.map((text, n) => ({ id: "", text, origin: origins[m.length + n] }));
  const riders = [...named, ...loose].map(({ id, text, origin }) => {
    const there = typeof origin === "string" && (before.has(origin) ? before : after.has(origin) && after);
    const [, , w, h] = text ? [0, 0, blockWidth(text), 0] : room(id, after);
    /** @type {Point} */
    const from = there ? middle(origin, there) : Array.isArray(origin) ? [origin[0] + w / 2, origin[1] + h / 2] : path[0];
    const to = text ? path.at(-1) : middle(id, after);
    const lead = distance(from, path[0]);
    longest = Math.max(longest, lead);
    rest = Math.max(rest, distance(to, path.at(-1)));
    size = Math.max(size, w);
    const big = !text && there && w ? clamp(room(origin, there)[2] / w, 0.5, 1.5) : 1;
    return { id, text, way: way([from, ...path, to]), lead, late: 0, big };
  });
  riders.forEach((rider, n) => {
    rider.late = n * (size * (rider.text ? 1 : ON_THE_WAY) + GAP) + longest - rider.lead;
    tail = Math.max(tail, rider.late);
  });
  return { riders, tail: longest + rest + tail };
}

/** Where a rider is: its middle, its size, whether it is on its way, and whether it has arrived.
 * @param {Message} message @param {Rider} rider @param {number} ms */
export function ride(message, rider, ms) {
  const gone = ease(span(ms, message.at, message.ms)) * message.course;
  const part = ms >= message.at + message.ms ? 1 : clamp((gone - rider.late) / (rider.way.length || 1));
  const [x, y] = rider.way.at(part);
  const scale = rider.text ? 1 : part < 0.5 ? mix(rider.big, ON_THE_WAY, span(part, 0.02, 0.12)) : mix(ON_THE_WAY, 1, span(part, 0.86, 0.14));
  return { x, y, scale, landed: part >= 1, travels: part > 0 && part < 1 };
}

/** How much of a message's line is drawn, and how strongly its tip, its chip, and what moves along it.
 * @param {Message} message @param {number} ms */
export function passage({ effect, at, ms: long, riders: [first], way: route, course }, ms) {
  const stopped = effect.k === "refuse";
  const over = ms >= at + long;
  const faded = span(ms, at + long - 80, CHIP_MS);
  let head = ease(span(ms, at, stopped ? long * STOPPED : long));
  if (first && !over) head = clamp((head * course - first.late - first.lead) / (route.length || 1));
  const spot = route.at(head);
  const left = stopped ? 1 - span(ms, at + long * STOPPED, long * (1 - STOPPED)) : 1;
  const line = ms <= at ? 0 : effect.hush ? 1 - faded : 1;
  const moves = ms <= at || over || first ? 0 : Math.min(1, head * 9 + 0.2) * left;
  return { head, line, tip: head > 0.97 ? line : 0, chip: effect.hush ? 0 : faded, spot, moves };
}

/** How far the dots of a heartbeat are that are under way. @param {Effect} effect @param {number} ms */
export function dots({ at = 0, every = 1000, times: count = 1 }, ms) {
  const parts = Array.from({ length: count }, (_, n) => (ms - at - n * every) / (every * 0.45));
  return parts.filter((part) => part > 0 && part < 1).map(ease);
}

/** Where the zero of what sits in a group lies in the picture. @param {Marks} marks @returns {Point} */
export function origin(id, marks) {
  let [x, y] = [0, 0];
  for (let mark = marks.get(id); mark; mark = marks.get(mark.p)) [x, y] = [x + (mark.x ?? 0), y + (mark.y ?? 0)];
  return [x, y];
}

/** The room a mark takes, as seen from the group it sits in: x, y, width, height. @param {Marks} marks */
export function room(id, marks) {
  const { k, x = 0, y = 0, w = 0, h = 0, r = 0, x2 = x, y2 = y } = marks.get(id);
  if (k === "circle" || k === "arc") return [x - r, y - r, 2 * r, 2 * r];
  if (k === "line") return [Math.min(x, x2), Math.min(y, y2), Math.abs(x2 - x), Math.abs(y2 - y)];
  if (k === "g")
    for (const [inner, mark] of marks)
      if (mark.p === id && !["text", "path", "g"].includes(mark.k)) {
        const [dx, dy, width, height] = room(inner, marks);
        return [x + dx, y + dy, width, height];
      }
  return [x, y, w, h];
}

/** @param {Marks} marks @returns {Point} */
function middle(id, marks) {
  const [x, y, w, h] = room(id, marks);
  const [left, top] = origin(marks.get(id).p, marks);
  return [left + x + w / 2, top + y + h / 2];
}
