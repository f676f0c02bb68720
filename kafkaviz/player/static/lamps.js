// The promises of films: how many are kept, which are broken at a step and why, and on request all of them. And the goal.

import { button, element } from "./dom.js";

const counted = (count) => `${count} promise${count === 1 ? "" : "s"} kept`;

/** A sign, of which the shape says as much as the colour. */
const sign = (text) => element("i", text === "✗" ? "kv-out" : "", { "aria-hidden": "true" }, text);

const lamp = (tag, cls, text, ...words) => element(tag, `kv-lamp ${cls}`, {}, sign(text), element("span", "", {}, ...words));

function told(tag, /** @type {Lamp} */ { words, why }, broken) {
  const name = element("b", "", {}, broken ? `Broken: ${words}` : words);
  return lamp(tag, broken ? "kv-out" : "", broken ? "✗" : "✓", name, broken && why ? ` · ${why}` : "");
}

/** What is to be reached; once it is, what is said of that. */
function aim(/** @type {Lamp} */ { words, why }, reached) {
  return reached ? lamp("p", "kv-aim kv-won", "★", why) : lamp("p", "kv-aim", "☆", words);
}

export class Lamps {
  open = false;
  now = "";

  constructor(clock) {
    this.clock = clock;
    this.columns = clock.programme.films.map(({ promises = [], goal }) => {
      const count = button("kv-count-kept", "", () => this.turn(), { title: "All promises (p)" });
      // A screen reader says what breaks, also while the film plays: only then does this text change.
      const status = element("div", "kv-status", { role: "status" });
      const list = element("ul", "kv-all", { tabindex: 0, "aria-label": "Promises" });
      count.hidden = !promises.length;
      return { promises, goal, count, status, list, root: element("div", "kv-column", {}, count, status, list) };
    });
    this.root = element("div", "kv-lamps", {}, ...this.columns.map(({ root }) => root));
    this.root.hidden = this.columns.every(({ promises, goal }) => !promises.length && !goal);
  }

  turn() {
    this.open = !this.open;
    this.show();
  }

  show() {
    const { programme, position } = this.clock;
    const steps = this.columns.map((_, n) => programme.step(n, position));
    const shown = this.columns.map(({ promises }, n) => promises.map((one) => one.step <= steps[n]));
    const won = this.columns.map(({ goal }, n) => goal?.step <= steps[n]);
    const now = JSON.stringify([shown, won, this.open, programme.shared > position]);
    if (this.root.hidden || this.now === now) return;
    this.now = now;
    this.columns.forEach(({ promises, goal, count, status, list, root }, n) => {
      const broken = promises.filter((_, at) => shown[n][at]);
      const kept = promises.length - broken.length;
      root.classList.toggle("kv-none", (!promises.length && !goal) || (n > 0 && programme.shared > position));
      count.replaceChildren(sign(kept ? "✓" : "✗"), counted(kept), this.open ? " ▾" : " ▸");
      count.setAttribute("aria-expanded", this.open);
      const lamps = [...(goal ? [aim(goal, won[n])] : []), ...broken.map((one) => told("p", one, true))];
      if (status.textContent !== lamps.map(({ textContent }) => textContent).join("")) status.replaceChildren(...lamps);
      list.hidden = !this.open;
      if (this.open) list.replaceChildren(...promises.map((one, at) => told("li", one, shown[n][at])));
    });
  }
}
