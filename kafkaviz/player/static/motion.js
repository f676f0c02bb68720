// A picture is a function of a step and of milliseconds: what each mark that changes looks like at a moment.

import { CHANGE_MS, MESSAGES, REST_MS, landed, motion, times } from "./track.js";
import { clamp, ease, mix, span, way } from "./way.js";
import { messagesOf, origin, ride, room } from "./messages.js";

const NUMBERS = ["x", "y", "w", "h", "r", "x2", "y2", "v"];
const LOOKS = ["k", "c", "t", "d"];
const DIM_MS = 350;
/** How full the areas of what steps back stay: its outlines and its words can always be read. */
const DIM = { moving: 0.25, resting: 0.4 };
const DROP = 14;
const SHAKE = { ms: 380, by: 4 };
const SWELL = 0.05;
/** The effects that speak of what is inside a group, too. */
const SPREADS = new Set([...MESSAGES, "flip", "crash", "drop", "write", "come", "move"]);

/** What happens on the way from one frame to the next; `last` is the frame whose traces are still there.
 * @param {Marks | null} earlier @param {Marks} after @param {Frame} frame @param {Frame} last @returns {Scene} */
export function sceneOf(earlier, after, frame, last, bright = false) {
  const effects = frame.fx ?? [];
  const before = earlier ?? unborn(after, effects);
  const messages = messagesOf(effects, before, after);
  const spans = spansOf(effects, messages, before, after);
  const rest = { at: landed(frame), ms: CHANGE_MS, how: "fade" };
  /** @type {Map<string, Item>} */
  const items = new Map();
  const item = (id) => {
    const [a, b] = [before.get(id), after.get(id)];
    const { p } = b ?? a;
    const alone = !(a && b) && (spans.has(id) || p === undefined || (b ? before : after).has(p));
    const ghost = Boolean(a && b && LOOKS.some((key) => a[key] !== b[key]));
    /** @type {Item} */
    const found = items.get(id) ?? { id, a, b, span: spans.get(id) ?? rest, fades: alone, ghost, was: 1, dim: false, busy: null };
    items.set(id, found);
    return found;
  };
  for (const [id, b] of after) if (spans.has(id) || b.cut || differ(before.get(id), b)) item(id);
  for (const id of before.keys()) if (!after.has(id)) item(id);
  for (const effect of effects)
    for (const id of effect.swell ?? []) if (after.has(id)) item(id).swell = { ...times(effect), how: "swell" };
  uncover(items);
  if (!bright) {
    const [was, now] = [unlit(before, last.about), unlit(after, frame.about)];
    for (const id of was) item(id).was = DIM.resting;
    for (const id of now) item(id).dim = true;
  }
  for (const one of items.values()) {
    const busy = [one.span, one.swell, one.line].filter(Boolean);
    one.busy = [Math.min(...busy.map(({ at }) => at)), Math.max(...busy.map(({ at, ms }) => at + ms))];
  }
  return {
    before, after, items, messages, motion: motion(frame),
    gone: earlier ? messagesOf(last.fx ?? [], before, before).filter(({ effect }) => !effect.hush) : [],
    beats: effects.filter(({ k, path }) => k === "beat" && path).map((effect) => ({ effect, way: way(effect.path) })),
  };
}

/** The marks before the first frame: all that does not arrive in it. @param {Marks} after @param {Effect[]} effects */
function unborn(after, effects) {
  const born = new Set(effects.flatMap(({ k, m = [] }) => (k === "write" || k === "come" || MESSAGES.has(k) ? m : [])));
  const kept = new Map();
  for (const [id, mark] of after) if (born.has(id) || born.has(mark.p)) born.add(id); else kept.set(id, mark);
  return kept;
}

const differ = (a, b) => a !== b && (!a || Object.keys({ ...a, ...b }).some((key) => a[key] !== b[key]));

/** When each mark that an effect names changes, with what is inside it.
 * @param {Effect[]} effects @param {Message[]} messages @param {Marks} before @param {Marks} after */
