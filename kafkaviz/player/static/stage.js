// The picture: one node per mark, made equal to what a step looks like at a moment.

import { clamp, rounded } from "./way.js";
import { LETTER, blockWidth, dots, passage, ride, room } from "./messages.js";
import { pose, stirs } from "./motion.js";
import { REST_MS, insert } from "./track.js";

const SVG = "http://www.w3.org/2000/svg";
const LAYERS = ["back", "net", "edge", "card", "chip", "cell", "trace", "over"];
const ROUND = { x: "cx", y: "cy", r: "r" };
/** What may be drawn, and which attributes its numbers are. @type {Record<string, Record<string, string>>} */
const GEOMETRY = {
  rect: { x: "x", y: "y", w: "width", h: "height", r: "rx" },
  circle: ROUND,
  arc: ROUND,
  line: { x: "x1", y: "y1", x2: "x2", y2: "y2" },
  text: { x: "x", y: "y" },
  path: {},
  g: {},
};
const TIP = "M0 0L-9 -5.5V5.5Z";
const CROSS = "M-6 -6L6 6M6 -6L-6 6";
const FADE_MS = 250;

/** An element with its attributes and what is in it. */
export function filled(el, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  el.append(...children);
  return el;
}

/** @returns {SVGElement} */
export function draw(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

const to = ([x, y]) => `translate(${rounded(x)},${rounded(y)})`;

/** An element, and what has been written on it: nothing is written twice. */
class Part {
  constructor(el, shapes = [el]) {
    this.el = el;
    this.shapes = shapes;
    /** @type {Record<string, any>} */
    this.was = {};
    /** @type {Mark} */
    this.mark = undefined;
    this.kind = "";
  }

  write(name, value = null) {
    if ((this.was[name] ?? null) === value) return;
    this.was[name] = value;
    const el = name === "class" ? this.shapes.at(-1) : this.el;
    if (name === "t") el.textContent = value;
    else if (name === "dash") el.style.strokeDasharray = value;
    else if (value === null) el.removeAttribute(name);
    else el.setAttribute(name, value);
  }

  /** How opaque it is; what is not seen takes no room either. */
  show(opaque) {
    const seen = rounded(clamp(opaque), 100);
    this.write("display", seen ? null : "none");
    if (seen) this.write("opacity", seen === 1 ? null : seen);
    return seen;
  }
}

export class Stage {
  constructor(svg, theme) {
    this.svg = svg;
    this.halos = new Set(Object.entries(theme.classes ?? {}).flatMap(([cls, { halo }]) => (halo ? [cls] : [])));
    this.layers = Object.fromEntries(LAYERS.map((layer) => [layer, svg.appendChild(draw("g"))]));
    /** @type {Map<string, Part>} */
    this.nodes = new Map();
    /** @type {Map<string, Part>} */
    this.ghosts = new Map();
    this.traces = [];
    this.extras = [];
    /** @type {Scene} */
    this.scene = undefined;
    this.ms = undefined;
  }

  /** Make the picture what a scene looks like at a moment. @param {Scene} scene @param {number} ms */
  at(scene, ms) {
    if (scene !== this.scene) this.set(scene);
    ms = Math.min(ms, scene.motion + REST_MS);
    if (ms === this.ms) return;
    for (const item of scene.items.values()) {
      if (this.ms !== undefined && !stirs(scene, item, this.ms, ms)) continue;
      const now = pose(scene, item, ms);
      const [node, ghost] = [this.nodes.get(item.id), this.ghosts.get(item.id)];
      if (node) this.put(node, now, now.o);
      if (ghost) this.put(ghost, now, now.ghost);
    }
    for (const trace of this.traces) this.trace(trace, ms);
    this.beat(ms);
    this.ms = ms;
    this.svg.toggleAttribute("data-moving", ms < scene.motion);
  }

  /** Make, change and take away nodes until they are those of a scene. @param {Scene} scene */
  set(scene) {
    const { before, after, items } = scene;
    const moved = this.scene?.items ?? new Map();
    for (const [id, node] of this.nodes) {
      const mark = after.get(id) ?? before.get(id);
      if (mark && node.kind === mark.k && this.halo(node.mark) === this.halo(mark)) continue;
      node.el.remove();
      this.nodes.delete(id);
    }
    for (const el of this.extras) el.remove();
    this.extras = [];
    this.ghosts.clear();
    const last = new Map();
    for (const [id, mark] of union(before, after)) {
      if (!GEOMETRY[mark.k]) continue;
      const known = this.nodes.get(id);
      const node = known ?? this.make(mark);
      const other = node.mark !== mark;
      if (other) this.dress(node, mark);
      if (other || moved.has(id)) this.put(node, mark, mark.o ?? 1);
      this.nodes.set(id, node);
      // Siblings stand in the order of the marks, so that a step looks the same from wherever one comes.
      const home = this.nodes.get(mark.p)?.el ?? this.layers[mark.z] ?? this.layers.chip;
      const next = last.has(home) ? last.get(home).nextSibling : home.querySelector(":scope>:not(title)");
      if (node.el !== next || node.el.parentNode !== home) home.insertBefore(node.el, next);
      last.set(home, node.el);
    }
    for (const { id, a, ghost } of items.values()) {
      const node = this.nodes.get(id);
      if (!ghost || !node || !GEOMETRY[a.k] || a.k === "g") continue;
      const shade = this.make({ ...a, ev: undefined });
      node.el.before(shade.el);
      this.ghosts.set(id, shade);
      this.extras.push(shade.el);
    }
    this.traces = [...scene.gone.map((message) => this.traceOf(message)), ...scene.messages.map((message) => this.traceOf(message, after, before))];
    // No line is drawn over the words of another message.
    for (const { chip, mover, riders } of this.traces) for (const part of [chip, mover, ...riders]) if (part) this.layers.trace.append(part.el);
    this.dots = this.extra(draw("g"));
    this.scene = scene;
    this.ms = undefined;
  }

  /** What belongs to a scene alone. */
  extra(el) {
    this.extras.push(this.layers.trace.appendChild(el));
    return new Part(el);
  }

  halo(/** @type {Mark} */ { k, c }) {
    return k === "line" && String(c).split(" ").some((cls) => this.halos.has(cls));
  }

  /** @param {Mark} mark */
  make(mark) {
    const el = draw(this.halo(mark) ? "g" : mark.k === "arc" ? "circle" : mark.k, mark.k === "arc" ? { pathLength: 1 } : {});
    const part = new Part(el, this.halo(mark) ? [el.appendChild(draw("line")), el.appendChild(draw("line"))] : [el]);
    this.dress(part, mark);
    this.put(part, mark, mark.o ?? 1);
    return part;
  }

  /** Give a node what is not geometry: classes, words, path, tooltip, and whether it can be clicked. @param {Part} node */
  dress(node, mark) {
    const old = node.mark;
    [node.mark, node.kind] = [mark, mark.k];
    const { k, c = "", d = "", ti, ev } = mark;
    node.write("class", c);
    if (node.shapes.length > 1) node.shapes[0].setAttribute("class", `${c} kv-halo`);
    if (k === "path") node.write("d", d);
    if (ti !== old?.ti) {
      node.el.querySelector(":scope>title")?.remove();
      if (ti) node.el.prepend(draw("title", {}, ti));
    }
    const opens = { tabindex: 0, role: "button", "aria-haspopup": "dialog", "aria-label": ti ?? ev?.replace(":", " "), "data-ev": ev };
    if (ev !== old?.ev || (ev && ti !== old?.ti)) for (const [key, value] of Object.entries(opens)) node.write(key, ev ? value : null);
  }

  /** Put a node where its numbers say. @param {Part} node @param {any} now a mark or a pose */
  put(node, now, opaque) {
    const { kind, mark } = node;
    if (!node.show(now.w === 0 ? 0 : opaque)) return;
    node.write("fill-opacity", now.full < 1 ? rounded(now.full, 100) : null);
    const names = GEOMETRY[kind];
    for (const [key, name] of Object.entries(names)) {
      if (now[key] === undefined) continue;
      const value = key === "w" || key === "h" || key === "r" ? Math.max(0, rounded(now[key])) : rounded(now[key]);
      if (node.was[name] === value) continue;
      node.was[name] = value;
      for (const shape of node.shapes) name === "rx" ? (shape.style.rx = `${value}px`) : shape.setAttribute(name, value);
    }
    if (kind === "text") node.write("t", now.t ?? mark.t ?? "");
    const [x, y] = [rounded(now.x), rounded(now.y)];
    if (kind === "arc") {
      node.write("class", `${mark.c ?? ""}${now.low ? " low" : ""}`);
      node.write("dash", `${rounded(clamp(now.v ?? 1), 1000)} 2`);
      node.write("transform", `rotate(-90 ${x} ${y})`);
      return;
    }
    const place = names.x ? "" : to([x, y]);
    const middle = (now.middle ?? [0, 0]).map((value, n) => value - (names.x ? 0 : [x, y][n]));
    const grown = now.scale > 1 ? `${to(middle)}scale(${rounded(now.scale, 1000)})${to(middle.map((value) => -value))}` : "";
    node.write("transform", place + grown || null);
  }

  /** What a message is drawn with; one that is over has no `marks` that ride. @param {Message} message @param {Marks} [marks] @param {Marks} [before] */
  traceOf(message, marks, before) {
    const { effect, way, chip, words, riders } = message;
    const kind = `${effect.k} ${effect.c ?? ""}`.trim();
    const [[x, y], [bx, by]] = [way.at(1), way.at(1 - 4 / (way.length || 1))];
    const spot = to([x, y]);
    // What is sent is changed by whoever gets it: until then it looks as it did.
    const changes = (id) => effect.k === "send" && before.has(id);
    const turn = rounded((Math.atan2(y - by, x - bx) * 180) / Math.PI);
    const end = effect.k === "refuse" ? { class: `kv-cross ${kind}`, d: CROSS, transform: spot } : { class: `kv-tip ${kind}`, d: TIP, transform: `${spot}rotate(${turn})` };
    const trace = {
      message, marks,
      line: this.extra(draw("path", { class: `kv-way ${kind}`, d: way.d, pathLength: 1 })),
      tip: this.extra(draw("path", end)),
      chip: this.extra(pill(words, kind)),
      mover: marks && !riders.length ? this.extra(pill(effect.t, kind)) : undefined,
      riders: marks ? riders.map(({ id, text }) => this.extra(text ? block(text, kind) : this.rider(id, changes(id) ? before : marks))) : [],
    };
    trace.chip.write("transform", to(chip));
    return trace;
  }

  /** A likeness of a mark, with what is in it, whose zero is its middle. @param {Marks} marks */
  rider(id, marks) {
    const [x, y, w, h] = room(id, marks);
    const copy = (one) => {
      const like = marks.get(one);
      if (!GEOMETRY[like.k] || like.cut) return [];
      const { el } = this.make({ ...like, ev: undefined });
      for (const [child, { p }] of marks) if (p === one) el.append(...copy(child));
      return [el];
    };
    return draw("g", { class: "kv-rider" }, draw("g", { transform: to([-x - w / 2, -y - h / 2]) }, ...copy(id)));
  }

  trace({ message, marks, line, tip, chip, mover, riders }, ms) {
    const now = passage(message, marks ? ms : Infinity);
    const strong = marks ? 1 : 1 - clamp(ms / FADE_MS);
    line.show(now.line * strong);
    line.write("dash", `${rounded(now.head, 1000)} 2`);
    tip.show(now.tip * strong);
    chip.show(message.words ? now.chip * strong : 0);
    if (mover?.show(now.moves)) mover.write("transform", to(now.spot));
    riders.forEach((part, n) => {
      const { x, y, scale, travels } = ride(message, message.riders[n], ms);
      if (part.show(Number(travels))) part.write("transform", `${to([x, y])}scale(${rounded(scale, 1000)})`);
    });
  }

  /** The dots of heartbeats that are under way. */
  beat(ms) {
    const spots = this.scene.beats.flatMap(({ effect, way }) => dots(effect, ms).map((part) => way.at(part)));
    this.dots.el.replaceChildren(...spots.map(([x, y]) => draw("circle", { r: 5.5, class: "beat", cx: rounded(x), cy: rounded(y) })));
  }
}

/** A chip with words whose zero is its middle; a dot where there are none. */
function pill(text, kind) {
  const width = Math.round([...(text ?? "")].length * LETTER + 18);
  if (!text) return draw("g", { class: "kv-pill" }, draw("circle", { class: `kv-chip ${kind}`, r: 6 }));
  const box = draw("rect", { class: `kv-chip ${kind}`, x: -width / 2, y: -10, width, height: 20 });
  return draw("g", { class: "kv-pill" }, box, draw("text", { class: "kv-words" }, text));
}

/** A record that travels and becomes no mark. */
function block(text, kind) {
  const width = blockWidth(text);
  const box = draw("rect", { class: `kv-chip kv-load ${kind}`, x: -width / 2, y: -12, width, height: 24 });
  return draw("g", { class: "kv-pill" }, box, draw("text", { class: "kv-words" }, text));
}

/** All marks of two frames, each of those that go after the one it stood behind.
 * @param {Marks} before @param {Marks} after @returns {Iterable<[string, Mark]>} */
function union(before, after) {
  const ids = [...after.keys()];
  let last;
  for (const id of before.keys()) {
    if (!after.has(id)) insert(ids, id, last);
    last = id;
  }
  return ids.map((id) => [id, after.get(id) ?? before.get(id)]);
}
