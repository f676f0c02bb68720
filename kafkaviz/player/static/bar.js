// The controls under the picture: buttons, and a time line in chapters.

import { button, element, iconButton, relabel } from "./dom.js";
import { SPEEDS } from "./clock.js";
import { put } from "./programme.js";
import { REST_MS } from "./track.js";
import { clamp } from "./way.js";

const MOST_BLOCKS = 240;
const LETTER = 7.3;

const holds = ({ from, to }, position) => from <= position && position <= to;

/** A line as long as the film plays: a block per step, chapters above, names of steps below. */
class TimeLine {
  blocks = [];
  tabs = [];
  /** When each position begins as the film plays, and when the last one ends. */
  times = [];
  named = -1;
  unit = 1;
  lens;
  width;
  reach;

  constructor(clock, seek) {
    this.clock = clock;
    this.seek = seek;
    this.slider = element("div", "kv-slider", { role: "slider", tabindex: 0, "aria-label": "Step", "aria-valuemin": 1, "aria-valuemax": clock.programme.count });
    this.chapters = element("div", "kv-chapters");
    this.names = element("div", "kv-names", { "aria-hidden": "true" });
    this.root = element("div", "kv-line", {}, this.chapters, this.slider, this.names);
    new ResizeObserver(() => {
      this.layout();
      this.show();
    }).observe(this.slider);
    for (const event of ["pointerdown", "pointermove"])
      this.slider.addEventListener(event, (at) => {
        if (!at.buttons) return;
        this.slider.setPointerCapture(at.pointerId);
        this.scrub(at);
      });
  }

  scrub({ clientX }) {
    const box = this.slider.getBoundingClientRect();
    const { times, clock: { programme } } = this;
    const time = clamp((clientX - box.left) / (box.width || 1)) * times[programme.count];
    const at = times.findIndex((_, n) => time <= times[n + 1]);
    const part = (time - times[at]) / (times[at + 1] - times[at]);
    this.seek(at, part > 0.96 ? Infinity : part * (programme.motion(at) + REST_MS));
  }

  /** Draw the blocks anew: another lens has other lengths, another width has other room. */
  layout() {
    const { programme, model } = this.clock;
    const { count, pace, reach } = programme;
    const times = this.times = [0];
    for (let at = 0; at < count; at += 1) times.push(times[at] + (pace[at].skipped ? 200 : programme.stands(at)));
    this.unit = parseFloat(getComputedStyle(this.root).getPropertyValue("--u"));
    [this.lens, this.width, this.reach, this.named] = [programme.lens, this.slider.clientWidth, reach, -1];
    const branch = (model.get("tree") ?? []).find(({ id, parent }) => parent !== null && id === model.get("branch"));
    const runs = [];
    for (let at = 0; at < count; at += 1) {
      if (at && programme.chapter(at) === programme.chapter(at - 1)) runs[runs.length - 1].to = at;
      else runs.push({ from: at, to: at });
    }
    const place = (node, { from, to }, less) => {
      const [left, right] = [times[from], times[to + 1]].map((time) => (time / times[count]) * this.width);
      Object.assign(node.style, { left: `${left}px`, width: `${Math.max(2, right - left - less)}px` });
      return { node, from, to, left, right };
    };
    this.blocks = (count > MOST_BLOCKS ? runs : pace.map((_, at) => ({ from: at, to: at }))).map((run) => {
      const forked = branch && run.from > branch.step ? " kv-fork" : "";
      return place(element("div", `kv-block${forked}${pace[run.from].skipped ? " kv-skipped" : ""}`, {}, element("i")), run, 2);
    });
    this.slider.replaceChildren(...this.blocks.map(({ node }) => node));
    this.slider.classList.toggle("kv-dense", this.blocks.length * 6 > this.width);
    this.tabs = runs.map((run) => {
      const name = run.from > reach ? "…" : programme.chapter(run.from);
      return place(button("kv-chapter", name, () => this.seek(run.from, Infinity), { title: name, tabindex: -1 }), run, 3);
    });
    this.chapters.replaceChildren(...this.tabs.filter(({ node, left, right }) => node.title && right - left > 30 * this.unit).map(({ node }) => node));
  }

