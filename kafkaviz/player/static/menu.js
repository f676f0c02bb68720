// Acting: what can be done with a thing in the picture, asked of Python, and the branches that come of it.

import { BUSY, LOOK_MS, isConnected } from "./busy.js";
import { button, element } from "./dom.js";

const PATIENCE_MS = 2500;
const NOBODY = "Nothing answers here: run the cell to try this.";

export class Menu {
  /** @type {HTMLElement} */
  root = null;
  body; id; step; opener; timer;
  acted = false;

  /** @param {Model} model */
  constructor(model, home, back, tell) {
    this.model = model;
    this.home = home;
    this.back = back;
    this.tell = tell;
    this.branches = element("div", "kv-tree", { role: "group", "aria-label": "Branches" });
  }

  /** Open at a mark, and ask what can be done. */
  open(id, step, opener) {
    this.close();
    Object.assign(this, { id, step, opener });
    const name = opener.getAttribute("aria-label");
    this.body = element("div");
    const close = button("kv-close", "×", () => this.close(true), { "aria-label": "Close (Esc)" });
    this.root = element("div", "kv-menu", { role: "dialog", "aria-label": name, tabindex: -1 }, element("div", "kv-menu-head", {}, element("b", "", {}, name), close), this.body);
    this.home.append(this.root);
    this.root.focus({ preventScroll: true });
    this.say("…");
    this.ask({ ask: "menu", step, id });
  }

  /** Stand beside the thing and within the picture: the title above, the words and the goal below stay in sight. */
  place() {
    const [box, mark] = [this.home, this.opener].map((one) => one.getBoundingClientRect());
    const { style, offsetWidth, offsetHeight } = this.root;
    style.left = `${Math.max(4, Math.min(mark.left - box.left + 12, box.width - offsetWidth - 4))}px`;
    style.top = `${Math.max(4, Math.min(mark.top - box.top + 34, box.height - offsetHeight - 4))}px`;
  }

  /** Say something to Python. */
  ask(content) {
    this.model.send?.(content);
    this.wait(this.model.send ? 0 : PATIENCE_MS);
  }

  /** Tell that Python is busy until it answers; and where there is none, after a while, that nobody hears this. */
  wait(idle) {
    const say = (sentence) => (this.root ? this.say(sentence) : this.tell(sentence));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const busy = isConnected(this.home);
      if (busy) say(BUSY);
      else if (idle >= PATIENCE_MS) return say(NOBODY);
      this.wait(busy ? 0 : idle + LOOK_MS);
    }, idle < PATIENCE_MS ? LOOK_MS : 0);
  }

  hear({ menu, id, step }) {
    if (!this.root || id !== this.id || step !== this.step) return;
    clearTimeout(this.timer);
    if (!menu.length) return this.say("Nothing can be done here.");
    const focused = this.root.contains(document.activeElement);
    this.body.replaceChildren(...menu.map((act, n) => this.act(act, n)));
    this.place();
    if (focused) this.body.querySelector(".kv-act:not([aria-disabled])")?.focus({ preventScroll: true });
  }

  /** @param {Act} act */
  act({ label, python, kafka, enabled = true, why }, n) {
    const go = button("kv-act", label, () => {
      if (!enabled) return;
      this.close(true);
      this.acted = true;
      this.ask({ do: n, id: this.id, step: this.step });
    });
    if (!enabled) go.setAttribute("aria-disabled", "true");
    return element("div", "kv-item", {}, go, ...(why ? [element("p", "kv-reason", {}, why)] : []), ...[python, kafka].filter(Boolean).map(copied));
  }

  say(sentence) {
    if (this.body.textContent === sentence) return;
    this.body.replaceChildren(element("p", "", { role: "status" }, sentence));
    this.place();
  }

  /** Close, and perhaps take the keyboard back to where it came from. */
  close(home = false) {
    clearTimeout(this.timer);
    if (!this.root) return;
    this.root.remove();
    this.root = null;
    if (home) (this.opener.isConnected ? this.opener : this.back).focus({ preventScroll: true });
  }

  /** The branches one can walk in, each under the one it leaves. */
  tree() {
    /** @type {Branch[]} */
    const tree = this.model.get("tree") ?? [];
    const under = (parent, deep) =>
      tree.filter((one) => (one.parent ?? null) === parent).flatMap(({ id, step, label }) => {
        const words = deep ? `${"\u2514".padStart(deep, "\u2007")} ${label}` : label;
        const pressed = String(id === this.model.get("branch"));
        const title = deep ? `leaves at step ${step + 1}` : "";
        return [button("kv-branch", words, () => this.ask({ branch: id }), { "aria-pressed": pressed, title }), ...under(id, deep + 1)];
      });
    this.branches.hidden = tree.length < 2;
    this.branches.replaceChildren(...under(null, 0));
    // Where there is no room for all, the one that is shown can be seen.
    requestAnimationFrame(() => {
      const [box, now] = [this.branches, this.branches.querySelector("[aria-pressed=true]")].map((one) => one?.getBoundingClientRect());
      if (now) this.branches.scrollLeft += now.right - box.right;
    });
  }
}

/** A line ready to copy. */
function copied(line) {
  const code = element("code", "", {}, line);
  const copy = button("kv-copy", "copy", () => {
    getSelection().selectAllChildren(code);
    copy.textContent = document.execCommand("copy") ? "copied" : "press Ctrl+C";
  }, { "aria-label": `Copy ${line}` });
  return element("div", "kv-code", {}, code, copy);
}
