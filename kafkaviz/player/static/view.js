// One view of a film: pictures, words and controls, put together, and the keys.

import { button, element, isWriting } from "./dom.js";
import { Bar } from "./bar.js";
import { Menu, NOBODY, Tree } from "./menu.js";
import { Panel } from "./panel.js";
import { Said } from "./said.js";
import { SPEEDS, clockOf } from "./clock.js";
import { put } from "./programme.js";
import { clamp } from "./way.js";
import { scopeOf, stylesheet } from "./theme.js";

/** @typedef {import("./programme.js").Model} Model */

const NOTICE_MS = 6000;
const GAP = 16;

/** @type {{keys: string[], shown: string, does: string, act: (view: View) => void}[]} */
const KEYS = [
  { keys: ["ArrowRight", "l", "PageDown"], shown: "→ l", does: "one step on", act: (view) => view.step(1) },
  { keys: ["ArrowLeft", "j", "PageUp"], shown: "← j", does: "one step back", act: (view) => view.step(-1) },
  { keys: [" ", "k"], shown: "Space k", does: "play or pause", act: (view) => view.toggle() },
  { keys: ["Home"], shown: "Home", does: "first step", act: (view) => view.go(0, Infinity) },
  { keys: ["End"], shown: "End", does: "last step", act: (view) => view.go(Infinity, Infinity) },
  { keys: ["n"], shown: "n", does: "next interesting step", act: (view) => view.interesting() },
  { keys: ["b"], shown: "b", does: "first broken promise", act: (view) => view.broken() },
  { keys: ["r"], shown: "r", does: "by event or by request", act: (view) => view.bar.by.click() },
  { keys: ["+", "="], shown: "+", does: "faster", act: (view) => view.hurry(1) },
  { keys: ["-"], shown: "−", does: "slower", act: (view) => view.hurry(-1) },
  { keys: ["]"], shown: "]", does: "next lens", act: (view) => view.look(1) },
  { keys: ["["], shown: "[", does: "lens before", act: (view) => view.look(-1) },
  { keys: ["i"], shown: "i", does: "where this is in Kafka", act: (view) => view.said.turn() },
  { keys: ["?"], shown: "?", does: "these keys", act: (view) => view.help.toggleAttribute("open") },
  // A presenter's remote sends these for things that a film does not have; the browser shall not take them either.
  { keys: ["F5", "."], shown: "", does: "", act: () => {} },
];

export class View {
  /** @param {Model} model @param {HTMLElement} el @param {string | undefined} theme */
  constructor(model, el, theme) {
    this.model = model;
    this.clock = clockOf(model);
    this.programme = this.clock.programme;
    const { films, lenses } = this.programme;
    this.lenses = lenses;
    this.panels = films.map((_, n) => new Panel(this.programme, n, (id, node) => this.act(n, id, node)));
    this.bright = matchMedia("(prefers-contrast: more), (forced-colors: active)");
    const scope = scopeOf(films[0].theme);
    const label = films.map(({ title }) => title).join(" | ");
    this.root = element("div", `kv ${scope}`, {
      tabindex: 0, role: "group", "aria-roledescription": "film", "aria-label": label, "data-lm-suppress-shortcuts": "true",
    });
    if (theme) this.root.dataset.theme = theme;
    this.root.classList.toggle("kv-pair", films.length > 1);
    const sheet = element("style");
    sheet.textContent = stylesheet(films[0].theme, scope);
    this.said = new Said(this.clock, (option) => this.answer(option));
    this.bar = new Bar(this.clock, this);
    this.stand = element("div", "kv-panels", {}, ...this.panels.map(({ root }) => root));
    this.menu = new Menu(model, this.stand, () => this.root);
    this.tree = new Tree(model, this.menu);
    this.notice = element("p", "kv-notice", { role: "status" });
    this.stand.append(this.notice);
    this.help = this.keys();
    this.main = element("div", "kv-main", {}, this.head(), this.tree.root, this.stand, this.said.root, this.bar.root);
    this.root.append(sheet, this.main, element("div", "kv-more", {}, this.legend(), this.steps(), this.help));
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("pointerdown", (event) => {
      if (this.menu.root && !this.menu.root.contains(/** @type {Node} */ (event.target))) this.menu.close();
    });
    this.show = this.show.bind(this);
    el.append(this.root);
    this.resizing = new ResizeObserver(() => this.fit());
    this.resizing.observe(this.root);
    this.clock.join(this.show);
    this.fit();
  }