  /** Names of steps below: that of the present one, and of as many others as there is room for. */
  names_(position) {
    const taken = [];
    const label = (block) => {
      const { from, to, left, right } = block;
      const here = holds(block, position);
      const { tag, kind } = this.clock.programme.told(here ? position : from)[0];
      const name = from > this.reach || (from < to && !here) ? "" : (tag ?? kind ?? "");
      const half = ((name.length * LETTER) / 2 + 5) * this.unit;
      const at = clamp((left + right) / 2, half, Math.max(half, this.width - half));
      if (!name || taken.some(([start, end]) => at - half < end && at + half > start)) return [];
      taken.push([at - half, at + half]);
      const node = element("span", here ? "kv-name-on" : "", {}, name);
      node.style.left = `${Math.round(at)}px`;
      return [node];
    };
    const [here] = this.here;
    this.names.replaceChildren(...label(here), ...this.blocks.filter((block) => block !== here).flatMap(label));
    this.slider.setAttribute("aria-valuenow", position + 1);
    this.slider.setAttribute("aria-valuetext", `step ${position + 1}: ${this.clock.programme.told(position)[0].cap}`);
  }

  /** Fill blocks as far as the film has come; while time passes within a position, its own is enough. */
  fill(blocks = this.here) {
    const { programme, position, ms } = this.clock;
    const within = programme.motion(position) ? clamp(ms / programme.motion(position)) : 1;
    for (const { node, from, to } of blocks) {
      const part = clamp((position - from + within) / (to - from + 1));
      node.firstChild.style.width = `${Math.round(part * 1000) / 10}%`;
    }
  }

  show() {
    const { programme, position } = this.clock;
    if (this.lens !== programme.lens || this.reach !== programme.reach) this.layout();
    this.here = this.blocks.filter((block) => holds(block, position));
    this.fill(this.blocks);
    if (this.named === position) return;
    this.named = position;
    this.names_(position);
    for (const tab of this.tabs) tab.node.toggleAttribute("data-on", holds(tab, position));
  }
}

/** Buttons, time line, counter. */
export class Bar {
  constructor(clock, view) {
    this.clock = clock;
    const { model, programme } = clock;
    this.line = new TimeLine(clock, (position, ms) => view.go(position, ms));
    this.play = iconButton("play", "", () => view.toggle());
    this.speed = element("select", "kv-speed", { "aria-label": "Speed", title: "Speed (+ and −)" });
    this.speed.append(...SPEEDS.map((speed) => element("option", "", { value: speed }, `${speed}×`)));
    this.speed.addEventListener("change", () => put(model, { speed: Number(this.speed.value) }));
    this.by = button("kv-by", "", () => put(model, { by: clock.byRequest ? "event" : "request" }), { title: "How far one step goes (r)" });
    this.by.hidden = !programme.chapter(0);
    this.count = element("span", "kv-count");
    this.root = element(
      "div", "kv-bar", { role: "toolbar", "aria-label": "Film" },
      iconButton("back", "One step back (←)", () => view.step(-1)), this.play, iconButton("forward", "One step on (→)", () => view.step(1)),
      this.line.root,
      iconButton("key", "Next interesting step (n)", () => view.go(programme.interesting(clock.position)), programme.films.some(({ steps }) => steps.some(({ key }) => key))),
      iconButton("broken", "First broken promise (b)", () => view.broken(), programme.broken >= 0),
      this.by, this.speed, this.count,
    );
  }

  pass() {
    this.line.fill();
  }

  show() {
    const { model, programme, position, playing, byRequest } = this.clock;
    this.line.show();
    relabel(this.play, playing ? "pause" : "play", playing ? "Pause (Space)" : "Play (Space)");
    this.speed.value = String(model.get("speed"));
    this.by.textContent = byRequest ? "by request" : "by event";
    const skipped = programme.pace.filter((one) => one.skipped).length;
    this.count.textContent = `${position + 1} / ${programme.count}${skipped ? ` · ${skipped} skipped` : ""}`;
  }
}
