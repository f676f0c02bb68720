// Plays a film: draws the marks of a step as SVG, moves them to those of the next, and says what happened.
// It needs nothing but the browser, and never makes markup or style out of what it was given.

const SVG = "http://www.w3.org/2000/svg";
const LAYERS = ["back", "edge", "card", "chip", "cell", "over"];
const NUMBERS = ["x", "y", "w", "h", "r", "x2", "y2", "o"];
const GEOMETRY = {
  rect: { x: "x", y: "y", w: "width", h: "height", r: "rx" },
  circle: { x: "cx", y: "cy", r: "r" },
  line: { x: "x1", y: "y1", x2: "x2", y2: "y2" },
  text: { x: "x", y: "y" },
  path: {},
  g: {},
};
const SPEEDS = [0.25, 0.5, 1, 2, 4];
const MOVE_MS = { forward: 800, jump: 250 };
const READ_MS_PER_LETTER = 30;
const STEP_MS = 1600;
const PILL_AT_REST = 0.6;
const ICONS = {
  first: "M5 5h3v14H5zM20 5v14L9 12z",
  back: "M15.5 4l2 2-6 6 6 6-2 2-8-8z",
  play: "M7 4v16l13-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  forward: "M8.5 4l-2 2 6 6-6 6 2 2 8-8z",
  last: "M4 5v14l11-7zM16 5h3v14h-3z",
};

const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
const ease = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);
const number = (value) => (Number.isFinite(value) ? Math.round(value * 10) / 10 : 0);

// ---------------------------------------------------------------------------------------------------- a track

/** The frames of one lens, coded as differences; a decoded frame is a Map of marks by id. */
export class Track {
  constructor(steps) {
    this.steps = steps;
    this.decoded = new Map();
  }

  at(index) {
    let start = index;
    while (!this.decoded.has(start) && !this.steps[start].k) start -= 1;
    let marks = this.decoded.get(start) ?? new Map(brought(this.steps[start], "k"));
    for (let i = start + 1; i <= index; i += 1) marks = patched(marks, this.steps[i]);
    this.decoded.set(index, marks);
    if (this.decoded.size > 64) this.decoded.delete(this.decoded.keys().next().value);
    return marks;
  }
}

/** The marks a step brings, in their order: a notebook's file sorts the keys of an object. */
function brought(step, key) {
  const marks = step[key] ?? {};
  return (step.order ?? Object.keys(marks)).map((id) => [id, marks[id]]);
}

function patched(before, step) {
  const marks = new Map(before);
  for (const id of step["-"] ?? []) marks.delete(id);
  for (const [id, mark] of brought(step, "+")) marks.set(id, mark);
  for (const [id, change] of Object.entries(step["~"] ?? {})) {
    const kept = Object.entries({ ...marks.get(id), ...change }).filter(([, value]) => value !== null);
    marks.set(id, Object.fromEntries(kept));
  }
  return marks;
}

// -------------------------------------------------------------------------------------------------- the theme

