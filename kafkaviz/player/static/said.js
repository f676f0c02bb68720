// What is said about a step, in a place that never grows: caption, why, was and now, the i, and questions.

import { button, corner, element } from "./dom.js";
import { Folded } from "./unfold.js";

export class Said {
  /** The position whose place in Kafka is told instead. */
  about = -1;

  constructor(clock, answer) {
    this.clock = clock;
    this.answer = answer;
    this.words = element("div", "kv-told", { "aria-live": "polite", role: "group", "aria-label": "What is said of this step" });
    this.words.addEventListener("scroll", () => this.mark());
    new ResizeObserver(() => this.fold()).observe(this.words);
    // For the eye and the mouse: the keyboard scrolls the words themselves, and who hears them misses nothing.
    const signs = /** @type {[string, string, number][]} */ ([["▴", "above", -1], ["▾", "below", 1]]);
    this.signs = signs.map(([sign, where, by]) => {
      const node = element("span", `kv-beyond kv-${where}`, { "aria-hidden": "true", title: `more ${where}` }, sign);
      node.addEventListener("click", () => this.words.scrollBy(0, by * Math.max(24, this.words.clientHeight - 24)));
      return node;
    });
    this.info = corner("kv-info", "i", "In Kafka, and what is simplified (i)", () => this.turn());
    this.root = element("div", "kv-said", { tabindex: -1 }, this.words, this.info, ...this.signs);
    this.folded = new Folded(clock, this.root);
  }

  turn() {
    const { position } = this.clock;
    this.about = this.about === position || this.info.hidden ? -1 : position;
    this.show();
  }

  show() {
    const { programme, position, asked, playing } = this.clock;
    const { answers, gates } = programme;
    const { seen } = this.clock;
    this.folded.show();
    this.words.setAttribute("aria-live", playing ? "off" : "polite");
    if (this.about !== position) this.about = -1;
    const fits = ({ position: from, revealed }, n) => (from <= position && position <= revealed) || seen.get(n) === position;
    const over = programme.over.filter((n) => fits(gates[n], n));
    const now = [position, asked, over, this.about].join(" ");
    if (this.now === now) return;
    this.now = now;
    const steps = programme.told(position).slice(0, programme.shared > position ? 1 : 2);
    this.info.hidden = asked >= 0 || !steps.some(({ about_kafka: about }) => about);
    const about = this.about === position;
    this.info.setAttribute("aria-pressed", about);
    this.words.replaceChildren(
      ...(asked >= 0 ? [question(gates[asked], this.answer)]
        : about ? steps.map(({ about_kafka: words = "" }) => element("p", "kv-about", {}, words))
        : [
            element("div", "kv-verdicts", {}, ...over.map((n) => verdict(gates[n], answers[n], gates[n].revealed <= position))),
            ...steps.map((step, n) => caption(step, programme.waits(n, position), programme.films[n].promises)),
          ]),
    );
    this.words.scrollTop = 0;
    this.fold();
    // Who watches shall see what is asked, also where the window ends above it.
    if (asked >= 0 && this.root.closest(".kv:focus-within")) this.root.scrollIntoView({ block: "nearest" });
  }

  /** Where what is told has no room below a verdict, or what changed none below that, a button shows the rest. */
  fold() {
    const { bottom } = this.words.getBoundingClientRect();
    const gate = this.words.querySelector(".kv-gate");
    gate?.classList.toggle("kv-high", gate.offsetHeight > this.root.offsetHeight);
    this.shorten(bottom);
    for (const caption of this.words.querySelectorAll(".kv-caption:not(.kv-open)")) {
      const [, why, list] = caption.children;
      why.querySelector("button")?.remove();
      caption.classList.remove("kv-folded");
      const count = list.querySelectorAll("li:not(.kv-broken)").length;
      if (!count || list.getBoundingClientRect().bottom <= bottom + 2) continue;
      caption.classList.add("kv-folded");
      const unfold = button("kv-unfold", `${count} changed`, () => {
        unfold.remove();
        caption.classList.replace("kv-folded", "kv-open");
        this.mark();
        this.words.focus();
      });
      why.append(" ", unfold);
    }
    this.mark();
  }

