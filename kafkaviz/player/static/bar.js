// The controls under the picture: buttons, and a time line in chapters.

import { button, element, iconButton, relabel } from "./dom.js";
import { REST_MS } from "./track.js";
import { clamp } from "./way.js";
import { SPEEDS } from "./clock.js";
import { put } from "./programme.js";

/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {{from: number, to: number, start: number, end: number, fill: HTMLElement}} Block */

const MOST_BLOCKS = 240;
const LETTER = 6.8;

/** A line as long as the film plays: a block per step, chapters above, names below. */
export class TimeLine {
  /** @param {Clock} clock @param {(position: number, ms: number) => void} seek */
  constructor(clock, seek) {
    this.clock = clock;
    this.seek = seek;
    this.blocks = /** @type {Block[]} */ ([]);
    this.strip = element("div", "kv-strip");
    this.slider = element("div", "kv-slider", { role: "slider", tabindex: 0, "aria-label": "Step", "aria-valuemin": 1 }, this.strip);
    this.chapters = element("div", "kv-chapters");
    this.names = element("div", "kv-names", { "aria-hidden": "true" });
    this.root = element("div", "kv-line", {}, this.chapters, this.slider, this.names);
    this.slider.addEventListener("pointerdown", (event) => {
      this.slider.setPointerCapture(event.pointerId);
      this.scrub(event);
    });
    this.slider.addEventListener("pointermove", (event) => {
      if (event.buttons && this.slider.hasPointerCapture(event.pointerId)) this.scrub(event);
    });
  }

  /** @param {PointerEvent} event */
  scrub(event) {
    const box = this.slider.getBoundingClientRect();
    const at = clamp((event.clientX - box.left) / (box.width || 1)) * this.whole;
    let position = 0;
    while (position < this.ends.length - 1 && at >= this.ends[position]) position += 1;
    const start = position ? this.ends[position - 1] : 0;
    const part = (at - start) / (this.ends[position] - start || 1);
    this.seek(position, part > 0.96 ? Infinity : part * (this.clock.programme.motion(position) + REST_MS));
  }

  get whole() {
    return this.ends[this.ends.length - 1];
  }

  /** Draw the blocks anew: another lens has other lengths, another width other room. */
  layout() {
    const { programme } = this.clock;
    let sum = 0;
    this.ends = Array.from({ length: programme.count }, (_, at) => (sum += programme.skips(at) ? 1 : programme.stands(at)));
    this.lens = programme.lens;
    this.width = this.slider.clientWidth;
    const fork = forkOf(this.clock);
    const runs = runsOf(programme.count, (at) => programme.chapterAt(at));
    const parts = programme.count > MOST_BLOCKS ? runs : this.ends.map((_, at) => ({ from: at, to: at }));
    this.strip.replaceChildren();
    this.blocks = parts.map(({ from, to }) => {
      const [start, end] = [from ? this.ends[from - 1] : 0, this.ends[to]];
      const fill = element("i");
      const cls = `kv-block${from > fork ? " kv-fork" : ""}${programme.skips(from) && from === to ? " kv-skipped" : ""}`;
      const block = element("div", cls, { title: this.name(from) }, fill);
      block.style.left = this.percent(start);
      block.style.width = `max(2px, calc(${this.percent(end - start)} - 2px))`;
      this.strip.append(block);
      return { from, to, start, end, fill };
    });
    this.tops(runs);
    this.named = -1;
  }

  /** @param {number} part */
  percent(part) {
    return `${Math.round((part / this.whole) * 1e5) / 1e3}%`;
  }

  /** @param {number} position */
  name(position) {
    if (position > this.clock.programme.reach) return "…";
    const [{ tag, kind }] = this.clock.programme.told(position);
    return tag ?? kind ?? "";
  }

  /** The names of the chapters, as many as there is room for. @param {{from: number, to: number}[]} runs */
  tops(runs) {
    const { programme } = this.clock;
    this.chapters.replaceChildren();
    if (!programme.chapterAt(0) && runs.length < 2) return;
    let free = 0;
    this.tabs = runs.flatMap(({ from, to }) => {
      const [start, end] = [from ? this.ends[from - 1] : 0, this.ends[to]];
      const [left, right] = [start, end].map((time) => (time / this.whole) * this.width);
      const name = from > programme.reach ? "…" : programme.chapterAt(from);
      if (left < free || right - left < 14) return [];
      const tab = button("kv-chapter", name, () => this.seek(from, Infinity), { title: name, tabindex: -1 });
      tab.style.left = this.percent(start);
      tab.style.width = `calc(${this.percent(end - start)} - 3px)`;
      free = right;
      this.chapters.append(tab);
      return [{ tab, from, to }];
    });
  }

