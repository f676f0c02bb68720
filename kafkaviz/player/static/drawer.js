// Knobs above a film: where both have no room, the knobs stand in front of its words, which come back as one goes on.

import { button } from "./dom.js";

export class Drawer {
  open = true;

  /** @param {HTMLElement} root @param {() => HTMLElement} words */
  constructor(root, words) {
    this.root = root;
    this.words = words;
    this.tab = button("kv-tab", "knobs", () => this.turn());
  }

  /** What a film and its knobs stand in. */
  get box() {
    return this.root.closest(":has(>.kv-knobs)");
  }

  /** Take the knobs from above the film, or put them back there. */
  cover(covers) {
    this.box?.classList.toggle("kv-cover", covers);
    this.tab.hidden = !this.box || !covers;
  }

  turn(open = !this.open) {
    this.open = open;
    this.show();
  }

  show() {
    const { box, open, tab } = this;
    tab.setAttribute("aria-pressed", open);
    if (!box) return;
    const { bottom, height } = this.words().getBoundingClientRect();
    const knobs = /** @type {HTMLElement} */ (box.querySelector(".kv-knobs"));
    knobs.hidden = !tab.hidden && !open;
    knobs.style.bottom = `${box.getBoundingClientRect().bottom - bottom}px`;
    knobs.style.setProperty("--w", `${height}px`);
  }
}