  head() {
    this.tabs = this.lenses.map((lens, n) => button("kv-lens", lens, () => put(this.model, { lens }), { title: `Lens ${lens} (${n + 1})` }));
    const group = element("div", "kv-lenses", { role: "group", "aria-label": "Lens" }, ...this.tabs);
    group.hidden = this.tabs.length < 2;
    const title = this.panels.length > 1 ? "" : this.programme.films[0].title;
    return element("div", "kv-head", {}, element("span", "kv-title", { title }, title), group);
  }

  /** What the signs of a lens mean. */
  legend() {
    this.signs = element("ul", "kv-legend", { "aria-label": "Legend" });
    return this.signs;
  }

  /** The list of steps is made when it is first opened: a film may have a thousand. */
  steps() {
    const list = element("ol", "kv-list");
    this.events = /** @type {HTMLDetailsElement} */ (element("details", "kv-events", {}, element("summary", "", {}, `All ${this.programme.count} steps`), list));
    this.events.addEventListener("toggle", () => {
      for (let at = list.children.length; at < this.programme.count; at += 1) list.append(element("li", "", {}, button("kv-row", "", () => this.go(at, Infinity))));
      this.listed = undefined;
      this.mark();
    });
    return this.events;
  }

  keys() {
    const entries = KEYS.filter(({ shown, does }) => shown && (this.lenses.length > 1 || !does.includes("lens"))).map(({ shown, does }) => [shown, does]);
    if (this.lenses.length > 1) entries.push([`1…${this.lenses.length}`, "that lens"]);
    const rows = entries.map(([shown, does]) =>
      element("div", "", {}, element("dt", "", {}, ...shown.split(" ").map((key) => element("kbd", "", {}, key))), element("dd", "", {}, does)),
    );
    return element("details", "kv-help", {}, element("summary", "", {}, "Keys"), element("dl", "", {}, ...rows));
  }

  // ----- what a person does

  /** Go to a position; who is held up on the way is taken to the question. @param {number} position @param {number} ms */
  go(position, ms) {
    this.menu.close();
    if (this.clock.go(position, ms)) this.said.face();
  }

  /** @param {number} by */
  step(by) {
    this.menu.close();
    if (this.clock.step(by)) this.said.face();
  }

  toggle() {
    this.menu.close();
    if (this.clock.playing) this.clock.pause();
    else if (this.clock.asked >= 0) this.said.face();
    else this.clock.play();
  }

  interesting() {
    this.go(this.programme.interesting(this.clock.position), Infinity);
  }

  broken() {
    if (this.programme.broken >= 0) this.go(this.programme.broken, Infinity);
  }

  /** Keep what was chosen, or null where nobody had to choose, and play what comes. @param {number | null} option */
  answer(option) {
    const { asked } = this.clock;
    const gate = this.programme.gates[asked];
    put(this.model, { answers: { ...this.programme.answers, [asked]: option } });
    this.clock.go(gate.position, 0, gate.position);
    this.root.focus({ preventScroll: true });
  }

  /** @param {number} by */
  hurry(by) {
    const at = SPEEDS.indexOf(this.model.get("speed"));
    put(this.model, { speed: SPEEDS[clamp(at + by, 0, SPEEDS.length - 1)] });
  }

  /** @param {number} by */
  look(by) {
    const at = this.lenses.indexOf(this.programme.lens) + by + this.lenses.length;
    put(this.model, { lens: this.lenses[at % this.lenses.length] });
  }

