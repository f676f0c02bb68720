// What is said about a step, in a place that never grows: caption, why, was and now, the i, and questions.

import { button, element } from "./dom.js";

export class Said {
  about = false;
  at; now;

  constructor(clock, answer) {
    this.clock = clock;
    this.answer = answer;
    this.words = element("div", "kv-told", { "aria-live": "polite" });
    const label = "In Kafka, and what is simplified (i)";
    this.info = button("kv-info", "i", () => this.turn(), { "aria-label": label, title: label });
    this.root = element("div", "kv-said", { tabindex: -1 }, this.words, this.info);
  }

  turn() {
    this.about = !this.about && !this.info.hidden;
    this.show();
  }

  show() {
    const { programme, position, asked, playing } = this.clock;
    const { answers, gates } = programme;
    this.words.setAttribute("aria-live", playing ? "off" : "polite");
    if (this.at !== position) this.about = false;
    const revealed = gates.filter((gate, n) => n in answers && gate.position === position);
    const now = `${position} ${asked} ${revealed.length} ${this.about}`;
    if (this.now === now) return;
    [this.now, this.at] = [now, position];
    const steps = programme.told(position).slice(0, programme.shared > position ? 1 : 2);
    this.info.hidden = asked >= 0 || !steps.some(({ about_kafka: about }) => about);
    this.info.setAttribute("aria-pressed", this.about);
    const verdicts = revealed.map((gate) => verdict(gate, answers[gates.indexOf(gate)]));
    this.words.replaceChildren(
      ...(asked >= 0 ? [question(gates[asked], this.answer)]
        : this.about ? steps.map(({ about_kafka: about = "" }) => element("p", "kv-about", {}, about))
        : steps.map((step, n) => caption(step, programme.waits(n, position), n ? [] : verdicts, programme.films[n].promises))),
    );
  }

  /** Take the keyboard to the question. */
  face() {
    this.root.querySelector(".kv-gate")?.focus();
  }
}

/** What is said of one film. @param {Step} step */
function caption({ cap = "", why = "", duty, diff = [], broken }, waits, verdicts, promises = []) {
  const told = element("p", "kv-cap", {}, ...(duty ? [element("span", "kv-duty", {}, duty), " "] : []), cap);
  // What a lamp says is not said twice.
  const lines = waits ? [] : [...(broken && !promises.some((lamp) => lamp.why === broken) ? [element("li", "kv-broken", {}, `✗ ${broken}`)] : []), ...diff.map((line) => element("li", "", {}, line))];
  const reason = element("p", "kv-why", {}, why);
  return element("div", "kv-caption", {}, told, ...verdicts, reason, element("ul", "kv-diff", { "aria-label": "What changed" }, ...lines));
}

/** A question with its options as buttons, and a way on without an answer. @param {Gate} gate */
function question({ question: text, options }, answer) {
  const buttons = options.map((option, n) => button("kv-option", option, () => answer(n)));
  const unlock = button("kv-unlock", "show without answering", () => answer(null));
  const gate = element(
    "div", "kv-gate", { role: "group", "aria-label": text, tabindex: -1 },
    element("p", "kv-question", {}, text), element("div", "kv-options", {}, ...buttons, unlock),
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

/** What came, beside what was said. @param {Gate} gate */
function verdict({ options, answer, because = "" }, said) {
  const right = options[answer];
  const words = said === null ? `It is: ${right}` : said === answer ? `✓ You said: ${right}` : `✗ You said: ${options[said]} · it is: ${right}`;
  const reason = Array.isArray(because) ? because[said ?? answer] : because;
  const wrong = said !== null && said !== answer ? " kv-wrong" : "";
  return element("p", `kv-verdict${wrong}`, {}, element("b", "", {}, words), ...(reason ? [" ", element("span", "kv-because", {}, reason)] : []));
}
