// One view of a film: pictures, words and controls, put together, and the keys.

import { Bar } from "./bar.js";
import { SPEEDS, clockOf } from "./clock.js";
import { button, element } from "./dom.js";
import { Drawer } from "./drawer.js";
import { footnotes } from "./foot.js";
import { KEYS } from "./keys.js";
import { Lamps } from "./lamps.js";
import { Landing, roomOf } from "./landing.js";
import { Legend } from "./legend.js";
import { Menu } from "./menu.js";
import { MOST, Panel } from "./panel.js";
import { onPaper } from "./paper.js";
import { put } from "./programme.js";
import { Said } from "./said.js";
import { scopeOf, stylesheet } from "./theme.js";
import { clamp } from "./way.js";

const NOTICE_MS = 6000;
/** Where somebody writes or chooses, keys are theirs. */
const WRITING = "input, textarea, select, [contenteditable]:not([contenteditable=false])";
const GAP = 16;
const EDGES = 4;
/** Words get so much more of what the pictures leave. */
const MOST_WORDS = 40;
/** How wide a window is in which words are as large as a page's. */
const AT_HOME = 1020;
/** So large the words are before the picture grows, so that the last row reads a headline of 26 px. */
const LEAST_WORDS = 1.46;

export class View {
  /** Which of two films is seen where there is room for one. */
  side = 0;

  /** @param {Model} model */
  constructor(model, el) {
    const clock = clockOf(model);
    const { programme } = clock;
    const { films, lenses, count } = programme;
    const scope = scopeOf(films[0].theme);
    const theme = model.get("theme");
    this.model = model;
    this.clock = clock;
    this.programme = programme;
    this.lenses = lenses;
    this.bright = matchMedia("(prefers-contrast: more), (forced-colors: active)");
    this.panels = films.map((_, n) => new Panel(programme, n, (id, node) => this.act(n, id, node)));
    this.root = element("div", `kv ${scope}${films.length > 1 ? " kv-pair" : ""}`, {
      tabindex: 0, role: "group", "aria-roledescription": "film", "aria-label": films.map(({ title }) => title).join(" | "),
      "data-lm-suppress-shortcuts": "true", ...(theme ? { "data-theme": theme } : {}),
    });
    this.tabs = lenses.map((lens, n) => button("kv-lens", lens, () => put(model, { lens }), { title: `Lens ${lens} (${n + 1})` }));
    const tabs = element("div", "kv-lenses", { role: "group", "aria-label": "Lens" }, ...this.tabs);
    tabs.hidden = lenses.length < 2;
    const title = films.length > 1 ? "" : films[0].title;
    this.notice = element("p", "kv-notice", { role: "status" });
    this.stand = element("div", "kv-panels", {}, ...this.panels.map(({ root }) => root), this.notice);
    this.menu = new Menu(model, this.stand, this.root, (sentence) => this.tell(sentence));
    const name = [...films[0].title];
    const same = name.lastIndexOf(" ", name.findIndex((letter, n) => letter !== films[1]?.title[n]) - 1) + 1;
    this.sides = films.map(({ title }, n) => button(
      "kv-side", ["AB"[n], ": ", element("span", "kv-alike", {}, title.slice(0, same)), title.slice(same)],
      () => this.turn(n), { title: `${title} (x)` },
    ));
    const sides = element("div", "kv-sides", { role: "group", "aria-label": "Film" }, ...this.sides);
    this.drawer = new Drawer(this.root, () => this.words);
    const head = element("div", "kv-head", {}, ...(title ? [element("span", "kv-title", { title }, title)] : [sides]), this.menu.branches, this.drawer.tab, tabs);
    this.said = new Said(clock, (option) => this.answer(option));
    this.bar = new Bar(clock, this);
    this.lamps = new Lamps(clock);
    this.words = this.lamps.root.hidden ? this.said.root : element("div", "kv-lit", {}, this.said.root, this.lamps.root);
    this.main = element("div", "kv-main", {}, head, this.stand, this.words, this.bar.root);
    this.signs = new Legend(programme, this.root);
    this.legend = this.signs.root;
    this.words.append(this.signs.sign);
    this.list = element("ol", "kv-list");
    this.events = element("details", "kv-events", {}, element("summary", "", {}, count === 1 ? "1 step" : `All ${count} steps`), this.list);
    this.events.addEventListener("toggle", () => this.mark());
    const rows = KEYS.filter(([, shown]) => shown).map(([, shown, does]) =>
      element("div", "", {}, element("dt", "", {}, ...shown.split(" ").map((key) => element("kbd", "", {}, key))), element("dd", "", {}, does)));
    this.help = element("details", "kv-help", {}, element("summary", "", {}, "Keys"), element("dl", "", {}, ...rows));
    this.foot = footnotes(films);
    this.more = element("div", "kv-more", {}, this.legend, element("div", "kv-tail", {}, this.events, this.help, this.foot));
    this.paper = element("div", "kv-paper");
    this.root.append(element("style", "", {}, stylesheet(films[0].theme, scope)), this.main, this.more, this.paper);
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("pointerdown", ({ target }) => this.menu.root?.contains(target) || this.menu.close());
    this.root.dataset.side = String(this.side);
    this.show = this.show.bind(this);
    this.print = ({ type }) => this.paper.replaceChildren(...(type === "beforeprint" ? onPaper(this) : []));
    for (const event of ["beforeprint", "afterprint"]) addEventListener(event, this.print);
    el.append(this.root);
    this.resizing = new ResizeObserver(() => this.fit());
    this.resizing.observe(this.root);
    this.menu.tree();
    clock.join(this.show);
    this.show();
    this.landing = new Landing(model, this.root);
  }

