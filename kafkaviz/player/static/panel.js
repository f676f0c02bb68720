// One film on the screen: its picture, wide or where that does not fit narrow.

import { element } from "./dom.js";
import { sceneOf } from "./motion.js";
import { Stage, draw } from "./stage.js";
import { Reel, living } from "./track.js";
import { clamp } from "./way.js";

const KEPT = 12;
/** A projector's window is so many times as large as that of a page of text. */
export const MOST = 3;
/** A picture keeps this free on both sides; where only that is missing, it is left out. */
const MARGIN = 7;

export class Panel {
  reels = new Map();
  scenes = new Map();
  /** Whether the narrow layout is drawn, and whether it would be, were it there. */
  narrow = false;
  lacks = false;
  lens = "";

  constructor(programme, n, clicked) {
    this.programme = programme;
    this.n = n;
    /** @type {Film} */
    this.film = programme.films[n];
    const { title, theme } = this.film;
    this.svg = draw("svg", { role: "group", class: "kv-picture" });
    this.stage = new Stage(this.svg, theme);
    this.over = element("span", "kv-over");
    this.root = element("div", "kv-panel", {}, element("div", "kv-screen", {}, this.svg));
    if (programme.films.length > 1) {
      this.root.prepend(element("div", "kv-heading", {}, element("span", "kv-name", {}, title), this.over));
      this.root.setAttribute("role", "group");
      this.root.setAttribute("aria-label", title);
    }
    for (const event of ["click", "keydown"])
      this.svg.addEventListener(event, (/** @type {any} */ heard) => {
        const node = heard.target.closest("[data-ev]");
        if (!node || (event === "keydown" && heard.key !== "Enter")) return;
        heard.stopPropagation();
        clicked(node.dataset.ev, node);
      });
  }

  /** The track that is drawn: of the lens wanted, or until it has come of the one before. */
  get track() {
    const { tracks, lens } = this.film;
    const shown = [this.programme.lens, this.lens, lens].find((one) => one in tracks) ?? Object.keys(tracks)[0];
    return { lens: shown, ...tracks[shown] };
  }

  /** Take the wide layout where it fits, or while no other has come. Returns the size. */
  choose(width) {
    const { size, narrow } = this.track;
    const tight = Boolean(narrow) && size[0] - 2 * MARGIN > width;
    this.narrow = tight && narrow.frames.length > 0;
    this.lacks = tight && !this.narrow;
    return this.narrow ? narrow.size : size;
  }

  /** Ask once for the narrow layout of a lens that has no room for the wide one. */
  want(ask) {
    const [{ lens }, { wanted }] = [this.track, this.programme];
    if (!this.lacks || wanted.has(lens)) return;
    wanted.add(lens);
    ask({ want: lens, layout: "narrow" });
  }

  /** Enlarge the layout that was chosen as far as there is room; never make it smaller. */
  fit(width, height) {
    const [w, h] = this.choose(width);
    const free = clamp((w - width) / 2, 0, MARGIN);
    const scale = clamp(Math.min(width / w, height / h), 1, MOST);
    Object.assign(this.svg.style, { width: `${Math.floor((w - 2 * free) * scale)}px`, height: `${Math.floor(h * scale)}px` });
    this.svg.setAttribute("viewBox", `${free} 0 ${w - 2 * free} ${h}`);
  }

  show(position, ms, bright) {
    const { programme, n, film, track } = this;
    const [step, waits] = [programme.step(n, position), programme.waits(n, position)];
    const alive = living(track, step);
    this.lens = track.lens;
    this.stands = waits || alive !== step;
    this.stage.at(this.scene(track, step, alive, bright), this.stands ? Infinity : ms);
    const ended = programme.align.every((pair, at) => at < position || programme.waits(n, at));
    const same = programme.shared > position ? "the same so far" : "";
    this.over.textContent = !waits ? same : ended ? "ends here" : "waits";
    this.svg.setAttribute("aria-label", `${film.title}, ${this.lens}, step ${step + 1} of ${film.steps.length}: ${film.steps[step].cap}`);
  }

  /** Time has passed within a position. */
  pass(ms) {
    this.stage.at(this.stage.scene, this.stands ? Infinity : ms);
  }

  /** A picture of its own of a step when everything has landed, wide. */
  still(step) {
    const { track } = this;
    const svg = draw("svg", { class: "kv-picture", viewBox: `0 0 ${track.size.join(" ")}` });
    new Stage(svg, this.film.theme).at(this.scene(track, step, living(track, step), true, false), Infinity);
    return svg;
  }

  /** What a step is in a lens that has its last news at the step `alive`. */
  scene(track, step, alive, bright, narrow = this.narrow) {
    const name = `${track.lens} ${narrow}`;
    const key = `${name} ${step} ${bright}`;
    if (!this.reels.has(name)) this.reels.set(name, new Reel(narrow ? track.narrow : track));
    if (!this.scenes.has(key)) {
      const reel = this.reels.get(name);
      const last = alive > 0 ? living(track, alive - 1) : 0;
      const before = alive > 0 ? reel.at(alive - 1) : null;
      this.scenes.set(key, sceneOf(before, reel.at(step), reel.frames[alive], reel.frames[last], bright));
      if (this.scenes.size > KEPT) this.scenes.delete(this.scenes.keys().next().value);
    }
    return this.scenes.get(key);
  }
}
