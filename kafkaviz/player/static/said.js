// What is said about a step, in a place that never grows: caption, why, was and now, the i, and questions.

import { button, element } from "./dom.js";

/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {import("./track.js").Gate} Gate */
/** @typedef {import("./track.js").Step} Step */

export class Said {
  /** @param {Clock} clock @param {(option: number | null) => void} answer */
  constructor(clock, answer) {
    this.clock = clock;
    this.answer = answer;
    this.words = element("div", "kv-words-of", { "aria-live": "polite" });
    this.info = button("kv-info", "i", () => this.turn(), { "aria-label": "In Kafka, and what is simplified (i)", title: "In Kafka, and what is simplified (i)", "aria-pressed": "false" });
    this.root = element("div", "kv-said", { tabindex: -1 }, this.words, this.info);
    this.about = false;
  }

  turn() {
    if (this.info.hidden) return;
    this.about = !this.about;
    this.show();
  }

  show() {
    const { clock } = this;
    const { programme, position, asked, playing } = clock;
    this.words.setAttribute("aria-live", playing ? "off" : "polite");
    if (this.at !== position) this.about = false;
    const { answers } = programme;
    const revealed = programme.gates.flatMap((gate, n) => (n in answers && gate.position === position ? [n] : []));
    const now = `${position} ${asked} ${revealed} ${this.about}`;
    if (this.now === now) return;
    [this.at, this.now] = [position, now];
    const steps = programme.told(position);
    this.info.hidden = asked >= 0 || !steps.some(({ about_kafka: about }) => about);
    this.info.setAttribute("aria-pressed", String(this.about));
    this.root.classList.toggle("kv-asks", asked >= 0);
    const shared = programme.shared > position;
    const verdicts = revealed.map((n) => verdict(programme.gates[n], answers[n]));
    if (asked >= 0) this.words.replaceChildren(question(programme.gates[asked], this.answer));
    else if (this.about) this.words.replaceChildren(...steps.map(({ about_kafka: about = "" }) => element("p", "kv-about", {}, about)));
    else this.words.replaceChildren(...(shared ? steps.slice(0, 1) : steps).map((step, n) => this.one(step, n, verdicts)));
    this.root.scrollTop = 0;
  }

  /** What is said of one film. @param {Step} step @param {number} n @param {Node[]} verdicts */
  one(step, n, verdicts) {
    const { programme, position } = this.clock;
    const { cap = "", why = "", duty = "", diff = [], broken = "" } = step;
    const parts = [element("p", "kv-cap", {}, cap)];
    if (duty) parts[0].prepend(element("span", "kv-duty", {}, duty), " ");
    if (why) parts.push(element("p", "kv-why", {}, why));
    const own = !programme.waits(n, position);
    const lines = (own ? diff : []).map((line) => element("li", "", {}, line));
    if (broken && own) lines.unshift(element("li", "kv-broken", {}, `✗ ${broken}`));
    if (n === 0 && verdicts.length) parts.push(element("div", "kv-verdicts", {}, ...verdicts));
    parts.push(element("ul", "kv-diff", { "aria-label": "What changed" }, ...lines));
    return element("div", "kv-caption", {}, ...parts);
  }

  /** Take the keyboard to the question. */
  face() {
    /** @type {HTMLElement | null} */ (this.root.querySelector(".kv-option"))?.focus();
  }
}

/** A question with its options as buttons, and a way on without an answer.
 * @param {Gate} gate @param {(option: number | null) => void} answer */
function question({ question: text, options }, answer) {
  const buttons = options.map((option, n) => button("kv-option", option, () => answer(n)));
  const unlock = button("kv-unlock", "show without answering", () => answer(null));
  const asked = element("p", "kv-question", {}, text);
  const form = element("div", "kv-gate", { role: "group", "aria-label": text }, asked, element("div", "kv-options", {}, ...buttons, unlock));
  form.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const at = buttons.findIndex((one) => one === event.target);
    if (!by || at < 0) return;
    event.preventDefault();
    buttons[(at + by + buttons.length) % buttons.length].focus();
  });
  return form;
}

/** What came, beside what was said. @param {Gate} gate @param {number | null} said */
function verdict({ options, answer, because = "" }, said) {
  const right = options[answer];
  const words = said === null ? `It is: ${right}` : said === answer ? `✓ You said: ${right}` : `✗ You said: ${options[said]} · it is: ${right}`;
  const reason = Array.isArray(because) ? because[said ?? answer] ?? "" : because;
  const node = element("p", `kv-verdict${said !== null && said !== answer ? " kv-wrong" : ""}`, {}, element("b", "", {}, words));
  if (reason) node.append(" ", element("span", "kv-because", {}, reason));
  return node;
}
