// The picture: one node per mark, made equal to what a step looks like at a moment.

import { clamp, rounded } from "./way.js";
import { dots, origin, passage, ride, room } from "./messages.js";
import { pose, stirs } from "./motion.js";

/** @typedef {import("./track.js").Mark} Mark */
/** @typedef {import("./track.js").Marks} Marks */
/** @typedef {import("./messages.js").Message} Message */
/** @typedef {import("./motion.js").Pose} Pose */
/** @typedef {import("./motion.js").Scene} Scene */
/** @typedef {{el: SVGElement, shapes: SVGElement[], kind: string, mark: Mark, was: Object<string, string>}} Node_ */
/** @typedef {{message: Message, line: Part, tip: Part, chip: Part, mover?: Part, riders: Part[]}} Trace */
/** @typedef {{el: SVGElement, was: Object<string, string>}} Part */

const SVG = "http://www.w3.org/2000/svg";
const LAYERS = ["back", "net", "edge", "card", "chip", "cell", "trace", "over"];
/** @type {Object<string, Object<string, string>>} */
const GEOMETRY = {
  rect: { x: "x", y: "y", w: "width", h: "height", r: "rx" },
  circle: { x: "cx", y: "cy", r: "r" },
  arc: { x: "cx", y: "cy", r: "r" },
  line: { x: "x1", y: "y1", x2: "x2", y2: "y2" },
  text: { x: "x", y: "y" },
  path: {},
  g: {},
};
const TIP = "M0 0L-9 -5.5V5.5Z";
const CROSS = "M-6 -6L6 6M6 -6L-6 6";
const FADE_MS = 250;
const LETTER = 7.2;

