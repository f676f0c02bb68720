// A picture is a function of a step and of milliseconds: what each mark that changes looks like at a moment.

import { MESSAGES, beginning, landed, lasting, motion, CHANGE_MS, REST_MS } from "./track.js";
import { clamp, ease, mix, span, way } from "./way.js";
import { messagesOf, origin, ride, room } from "./messages.js";

/** @typedef {import("./track.js").Effect} Effect */
/** @typedef {import("./track.js").Frame} Frame */
/** @typedef {import("./track.js").Mark} Mark */
/** @typedef {import("./track.js").Marks} Marks */
/** @typedef {import("./messages.js").Message} Message */
/** @typedef {{at: number, ms: number, how: string, own: boolean, effect?: Effect, ride?: () => [Message, number]}} Span */
/** @typedef {{id: string, a?: Mark, b?: Mark, span: Span, fades: boolean, ghost: boolean, was: number, dim: boolean,
 *   swell?: Span, busy: [number, number], extra?: Span}} Item */
/** @typedef {{before: Marks, after: Marks, items: Map<string, Item>, messages: Message[], gone: Message[],
 *   beats: {effect: Effect, way: import("./way.js").Way}[], motion: number}} Scene */
/** @typedef {{x?: number, y?: number, w?: number, h?: number, r?: number, x2?: number, y2?: number, v?: number,
 *   o: number, ghost: number, t?: string, low?: boolean, scale?: number, middle?: [number, number]}} Pose */

/** @type {("x" | "y" | "w" | "h" | "r" | "x2" | "y2" | "v")[]} */
const NUMBERS = ["x", "y", "w", "h", "r", "x2", "y2", "v"];
/** @type {("k" | "c" | "t" | "d")[]} */
const LOOKS = ["k", "c", "t", "d"];
const DIM_MS = 350;
const DIM = { moving: 0.46, resting: 0.68 };
const DROP = 14;
const SHAKE_MS = 380;
const SHAKE = 4;
const SWELL = 0.05;
/** Within a group of children: effects that speak of what is inside, too. */
const SPREADS = new Set(["flip", "crash", "drop", "write", "move"]);

/** What happens on the way from one frame to the next; `last` is the frame whose traces are still there.
 * @param {Marks | null} before @param {Marks} after @param {Frame} frame @param {Frame} last @param {boolean} bright
 * @returns {Scene} */
export function sceneOf(before, after, frame, last, bright) {
  const effects = frame.fx ?? [];
  const from = before ?? unborn(after, effects);
  const messages = messagesOf(effects, from, after);
  const spans = spansOf(effects, messages, from, after);
  const rest = { at: landed(frame), ms: CHANGE_MS, how: "fade", own: false };
  /** @type {Scene} */
  const scene = {
    before: from, after, messages, items: new Map(), motion: motion(frame),
    gone: before ? messagesOf(last.fx ?? [], from, from).filter(({ effect }) => !effect.hush) : [],
    beats: effects.flatMap((effect) => (effect.k === "beat" && effect.path ? [{ effect, way: way(effect.path) }] : [])),
  };
  /** @param {string} id @param {Mark | undefined} a @param {Mark | undefined} b */
  const add = (id, a, b) => {
    const mark = /** @type {Mark} */ (b ?? a);
    const there = b ? from : after;
    const ghost = Boolean(a && b && LOOKS.some((key) => a[key] !== b[key]));
    const top = !(a && b) && (spans.has(id) || mark.p === undefined || there.has(mark.p));
    scene.items.set(id, { ...still(id, a, b, spans.get(id) ?? rest), fades: top, ghost });
  };
  for (const [id, b] of after) {
    const a = from.get(id);
    if (spans.has(id) || b.cut || !a || (a !== b && differ(a, b))) add(id, a, b);
  }
  for (const [id, a] of from) if (!after.has(id)) add(id, a, undefined);
  for (const effect of effects) for (const id of effect.swell ?? []) swells(scene, id, effect, rest);
  follow(scene);
  if (!bright) dims(scene, from, frame, last, rest);
  for (const item of scene.items.values()) item.busy = busyness(item);
  return scene;
}

/** An item that does not change yet. @param {string} id @param {Mark | undefined} a @param {Mark | undefined} b
 * @param {Span} when @returns {Item} */