  /** Names of steps below, the present one always. @param {number} position */
  bottoms(position) {
    if (this.named === position) return;
    this.named = position;
    const middle = (/** @type {Block} */ { start, end }) => ((start + end) / 2 / this.whole) * this.width;
    const half = (/** @type {string} */ name) => (name.length * LETTER) / 2 + 5;
    const here = this.blocks.find(({ from, to }) => from <= position && position <= to);
    /** @type {[number, number][]} */
    const taken = [];
    this.names.replaceChildren();
    for (const block of here ? [here, ...this.blocks] : this.blocks) {
      const name = this.name(block === here ? position : block.from);
      if (!name || (block === here && taken.length) || (block !== here && name === "…")) continue;
      const at = clamp(middle(block), half(name), Math.max(half(name), this.width - half(name)));
      const room = [at - half(name), at + half(name)];
      if (taken.some(([from, to]) => room[0] < to && room[1] > from)) continue;
      taken.push([room[0], room[1]]);
      const label = element("span", block === here ? "kv-name-on" : "", {}, name);
      label.style.left = `${Math.round(at)}px`;
      this.names.append(label);
    }
  }

  show() {
    const { programme, position, ms } = this.clock;
    if (this.lens !== programme.lens || (this.slider.clientWidth && this.width !== this.slider.clientWidth)) this.layout();
    const [{ cap }] = programme.told(position);
    const length = programme.motion(position);
    for (const { from, to, fill } of this.blocks) {
      const part = to < position ? 1 : from > position ? 0 : from === to ? (length ? clamp(ms / length) : 1) : (position - from + 1) / (to - from + 1);
      const width = `${Math.round(part * 1000) / 10}%`;
      if (fill.style.width !== width) fill.style.width = width;
    }
    for (const { tab, from, to } of this.tabs ?? []) tab.toggleAttribute("data-on", from <= position && position <= to);
    if (this.shown !== position || this.lens !== programme.lens) {
      this.slider.setAttribute("aria-valuemax", String(programme.count));
      this.slider.setAttribute("aria-valuenow", String(position + 1));
      this.slider.setAttribute("aria-valuetext", `step ${position + 1} of ${programme.count}: ${cap}`);
    }
    this.shown = position;
    this.bottoms(position);
  }
}

/** @param {number} count @param {(at: number) => string} name */
function runsOf(count, name) {
  /** @type {{from: number, to: number}[]} */
  const runs = [];
  for (let at = 0; at < count; at += 1) {
    const last = runs[runs.length - 1];
    if (last && name(at) === name(last.from)) last.to = at;
    else runs.push({ from: at, to: at });
  }
  return runs;
}

/** The last step that a branch has from elsewhere. @param {Clock} clock */
function forkOf({ model }) {
  const own = (model.get("tree") ?? []).find((/** @type {any} */ { id }) => id === model.get("branch"));
  return own && own.parent !== null && own.parent !== undefined ? own.step : Infinity;
}

/** Buttons, time line, counter. */
export class Bar {
  /** @param {Clock} clock @param {import("./view.js").View} view */
  constructor(clock, view) {
    this.clock = clock;
    const { model, programme } = clock;
    this.line = new TimeLine(clock, (position, ms) => view.go(position, ms));
    this.play = iconButton("play", "Play (Space)", () => view.toggle());
    this.speed = /** @type {HTMLSelectElement} */ (element("select", "kv-speed", { "aria-label": "Speed", title: "Speed (+ and −)" }));
    this.speed.append(...SPEEDS.map((speed) => element("option", "", { value: speed }, `${speed}×`)));
    this.speed.addEventListener("change", () => put(model, { speed: Number(this.speed.value) }));
    this.by = button("kv-by", "", () => put(model, { by: model.get("by") === "request" ? "event" : "request" }), { title: "How far one step goes (r)" });
    this.by.hidden = !programme.films[0].steps.some(({ chapter }) => chapter);
    this.count = element("span", "kv-count");
    const broken = iconButton("broken", "First broken promise (b)", () => view.go(programme.broken, Infinity));
    broken.hidden = programme.broken < 0;
    const key = iconButton("key", "Next interesting step (n)", () => view.interesting());
    key.hidden = !programme.films.some(({ steps }) => steps.some((step) => step.key || step.broken));
    this.root = element(
      "div", "kv-bar", { role: "toolbar", "aria-label": "Film" },
      iconButton("back", "One step back (←)", () => view.step(-1)), this.play,
      iconButton("forward", "One step on (→)", () => view.step(1)),
      this.line.root, key, broken, this.by, this.speed, this.count,
    );
  }

  show() {
    const { model, programme, position } = this.clock;
    const { playing } = this.clock;
    this.line.show();
    const now = `${position} ${playing} ${model.get("speed")} ${model.get("by")} ${programme.lens}`;
    if (this.now === now) return;
    this.now = now;
    relabel(this.play, playing ? "pause" : "play", playing ? "Pause (Space)" : "Play (Space)");
    this.speed.value = String(model.get("speed"));
    this.by.textContent = `by ${model.get("by") === "request" ? "request" : "event"}`;
    const skipped = programme.pace.filter((one) => one.skipped).length;
    this.count.textContent = `${position + 1} / ${programme.count}${skipped ? ` · ${skipped} skipped` : ""}`;
  }
}
