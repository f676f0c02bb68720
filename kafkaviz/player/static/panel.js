// One film on the screen: its picture, drawn in the widest of its layouts that fits.

import { element } from "./dom.js";
import { Reel, living } from "./track.js";
import { sceneOf } from "./motion.js";
import { haloed } from "./theme.js";
import { Stage, draw } from "./stage.js";
import { clamp } from "./way.js";

/** @typedef {import("./programme.js").Programme} Programme */
/** @typedef {import("./motion.js").Scene} Scene */

const KEPT = 12;
const MOST = 1.35;

export class Panel {
  /** @param {Programme} programme @param {number} n @param {(id: string, node: Element) => void} clicked */
  constructor(programme, n, clicked) {
    this.programme = programme;
    this.n = n;
    this.film = programme.films[n];
    /** @type {Map<string, Reel>} */
    this.reels = new Map();
    /** @type {Map<string, Scene>} */
    this.scenes = new Map();
    this.narrow = false;
    this.lens = "";
    const headed = programme.films.length > 1;
    this.svg = /** @type {any} */ (draw("svg", { role: "group", class: "kv-picture", "aria-roledescription": "picture" }));
    this.stage = new Stage(this.svg, haloed(this.film.theme));
    this.over = element("span", "kv-over");
    this.screen = element("div", "kv-screen", {}, this.svg);
    const heading = element("div", "kv-heading", {}, element("span", "kv-name", {}, this.film.title), this.over);
    this.root = element("div", "kv-panel", {}, ...(headed ? [heading] : []), this.screen);
    if (headed) for (const [key, value] of Object.entries({ role: "group", "aria-label": this.film.title })) this.root.setAttribute(key, value);
    for (const event of ["click", "keydown"])
      this.svg.addEventListener(event, (/** @type {any} */ heard) => {
        const node = heard.target.closest("[data-ev]");
        if (!node || (event === "keydown" && heard.key !== "Enter")) return;
        heard.stopPropagation();
        clicked(node.dataset.ev, node);
      });
  }

  /** The lens that is drawn: the one wanted, or until it has come the one before. */
  get shown() {
    const { tracks, lens } = this.film;
    if (this.programme.lens in tracks) return this.programme.lens;
    return this.lens in tracks ? this.lens : lens in tracks ? lens : Object.keys(tracks)[0];
  }

  get track() {
    return this.film.tracks[this.shown];
  }

  get layout() {
    return (this.narrow && this.track.narrow) || this.track;
  }

  /** Take the widest layout that fits, and enlarge it as far as there is room; never make it smaller.
   * @param {number} width @param {number} height */
  fit(width, height) {
    this.narrow = width < this.track.size[0];
    const [w, h] = this.layout.size;
    const scale = clamp(Math.min(width / w, height / h), 1, MOST);
    Object.assign(this.svg.style, { width: `${Math.floor(w * scale)}px`, height: `${Math.floor(h * scale)}px` });
    this.svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
    return h * scale;
  }

  /** Show a position at a moment. @param {number} position @param {number} ms @param {boolean} bright */
  show(position, ms, bright) {
    const { programme, n } = this;
    const step = programme.step(n, position);
    const waits = programme.waits(n, position);
    this.lens = this.shown;
    const alive = living(this.track, step);
    this.stage.at(this.scene(step, alive, bright), waits || alive !== step ? Infinity : ms);
    if (this.at === `${position} ${this.lens}`) return;
    this.at = `${position} ${this.lens}`;
    const past = step === this.film.steps.length - 1 && position > 0 && programme.step(n, position - 1) === step;
    this.over.textContent = !waits ? "" : past ? "ends here" : "waits";
    const { cap = "" } = this.film.steps[step];
    this.svg.setAttribute("aria-label", `${this.film.title}, ${this.lens}, step ${step + 1} of ${this.film.steps.length}: ${cap}`);
  }

  /** @param {number} step @param {number} alive the nearest step that this lens does not skip @param {boolean} bright */
  scene(step, alive, bright) {
    const key = `${this.lens} ${this.narrow} ${step} ${bright}`;
    const known = this.scenes.get(key);
    if (known) return known;
    const reel = this.reel();
    const last = alive > 0 ? living(this.track, alive - 1) : 0;
    const before = alive > 0 ? reel.at(alive - 1) : null;
    const scene = sceneOf(before, reel.at(step), reel.frames[alive], reel.frames[last], bright);
    this.scenes.set(key, scene);
    for (const old of this.scenes.keys()) if (this.scenes.size > KEPT) this.scenes.delete(old);
    return scene;
  }

  reel() {
    const key = `${this.lens} ${this.layout === this.track}`;
    const reel = this.reels.get(key) ?? new Reel(this.layout);
    this.reels.set(key, reel);
    return reel;
  }
}