  /** Who goes on reads what is said; who is held up on the way is taken to the question. */
  went(held) {
    this.menu.close();
    this.drawer.turn(false);
    if (held) this.said.face();
  }

  go(position, ms = Infinity) {
    this.went(this.clock.go(position, ms));
  }

  step(by) {
    this.went(this.clock.step(by));
  }

  toggle() {
    this.went();
    if (this.clock.playing) this.clock.pause();
    else if (this.clock.asked >= 0) this.said.face();
    else if (this.clock.read === this.programme.reach && this.programme.open >= 0) this.step(1);
    else this.clock.play();
  }

  broken() {
    if (this.programme.broken >= 0) this.go(this.programme.broken);
  }

  /** Keep what was chosen, or null where nobody had to choose, and play what comes. */
  answer(option) {
    const { asked, programme } = this.clock;
    // Python hears the answer and the step it leads to together.
    this.model.set("answers", { ...programme.answers, [asked]: option });
    this.clock.watch(programme.gates[asked]);
    this.root.focus({ preventScroll: true });
  }

  hurry(by) {
    const at = SPEEDS.indexOf(this.model.get("speed"));
    put(this.model, { speed: SPEEDS[clamp(at + by, 0, SPEEDS.length - 1)] });
  }

  look(by) {
    const at = this.lenses.indexOf(this.programme.lens) + by + this.lenses.length;
    put(this.model, { lens: this.lenses[at % this.lenses.length] });
  }

  /** Show the other film, or one of them, where there is room for one. */
  turn(side = 1 - this.side) {
    this.side = side;
    this.root.dataset.side = String(side);
    this.fit();
    this.said.fold();
  }

  act(film, id, node) {
    if (this.clock.playing) this.clock.pause();
    this.menu.open(id, this.programme.step(film, this.clock.position), node);
  }