/** @param {string} tag @param {Object<string, any>} [attributes] @param {string} [text] @returns {SVGElement} */
export function draw(tag, attributes = {}, text) {
  const node = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

/** Write an attribute if it is another than before; none where there is nothing to write.
 * @param {Part} part @param {string} name @param {string | number | null} value @param {Element} [el] */
function write(part, name, value, el = part.el) {
  const text = value === null ? "" : String(value);
  if ((part.was[name] ?? "") === text) return;
  part.was[name] = text;
  if (text === "") el.removeAttribute(name);
  else el.setAttribute(name, text);
}

export class Stage {
  /** @param {SVGElement} svg @param {Set<string>} halos */
  constructor(svg, halos) {
    this.svg = svg;
    this.halos = halos;
    /** @type {Object<string, SVGElement>} */
    this.layers = Object.fromEntries(LAYERS.map((layer) => [layer, svg.appendChild(draw("g"))]));
    /** @type {Map<string, Node_>} */
    this.nodes = new Map();
    /** @type {Map<string, Node_>} */
    this.ghosts = new Map();
    /** @type {Trace[]} */
    this.traces = [];
    /** @type {Trace[]} */
    this.old = [];
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {number | undefined} */
    this.ms = undefined;
  }

  /** Make the picture what a scene looks like at a moment. @param {Scene} scene @param {number} ms */
  at(scene, ms) {
    if (scene !== this.scene) this.set(scene);
    if (ms === this.ms) return;
    for (const item of scene.items.values()) {
      if (this.ms !== undefined && !stirs(scene, item, this.ms, ms)) continue;
      const now = pose(scene, item, ms);
      const node = this.nodes.get(item.id);
      const ghost = this.ghosts.get(item.id);
      if (node) this.put(node, now, now.o);
      if (ghost) this.put(ghost, now, now.ghost);
    }
    for (const trace of this.old) this.trace(trace, Infinity, 1 - clamp(ms / FADE_MS), false);
    for (const trace of this.traces) this.trace(trace, ms, 1, true);
    this.beat(ms);
    this.ms = ms;
    this.svg.toggleAttribute("data-moving", ms < scene.motion);
  }

  /** Make, change and take away nodes until they are those of a scene. @param {Scene} scene */
  set(scene) {
    const { before, after, items } = scene;
    for (const [id, node] of this.nodes) {
      const mark = after.get(id) ?? before.get(id);
      if (mark && this.stays(node, mark, after, before)) continue;
      node.el.remove();
      this.nodes.delete(id);
    }
    for (const ghost of this.ghosts.values()) ghost.el.remove();
    this.ghosts.clear();
    let made = false;
    for (const [id, mark] of ordered(before, after)) {
      if (!GEOMETRY[mark.k]) continue;
      let node = this.nodes.get(id);
      if (!node) {
        node = this.make(mark);
        this.nodes.set(id, node);
        made = true;
      }
      const home = this.home(mark);
      if (node.el.parentNode !== home) home.append(node.el);
      if (node.mark !== mark) this.dress(node, mark);
      this.put(node, mark, mark.o ?? 1);
    }
    if (made || this.scene?.after !== before) this.sort(before, after);
    for (const { id, a, b, ghost } of items.values()) {
      const node = this.nodes.get(id);
      if (!ghost || !a || !b || !node || !GEOMETRY[a.k] || a.k === "g") continue;
      const shade = this.make(a);
      shade.el.removeAttribute("tabindex");
      node.el.before(shade.el);
      this.ghosts.set(id, shade);
    }
    for (const { el } of [...this.old, ...this.traces].flatMap(partsOf)) el.remove();
    this.old = scene.gone.map((message) => this.traceOf(message, before, false));
    this.traces = scene.messages.map((message) => this.traceOf(message, after, true));
    this.dots?.remove();
    this.dots = scene.beats.length ? this.layers.trace.appendChild(draw("g")) : undefined;
    this.scene = scene;
    this.ms = undefined;
  }

  /** A node serves as long as its mark is drawn the same way in the same place of the tree.
   * @param {Node_} node @param {Mark} mark @param {Marks} after @param {Marks} before */
  stays(node, mark, after, before) {
    if (node.kind !== mark.k || node.mark.z !== mark.z || (mark.k === "line" && this.halo(node.mark) !== this.halo(mark))) return false;
    return mark.p === undefined || after.has(mark.p) || before.has(mark.p);
  }

  /** @param {Mark} mark */
  halo(mark) {
    return mark.k === "line" && String(mark.c).split(" ").some((cls) => this.halos.has(cls));
  }

  /** @param {Mark} mark @returns {Node_} */
  make(mark) {
    const two = this.halo(mark);
    const el = draw(two ? "g" : mark.k === "arc" ? "circle" : mark.k);
    const shapes = two ? [el.appendChild(draw("line")), el.appendChild(draw("line"))] : [el];
    /** @type {Node_} */
    const node = { el, shapes, kind: mark.k, mark, was: {} };
    if (mark.k === "arc") el.setAttribute("pathLength", "1");
    this.dress(node, mark);
    this.put(node, mark, mark.o ?? 1);
    return node;
  }

  /** @param {Mark} mark @returns {Element} */
  home(mark) {
    return this.nodes.get(mark.p ?? "")?.el ?? this.layers[mark.z ?? "chip"] ?? this.layers.chip;
  }

  /** Give a node what is not geometry: classes, words, path, tooltip, and whether it can be clicked.
   * @param {Node_} node @param {Mark} mark */
  dress(node, mark) {
    const old = node.mark === mark ? undefined : node.mark;
    node.mark = mark;
    this.classes(node, mark.c ?? "");
    if (mark.k === "path" && mark.d !== old?.d) node.el.setAttribute("d", mark.d ?? "");
    if (mark.k === "text" && (mark.t !== old?.t || mark.ti !== old?.ti)) node.el.textContent = mark.t ?? "";
    if (mark.ti !== old?.ti || mark.k === "text") {
      node.el.querySelector(":scope>title")?.remove();
      if (mark.ti) node.el.prepend(draw("title", {}, mark.ti));
    }
    if (mark.ev === old?.ev && old) return;
    const opens = { tabindex: 0, role: "button", "aria-haspopup": "menu", "aria-label": mark.ti ?? mark.ev, "data-ev": mark.ev };
    for (const [key, value] of Object.entries(opens)) write(node, key, mark.ev ? String(value) : null);
  }

  /** @param {Node_} node @param {string} classes */
  classes(node, classes) {
    const over = node.shapes[node.shapes.length - 1];
    write(node, "class", classes, over);
    if (node.shapes.length > 1) node.shapes[0].setAttribute("class", `${classes} kv-halo`);
  }

  /** Put a node where its numbers say. @param {Node_} node @param {Partial<Pose> | Mark} now @param {number} opaque */
  put(node, now, opaque) {
    const { kind, mark } = node;
    const seen = Math.round(clamp(opaque) * 100) / 100;
    write(node, "display", seen === 0 || now.w === 0 ? "none" : null);
    write(node, "opacity", seen === 1 ? null : seen);
    if (seen === 0) return;
    for (const [key, name] of Object.entries(GEOMETRY[kind])) {
      const value = /** @type {any} */ (now)[key];
      if (value === undefined) continue;
      const text = String(key === "w" || key === "h" || key === "r" ? Math.max(0, rounded(value)) : rounded(value));
      if (node.was[name] === text) continue;
      node.was[name] = text;
      for (const shape of node.shapes) if (name === "rx") shape.style.setProperty("rx", `${text}px`); else shape.setAttribute(name, text);
    }
    const { scale, middle, low, t } = /** @type {Partial<Pose>} */ (now);
    if (kind === "arc") {
      write(node, "transform", `rotate(-90 ${rounded(now.x)} ${rounded(now.y)})`);
      const dash = `${Math.round(clamp(now.v ?? 1) * 1000) / 1000} 2`;
      if (node.was.dash !== dash) node.el.style.strokeDasharray = node.was.dash = dash;
      this.classes(node, `${mark.c ?? ""}${low ? " low" : ""}`);
      return;
    }
    if (kind === "text" && mark.t !== undefined && (node.was.t ?? mark.t) !== (t ?? mark.t)) {
      node.was.t = t ?? mark.t;
      node.el.textContent = node.was.t;
    }
    const place = GEOMETRY[kind].x ? "" : `translate(${rounded(now.x)},${rounded(now.y)})`;
    const [x, y] = middle ?? [0, 0];
    const dx = GEOMETRY[kind].x ? 0 : (now.x ?? 0);
    const dy = GEOMETRY[kind].x ? 0 : (now.y ?? 0);
    const [cx, cy] = [x - dx, y - dy];
    const grown = scale && scale !== 1 ? `translate(${cx},${cy})scale(${Math.round(scale * 1000) / 1000})translate(${-cx},${-cy})` : "";
    write(node, "transform", place + grown || null);
  }

  /** Put siblings into the order of the marks, so that a step looks the same from wherever one comes.
   * @param {Marks} before @param {Marks} after */
  sort(before, after) {
    const last = new Map();
    for (const [id] of ordered(before, after)) {
      const el = this.nodes.get(id)?.el;
      const home = el?.parentNode;
      if (!el || !home) continue;
      const next = last.has(home) ? last.get(home).nextSibling : [...home.children].find((child) => child.tagName !== "title") ?? null;
      if (next !== el) home.insertBefore(el, next);
      last.set(home, el);
    }
  }

  /** What a message is drawn with. @param {Message} message @param {Marks} marks @param {boolean} moves @returns {Trace} */
  traceOf(message, marks, moves) {
    const { effect, way, chip } = message;
    const kind = `${effect.k}${effect.c ? ` ${effect.c}` : ""}`;
    const part = (/** @type {SVGElement} */ el) => {
      el.setAttribute("display", "none");
      return { el: this.layers.trace.appendChild(el), was: { display: "none" } };
    };
    const line = part(draw("path", { class: `kv-way ${kind}`, d: way.d, pathLength: 1 }));
    const [[x, y], [bx, by]] = [way.at(1), way.at(1 - Math.min(1, 4 / (way.length || 1)))];
    const turn = rounded((Math.atan2(y - by, x - bx) * 180) / Math.PI);
    const refused = effect.k === "refuse";
    const tip = part(
      draw("path", {
        class: `${refused ? "kv-cross" : "kv-tip"} ${kind}`, d: refused ? CROSS : TIP,
        transform: `translate(${rounded(x)},${rounded(y)})${refused ? "" : `rotate(${turn})`}`,
      }),
    );
    const label = part(pill(message.words, kind));
    label.el.setAttribute("transform", `translate(${rounded(chip[0])},${rounded(chip[1])})`);
    /** @type {Trace} */
    const trace = { message, line, tip, chip: label, riders: [] };
    if (!moves) return trace;
    if (message.riders.length) trace.riders = message.riders.map(({ id }) => part(this.rider(id, marks)));
    else trace.mover = part(pill(effect.t ?? "", kind));
    return trace;
  }

  /** A likeness of a mark, with what is written in it, whose zero is its middle. @param {string} id @param {Marks} marks */
  rider(id, marks) {
    const mark = /** @type {Mark} */ (marks.get(id));
    const [x, y, w, h] = room(id, marks);
    const inner = draw("g", { transform: `translate(${rounded(-x - w / 2)},${rounded(-y - h / 2)})` });
    const copy = (/** @type {string} */ one, /** @type {Element} */ home) => {
      const like = /** @type {Mark} */ (marks.get(one));
      if (!GEOMETRY[like.k] || like.cut) return;
      const { el } = this.make({ ...like, ev: undefined });
      home.append(el);
      for (const [child, { p }] of marks) if (p === one) copy(child, el);
    };
    copy(id, inner);
    if (mark.k !== "g")
      for (const [other, { p }] of marks)
        if (p === mark.p && (other.startsWith(`${id}:`) || other.startsWith(`${id}/`))) copy(other, inner);
    const el = draw("g", { class: "kv-rider" });
    el.append(inner);
    return el;
  }

  /** @param {Trace} trace @param {number} ms @param {number} strong @param {boolean} moves */
  trace({ message, line, tip, chip, mover, riders }, ms, strong, moves) {
    const now = passage(message, ms);
    const show = (/** @type {Part} */ part, /** @type {number} */ opaque) => {
      const seen = Math.round(clamp(opaque) * 100) / 100;
      write(part, "display", seen ? null : "none");
      write(part, "opacity", seen === 1 ? null : seen);
    };
    show(line, now.line * strong);
    const dash = `${Math.round(now.head * 1000) / 1000} 2`;
    if (line.was.dash !== dash) line.el.style.strokeDasharray = line.was.dash = dash;
    show(tip, now.tip * strong);
    show(chip, message.words ? now.chip * strong : 0);
    if (!moves) return;
    if (mover) {
      show(mover, now.mover.seen);
      if (now.mover.seen) write(mover, "transform", `translate(${rounded(now.mover.x)},${rounded(now.mover.y)})`);
    }
    riders.forEach((part, n) => {
      const { x, y, scale, landed, under } = ride(message, message.riders[n], ms);
      show(part, under && !landed ? 1 : 0);
      if (under && !landed) write(part, "transform", `translate(${rounded(x)},${rounded(y)})scale(${Math.round(scale * 1000) / 1000})`);
    });
  }

  /** The dots of heartbeats that are under way. @param {number} ms */
  beat(ms) {
    const { scene, dots: home } = this;
    if (!scene || !home) return;
    const at = scene.beats.flatMap(({ effect, way }) => dots(effect, ms).map((part) => ({ effect, spot: way.at(part) })));
    while (home.children.length > at.length) home.lastChild?.remove();
    while (home.children.length < at.length) home.append(draw("circle", { r: 5.5 }));
    at.forEach(({ effect, spot: [x, y] }, n) => {
      const dot = home.children[n];
      dot.setAttribute("class", `beat ${effect.c ?? ""}`);
      dot.setAttribute("cx", String(rounded(x)));
      dot.setAttribute("cy", String(rounded(y)));
    });
  }
}

/** @param {Trace} trace @returns {Part[]} */
function partsOf({ line, tip, chip, mover, riders }) {
  return [line, tip, chip, ...(mover ? [mover] : []), ...riders];
}

/** A chip with words whose zero is its middle; a dot where there are none. @param {string} text @param {string} kind */
function pill(text, kind) {
  const el = draw("g", { class: "kv-pill" });
  if (!text) el.append(draw("circle", { class: `kv-chip ${kind}`, r: 6 }));
  else {
    const width = Math.round([...text].length * LETTER + 18);
    el.append(
      draw("rect", { class: `kv-chip ${kind}`, x: -width / 2, y: -10, width, height: 20 }),
      draw("text", { class: "kv-words" }, text),
    );
  }
  return el;
}

/** All marks of two frames, each of those that go after the one it stood behind.
 * @param {Marks} before @param {Marks} after @returns {Iterable<[string, Mark]>} */
function ordered(before, after) {
  /** @type {Map<string | null, [string, Mark][]>} */
  const behind = new Map();
  /** @type {string | null} */
  let last = null;
  for (const [id, mark] of before) {
    if (after.has(id)) last = id;
    else behind.set(last, [...(behind.get(last) ?? []), [id, mark]]);
  }
  if (!behind.size) return after;
  const all = [...(behind.get(null) ?? [])];
  for (const [id, mark] of after) all.push([id, mark], ...(behind.get(id) ?? []));
  return all;
}
