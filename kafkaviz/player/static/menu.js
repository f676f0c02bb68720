// Acting: what can be done with a thing in the picture, asked of Python, and the branches that come of it.

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
    const [box, mark] = [this.home.getBoundingClientRect(), opener.getBoundingClientRect()];
    this.home.append(this.root);
    const left = Math.max(4, Math.min(mark.left - box.left + 12, box.width - this.root.offsetWidth - 4));
    const top = Math.max(4, Math.min(mark.top - box.top + 34, box.height - 240));
    Object.assign(this.root.style, { left: `${left}px`, top: `${top}px`, maxHeight: `${Math.max(240, box.height - top + 90)}px` });
    this.root.focus({ preventScroll: true });
    this.say("…");
    this.ask({ ask: "menu", step, id });
  }

  /** Say something to Python; after a while tell that nobody heard it. */
  ask(content) {
    this.model.send?.(content);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.root ? this.say(NOBODY) : this.tell(NOBODY)), this.model.send ? PATIENCE_MS : 0);
  }

  hear({ menu, id, step }) {
    if (!this.root || id !== this.id || step !== this.step) return;
    clearTimeout(this.timer);
    if (!menu.length) return this.say("Nothing can be done here.");
    const focused = this.root.contains(document.activeElement);
    this.body.replaceChildren(...menu.map((act, n) => this.act(act, n)));
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
    this.body.replaceChildren(element("p", "", { role: "status" }, sentence));
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