  key(event) {
    const { target, key } = event;
    if (target.closest(WRITING) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    if (key === "Escape" && this.menu.root) return this.menu.close(true);
    if (key === "Escape") return this.root.focus({ preventScroll: true });
    if (event.defaultPrevented || this.menu.root?.contains(target)) return;
    const entry = KEYS.find(([keys]) => keys.includes(key));
    const number = "123456789".includes(key);
    if ((!entry && !number) || (key === " " && target.closest("button, summary"))) return;
    event.preventDefault();
    if (number) this.choose(key - 1);
    else entry[3](this);
  }

  /** What a number means: where a question is open an answer, and else a lens. */
  choose(n) {
    const { asked, programme } = this.clock;
    if (asked < 0 && this.lenses[n]) put(this.model, { lens: this.lenses[n] });
    else if (asked >= 0 && n < programme.gates[asked].options.length) this.answer(n);
  }

  /** Draw the step and the moment the clock is at; where nothing but time has passed, only what moves. */
  show(passes = false) {
    const { clock, programme } = this;
    if (passes) return [...this.panels, this.bar].forEach((one) => one.pass(clock.ms));
    if (this.lens !== programme.lens) this.relens(programme.lens);
    const bright = this.bright.matches || /contrast/i.test(document.body.dataset.jpThemeName ?? "");
    for (const panel of this.panels) panel.show(clock.position, clock.ms, bright);
    const same = programme.shared > clock.position;
    this.stand.classList.toggle("kv-shared", same);
    this.panels.forEach(({ root }, n) => root.classList.toggle("kv-away", !same && n !== this.side));
    this.sides.forEach((tab, n) => tab.setAttribute("aria-pressed", same || n === this.side));
    this.root.dataset.step = clock.position;
    this.said.show();
    this.lamps.show();
    this.signs.show(clock.position);
    this.bar.show();
    if (this.listed !== clock.position) this.mark();
  }

  /** Another lens: ask for it where it has not come yet. */
  relens(lens) {
    this.lens = lens;
    this.tabs.forEach((tab, n) => tab.setAttribute("aria-pressed", this.lenses[n] === lens));
    if (this.programme.films.some(({ tracks }) => !(lens in tracks))) this.menu.ask({ want: lens });
    this.signs.turn(lens);
    this.place();
  }

  /** Give the pictures the room there is: what has none beside them is folded, first the knobs, then the legend. */
  place() {
    const width = this.main.clientWidth;
    if (!width) return;
    for (const folded of this.drawer.box ? [0, 1, 2] : [0, 2]) {
      this.drawer.cover(folded > 0);
      this.root.classList.toggle("kv-tight", folded > 1);
      if (this.grow(width) >= 0) break;
    }
    this.drawer.show();
    for (const panel of this.panels) panel.want((content) => this.menu.ask(content));
  }

  /** Enlarge pictures and words; returns how much room they leave, less than none where they need more. */
  grow(width) {
    const narrow = Math.max(...this.panels.map(({ track }) => (track.narrow ?? track).size[0]));
    const several = this.panels.length > 1;
    const beside = several && width >= 2 * narrow + GAP;
    const each = beside ? (width - GAP) / 2 : width;
    this.stand.classList.toggle("kv-beside", beside);
    this.root.classList.toggle("kv-one", several && !beside);
    const sizes = this.panels.map((panel) => panel.choose(each));
    const [w, h] = [0, 1].map((n) => Math.max(...sizes.map((size) => size[n])));
    // Words grow with the pictures, or with the window beside narrow ones, as far as the legend stays in sight.
    const all = roomOf(this.root) - EDGES;
    let [scale, room] = [clamp(each / w, 1, MOST), 0];
    const home = width / AT_HOME;
    let unit = Math.max(scale, home);
    this.words.style.height = "";
    for (let tries = 0; tries < 4; tries += 1) {
      this.root.style.setProperty("--u", `${unit}px`);
      const rest = this.main.offsetHeight - this.stand.offsetHeight + this.below + (beside ? 26 * unit : 0);
      room = all - rest;
      if (room >= h * scale) break;
      const words = rest / unit;
      if (unit > scale) unit = clamp((all - h * scale) / words, scale, unit);
      else {
        unit = scale = clamp(all / (h + words), 1, scale);
        unit = clamp((all - h) / words, unit, Math.min(home, LEAST_WORDS));
        scale = clamp((all - words * unit) / h, 1, scale);
      }
    }
    for (const panel of this.panels) panel.fit(each, room);
    const left = all - this.main.offsetHeight - this.below;
    this.words.style.height = `${this.words.offsetHeight + clamp(left, 0, MOST_WORDS * unit)}px`;
    return all + EDGES - Math.max(this.main.offsetHeight, this.legend.offsetTop + this.legend.offsetHeight);
  }

  /** How high that is which stays in sight below the buttons: all of it, or the legend where something is opened. */
  get below() {
    return (this.more.querySelector("[open]") ? this.legend : this.more).offsetHeight;
  }

  fit() {
    this.place();
    this.show();
  }

  /** Mark the present step in the list, which is made when it is first opened: a film may have a thousand. */
  mark() {
    const { programme: { count, reach, told }, clock: { position } } = this;
    if (!this.events.open) return;
    this.listed = position;
    for (let at = this.list.children.length; at < count; at += 1) this.list.append(element("li", "", {}, button("kv-row", "", () => this.go(at))));
    this.list.querySelectorAll("button").forEach((row, at) => {
      row.textContent = `${at + 1}. ${at > reach ? "…" : told.call(this.programme, at).map(({ cap }) => cap).join(" | ")}`;
      row.disabled = at > reach;
      row.removeAttribute("aria-current");
      if (at !== position) return;
      row.setAttribute("aria-current", "step");
      this.list.scrollTop = row.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    });
  }

  /** Say something for a while. */
  tell(sentence) {
    if (this.notice.textContent !== sentence) this.notice.textContent = sentence;
    clearTimeout(this.fading);
    this.fading = setTimeout(() => (this.notice.textContent = ""), NOTICE_MS);
  }

  /** What Python sends beside the film. */
  hear(heard) {
    if (heard.landing) this.landing.hear(heard);
    else this.tell("");
    if (heard.menu) this.menu.hear(heard);
    if (heard.sorry) {
      this.menu.close(true);
      this.tell(heard.sorry);
    }
    if (!heard.track) return;
    this.menu.close();
    this.programme.films.forEach(({ tracks }, n) => (tracks[heard.track] = { ...tracks[heard.track], ...heard.frames[n] }));
    this.lens = "";
    this.fit();
  }

  remove() {
    for (const event of ["beforeprint", "afterprint"]) removeEventListener(event, this.print);
    this.clock.leave(this.show);
    this.resizing.disconnect();
    this.landing.end();
    this.menu.close();
    this.root.remove();
  }
}