function spansOf(effects, messages, before, after) {
  /** @type {Map<string, Span>} */
  const spans = new Map();
  for (const effect of effects) {
    const message = messages.find((one) => one.effect === effect);
    for (const id of effect.m ?? []) {
      const rider = message?.riders.find((one) => one.id === id);
      if (!message || rider) spans.set(id, { ...times(effect), how: rider ? "ride" : effect.k, own: true, effect, message, rider });
    }
  }
  if (!spans.size) return spans;
  for (const marks of [after, before])
    for (const [id, { p }] of marks) {
      const around = spans.get(p);
      if (around && !spans.has(id) && SPREADS.has(around.effect?.k)) spans.set(id, { ...around, own: false });
    }
  // A group that is new comes with the first of what comes in it.
  for (const [id, { at }] of [...spans])
    for (let p = after.get(id)?.p; p !== undefined && !before.has(p); p = after.get(p)?.p) {
      const known = spans.get(p);
      if (known && known.how !== "with") break;
      if (!known || known.at > at) spans.set(p, { at, ms: 150, how: "with" });
    }
  return spans;
}

/** What a line cuts is there from the beginning of the line's way, which uncovers it. @param {Map<string, Item>} items */
function uncover(items) {
  for (const item of items.values()) {
    const line = items.get(item.b?.cut);
    if (!line?.a || !line.b || line.a.x === line.b.x) continue;
    item.line = line.span;
    if (!item.a && item.span.how !== "ride") item.span = { ...line.span, how: "uncover" };
  }
}

/** Which marks step back: the outermost of those that a step is not about; ids that begin alike stand together.
 * @param {Marks} marks @param {string[][]} about */
export function unlit(marks, about = []) {
  const ids = about.flatMap(([home, ...ends]) => ends.map((end) => home + end));
  const [dim, lit, above] = [new Set(), new Set(ids.filter((id) => marks.has(id))), new Set()];
  for (const id of lit) for (let p = marks.get(id).p; p !== undefined; p = marks.get(p)?.p) above.add(p);
  if (lit.size)
    for (const [id, { p }] of marks) {
      if (lit.has(p)) lit.add(id);
      else if (!lit.has(id) && !above.has(id) && (p === undefined || above.has(p))) dim.add(id);
    }
  return dim;
}

/** Whether an item may look different at two moments. @param {Scene} scene @param {Item} item */
export function stirs({ motion: end }, { busy: [from, to], was, dim }, one, other) {
  const [low, high] = one < other ? [one, other] : [other, one];
  if (low <= to && high >= from) return true;
  return (was < 1 || dim) && (low <= DIM_MS || (high >= end && low <= end + REST_MS));
}