  /** What a step tells is read before the reasons of a verdict: where both have no room, these wait behind a button. */
  shorten(bottom) {
    const verdicts = [...this.words.querySelectorAll(".kv-verdict:not(.kv-open)")];
    for (const verdict of verdicts) {
      verdict.querySelector("button")?.remove();
      verdict.classList.remove("kv-brief");
    }
    const cut = [...this.words.querySelectorAll(".kv-cap")].some((cap) => cap.getBoundingClientRect().bottom > bottom + 2);
    for (const verdict of cut ? verdicts.filter((one) => one.querySelector(".kv-because")) : []) {
      verdict.classList.add("kv-brief");
      verdict.append(button("kv-unfold", "why", () => {
        verdict.lastElementChild.remove();
        verdict.classList.replace("kv-brief", "kv-open");
        this.fold();
        this.words.focus();
      }));
    }
  }

  /** Show where words go on out of sight; only there the keyboard stops at them, to scroll. */
  mark() {
    // What can be scrolled tells less: a font whose lines are higher than ours reaches beyond the last word.
    const [edge, ...ends] = [this.words, ...this.words.children].map((node) => node.getBoundingClientRect().bottom);
    const hidden = [this.words.scrollTop, Math.max(...ends) - edge].map((px) => px > 2);
    this.signs.forEach((node, n) => (node.hidden = !hidden[n]));
    this.words.tabIndex = hidden.includes(true) ? 0 : -1;
  }

  /** Take the keyboard to the question. */
  face() {
    this.root.querySelector(".kv-gate")?.focus();
  }
}

/** What is said of one film. @param {Step} step */
function caption({ cap = "", why = "", duty, diff = [], broken }, waits, promises = []) {
  const told = element("p", "kv-cap", {}, ...(duty ? [element("span", "kv-duty", {}, duty), " "] : []), cap);
  // What a lamp says is not said twice.
  const lines = waits ? [] : [...(broken && !promises.some((lamp) => lamp.why === broken) ? [element("li", "kv-broken", {}, `✗ ${broken}`)] : []), ...diff.map((line) => element("li", "", {}, line))];
  const reason = element("p", "kv-why", {}, why);
  return element("div", "kv-caption", {}, told, reason, element("ul", "kv-diff", { "aria-label": "What changed" }, ...lines));
}

/** A question with its options as buttons, and a way on without an answer. @param {Gate} gate */
function question({ question: text, options }, answer) {
  const number = (/** @type {number} */ n) => element("kbd", "", { "aria-hidden": "true" }, n + 1);
  const buttons = options.map((option, n) => {
    const choice = button("kv-option", "", () => answer(n), n < 9 ? { "aria-keyshortcuts": n + 1 } : {});
    choice.append(...(n < 9 ? [number(n)] : []), option);
    return choice;
  });
  const most = Math.min(options.length, 9);
  const hint = element("span", "kv-hint", {}, `press its number, 1 to ${most}, or`);
  const unlock = button("kv-unlock", "show without answering", () => answer(null));
  const gate = element(
    "div", "kv-gate", { role: "group", "aria-label": text, tabindex: -1 },
    element("p", "kv-question", {}, text), element("div", "kv-options", {}, ...buttons, element("span", "kv-else", {}, hint, unlock)),
  );
  gate.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const at = buttons.indexOf(event.target);
    if (!by || (at < 0 && by < 0)) return;
    event.preventDefault();
    buttons[(at + by + buttons.length) % buttons.length].focus();
  });
  return gate;
}

/** What is said of a choice, or of none: sentences, each with its reason; before the film shows why, none. @param {Gate} gate */
function verdict({ said, options, answer }, chosen, shown) {
  const all = said[chosen ?? options.length];
  const judged = shown ? all : [...(chosen === null ? [] : [[all[0][0], ""]]), ["Watch.", ""]];
  const because = (reason) => (reason ? [element("span", "kv-because", {}, `${reason} `)] : []);
  const parts = judged.flatMap(([sentence, reason]) => [element("b", "", {}, sentence), " ", ...because(reason)]);
  return element("p", `kv-verdict${chosen === null || chosen === answer ? "" : " kv-wrong"}`, {}, ...parts);
}