function still(id, a, b, when) {
  return { id, a, b, span: when, fades: false, ghost: false, was: 1, dim: false, busy: [0, 0] };
}

/** The marks before the first frame: all that does not arrive in it. @param {Marks} after @param {Effect[]} effects */
function unborn(after, effects) {
  const born = new Set(effects.filter(({ k }) => k === "write" || MESSAGES.has(k)).flatMap(({ m = [] }) => m));
  return new Map([...after].filter(([id, { p }]) => !born.has(id) && !born.has(p ?? "") && !companion(id, born)));
}

/** A mark that goes where another goes: what is written in a cell. @param {string} id @param {Set<string>} of */
function companion(id, of) {
  const cut = Math.max(id.lastIndexOf(":"), id.lastIndexOf("/"));
  return cut > 0 && of.has(id.slice(0, cut));
}

/** @param {Mark} a @param {Mark} b */
function differ(a, b) {
  const keys = /** @type {(keyof Mark)[]} */ (Object.keys({ ...a, ...b }));
  return keys.some((key) => a[key] !== b[key]);
}

/** When each mark that an effect names changes, with what is inside it.
 * @param {Effect[]} effects @param {Message[]} messages @param {Marks} before @param {Marks} after */
function spansOf(effects, messages, before, after) {
  /** @type {Map<string, Span>} */
  const spans = new Map();
  /** @type {Map<string, Span>} */
  const spread = new Map();
  for (const effect of effects) {
    const rides = MESSAGES.has(effect.k);
    const message = rides ? messages.find((one) => one.effect === effect) : undefined;
    for (const id of effect.m ?? []) {
      const n = message ? message.riders.findIndex((rider) => rider.id === id) : -1;
      if (rides && n < 0) continue;
      const how = rides ? "ride" : effect.k;
      /** @type {Span} */
      const one = { at: beginning(effect), ms: lasting(effect), how, own: true, effect };
      if (message) one.ride = () => [message, n];
      spans.set(id, one);
      if (rides || SPREADS.has(effect.k)) spread.set(id, one);
    }
  }
  if (!spread.size) return spans;
  for (const marks of [after, before])
    for (const [id, mark] of marks) {
      if (spans.has(id)) continue;
      let above = spread.get(mark.p ?? "");
      if (!above && companion(id, /** @type {any} */ (spread))) {
        above = spread.get(id.slice(0, Math.max(id.lastIndexOf(":"), id.lastIndexOf("/"))));
        if (above?.how !== "ride") above = undefined;
        if (above) spans.set(id, { ...above, own: true });
      } else if (above) spans.set(id, { ...above, own: false });
      if (above) spread.set(id, above);
    }
  // A group that is new comes with the first of what comes in it.
  for (const [id, one] of [...spans]) {
    let above = after.get(id)?.p;
    while (above !== undefined && !before.has(above) && after.has(above)) {
      const known = spans.get(above);
      if (known && known.how !== "with") break;
      if (!known || known.at > one.at) spans.set(above, { at: one.at, ms: 150, how: "with", own: true });
      above = after.get(above)?.p;
    }
  }
  return spans;
}

/** @param {Scene} scene @param {string} id @param {Effect} effect @param {Span} rest */
function swells(scene, id, effect, rest) {
  const [a, b] = [scene.before.get(id), scene.after.get(id)];
  if (!b) return;
  const item = scene.items.get(id) ?? still(id, a, b, rest);
  item.swell = { at: beginning(effect), ms: lasting(effect), how: "swell", own: true, effect };
  scene.items.set(id, item);
}

/** What is cut by a line that moves is there from the beginning of its way, and the line uncovers it.
 * @param {Scene} scene */
function follow({ items }) {
  for (const item of items.values()) {
    const line = items.get(item.b?.cut ?? "");
    if (!line?.a || !line.b || line.a.x === line.b.x) continue;
    item.extra = line.span;
    if (item.a || item.span.how === "ride") continue;
    item.span = { ...line.span, how: "uncover" };
  }
}

/** Which marks step back: the outermost of those that a step is not about.
 * @param {Marks} marks @param {string[] | undefined} about @returns {Set<string>} */
