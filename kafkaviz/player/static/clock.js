// The clock of a film: which step, how many milliseconds into it, and whether it runs.

import { REST_MS } from "./track.js";
import { clamp } from "./way.js";
import { Programme, filmsOf, listen, put } from "./programme.js";

export const SPEEDS = [0.25, 0.5, 1, 2, 4];
const LONGEST_FRAME_MS = 100;
/** @type {WeakMap<object, Clock>} */
const clocks = new WeakMap();

/** The clock of a model's films: one, however many views show them. @param {Model} model */
export function clockOf(model) {
  const [film] = filmsOf(model);
  if (!clocks.has(film)) clocks.set(film, new Clock(model));
  return clocks.get(film);
}

class Clock {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.programme = new Programme(model);
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {Set<(passes?: boolean) => void>} */
    this.views = new Set();
    this.position = clamp(model.get("index"), 0, this.programme.reach);
    this.ms = Infinity;
    /** The position whose motion it runs to, where it does not play. @type {number | null} */
    this.until = null;
    /** Where somebody first came to the frame that shows why, or past it, by the number of the question. */
    this.seen = new Map();
    this.arrive();
    /** The position whose verdict is being read: the film, and the next question, wait until somebody goes on. */
    this.read = -1;
    this.request = this.last = this.stood = 0;
  }

  join(view) {
    const tell = () => this.tell();
    if (!this.views.size)
      this.deafen = listen(this.model, {
        "change:index": () => this.follow(), "change:playing": () => this.turn(), "change:lens": () => this.settle(),
        "change:answers": tell, "change:speed": tell, "change:by": tell,
      });
    this.views.add(view);
    if (this.playing) this.run();
  }

  leave(view) {
    this.views.delete(view);
    if (this.views.size) return;
    this.deafen();
    this.stop();
  }

  /** Every view shows what is new, or where nothing but time has passed only what moves. */
  tell(passes = false) {
    for (const view of this.views) view(passes);
  }

  get playing() {
    return Boolean(this.model.get("playing"));
  }

  get byRequest() {
    return this.model.get("by") === "request";
  }

  get landed() {
    return this.ms >= this.programme.motion(this.position);
  }

  /** The question that stands here, by its number, or -1. */
  get asked() {
    const { open, reach } = this.programme;
    return open >= 0 && reach === this.position && this.read !== reach && this.landed && !this.playing ? open : -1;
  }

  stop() {
    cancelAnimationFrame(this.request);
    this.request = 0;
    this.until = null;
  }

  /** Whoever comes to what shows why, or jumps over it, reads it here, and the next question waits for that. */
  arrive() {
    const { programme: { gates, over }, position, seen } = this;
    const fresh = over.filter((n) => gates[n].revealed <= position && !seen.has(n));
    for (const n of fresh) seen.set(n, position);
    this.read = fresh.length ? position : -1;
  }

  /** Play what answers a question, up to the frame that shows why. */
  watch({ position, revealed }) {
    this.go(position, 0, position);
    if (position >= revealed || this.calm.matches) return;
    this.until = null;
    put(this.model, { playing: true });
  }

  /** Show a position at a moment, and run on to the end of the motion at `until`; tell whether a question forbids it. */
  go(position, ms, until = null) {
    const { reach, count } = this.programme;
    const held = position > reach && reach < count - 1;
    const still = held || this.calm.matches;
    this.stop();
    this.position = clamp(position, 0, reach);
    this.ms = still ? Infinity : ms;
    this.until = still ? null : until;
    this.arrive();
    put(this.model, { playing: false, index: this.position });
    this.tell();
    if (this.until !== null) this.run();
    return held;
  }

  /** One step on or back, or one request. */
  step(by) {
    const { programme, position } = this;
    const next = programme.next(position, by);
    const to = this.byRequest ? programme.nextChapter(position, by) : next;
    if (by < 0 || next === position || next >= programme.count || this.calm.matches) return this.go(to, Infinity);
    return this.go(next, 0, to);
  }

  /** Go on by itself, from here; from the end, from the beginning. */
  play() {
    this.stop();
    this.read = -1;
    const next = this.programme.next(this.position, 1);
    const over = next === this.position || next >= this.programme.count;
    if (this.landed) this.begin(over ? 0 : next);
    put(this.model, { playing: true, index: this.position });
  }

  pause() {
    put(this.model, { playing: false });
  }

  /** Begin a position, if it may be seen. */
  begin(position) {
    if (position > this.programme.reach) return false;
    [this.position, this.ms, this.stood] = [position, this.calm.matches ? Infinity : 0, 0];
    this.arrive();
    return true;
  }

  /** The model says another step than this clock. */
  follow() {
    const { position } = this;
    // With another film comes another clock; this one knows nothing of its steps.
    if (filmsOf(this.model)[0] !== this.programme.films[0]) return;
    const index = clamp(this.model.get("index"), 0, this.programme.reach);
    if (index === position) return;
    if (this.playing) this.begin(index);
    else this.go(index, index === position + 1 ? 0 : Infinity, index === position + 1 ? index : null);
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
    [this.last, this.stood] = [0, 0];
    this.wait();
  }

  wait() {
    this.request = requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    const passed = this.last ? Math.min(now - this.last, LONGEST_FRAME_MS) * this.model.get("speed") : 0;
    this.last = now;
    const { programme, position, landed } = this;
    this.stood += passed;
    this.ms += passed;
    const end = programme.motion(position);
    const reads = this.read === position;
    const goesOn = !reads && (this.playing || position < this.until);
    const within = this.byRequest && goesOn && position < programme.count - 1 && programme.chapter(position) === programme.chapter(position + 1);
    const long = within || reads || !this.playing ? end : programme.stands(position, this.calm.matches);
    const over = this.ms === Infinity ? this.stood >= long : this.ms >= long + (goesOn ? 0 : REST_MS);
    const next = programme.next(position, 1);
    if (over && goesOn && next !== position && this.begin(next)) put(this.model, { index: this.position });
    else if (over) {
      this.stop();
      this.ms = Infinity;
      put(this.model, { playing: false });
      return this.tell();
    }
    this.wait();
    this.tell(position === this.position && landed === this.landed);
  }
}
