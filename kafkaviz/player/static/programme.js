// What is on: one film, or two that keep step. Positions count the steps that are shown together.

import { REST_MS, living, motion } from "./track.js";

const READ_MS_PER_LETTER = 34;
const CALM_MS = 2200;
const PAUSE_MS = 900;

/** @param {Model} model */
export function put(model, state) {
  for (const [key, value] of Object.entries(state)) model.set(key, value);
  model.save_changes();
}

/** Hear of a model's changes and messages; returns what stops that. @param {Model} model */
export function listen(model, heard) {
  for (const event in heard) model.on(event, heard[event]);
  return () => {
    for (const event in heard) model.off(event, heard[event]);
  };
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
    this.shared = model.get("shared") ?? 0;
    this.paces = new Map();
    /** The lenses whose narrow layout was asked for. */
    this.wanted = new Set();
    const offered = (/** @type {Film} */ { lenses, tracks }) => lenses ?? Object.keys(tracks);
    this.lenses = offered(this.films[0]).filter((lens) => this.films.every((film) => offered(film).includes(lens)));
    /** Of each film and position: the step that stands there, and whether it waits there with nothing of its own. */
    this.shown = this.films.map(({ steps }, n) => {
      let step = 0;
      return this.align.map(({ [n]: own }) => {
        const waits = own === null || own >= steps.length;
        if (!waits) step = own;
        return { step, waits };
      });
    });
    const place = (/** @type {number} */ n, /** @type {number} */ step) => this.align.findIndex((pair) => pair[n] === step);
    /** Each question, with the position it stands before and the one that shows why. */
    this.gates = this.films.flatMap(({ gates = [] }, n) =>
      gates.map((gate) => ({ ...gate, position: place(n, gate.step), revealed: place(n, gate.reveal ?? gate.step) })));
  }

  step(film, position) {
    return this.shown[film][position].step;
  }

  waits(film, position) {
    return this.shown[film][position].waits;
  }

  get lens() {
    const lens = this.model.get("lens");
    return this.lenses.includes(lens) ? lens : this.lenses[0];
  }

  /** The questions that are over, by their numbers, or those that are not. */
  get over() {
    return this.those(true);
  }

  those(over) {
    return [...this.gates.keys()].filter((n) => n in this.answers === over);
  }

  get answers() {
    return this.model.get("answers") ?? {};
  }

  /** The question that is open and comes first, by its number, or -1. */
  get open() {
    return this.those(false).sort((a, b) => this.gates[a].position - this.gates[b].position)[0] ?? -1;
  }

  /** The last position that may be seen: a film stops in front of an open question. */
  get reach() {
    return this.open < 0 ? this.count - 1 : this.gates[this.open].position - 1;
  }

  /** The steps told at a position. @returns {Step[]} */
  told(position) {
    return this.films.map(({ steps }, n) => steps[this.step(n, position)]);
  }

  /** Of each position in the present lens: whether it has nothing new, and how long its motion takes. */
  get pace() {
    const { lens } = this;
    if (!this.paces.has(lens)) {
      const pace = this.align.map((_, position) => {
        const each = this.films.map(({ tracks: { [lens]: track } }, n) => {
          const step = this.step(n, position);
          const skipped = this.waits(n, position) || (track !== undefined && living(track, step) !== step);
          return { skipped, motion: skipped || !track ? 0 : motion(track.frames[step]) };
        });
        return { skipped: each.every(({ skipped }) => skipped), motion: Math.max(...each.map((one) => one.motion)) };
      });
      if (this.films.some(({ tracks }) => !(lens in tracks))) return pace;
      this.paces.set(lens, pace);
    }
    return this.paces.get(lens);
  }

  motion(position) {
    return this.pace[position].motion;
  }

  /** How long a position stands when it plays. */
  stands(position, calm = false) {
    const letters = this.told(position).reduce((sum, { cap = "", why = "" }) => sum + cap.length + why.length, 0);
    return Math.max(letters * READ_MS_PER_LETTER, calm ? CALM_MS : this.motion(position) + Math.max(PAUSE_MS, REST_MS));
  }

  /** The next position, in a direction, in which something is to be seen, asked or said of an answer, or this one. */
  next(position, by) {
    const judges = (at) => this.gates.some((gate) => gate.position === at || gate.revealed === at);
    const tells = (at) => at <= 0 || !this.pace[at].skipped || judges(at);
    let at = position + by;
    while (at < this.count && !tells(at)) at += by;
    return at < this.count || position === this.count - 1 ? at : position;
  }

  chapter(position) {
    return this.told(position)[0].chapter ?? "";
  }

  /** Where the next chapter ends, or the one before: a chapter is what one request led to. */
  nextChapter(position, by) {
    let at = position;
    if (by > 0) at += 1;
    while (at + by >= 0 && at + by < this.count && this.chapter(at + by) === this.chapter(at)) at += by;
    return by > 0 ? Math.min(at, this.count - 1) : Math.max(0, at - 1);
  }

  /** The next position worth seeing. */
  interesting(position) {
    const at = this.align.findIndex((_, n) => n > position && this.told(n).some(({ key, broken }) => key || broken));
    return at < 0 ? this.count - 1 : at;
  }

  /** Where a promise breaks first, or -1. */
  get broken() {
    const breaks = (/** @type {number} */ at) => this.films.some(({ promises = [] }, n) => promises.some(({ step }) => step <= this.step(n, at)));
    return this.align.findIndex((_, at) => this.told(at).some(({ broken }) => broken) || breaks(at));
  }
}