export function unlit(marks, about) {
  const dim = new Set();
  if (!about?.some((id) => marks.has(id))) return dim;
  const [lit, above] = [new Set(about), new Set()];
  for (const id of about)
    for (let p = marks.get(id)?.p; p !== undefined && !above.has(p); p = marks.get(p)?.p) above.add(p);
  for (const [id, { p }] of marks) {
    if (lit.has(id)) continue;
    if (lit.has(p ?? "")) lit.add(id);
    else if (!above.has(id) && (p === undefined || above.has(p))) dim.add(id);
  }
  return dim;
}

/** @param {Scene} scene @param {Marks} before @param {Frame} frame @param {Frame} last @param {Span} rest */
function dims(scene, before, frame, last, rest) {
  const [was, now] = [unlit(before, last.about), unlit(scene.after, frame.about)];
  for (const id of new Set([...was, ...now])) {
    const [a, b] = [before.get(id), scene.after.get(id)];
    const item = scene.items.get(id) ?? still(id, a, b, rest);
    item.was = was.has(id) ? DIM.resting : 1;
    item.dim = now.has(id);
    scene.items.set(id, item);
  }
}

/** From when to when an item's change takes place. @param {Item} item @returns {[number, number]} */
function busyness({ span: { at, ms, effect }, swell, extra }) {
  const spans = [{ at: effect ? Math.min(at, beginning(effect)) : at, ms }, swell, extra].filter((one) => one !== undefined);
  return [Math.min(...spans.map((one) => one.at)), Math.max(...spans.map((one) => one.at + one.ms))];
}

/** Whether an item may look different at two moments. @param {Scene} scene @param {Item} item
 * @param {number} one @param {number} other */
export function stirs({ motion: end }, { busy: [from, to], was, dim }, one, other) {
  const [low, high] = one < other ? [one, other] : [other, one];
  if (low <= to && high >= from) return true;
  if (was === 1 && !dim) return false;
  return low <= DIM_MS || (high >= end && low <= end + REST_MS);
}

/** What a mark looks like at a moment: numbers, how opaque, and what of its former look is left.
 * @param {Scene} scene @param {Item} item @param {number} ms @returns {Pose} */
export function pose(scene, item, ms) {
  const { a, b, span: when } = item;
  const { how, effect } = when;
  const mark = /** @type {Mark} */ (b ?? a);
  const late = how === "crash" ? Math.min(SHAKE_MS, when.ms * 0.6) : 0;
  const part = span(ms, when.at + late, Math.max(1, when.ms - late));
  const k = ease(part);
  /** @type {Pose} */
  const now = { o: mix(a?.o ?? 1, b?.o ?? 1, a && b ? k : b ? 1 : 0), ghost: 0 };
  const old = a && b ? relocated(scene, a, b) : undefined;
  for (const key of NUMBERS) {
    const [start, end] = [old?.[key] ?? mark[key], mark[key]];
    if (end !== undefined) now[key] = key === "v" ? clamp(mix(start ?? end, end, k)) : mix(start ?? end, end, k);
  }
  if (!b) now.o = item.fades ? (a?.o ?? 1) * (1 - k) : (a?.o ?? 1);
  else if (!a && item.fades) now.o = (b.o ?? 1) * appearance(when, part, k, ms);
  if (how === "ride" && when.ride) {
    const [message, n] = when.ride();
    now.o *= ride(message, message.riders[n], ms).landed ? 1 : 0;
  }
  if (how === "write" && !a && when.own) shift(now, 0, -DROP * (1 - k));
  if (how === "drop" && !b && when.own) shift(now, 0, DROP * k);
  if (how === "move" && old && when.own && (old.x !== b?.x || old.y !== b?.y)) shift(now, 0, -DROP * Math.sin(Math.PI * k));
  if (how === "crash" && effect && when.own) {
    const t = span(ms, beginning(effect), SHAKE_MS);
    shift(now, Math.sin(t * 25) * SHAKE * (1 - t), 0);
  }
  if ((how === "count" || how === "wait") && effect && ms < when.at + when.ms) counted(now, mark, effect, ms);
  if (item.ghost && k < 1) crossfade(now, mark, a, k);
  if (item.swell && part < 1) {
    const t = ease(span(ms, item.swell.at, item.swell.ms));
    const [x, y, w, h] = room(item.id, scene.after);
    now.scale = 1 + SWELL * Math.sin(Math.PI * t);
    now.middle = [x + w / 2, y + h / 2];
  }
  if (b?.cut) now.w = seen(scene, b, now, ms);
  if (item.was < 1 || item.dim) {
    const moving = mix(item.was, item.dim ? DIM.moving : 1, ease(span(ms, 0, DIM_MS)));
    const dim = mix(moving, item.dim ? DIM.resting : 1, span(ms, scene.motion, REST_MS));
    now.o *= dim;
    now.ghost *= dim;
  }
  return now;
}

