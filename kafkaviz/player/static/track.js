// The frames of one lens decoded, and how long what happens in them takes.

const KEPT = 64;
export const CHANGE_MS = 400;
export const REST_MS = 600;
/** The effects that travel from one to another, and leave a trace. */
export const MESSAGES = new Set(["ask", "answer", "send", "ack", "refuse", "push", "vote"]);

/** The frames of a layout, coded as differences; a decoded frame is a Map of marks by id. */
export class Reel {
  /** @param {Layout} layout */
  constructor({ frames }) {
    this.frames = frames;
    /** @type {Map<number, Marks>} */
    this.decoded = new Map();
  }

  at(index) {
    let start = index;
    while (!this.decoded.has(start) && !this.frames[start].k) start -= 1;
    let marks = this.decoded.get(start) ?? new Map(this.frames[start].k);
    for (let i = start + 1; i <= index; i += 1) marks = patched(marks, this.frames[i]);
    this.decoded.set(index, marks);
    if (this.decoded.size > KEPT) this.decoded.delete(this.decoded.keys().next().value);
    return marks;
  }
}

/** The marks of the next frame, in the order in which they are painted. @param {Marks} before @param {Frame} frame */
function patched(before, frame) {
  const marks = new Map(before);
  for (const id of frame["-"] ?? []) marks.delete(id);
  for (const [id, change] of Object.entries(frame["~"] ?? {})) {
    const kept = Object.entries({ ...marks.get(id), ...change }).filter(([, value]) => value !== null);
    marks.set(id, /** @type {any} */ (Object.fromEntries(kept)));
  }
  const ids = [...(frame.order ?? marks.keys())];
  let last = ids.at(-1);
  for (const [id, mark, other = last] of frame["+"] ?? []) {
    marks.set(id, mark);
    insert(ids, id, other);
    last = id;
  }
  return new Map(ids.map((id) => [id, marks.get(id)]));
}

/** Put one behind another, or first where that is not there. */
export function insert(ids, id, other) {
  ids.splice(ids.indexOf(other) + 1, 0, id);
}

/** When an effect begins, how long it takes, and when it is over. @param {Effect} effect */
export function times({ at = 0, ms = 800 }) {
  return { at, ms: Math.max(1, ms), end: at + Math.max(1, ms) };
}

/** When the last message of a frame has landed; what no effect names changes from here on. @param {Frame} frame */
export function landed({ fx = [] }) {
  return Math.max(0, ...fx.map((effect) => (MESSAGES.has(effect.k) ? times(effect).end : 0)));
}

/** How long the motion into a frame takes. @param {Frame} frame */
export function motion(frame) {
  const changes = frame.k || frame["+"] || frame["~"] || frame["-"] ? landed(frame) + CHANGE_MS : 0;
  return Math.max(frame.ms ?? 0, changes, ...(frame.fx ?? []).map((effect) => times(effect).end + 150));
}

/** The step whose picture stands at a step: the nearest one up to there that the lens does not skip. */
export function living({ skip = [] }, step) {
  let at = step;
  while (at > 0 && skip.includes(at)) at -= 1;
  return skip.includes(at) ? step : at;
}