/** What a mark looks like at a moment. @param {Scene} scene @param {Item} item @param {number} ms @returns {Pose} */
export function pose(scene, item, ms) {
  const { a, b, fades, span: { at, ms: long, how, own, effect, message, rider } } = item;
  const mark = b ?? a;
  const late = how === "crash" ? Math.min(SHAKE.ms, long * 0.6) : 0;
  const arrived = how === "ride" && (rider && own ? ride(message, rider, ms).landed : ms >= at);
  const part = how === "ride" ? Number(arrived) : span(ms, at + late, long - late);
  const k = ease(part);
  const old = a && b && a.p !== b.p ? relocated(scene, a, b) : (a ?? b);
  /** @type {Pose} */
  const now = { o: a && b ? mix(a.o ?? 1, b.o ?? 1, k) : (mark.o ?? 1), ghost: 0 };
  for (const key of NUMBERS) if (mark[key] !== undefined) now[key] = mix(old[key] ?? mark[key], mark[key], k);
  if (how === "ride" && b) now.o *= arrived || (a && ms < at) ? 1 : 0;
  else if (fades) now.o *= !b ? 1 - k : how !== "uncover" ? k : part > 0 ? 1 : 0;
  if (own && how === "write" && !a) shift(now, 0, -DROP * (1 - k));
  if (own && how === "drop" && !b) shift(now, 0, DROP * k);
  if (own && how === "move" && (old.x !== mark.x || old.y !== mark.y)) shift(now, 0, -DROP * Math.sin(Math.PI * k));
  if (own && how === "crash") {
    const t = span(ms, at, SHAKE.ms);
    shift(now, Math.sin(t * 25) * SHAKE.by * (1 - t), 0);
  }
  if (item.ghost && part < 1) crossfade(now, mark.k === "text" && a.t !== b.t, k);
  if ((how === "count" || how === "wait") && ms < at + long) {
    const passed = span(ms, at, long);
    const value = mix(effect.from ?? 0, effect.to ?? 0, passed);
    const [opaque, words] = [mark.o ?? 1, mark.k === "text"];
    const low = value < effect.of / 3;
    // A ring keeps its former look until its time is up, the number in it until little is left.
    [now.o, now.ghost] = item.ghost && (!words || (how === "wait" && !low)) ? [0, opaque] : [opaque, 0];
    if (!words) Object.assign(now, { v: clamp(value / (effect.of || 1)), low });
    else if (how === "count") now.t = numeral(mark.t, effect, value);
    else now.t = String(Math.ceil(mix(parseFloat(a?.t) || effect.from, parseFloat(mark.t) || effect.to, passed) - 0.001));
  }
  if (item.swell && ms < item.swell.at + item.swell.ms) {
    const [x, y, w, h] = room(item.id, scene.after);
    now.scale = 1 + SWELL * Math.sin(Math.PI * ease(span(ms, item.swell.at, item.swell.ms)));
    now.middle = [x + w / 2, y + h / 2];
  }
  if (b?.cut) now.w = seen(scene, b, now, ms);
  if (item.was < 1 || item.dim) {
    const [moving, resting] = item.dim ? [DIM.moving, DIM.resting] : [1, 1];
    now.full = mix(mix(item.was, moving, ease(span(ms, 0, DIM_MS))), resting, span(ms, scene.motion, REST_MS));
  }
  return now;
}

/** The old look goes while the new one comes; words change places instead of standing on each other. */
function crossfade(now, words, k) {
  const [coming, going] = words ? [2 * k - 1, 1 - 2 * k] : [2 * k, 2 - 2 * k];
  now.ghost = now.o * clamp(going);
  now.o *= clamp(coming);
}

/** A running number in the words it will end in: `t = 9 s` counts from `t = 0 s`. */
function numeral(words = "", { to = 0, unit = "", digits = 0 }, value) {
  const text = value.toFixed(digits);
  for (const end of [to.toFixed(digits), String(to)]) {
    const at = words.lastIndexOf(end);
    if (at >= 0) return words.slice(0, at) + text + words.slice(at + end.length);
  }
  return unit ? `${text} ${unit}` : text;
}

/** A mark where it was, seen from the group it sits in now. @param {Scene} scene */
function relocated({ before, after }, a, b) {
  const [[ax, ay], [bx, by]] = [origin(a.p, before), origin(b.p, after)];
  return shift({ x: 0, y: 0, ...a }, ax - bx, ay - by);
}

function shift(mark, dx, dy) {
  for (const key of ["x", "x2"]) if (key in mark) mark[key] += dx;
  for (const key of ["y", "y2"]) if (key in mark) mark[key] += dy;
  return mark;
}

/** How wide a rect is to the left of the line that cuts it. @param {Scene} scene @param {Mark} mark @param {Pose} now */
function seen(scene, mark, now, ms) {
  const [line, item] = [scene.after.get(mark.cut), scene.items.get(mark.cut)];
  if (!line) return now.w;
  let { x } = item ? pose(scene, item, ms) : line;
  if (line.p !== mark.p) x += origin(line.p, scene.after)[0] - origin(mark.p, scene.after)[0];
  return clamp(x - now.x, 0, now.w);
}