/** How much of something new is seen. @param {Span} when @param {number} part @param {number} k @param {number} ms */
function appearance({ how, at, ms: long }, part, k, ms) {
  if (how === "ride") return ms >= at ? 1 : 0;
  if (how === "uncover") return part > 0 || ms >= at + long ? 1 : 0;
  return k;
}

/** @param {Pose} now @param {number} dx @param {number} dy */
function shift(now, dx, dy) {
  if (now.x !== undefined) now.x += dx;
  if (now.y !== undefined) now.y += dy;
  if (now.x2 !== undefined) now.x2 += dx;
  if (now.y2 !== undefined) now.y2 += dy;
}

/** The old look goes while the new one comes; words change places instead of standing on each other.
 * @param {Pose} now @param {Mark} mark @param {Mark | undefined} a @param {number} k */
function crossfade(now, mark, a, k) {
  const words = mark.k === "text" && a?.t !== mark.t;
  const [coming, going] = words ? [clamp(2 * k - 1), clamp(1 - 2 * k)] : [clamp(2 * k), clamp(2 - 2 * k)];
  now.ghost = now.o * going;
  now.o *= coming;
}

/** A number that runs, or a ring that empties: time is not eased.
 * @param {Pose} now @param {Mark} mark @param {Effect} effect @param {number} ms */
function counted(now, mark, effect, ms) {
  const { from = 0, to = 0, of = 1 } = effect;
  const value = mix(from, to, span(ms, beginning(effect), lasting(effect)));
  if (mark.k === "arc") {
    now.v = clamp(value / (of || 1));
    now.low = value < of / 3;
  } else now.t = numeral(mark, effect, value);
}

/** A running number in the words it will end in: `t = 9 s` counts from `t = 0 s`.
 * @param {Mark} mark @param {Effect} effect @param {number} value */
export function numeral({ t = "" }, { k, to = 0, unit = "", digits = 0 }, value) {
  const text = k === "wait" ? String(Math.ceil(value - 0.001)) : value.toFixed(digits);
  for (const end of [to.toFixed(digits), String(to)]) {
    const at = t.lastIndexOf(end);
    if (at >= 0) return t.slice(0, at) + text + t.slice(at + end.length);
  }
  return unit ? `${text} ${unit}` : text;
}

/** A mark where it was, seen from the group it sits in now. @param {Scene} scene @param {Mark} a @param {Mark} b */
function relocated({ before, after }, a, b) {
  if (a.p === b.p) return a;
  const [[ax, ay], [bx, by]] = [origin(a.p, before), origin(b.p, after)];
  const [dx, dy] = [ax - bx, ay - by];
  const moved = { ...a, x: (a.x ?? 0) + dx, y: (a.y ?? 0) + dy };
  if (a.x2 !== undefined) moved.x2 = a.x2 + dx;
  if (a.y2 !== undefined) moved.y2 = a.y2 + dy;
  return moved;
}

/** How wide a rect is to the left of the line that cuts it. @param {Scene} scene @param {Mark} mark @param {Pose} now
 * @param {number} ms */
function seen(scene, mark, now, ms) {
  const line = scene.after.get(mark.cut ?? "");
  if (!line) return now.w;
  const item = scene.items.get(mark.cut ?? "");
  let x = (item ? pose(scene, item, ms).x : line.x) ?? 0;
  if (line.p !== mark.p) x += origin(line.p, scene.after)[0] - origin(mark.p, scene.after)[0];
  return clamp(x - (now.x ?? 0), 0, now.w ?? 0);
}
