// What is on: one film, or two that keep step. Positions count the steps that are shown together.

import { living, motion, REST_MS } from "./track.js";
import { clamp } from "./way.js";

/** @typedef {import("./track.js").Film} Film */
/** @typedef {import("./track.js").Gate} Gate */
/** @typedef {import("./track.js").Step} Step */
/** @typedef {{get: (key: string) => any, set: (key: string, value: any) => void, save_changes: () => void,
 *   on: (event: string, act: (...heard: any[]) => void) => void, off: (event: string, act: any) => void,
 *   send?: (content: any) => void}} Model */
/** @typedef {Gate & {position: number}} Asked */

const READ_MS_PER_LETTER = 34;
const CALM_MS = 2200;
const PAUSE_MS = 900;

/** @param {Model} model @param {Object<string, any>} state */
export function put(model, state) {
  for (const [key, value] of Object.entries(state)) model.set(key, value);
  model.save_changes();
}

/** The films a model shows. @param {Model} model @returns {Film[]} */
export const filmsOf = (model) => model.get("films") ?? [model.get("film")];

export class Programme {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.films = filmsOf(model);
    const longest = Math.max(...this.films.map(({ steps }) => steps.length));
    /** @type {(number | null)[][]} */
    this.align = model.get("align")?.length ? model.get("align") : Array.from({ length: longest }, (_, n) => [n, n]);
    this.count = this.align.length;
    this.shared = this.films.length > 1 ? (model.get("shared") ?? 0) : 0;
    /** @type {Map<string, {skipped: boolean, motion: number}[]>} */
    this.paces = new Map();
    const [first, ...others] = this.films;
    this.lenses = (first.lenses ?? Object.keys(first.tracks)).filter((lens) =>
      others.every(({ lenses, tracks }) => lens in tracks || lenses?.includes(lens)),
    );
    /** @type {Asked[]} */
    this.gates = this.films.flatMap((film, n) => (film.gates ?? []).map((gate) => ({ ...gate, position: this.where(n, gate.step) })));
  }

  /** The step of a film at a position; at the places where it waits, the one before. @param {number} film
   * @param {number} position */
  step(film, position) {
    for (let at = clamp(position, 0, this.count - 1); at >= 0; at -= 1) {
      const step = this.align[at]?.[film];
      if (step !== null && step !== undefined) return clamp(step, 0, this.films[film].steps.length - 1);
    }
    return 0;
  }

  /** Whether a film has nothing of its own at a position. @param {number} film @param {number} position */
  waits(film, position) {
    const step = this.align[position]?.[film];
    return step === null || step === undefined || step >= this.films[film].steps.length;
  }

  /** @param {number} film @param {number} step */
  where(film, step) {
    const at = this.align.findIndex((pair) => pair[film] === step);
    return at < 0 ? this.count - 1 : at;
  }

  get lens() {
    const lens = this.model.get("lens");
    return this.lenses.includes(lens) ? lens : this.lenses[0];
  }

  get answers() {
    return this.model.get("answers") ?? {};
  }

  /** The question that is open and comes first, by its number, or -1. */
  get open() {
    return this.gates.reduce(
      (first, { position }, n) => (n in this.answers || (first >= 0 && this.gates[first].position <= position) ? first : n),
      -1,
    );
  }

  /** The last position that may be seen: a film stops in front of an open question. */
  get reach() {
    return this.gates[this.open] ? this.gates[this.open].position - 1 : this.count - 1;
  }

  /** The steps told at a position. @param {number} position @returns {Step[]} */
  told(position) {
    return this.films.map(({ steps }, n) => steps[this.step(n, position)]);
  }

  /** What is known of each position in a lens: whether it has nothing new, and how long its motion takes. */
  get pace() {
    const { lens } = this;
    const known = this.paces.get(lens);
    if (known) return known;
    const pace = Array.from({ length: this.count }, (_, position) => this.paceAt(position, lens));
    if (this.films.every(({ tracks }) => lens in tracks)) this.paces.set(lens, pace);
    return pace;
  }

  /** @param {number} position @param {string} lens */
  paceAt(position, lens) {
    const each = this.films.map(({ tracks }, n) => {
      const [track, step] = [tracks[lens], this.step(n, position)];
      if (this.waits(n, position)) return { skipped: true, motion: 0 };
      const skipped = track !== undefined && living(track, step) !== step;
      return { skipped, motion: track && !skipped ? motion(track.frames[step]) : 0 };
    });
    return { skipped: each.every(({ skipped }) => skipped), motion: Math.max(...each.map((one) => one.motion)) };
  }

  /** @param {number} position */
  skips(position) {
    return this.pace[position].skipped;
  }

  /** How long the motion at a position takes. @param {number} position */
  motion(position) {
    return this.pace[position].motion;
  }

  /** The next position, in a direction, in which something is to be seen. @param {number} position @param {number} by */
  next(position, by) {
    let at = position + by;
    while (at > 0 && at < this.count - 1 && this.skips(at)) at += by;
    return at;
  }

  /** How long a position stands when it plays. @param {number} position @param {boolean} [calm] */
  stands(position, calm = false) {
    const letters = this.told(position).reduce((sum, { cap = "", why = "" }) => sum + cap.length + why.length, 0);
    if (calm) return Math.max(CALM_MS, letters * READ_MS_PER_LETTER);
    return Math.max(this.motion(position) + PAUSE_MS, this.motion(position) + REST_MS, letters * READ_MS_PER_LETTER);
  }

  /** Where the next chapter ends, or the one before; a chapter is one request. @param {number} position @param {number} by */
  chapter(position, by) {
    const name = this.chapterAt.bind(this);
    let at = position;
    if (by > 0) {
      at += 1;
      while (at < this.count - 1 && name(at + 1) === name(at)) at += 1;
      return at;
    }
    while (at > 0 && name(at - 1) === name(at)) at -= 1;
    return at - 1;
  }

  /** The name of the chapter a position lies in, told apart from another of the same name. @param {number} position */
  chapterAt(position) {
    const step = this.films[0].steps[this.step(0, position)];
    return step.chapter ?? "";
  }

  /** The next position worth seeing. @param {number} position */
  interesting(position) {
    for (let at = position + 1; at < this.count; at += 1) if (this.told(at).some(({ key, broken }) => key || broken)) return at;
    return this.count - 1;
  }

  /** Where a promise breaks first, or -1. */
  get broken() {
    for (let at = 0; at < this.count; at += 1) if (this.told(at).some(({ broken }) => broken)) return at;
    return -1;
  }
}
