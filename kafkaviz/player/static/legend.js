// What the looks of a lens mean: of those only that have been on screen so far; what comes later has its place kept free.

import { corner, element } from "./dom.js";
import { draw } from "./stage.js";

export class Legend {
  /** Where each line begins to be true. @type {{node: HTMLElement, since: number}[]} */
  lines = [];

  constructor(programme, film) {
    this.programme = programme;
    this.root = element("ul", "kv-legend", { "aria-label": "Legend" });
    // Where the legend has no room below the film, it stands in front of its words while somebody wants it.
    this.sign = corner("kv-signs", "≡", "Legend (g)", () => this.sign.setAttribute("aria-pressed", film.classList.toggle("kv-signed")));
  }

  /** Take the lines of a lens, as far as its frames have come. */
  turn(lens) {
    const { programme: { films, align, shown } } = this;
    const lines = (films[0].legend?.[lens] ?? []).map(([cls, words]) => {
      const seen = films.map(({ tracks }) => drawn(tracks[lens]?.frames ?? [], cls));
      const since = align.findIndex((_, at) => seen.some(({ step }, n) => step >= 0 && shown[n][at].step >= step));
      return { node: element("li", "", {}, sign(cls, seen.find(({ step }) => step >= 0)?.kind), words), since };
    });
    const said = new Set();
    this.lines = lines.filter((line) => line.since >= 0).sort((a, b) => a.since - b.since)
      .filter(({ node }) => !said.has(node.textContent) && said.add(node.textContent));
    this.root.replaceChildren(...this.lines.map(({ node }) => node));
  }

  show(position) {
    for (const { node, since } of this.lines) node.style.visibility = position < since ? "hidden" : "";
  }
}

/** The first frame that draws in a class, or -1, and the kind of mark it is there. @param {Frame[]} frames @param {string} cls */
function drawn(frames, cls) {
  const worn = (/** @type {{c?: string}} */ { c = "" }) => c.split(" ").includes(cls);
  /** @type {Record<string, string>} */
  const kinds = {};
  let kind = "";
  const step = frames.findIndex(({ k = [], "+": brought = [], "~": changed = {}, fx = [] }) => {
    for (const [id, mark] of [...k, ...brought]) kinds[id] = mark.k;
    const marks = /** @type {[string, {c?: string}][]} */ ([...k, ...brought, ...Object.entries(changed).map(([id, change]) => [id, { c: change.c ?? "" }])]);
    const found = marks.find(([, mark]) => worn(mark));
    kind = found ? kinds[found[0]] : "";
    return found || fx.some((effect) => effect.k === cls || worn(effect));
  });
  return { step, kind };
}

/** What a class looks like, beside its name. @param {string} cls @param {string} [kind] */
function sign(cls, kind) {
  const round = ["arc", "circle"].includes(kind);
  const mark = round ? draw("circle", { class: cls, cx: 10, cy: 7, r: 4.5 })
    : kind === "line" ? draw("line", { class: cls, x1: 1, y1: 7, x2: 19, y2: 7 })
    : draw("rect", { class: cls, x: 2, y: 2, width: 16, height: 10 });
  return draw("svg", { class: "kv-sign", viewBox: "0 0 20 14", "aria-hidden": "true" }, mark);
}