  /** @param {number} film @param {string} id @param {Element} node */
  act(film, id, node) {
    if (this.clock.playing) this.clock.pause();
    this.menu.open(id, this.programme.step(film, this.clock.position), node);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (isWriting(target)) return;
    if (event.key === "Escape" && (this.menu.root || this.said.root.contains(target))) {
      event.stopPropagation();
      if (this.menu.root) this.menu.close(true);
      else this.root.focus({ preventScroll: true });
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || this.menu.root?.contains(target)) return;
    if (event.defaultPrevented) return event.stopPropagation();
    const entry = KEYS.find(({ keys }) => keys.includes(event.key));
    const lens = /^[1-9]$/.test(event.key) ? this.lenses[Number(event.key) - 1] : undefined;
    if (!entry && !lens) return;
    event.stopPropagation();
    if (event.key === " " && ["BUTTON", "SUMMARY"].includes(target.tagName)) return;
    event.preventDefault();
    if (lens) put(this.model, { lens });
    else entry?.act(this);
  }

  // ----- what the model says

  /** Draw the step and the moment the clock is at. */
  show() {
    const { clock, programme } = this;
    const { lens } = programme;
    if (this.lens !== lens) this.relens(lens);
    for (const panel of this.panels) panel.show(clock.position, clock.ms, this.bright.matches);
    this.stand.classList.toggle("kv-shared", programme.shared > clock.position);
    this.root.dataset.step = String(clock.position);
    this.said.show();
    this.bar.show();
    this.mark();
  }

  /** Another lens: ask for it where it has not come yet. @param {string} lens */
  relens(lens) {
    this.lens = lens;
    this.tabs?.forEach((tab, n) => tab.setAttribute("aria-pressed", String(this.lenses[n] === lens)));
    const missing = this.programme.films.some(({ tracks }) => !(lens in tracks));
    if (missing && !this.menu.ask({ want: lens })) this.tell(NOBODY);
    const lines = this.programme.films[0].legend?.[lens] ?? [];
    this.signs?.replaceChildren(
      ...lines.map(([cls, words]) => element("li", "", {}, element("span", `kv-sign ${cls}`), words)),
    );
    this.fit(false);
  }

  /** Give the pictures the room there is. @param {boolean} [show] */
  fit(show = true) {
    const width = this.main.clientWidth;
    if (!width) return;
    const pair = this.panels.length > 1;
    const narrow = Math.max(...this.panels.map(({ track }) => (track.narrow ?? track).size[0]));
    const beside = pair && width >= 2 * narrow + GAP;
    this.stand.classList.toggle("kv-beside", beside);
    const each = beside ? Math.floor((width - GAP) / 2) : width;
    const taken = this.main.offsetHeight - this.stand.offsetHeight + (pair ? 28 : 0);
    const room = roomOf(this.root) - taken - 20;
    for (const panel of this.panels) panel.fit(each, beside || !pair ? room : room / 2);
    if (show) this.show();
  }

  mark() {
    if (!this.events?.open || this.listed === this.clock.position) return;
    this.listed = this.clock.position;
    const { reach } = this.programme;
    this.events.querySelectorAll("button").forEach((row, at) => {
      row.textContent = `${at + 1}. ${at > reach ? "…" : this.programme.told(at).map(({ cap }) => cap).join(" | ")}`;
      row.disabled = at > reach;
      if (at !== this.listed) return row.removeAttribute("aria-current");
      row.setAttribute("aria-current", "step");
      const list = /** @type {HTMLElement} */ (row.closest("ol"));
      list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
    });
  }

  /** Say something for a while. @param {string} sentence */
  tell(sentence) {
    this.notice.textContent = sentence;
    clearTimeout(this.fading);
    this.fading = setTimeout(() => (this.notice.textContent = ""), NOTICE_MS);
  }

  /** What Python sends beside the film. @param {any} heard */
  hear(heard) {
    if (heard.menu) this.menu.hear(heard);
    if (heard.sorry) {
      this.menu.close(true);
      this.tell(String(heard.sorry));
    }
    if (heard.track) {
      const film = this.programme.films[heard.film ?? 0];
      film.tracks[heard.track] = heard.frames;
      this.lens = "";
      this.clock.tell();
    }
  }

  remove() {
    this.clock.leave(this.show);
    this.resizing.disconnect();
    clearTimeout(this.fading);
    this.menu.close();
    this.root.remove();
  }
}

/** How high the place is in which a film may be seen at once. @param {HTMLElement} root */
function roomOf(root) {
  for (let at = root.parentElement; at && at !== document.body; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at.clientHeight > 300) return Math.min(at.clientHeight, innerHeight);
  return innerHeight;
}
