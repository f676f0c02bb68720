// The clock of a film: which step, how many milliseconds into it, and whether it runs.

import { clamp } from "./way.js";
import { REST_MS } from "./track.js";
import { Programme, filmsOf, put } from "./programme.js";

/** @typedef {import("./programme.js").Model} Model */

export const SPEEDS = [0.25, 0.5, 1, 2, 4];
const LONGEST_FRAME_MS = 100;
/** @type {WeakMap<object, Clock>} */
const clocks = new WeakMap();

/** The clock of a model's films: one, however many views show them. @param {Model} model */
export function clockOf(model) {
  const [film] = filmsOf(model);
  const clock = clocks.get(film) ?? new Clock(model);
  clocks.set(film, clock);
  return clock;
}

export class Clock {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.programme = new Programme(model);
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {Set<() => void>} */
    this.views = new Set();
    this.position = clamp(model.get("index"), 0, this.programme.reach);
    this.ms = Infinity;
    /** Where it runs to: the end of a motion, or on and on while it plays. @type {number | null} */
    this.until = null;
    this.request = 0;
    this.last = 0;
    /** @type {Object<string, () => void>} */
    this.heard = {
      "change:index": () => this.follow(),
      "change:playing": () => this.turn(),
      "change:answers": () => this.tell(),
      "change:lens": () => this.settle(),
      "change:speed": () => this.tell(),
    };
  }

  /** @param {() => void} view */
  join(view) {
    if (!this.views.size) for (const [event, act] of Object.entries(this.heard)) this.model.on(event, act);
    this.views.add(view);
    if (this.views.size === 1 && this.playing) this.turn();
  }

  /** @param {() => void} view */
  leave(view) {
    this.views.delete(view);
    if (this.views.size) return;
    for (const [event, act] of Object.entries(this.heard)) this.model.off(event, act);
    this.stop();
  }

  get playing() {
    return Boolean(this.model.get("playing"));
  }

  /** When the step that is shown has come to rest. */
  get end() {
    return this.programme.motion(this.position) + REST_MS;
  }

  get atRest() {
    return this.ms >= this.programme.motion(this.position);
  }

  /** The question that stands here, by its number, or -1. */
  get asked() {
    const { open, gates } = this.programme;
    return open >= 0 && gates[open].position === this.position + 1 && this.atRest && !this.playing ? open : -1;
  }

  tell() {
    for (const view of this.views) view();
  }

  stop() {
    cancelAnimationFrame(this.request);
    this.request = 0;
    this.until = null;
  }

  /** Show a position at a moment, and run on from there to `until`, to the end of its motion, or not at all.
   * @param {number} position @param {number} ms @param {number | null} [until] */
  go(position, ms, until = null) {
    const { reach } = this.programme;
    const held = position > reach;
    this.position = clamp(held ? reach : position, 0, this.programme.count - 1);
    this.ms = held || this.calm.matches ? Infinity : ms;
    this.stop();
    this.until = held || this.calm.matches ? null : until;
    if (this.model.get("index") !== this.position || this.playing) put(this.model, { playing: false, index: this.position });
    this.tell();
    if (this.until !== null) this.run();
    return held;
  }

  /** One step on or back, or one request. @param {number} by */
  step(by) {
    const { programme, position } = this;
    if (by < 0) return this.go(Math.max(0, this.byRequest ? programme.chapter(position, -1) : programme.next(position, -1)), Infinity);
    if (position >= programme.count - 1) return this.go(position, Infinity);
    if (!this.byRequest) return this.go(programme.next(position, 1), 0, programme.next(position, 1));
    const to = Math.min(programme.chapter(position, 1), programme.count - 1);
    if (this.calm.matches) return this.go(Math.min(to, programme.reach), Infinity) || to > programme.reach;
    return this.go(programme.next(position, 1), 0, to);
  }

  get byRequest() {
    return this.model.get("by") === "request";
  }

  /** Go on by itself, from here; from the end, from the beginning. */
  play() {
    if (this.asked >= 0) return;
    this.stop();
    const { position, programme } = this;
    const over = position >= programme.count - 1 && this.atRest;
    if (over) [this.position, this.ms] = [0, this.calm.matches ? Infinity : 0];
    else if (this.atRest) this.onward();
    put(this.model, { playing: true, index: this.position });
  }

  pause() {
    this.stop();
    put(this.model, { playing: false });
    this.tell();
  }

  /** The next step begins. */
  onward() {
    const { programme } = this;
    const to = programme.next(this.position, 1);
    if (to > programme.reach) return false;
    [this.position, this.ms] = [to, this.calm.matches ? Infinity : 0];
    this.stood = 0;
    return true;
  }

  /** The model says another step than this clock. */
  follow() {
    const index = clamp(this.model.get("index"), 0, this.programme.reach);
    if (index === this.position) return;
    const on = index === this.position + 1 && !this.calm.matches && !this.playing;
    this.position = index;
    this.ms = on || this.playing ? 0 : Infinity;
    if (!this.playing) this.stop();
    this.until = on ? index : null;
    this.tell();
    if (on) this.run();
  }

  turn() {
    if (this.playing) this.run();
    else if (this.until === null) this.stop();
    this.tell();
  }

  /** Another lens shows the same step at rest; while it plays, from where it stands. */
  settle() {
    if (!this.playing) {
      this.stop();
      this.ms = Infinity;
    }
    this.tell();
  }

  run() {
    if (this.request) return;
    this.last = 0;
    this.stood = 0;
    this.request = requestAnimationFrame((now) => this.tick(now));
  }

  /** @param {number} now */
  tick(now) {
    const passed = this.last ? Math.min(now - this.last, LONGEST_FRAME_MS) * this.model.get("speed") : 0;
    this.last = now;
    this.stood = (this.stood ?? 0) + passed;
    if (this.ms < Infinity) this.ms += passed;
    this.request = 0;
    const { programme, position } = this;
    if (this.playing) {
      const calm = this.calm.matches;
      const within = this.byRequest && position < programme.count - 1 && programme.chapterAt(position) === programme.chapterAt(position + 1);
      const over = calm || this.ms === Infinity ? this.stood >= programme.stands(position, calm) : this.ms >= (within ? programme.motion(position) : programme.stands(position));
      if (over) {
        if (!this.onward()) {
          this.ms = Infinity;
          put(this.model, { playing: false });
          return this.tell();
        }
        put(this.model, { index: this.position });
      }
    } else if (this.until === null) return;
    else if (this.position < this.until && this.ms >= programme.motion(position)) {
      if (!this.onward()) return this.go(this.position, Infinity);
      put(this.model, { index: this.position });
    } else if (this.ms >= this.end) {
      this.ms = Infinity;
      this.until = null;
      return this.tell();
    }
    this.request = requestAnimationFrame((time) => this.tick(time));
    this.tell();
  }
}