/** The theme as a style sheet under one scope; what does not look like a name, a colour or a size is left out. */
export function stylesheet(theme, scope) {
  const name = (text) => /^[a-z][a-z0-9_-]*$/.test(text);
  const tokens = (mode) =>
    Object.entries(theme[mode] ?? {})
      .filter(([token, colour]) => name(token) && /^#[0-9a-f]{3,8}$/i.test(colour))
      .map(([token, colour]) => `--kv-${token}:${colour}`)
      .join(";");
  const colour = (token) => (name(token) ? `var(--kv-${token})` : "inherit");
  const dark = tokens("dark");
  const at = `.kv.${scope}`;
  const rules = [
    `${at}{${tokens("light")}}`,
    `[data-jp-theme-light="false"] ${at},body.vscode-dark ${at},${at}[data-theme="dark"]{color-scheme:dark;${dark}}`,
    `@media screen and (prefers-color-scheme:dark){${at}[data-theme="auto"]{color-scheme:dark;${dark}}}`,
  ];
  for (const [cls, props] of Object.entries(theme.classes ?? {}).filter(([cls]) => name(cls))) {
    const shape = [];
    const text = [];
    if (props.stroke) shape.push(`fill:${props.fill ? colour(props.fill) : "none"};stroke:${colour(props.stroke)}`);
    if (props.width) shape.push(`stroke-width:${number(props.width)}px`);
    if (/^[\d. ]+$/.test(props.dash ?? "")) shape.push(`stroke-dasharray:${props.dash}`);
    if (props.radius !== undefined) shape.push(`rx:${number(props.radius)}px`);
    if (props.color) text.push(`fill:${colour(props.color)}`);
    if (props.size) text.push(`font-size:${number(props.size)}px`);
    if (props.weight) text.push(`font-weight:${number(props.weight)}`);
    if (["middle", "end"].includes(props.anchor)) text.push(`text-anchor:${props.anchor}`);
    if (props.family === "monospace") text.push("font-family:ui-monospace,'DejaVu Sans Mono',monospace");
    if (shape.length) rules.push(`${at} .${cls}{${shape.join(";")}}`);
    if (text.length) rules.push(`${at} text.${cls}{${text.join(";")}}`);
    if (props.text) rules.push(`${at} .${cls}+.kv-pill-text{fill:${colour(props.text)}}`);
    if (props.halo)
      rules.push(`${at} .${cls}.kv-halo{stroke:${colour(props.halo)};stroke-width:${number(props.width) + 4}px}`);
  }
  return rules.join("\n");
}

/** A name for a theme's scope: films of one theme share it, and two themes on a page keep apart. */
function scopeOf(theme) {
  let hash = 7;
  for (const letter of JSON.stringify(theme)) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return `kv-${hash.toString(36)}`;
}

// -------------------------------------------------------------------------------------------------- the stage

function draw(tag, attributes = {}, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

/** The picture: keeps one node per mark id, and carries it from frame to frame. */
class Stage {
  constructor(svg, haloed) {
    this.svg = svg;
    this.haloed = haloed;
    this.layers = Object.fromEntries([...LAYERS, "flights"].map((layer) => [layer, svg.appendChild(draw("g"))]));
    this.nodes = new Map();
    this.marks = new Map();
    this.request = 0;
    this.settle = () => {};
  }

  /** Go to these marks in `ms`; zero jumps, and then what flies is drawn half-way, standing still. */
  show(marks, effects, ms) {
    cancelAnimationFrame(this.request);
    this.settle();
    const { moves, arrivals, departures } = this.reconcile(marks, ms > 0);
    const flights = effects.map((effect) => this.flight(effect, marks)).filter(Boolean);
    const arrive = flights.length ? (t) => clamp((t - 0.6) / 0.4, 0, 1) : ease;
    const frame = (t) => {
      const done = ease(t);
      for (const move of moves) place(move.node, tweened(move, done));
      for (const node of arrivals) node.style.opacity = arrive(t);
      for (const node of departures) node.style.opacity = 1 - done;
      for (const flight of flights) flight.put(done);
    };
    this.settle = () => {
      this.settle = () => {};
      for (const move of moves) place(move.node, move.to);
      for (const node of arrivals) node.style.opacity = "";
      for (const node of departures) node.remove();
      if (ms) this.layers.flights.replaceChildren();
      this.svg.removeAttribute("data-moving");
    };
    if (!ms) {
      for (const flight of flights) flight.put(PILL_AT_REST);
      this.settle();
      return;
    }
    this.svg.setAttribute("data-moving", "");
    let start;
    const tick = (now) => {
      start ??= now;
      const t = clamp((now - start) / ms, 0, 1);
      frame(t);
      if (t < 1) this.request = requestAnimationFrame(tick);
      else this.settle();
    };
    frame(0);
    this.request = requestAnimationFrame(tick);
  }

  /** Make, change and take away nodes until they are those of `marks`; tell which of them have a way to go. */
  reconcile(marks, moving) {
    const before = this.marks;
    const moves = [];
    const arrivals = new Set();
    const departures = [];
    const parted = (id) => !this.stays(id, marks);
    for (const [id, mark] of before) {
      if (!parted(id)) continue;
      const node = this.nodes.get(id);
      this.nodes.delete(id);
      if (before.has(mark.p) && parted(mark.p)) continue;
      if (moving && !marks.has(id)) departures.push(node);
      else node.remove();
    }
    let made = false;
    for (const [id, mark] of marks) {
      if (!GEOMETRY[mark.k]) continue;
      const node = this.nodes.get(id);
      const old = before.get(id);
      if (node && old === mark) continue;
      if (node) {
        dress(node, mark, old);
        if (moving && NUMBERS.some((key) => old[key] !== mark[key])) moves.push({ node, from: old, to: mark });
        else place(node, mark);
      } else {
        const born = this.make(id, mark);
        made = true;
        if (moving && !arrivals.has(born.parentNode)) arrivals.add(born);
      }
    }
    if (made) this.sort(marks);
    this.layers.flights.replaceChildren();
    this.marks = marks;
    return { moves, arrivals, departures };
  }

  /** A mark keeps its node while it is drawn the same way in the same place of the tree. */
  stays(id, marks) {
    const [old, mark] = [this.marks.get(id), marks.get(id)];
    if (!old || !mark) return old === mark;
    const same = old.k === mark.k && old.p === mark.p && old.z === mark.z && this.hasHalo(old) === this.hasHalo(mark);
    return same && (mark.p === undefined || this.stays(mark.p, marks));
  }

  hasHalo(mark) {
    return mark.k === "line" && String(mark.c).split(" ").some((cls) => this.haloed.has(cls));
  }

  make(id, mark) {
    const haloed = this.hasHalo(mark);
    const node = draw(haloed ? "g" : mark.k);
    node.shapes = haloed ? [node.appendChild(draw("line")), node.appendChild(draw("line"))] : [node];
    node.kind = mark.k;
    dress(node, mark, {});
    place(node, mark);
    this.nodes.set(id, node);
    this.home(mark).append(node);
    return node;
  }

  home(mark) {
    return this.nodes.get(mark.p) ?? this.layers[mark.z] ?? this.layers.chip;
  }

  /** Put siblings into the order of the marks, so that a step looks the same from wherever one comes. */
  sort(marks) {
    const last = new Map();
    for (const [id, mark] of marks) {
      const node = this.nodes.get(id);
      if (!node) continue;
      const home = node.parentNode;
      const before = last.get(home);
      const next = before ? before.nextSibling : home.firstChild;
      if (next !== node) home.insertBefore(node, next);
      last.set(home, node);
    }
  }

  /** One traveller with its trail: `put(t)` places it on its way. */
  flight(effect, marks) {
    const [from, to] = [effect.a, effect.b].map((id) => extent(id, marks));
    if (!from || !to) return null;
    const [a, b] = [border(from, to), border(to, from)];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = Math.hypot(dx, dy) || 1;
    const bend = Math.min(60, length * 0.15);
    const via = { x: (a.x + b.x) / 2 - (dy / length) * bend, y: (a.y + b.y) / 2 + (dx / length) * bend };
    const cls = String(effect.c ?? "");
    const way = `M${number(a.x)} ${number(a.y)}Q${number(via.x)} ${number(via.y)} ${number(b.x)} ${number(b.y)}`;
    const pill = draw("g", { class: "kv-pill" });
    this.layers.flights.append(draw("path", { class: `${cls} kv-trail`, d: way }), pill);
    const text = String(effect.t ?? "");
    if (text) {
      const shape = pill.appendChild(draw("rect", { class: cls }));
      const label = pill.appendChild(draw("text", { class: "kv-pill-text" }, text));
      const width = Math.max(26, label.getComputedTextLength() + 18);
      for (const [key, value] of Object.entries({ x: -width / 2, y: -14, width, height: 28 }))
        shape.setAttribute(key, number(value));
    } else pill.append(draw("circle", { class: cls, r: 8 }));
    const put = (t) => {
      const at = (key) => number((1 - t) ** 2 * a[key] + 2 * (1 - t) * t * via[key] + t * t * b[key]);
      pill.setAttribute("transform", `translate(${at("x")},${at("y")})`);
    };
    return { put };
  }
}

/** Give a node what is not geometry: classes, text, path, tooltip. */
function dress(node, mark, old) {
  if (mark.c !== old.c) {
    const [under, over] = node.shapes.length > 1 ? node.shapes : [null, node];
    over.setAttribute("class", mark.c ?? "");
    under?.setAttribute("class", `${mark.c} kv-halo`);
  }
  if (mark.k === "text" && mark.t !== old.t) node.textContent = mark.t ?? "";
  if (mark.k === "path" && mark.d !== old.d) node.setAttribute("d", mark.d ?? "");
  if (mark.ti !== old.ti || (mark.k === "text" && mark.ti)) {
    node.querySelector(":scope>title")?.remove();
    if (mark.ti) node.prepend(draw("title", {}, mark.ti));
  }
}

function place(node, mark) {
  const names = GEOMETRY[node.kind];
  for (const shape of node.shapes)
    for (const [key, name] of Object.entries(names))
      if (mark[key] !== undefined) {
        if (name === "rx") shape.style.rx = `${number(mark.r)}px`;
        else shape.setAttribute(name, key === "w" || key === "h" ? Math.max(0, number(mark[key])) : number(mark[key]));
      }
  if (!names.x) node.setAttribute("transform", `translate(${number(mark.x)},${number(mark.y)})`);
  if (mark.o === undefined) node.removeAttribute("opacity");
  else node.setAttribute("opacity", clamp(mark.o, 0, 1));
}

function tweened({ from, to }, done) {
  const mark = {};
  for (const key of NUMBERS) {
    const rest = key === "o" ? 1 : 0;
    const [a, b] = [from[key] ?? rest, to[key] ?? rest];
    if (from[key] !== undefined || to[key] !== undefined) mark[key] = a + (b - a) * done;
  }
  if (mark.o !== undefined) mark.o = Math.round(mark.o * 100) / 100;
  return mark;
}

/** The middle and half the size of a mark, in the picture's own units. */
function extent(id, marks) {
  let mark = marks.get(id);
  if (!mark) return null;
  const [w, h] = [(mark.w ?? 0) / 2, (mark.h ?? 0) / 2];
  let [x, y] = [w, h];
  if (mark.k === "line") [x, y] = [(mark.x2 - mark.x) / 2, (mark.y2 - mark.y) / 2];
  for (; mark; mark = marks.get(mark.p)) [x, y] = [x + (mark.x ?? 0), y + (mark.y ?? 0)];
  return { x, y, w, h };
}

/** Where the straight way from one box to another leaves it: what flies must not hide the writing inside. */
function border(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const part = Math.min(from.w / Math.abs(dx || 1e-9), from.h / Math.abs(dy || 1e-9), 0.45);
  return { x: from.x + dx * part, y: from.y + dy * part };
}

// -------------------------------------------------------------------------------------------------- the clock

/** The films a model shows in step: one, or two side by side. */
const filmsOf = (model) => model.get("films") ?? [model.get("film")];
const stepCount = (model) => Math.max(...filmsOf(model).map(({ steps }) => steps.length));
const gatesOf = (model) => filmsOf(model).flatMap(({ gates }) => gates ?? []);

/** The question that is open and comes first, by its number, or -1. */
function openGate(model) {
  const gates = gatesOf(model);
  const answers = model.get("answers") ?? {};
  return gates.reduce((first, { step }, n) => {
    return n in answers || (first >= 0 && gates[first].step <= step) ? first : n;
  }, -1);
}

/** The last step that may be seen: a film stops in front of an open question. */
function reach(model) {
  const gate = gatesOf(model)[openGate(model)];
  return gate ? gate.step - 1 : stepCount(model) - 1;
}

function put(model, state) {
  for (const [key, value] of Object.entries(state)) model.set(key, value);
  model.save_changes();
}

/** One clock per model, however many views show it: while it plays, the index walks on. */
function initialize({ model }) {
  let timer = 0;
  const walk = () => {
    const index = model.get("index") + 1;
    if (index > reach(model)) return put(model, { playing: false });
    put(model, { index });
    const letters = filmsOf(model).map(({ steps }) => (steps[index]?.cap ?? "").length);
    const reading = READ_MS_PER_LETTER * letters.reduce((sum, count) => sum + count);
    timer = setTimeout(walk, Math.max(STEP_MS, reading) / model.get("speed"));
  };
  const turn = () => {
    clearTimeout(timer);
    if (!model.get("playing")) return;
    if (model.get("index") < reach(model) || openGate(model) >= 0) return walk();
    put(model, { index: 0 });
    timer = setTimeout(walk, STEP_MS / model.get("speed"));
  };
  model.on("change:playing", turn);
  turn();
  return () => clearTimeout(timer);
}

// --------------------------------------------------------------------------------------------------- the view

const KEYS = [
  { keys: ["ArrowRight", "l", "PageDown"], shown: "→ l", does: "one step on", act: (view) => view.go(view.index + 1) },
  { keys: ["ArrowLeft", "j", "PageUp"], shown: "← j", does: "one step back", act: (view) => view.go(view.index - 1) },
  { keys: [" ", "k"], shown: "Space k", does: "play or pause", act: (view) => view.toggle() },
  { keys: ["Home"], shown: "Home", does: "first step", act: (view) => view.go(0) },
  { keys: ["End"], shown: "End", does: "last step", act: (view) => view.go(Infinity) },
  { keys: ["+", "="], shown: "+", does: "faster", act: (view) => view.hurry(1) },
  { keys: ["-"], shown: "−", does: "slower", act: (view) => view.hurry(-1) },
  { keys: ["]"], shown: "]", does: "next lens", act: (view) => view.look(1) },
  { keys: ["["], shown: "[", does: "lens before", act: (view) => view.look(-1) },
  { keys: ["?"], shown: "?", does: "this help", act: (view) => view.help.toggleAttribute("open") },
];

function element(tag, cls, attributes = {}, ...children) {
  const node = document.createElement(tag);
  if (cls) node.className = cls;
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function clockText(ms) {
  return ms > 0 && ms < 1000 ? `${ms} ms` : `${Math.round(ms) / 1000} s`;
}

/** One film on the screen: its picture, and what is said about the step it shows. */
class Panel {
  constructor(film, headed) {
    this.film = film;
    this.tracks = new Map(film.lenses.map((lens) => [lens, new Track(film.tracks[lens])]));
    const [width, height] = film.size.map(number);
    this.svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", class: "kv-picture" });
    const haloed = Object.entries(film.theme.classes ?? {}).filter(([, props]) => props.halo);
    this.stage = new Stage(this.svg, new Set(haloed.map(([cls]) => cls)));
    this.caption = element("div", "kv-caption", { "aria-live": "polite" });
    this.diff = element("ul", "kv-diff", { "aria-label": headed ? `What changed: ${film.title}` : "What changed" });
    this.screen = element("div", "kv-screen", {}, this.svg);
    this.screen.style.aspectRatio = `${width} / ${height}`;
    this.over = element("span", "kv-over", {}, "ends here");
    const heading = element("div", "kv-heading", {}, element("span", "kv-name", {}, film.title), this.over);
    this.root = element("div", "kv-panel", {}, ...(headed ? [heading] : []), this.screen, this.caption);
    if (headed) for (const [key, value] of [["role", "group"], ["aria-label", film.title]]) this.root.setAttribute(key, value);
  }

  /** Show a step, in `ms`; zero jumps. A film that is over stays at its end. */
  show(index, lens, ms) {
    const { steps, title } = this.film;
    const at = Math.min(index, steps.length - 1);
    const step = steps[at];
    if (this.at !== at || this.lens !== lens) {
      const onward = this.lens === lens && at === this.at + 1;
      const effects = onward || !ms ? (this.film.tracks[lens][at].fx ?? []) : [];
      this.stage.show(this.tracks.get(lens).at(at), effects, ms);
    }
    if (this.at !== at) {
      this.caption.replaceChildren(...captionParts(step));
      this.diff.replaceChildren(...(step.diff ?? []).map((line) => element("li", "", {}, line)));
    }
    this.over.hidden = index < steps.length;
    this.svg.setAttribute("aria-label", `${title}, ${lens}, step ${at + 1} of ${steps.length}: ${step.cap}`);
    [this.at, this.lens] = [at, lens];
  }

  /** What the longest captions look like. */
  longest() {
    const length = ({ cap = "", why = "" }) => cap.length + why.length;
    return [...this.film.steps].sort((a, b) => length(b) - length(a)).slice(0, 4).map(captionParts);
  }
}

class View {
  constructor(model, el, theme) {
    this.model = model;
    this.films = filmsOf(model);
    this.count = stepCount(model);
    this.panels = this.films.map((film) => new Panel(film, this.films.length > 1));
    this.lenses = this.films[0].lenses.filter((lens) => this.panels.every(({ tracks }) => tracks.has(lens)));
    this.timed = this.films.length === 1 && this.films[0].steps.some(({ ms }) => ms > 0);
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.build(theme);
    el.append(this.root);
    this.resizing = new ResizeObserver(() => this.reserve());
    this.resizing.observe(this.root);
    this.show(false);
  }

  get index() {
    return clamp(this.model.get("index"), 0, reach(this.model));
  }

  get lens() {
    const lens = this.model.get("lens");
    return this.lenses.includes(lens) ? lens : this.lenses[0];
  }

  build(theme) {
    const [{ theme: look }] = this.films;
    const scope = scopeOf(look);
    const gates = gatesOf(this.model);
    const label = this.films.map(({ title }) => title).join(" | ");
    this.root = element("div", `kv ${scope}`, {
      tabindex: 0, role: "group", "aria-roledescription": "film", "aria-label": label, "data-lm-suppress-shortcuts": "true",
    });
    if (theme) this.root.dataset.theme = theme;
    this.root.classList.toggle("kv-pair", this.films.length > 1);
    const sheet = element("style");
    sheet.textContent = stylesheet(look, scope);
    this.asking = element("div", "kv-asking", { "aria-live": "polite" });
    this.asking.hidden = !gates.length;
    // One picture has the question beside its caption, where the least room is lost; two have it below.
    const [panel] = this.panels;
    const said = element("div", "kv-said");
    if (this.films.length === 1) panel.root.append(said);
    said.append(...(this.films.length === 1 ? [panel.caption] : []), this.asking);
    const panels = element("div", "kv-panels", {}, ...this.panels.map(({ root }) => root));
    const main = element("div", "kv-main", {}, this.head(), panels, ...(this.films.length > 1 ? [said] : []), this.bar());
    const diffs = element("div", "kv-diffs", {}, ...this.panels.map(({ diff }) => diff));
    this.root.append(sheet, main, diffs, element("div", "kv-more", {}, this.eventList(), this.keyHelp()));
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  head() {
    this.lensButtons = this.lenses.map((lens, i) => {
      const button = element("button", "kv-lens", { type: "button", title: `Lens ${lens} (${i + 1})` }, lens);
      button.addEventListener("click", () => put(this.model, { lens }));
      return button;
    });
    const group = element("div", "kv-lenses", { role: "group", "aria-label": "Lens" }, ...this.lensButtons);
    group.hidden = this.lenses.length < 2;
    const title = this.films.length > 1 ? "" : this.films[0].title;
    return element("div", "kv-head", {}, element("span", "kv-title", {}, title), group);
  }

  bar() {
    const button = (icon, label, act) => {
      const picture = draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
      picture.append(draw("path", { d: ICONS[icon] }));
      const node = element("button", `kv-button kv-${icon}`, { type: "button", "aria-label": label, title: label }, picture);
      node.addEventListener("click", act);
      return node;
    };
    const last = this.count - 1;
    this.range = element("input", "kv-range", { type: "range", min: 0, max: last, step: 1, "aria-label": "Step" });
    this.range.addEventListener("input", () => this.scrub(Number(this.range.value)));
    this.counter = element("span", "kv-count");
    this.speed = element("select", "kv-speed", { "aria-label": "Speed", title: "Speed (+ and −)" });
    this.speed.append(...SPEEDS.map((speed) => element("option", "", { value: speed }, `${speed}×`)));
    this.speed.addEventListener("change", () => put(this.model, { speed: Number(this.speed.value) }));
    this.play = button("play", "Play (Space)", () => this.toggle());
    return element(
      "div", "kv-bar", { role: "toolbar", "aria-label": "Film" },
      button("first", "First step (Home)", () => this.go(0)),
      button("back", "One step back (←)", () => this.go(this.index - 1)),
      this.play,
      button("forward", "One step on (→)", () => this.go(this.index + 1)),
      button("last", "Last step (End)", () => this.go(Infinity)),
      this.range, this.counter, this.speed,
    );
  }

  /** The list of steps is made when it is first opened: a film may have a thousand. */
  eventList() {
    const list = element("ol", "kv-list");
    const summary = element("summary", "", {}, `All ${this.count} steps`);
    this.events = element("details", "kv-events", {}, summary, list);
    this.events.addEventListener("toggle", () => {
      for (let i = list.children.length; i < this.count; i += 1) {
        const row = element("button", "kv-row", { type: "button" });
        row.addEventListener("click", () => this.go(i));
        list.append(element("li", "", {}, row));
      }
      this.mark();
    });
    return this.events;
  }

  keyHelp() {
    const several = this.lenses.length > 1;
    const entries = KEYS.filter(({ does }) => several || !does.includes("lens")).map(({ shown, does }) => [shown, does]);
    if (several) entries.push([`1…${this.lenses.length}`, "that lens"]);
    const rows = entries.map(([shown, does]) => {
      const keys = shown.split(" ").map((key) => element("kbd", "", {}, key));
      return element("div", "", {}, element("dt", "", {}, ...keys), element("dd", "", {}, does));
    });
    this.help = element("details", "kv-help", {}, element("summary", "", {}, "Keys"), element("dl", "", {}, ...rows));
    return this.help;
  }

  // ----- what a person does

  scrub(index) {
    put(this.model, { playing: false, index: clamp(index, 0, reach(this.model)) });
    this.range.value = this.index;
  }

  /** Go to a step; who is held up on the way is taken to the question. */
  go(index) {
    this.scrub(index);
    if (index > reach(this.model)) this.face();
  }

  toggle() {
    if (this.asked >= 0 && !this.model.get("playing")) return this.face();
    put(this.model, { playing: !this.model.get("playing") });
  }

  face() {
    this.asking.querySelector("input")?.focus();
  }

  /** Keep what was chosen, or null where nobody had to choose, and go on to see. */
  answer(option) {
    const gate = gatesOf(this.model)[this.asked];
    const answers = { ...this.model.get("answers"), [this.asked]: option };
    put(this.model, { answers, playing: false, index: gate.step });
    this.root.focus({ preventScroll: true });
  }

  hurry(by) {
    const at = SPEEDS.indexOf(this.model.get("speed"));
    put(this.model, { speed: SPEEDS[clamp(at + by, 0, SPEEDS.length - 1)] });
  }

  look(by) {
    const at = this.lenses.indexOf(this.lens) + by + this.lenses.length;
    put(this.model, { lens: this.lenses[at % this.lenses.length] });
  }

  key(event) {
    if (this.asking.contains(event.target)) {
      event.stopPropagation();
      if (event.key === "Escape") this.root.focus({ preventScroll: true });
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
    const onButton = ["BUTTON", "SUMMARY"].includes(event.target.tagName);
    const entry = KEYS.find(({ keys }) => keys.includes(event.key));
    const lens = /^[1-9]$/.test(event.key) ? this.lenses[Number(event.key) - 1] : undefined;
    if (!entry && !lens) return;
    event.stopPropagation();
    if (event.key === " " && onButton) return;
    event.preventDefault();
    if (lens) put(this.model, { lens });
    else entry.act(this);
  }

  // ----- what the model says

  /** Draw the step the model is at; `was` tells where the picture comes from. */
  show(was) {
    const [index, lens, playing] = [this.index, this.lens, this.model.get("playing")];
    const forward = was && was.lens === lens && index === was.index + 1;
    const speed = this.model.get("speed");
    const pace = forward ? MOVE_MS.forward / (playing ? speed : Math.max(1, speed)) : MOVE_MS.jump;
    for (const panel of this.panels) {
      panel.caption.setAttribute("aria-live", playing ? "off" : "polite");
      panel.show(index, lens, this.calm.matches || !was ? 0 : pace);
    }
    this.root.dataset.step = index;
    this.ask(index);
    const { ms = 0 } = this.films[0].steps[index] ?? {};
    this.range.value = index;
    this.range.setAttribute("aria-valuetext", `step ${index + 1} of ${this.count}`);
    this.counter.textContent = `${index + 1} / ${this.count}${this.timed ? ` · ${clockText(ms)}` : ""}`;
    this.speed.value = String(speed);
    this.play.querySelector("path").setAttribute("d", ICONS[playing ? "pause" : "play"]);
    for (const key of ["aria-label", "title"]) this.play.setAttribute(key, playing ? "Pause (Space)" : "Play (Space)");
    for (const [i, button] of this.lensButtons.entries())
      button.setAttribute("aria-pressed", String(this.lenses[i] === lens));
    this.mark();
    this.was = { index, lens };
  }

  /** Ask the question that stands before the next step, or compare what was said with what came. */
  ask(index) {
    const gates = gatesOf(this.model);
    const answers = this.model.get("answers") ?? {};
    const open = openGate(this.model);
    const asked = gates[open]?.step === index + 1 ? open : -1;
    const revealed = gates.map((_, n) => n).filter((n) => n in answers && gates[n].step === index);
    const now = `${asked} ${revealed}`;
    if (this.now === now) return;
    [this.asked, this.now] = [asked, now];
    this.asking.replaceChildren(
      ...revealed.map((n) => reveal(gates[n], answers[n])),
      ...(asked < 0 ? [] : [question(gates[asked], (option) => this.answer(option))]),
    );
  }

  mark() {
    if (!this.events.open) return;
    const end = reach(this.model);
    for (const [i, row] of [...this.events.querySelectorAll("button")].entries()) {
      const told = this.films.map(({ steps }) => steps[i]?.cap).filter(Boolean).join(" | ");
      row.textContent = `${i + 1}. ${i > end ? "…" : told}`;
      row.disabled = i > end;
      if (i !== this.index) row.removeAttribute("aria-current");
      else {
        row.setAttribute("aria-current", "step");
        const list = row.closest("ol");
        list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
      }
    }
  }

  /** Keep room for the longest caption and question, so that the buttons below stay under the finger. */
  reserve() {
    const width = this.root.clientWidth;
    if (!width || width === this.reserved) return;
    this.reserved = width;
    for (const panel of this.panels) keepRoom(panel.caption, panel.longest());
    const wrong = ({ options, answer }) => (answer + 1) % options.length;
    const asked = gatesOf(this.model).flatMap((gate) => [question(gate, () => {}), reveal(gate, wrong(gate))]);
    keepRoom(this.asking, asked.map((node) => [node]));
  }

  remove() {
    this.resizing.disconnect();
    this.root.remove();
  }
}

function captionParts({ cap = "", why = "", duty = "" }) {
  const parts = [element("p", "kv-cap", {}, cap)];
  if (duty) parts[0].prepend(element("span", "kv-duty", {}, duty), " ");
  if (why) parts.push(element("p", "kv-why", {}, why));
  return parts;
}

/** Make a place as high as the highest of what it will hold. */
function keepRoom(place, contents) {
  if (!contents.length) return;
  const probe = place.cloneNode(false);
  probe.classList.add("kv-probe");
  for (const [key, value] of [["aria-hidden", "true"], ["aria-live", "off"]]) probe.setAttribute(key, value);
  probe.style.minHeight = "";
  probe.style.width = `${place.clientWidth}px`;
  place.after(probe);
  const heights = contents.map((content) => {
    probe.replaceChildren(...content);
    return probe.offsetHeight;
  });
  probe.remove();
  place.style.minHeight = `${Math.max(...heights)}px`;
}

/** A question as a form: one choice, and two ways on. */
function question(gate, answer) {
  const options = gate.options.map((option, i) =>
    element("label", "kv-option", {}, element("input", "", { type: "radio", name: "option", value: i, required: "" }), option));
  const commit = element("button", "kv-commit", { type: "submit" }, "Commit");
  const unlock = element("button", "kv-unlock", { type: "button" }, "show without answering");
  unlock.addEventListener("click", () => answer(null));
  const legend = element("legend", "kv-question", {}, gate.question);
  const form = element(
    "form", "kv-gate", {},
    element("fieldset", "", {}, legend, element("div", "kv-options", {}, ...options)),
    element("div", "kv-ways", {}, commit, unlock),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer(Number(new FormData(form).get("option")));
  });
  return form;
}

/** What came, beside what was said. */
function reveal({ options, answer, because = "" }, said) {
  const right = options[answer];
  const words =
    said === null ? `It was: ${right}.`
    : said === answer ? `✓ You said ${right}, and so it was.`
    : `✗ You said ${options[said]}; it was ${right}.`;
  const node = element("div", "kv-reveal", {}, element("p", "kv-verdict", {}, words));
  if (because) node.append(element("p", "kv-because", {}, because));
  return node;
}

/** One view of a model; a model may have several. */
function render({ model, el }) {
  const theme = model.get("theme");
  let view = new View(model, el, theme);
  const show = () => view.show(view.was);
  const again = () => {
    view.remove();
    view = new View(model, el, theme);
  };
  const heard = Object.fromEntries(["index", "lens", "playing", "speed", "answers"].map((key) => [`change:${key}`, show]));
  for (const key of ["film", "films"]) heard[`change:${key}`] = again;
  for (const [event, act] of Object.entries(heard)) model.on(event, act);
  return () => {
    for (const [event, act] of Object.entries(heard)) model.off(event, act);
    view.remove();
  };
}

/** A model for a page without a kernel: keeps its state to itself. */
class PageModel {
  constructor(state) {
    this.state = state;
    this.heard = new Map();
  }

  get(key) {
    return this.state[key];
  }

  set(key, value) {
    if (this.state[key] === value) return;
    this.state[key] = value;
    for (const act of this.heard.get(`change:${key}`) ?? []) act();
  }

  on(event, act) {
    this.heard.set(event, [...(this.heard.get(event) ?? []), act]);
  }

  off(event, act) {
    this.heard.set(event, (this.heard.get(event) ?? []).filter((other) => other !== act));
  }

  save_changes() {}
}

/** Show a film in a page of its own: the keyboard works at once, wherever the focus is. */
export function open(state, el) {
  const model = new PageModel({ index: 0, playing: false, speed: 1, answers: {}, theme: "auto", ...state });
  initialize({ model });
  render({ model, el });
  const root = el.querySelector(".kv");
  document.addEventListener("keydown", (event) => {
    if (root.contains(event.target)) return;
    if (!root.dispatchEvent(new KeyboardEvent("keydown", event))) event.preventDefault();
  });
  root.focus({ preventScroll: true });
}

export default { initialize, render };
