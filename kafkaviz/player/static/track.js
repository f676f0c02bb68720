// What a film is as it travels, and the frames of one lens decoded.

/**
 * One drawable thing; `scene/values.py` says what its fields mean.
 * @typedef {{k: string, x?: number, y?: number, w?: number, h?: number, r?: number, x2?: number, y2?: number,
 *   o?: number, v?: number, c?: string, t?: string, d?: string, p?: string, z?: string, ti?: string,
 *   cut?: string, ev?: string}} Mark
 * @typedef {Map<string, Mark>} Marks
 * @typedef {[number, number]} Point
 * @typedef {{k: string, at?: number, ms?: number, path?: Point[], t?: string, chip?: Point, n?: number, hush?: number,
 *   m?: string[], src?: (string | Point)[], c?: string, swell?: string[], from?: number, to?: number, of?: number,
 *   unit?: string, digits?: number, every?: number, times?: number}} Effect
 * @typedef {{k?: Object<string, Mark>, order?: string[], "+"?: Object<string, Mark>,
 *   "~"?: Object<string, Object<string, any>>, "-"?: string[], fx?: Effect[], about?: string[], ms?: number}} Frame
 * @typedef {{size: [number, number], frames: Frame[]}} Layout
 * @typedef {Layout & {skip?: number[], narrow?: Layout}} Track
 * @typedef {{cap: string, why?: string, duty?: string, kind?: string, diff?: string[], ms?: number, at?: number,
 *   chapter?: string, tag?: string, key?: number, broken?: string, about_kafka?: string}} Step
 * @typedef {{step: number, question: string, options: string[], answer: number, because?: string | string[]}} Gate
 * @typedef {Object<string, string>} Tokens
 * @typedef {{light?: Tokens, dark?: Tokens, classes?: Object<string, Object<string, any>>}} Theme
 * @typedef {{v: number, title: string, lens: string, theme: Theme, steps: Step[], tracks: Object<string, Track>,
 *   lenses?: string[], gates?: Gate[], legend?: Object<string, [string, string][]>}} Film
 */

const KEPT = 64;
/** The effects that travel from one to another, and leave a trace. */
export const MESSAGES = new Set(["ask", "answer", "send", "ack", "refuse", "push", "vote"]);
export const CHANGE_MS = 400;
export const REST_MS = 600;

/** The frames of one layout of one lens, coded as differences; a decoded frame is a Map of marks by id. */
export class Reel {
  /** @param {Layout} layout */
  constructor({ size, frames }) {
    this.size = size;
    this.frames = frames;
    /** @type {Map<number, Marks>} */
    this.decoded = new Map();
  }

  /** @param {number} index @returns {Marks} */
  at(index) {
    let start = index;
    while (!this.decoded.has(start) && !this.frames[start].k) start -= 1;
    let marks = this.decoded.get(start) ?? new Map(brought(this.frames[start], "k"));
    for (let i = start + 1; i <= index; i += 1) marks = patched(marks, this.frames[i]);
    this.decoded.set(index, marks);
    for (const old of this.decoded.keys()) if (this.decoded.size > KEPT) this.decoded.delete(old);
    return marks;
  }
}

/** The marks a frame brings, in their order: a notebook's file sorts the keys of an object.
 * @param {Frame} frame @param {"k" | "+"} key @returns {[string, Mark][]} */
function brought(frame, key) {
  const marks = frame[key] ?? {};
  return (frame.order ?? Object.keys(marks)).map((id) => [id, marks[id]]);
}

/** @param {Marks} before @param {Frame} frame @returns {Marks} */
function patched(before, frame) {
  const marks = new Map(before);
  for (const id of frame["-"] ?? []) marks.delete(id);
  for (const [id, mark] of brought(frame, "+")) marks.set(id, mark);
  for (const [id, change] of Object.entries(frame["~"] ?? {})) {
    const kept = Object.entries({ ...marks.get(id), ...change }).filter(([, value]) => value !== null);
    marks.set(id, /** @type {Mark} */ (Object.fromEntries(kept)));
  }
  return marks;
}

/** When an effect begins and how long it takes. @param {Effect} effect */
export const beginning = ({ at = 0 }) => at;
/** @param {Effect} effect */
export const lasting = ({ ms = 800 }) => Math.max(1, ms);

/** When the last message of a frame has landed; what no effect names changes from here on. @param {Frame} frame */
export function landed({ fx = [] }) {
  const ends = fx.filter(({ k }) => MESSAGES.has(k)).map((effect) => beginning(effect) + lasting(effect));
  return Math.max(0, ...ends);
}

/** How long the motion into a frame takes. @param {Frame} frame */
export function motion(frame) {
  const { fx = [], ms = 0 } = frame;
  const changes = frame.k || frame["+"] || frame["~"] || frame["-"] ? landed(frame) + CHANGE_MS : 0;
  return Math.max(ms, changes, ...fx.map((effect) => beginning(effect) + lasting(effect) + 150));
}

/** The step whose picture stands at a step: the nearest one before that a lens does not skip.
 * @param {Track} track @param {number} step */
export function living(track, step) {
  const skipped = new Set(track.skip ?? []);
  let at = step;
  while (at > 0 && skipped.has(at)) at -= 1;
  return skipped.has(at) ? step : at;
}
