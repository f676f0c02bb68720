// Acting: what can be done with a thing in the picture, asked of Python, and the branches that come of it.

import { button, element } from "./dom.js";

/** @typedef {import("./programme.js").Model} Model */
/** @typedef {{label: string, python?: string, kafka?: string, enabled?: boolean, why?: string}} Act */

const PATIENCE_MS = 2500;
export const NOBODY = "Run the cell to try this: nothing answers from a saved page.";

export class Menu {
  /** @param {Model} model @param {HTMLElement} home @param {() => HTMLElement} back */
  constructor(model, home, back) {
    this.model = model;
    this.home = home;
    this.back = back;
    this.timer = 0;
    /** @type {HTMLElement | null} */
    this.root = null;
    this.id = "";
    this.step = 0;
  }

  /** Open at a mark, and ask what can be done. @param {string} id @param {number} step @param {Element} node */
  open(id, step, node) {
    this.close();
    [this.id, this.step, this.opener] = [id, step, node];
    this.body = element("div", "kv-acts", {}, element("p", "kv-wait", { role: "status" }, "…"));
    const close = button("kv-close", "×", () => this.close(true), { "aria-label": "Close (Esc)" });
    const name = node.getAttribute("aria-label") || id;
    this.root = element("div", "kv-menu", { role: "dialog", "aria-label": name, tabindex: -1 }, element("div", "kv-menu-head", {}, element("b", "", {}, name), close), this.body);
    const [box, mark] = [this.home.getBoundingClientRect(), node.getBoundingClientRect()];
    const left = Math.min(Math.max(4, mark.left - box.left + 12), Math.max(4, box.width - 384));
    const top = Math.min(Math.max(4, mark.top - box.top + 34), Math.max(4, box.height - 240));
    Object.assign(this.root.style, { left: `${left}px`, top: `${top}px`, maxHeight: `${Math.max(200, box.height - top + 90)}px` });
    this.home.append(this.root);
    this.root.focus({ preventScroll: true });
    if (!this.ask({ ask: "menu", step, id })) this.say(NOBODY);
    else this.timer = window.setTimeout(() => this.say(NOBODY), PATIENCE_MS);
  }

  /** @param {any} content */
  ask(content) {
    try {
      this.model.send?.(content);
      return Boolean(this.model.send);
    } catch {
      return false;
    }
  }

  /** @param {any} heard */
  hear(heard) {
    if (!this.root || heard.id !== this.id || heard.step !== this.step) return;
    clearTimeout(this.timer);
    const acts = /** @type {Act[]} */ (heard.menu);
    this.body?.replaceChildren(...acts.map((act, n) => this.act(act, n)));
    if (!acts.length) this.say("Nothing can be done with this here.");
    else if (this.root.contains(document.activeElement)) /** @type {HTMLElement | null} */ (this.root.querySelector(".kv-act:not([aria-disabled])"))?.focus({ preventScroll: true });
  }

  /** @param {Act} act @param {number} n */
  act({ label, python = "", kafka = "", enabled = true, why = "" }, n) {
    const go = button("kv-act", label, () => {
      if (!enabled) return;
      this.ask({ do: n, id: this.id, step: this.step });
      this.close(true);
    });
    if (!enabled) go.setAttribute("aria-disabled", "true");
    const item = element("div", "kv-item", {}, go);
    if (why) item.append(element("p", "kv-reason", {}, why));
    for (const line of [python, kafka]) if (line) item.append(copied(line));
    return item;
  }

  /** @param {string} sentence */
  say(sentence) {
    clearTimeout(this.timer);
    this.body?.replaceChildren(element("p", "kv-wait", { role: "status" }, sentence));
  }

  /** @param {boolean} [home] whether the keyboard goes back to where it came from */
  close(home = false) {
    clearTimeout(this.timer);
    if (!this.root) return;
    this.root.remove();
    this.root = null;
    const opener = /** @type {any} */ (this.opener);
    if (home) (opener?.isConnected ? opener : this.back()).focus({ preventScroll: true });
  }
}

/** A line ready to copy. @param {string} line */
function copied(line) {
  const copy = button("kv-copy", "copy", async () => {
    try {
      await navigator.clipboard.writeText(line);
      copy.textContent = "copied";
    } catch {
      getSelection()?.selectAllChildren(code);
      copy.textContent = document.execCommand("copy") ? "copied" : "press Ctrl+C";
    }
  }, { "aria-label": `Copy ${line}` });
  const code = element("code", "", {}, line);
  return element("div", "kv-code", {}, code, copy);
}

/** The branches one can walk in: a button each, after the one it leaves. */
export class Tree {
  /** @param {Model} model @param {Menu} menu */
  constructor(model, menu) {
    this.model = model;
    this.menu = menu;
    this.root = element("div", "kv-tree", { role: "group", "aria-label": "Branches" });
    this.show();
  }

  show() {
    const tree = this.model.get("tree") ?? [];
    const branch = this.model.get("branch");
    this.root.hidden = tree.length < 2;
    const under = (/** @type {any} */ parent, /** @type {number} */ deep) =>
      tree.filter((/** @type {any} */ one) => (one.parent ?? null) === parent).flatMap((/** @type {any} */ one) => {
        const words = deep ? `${"└".padStart(deep, " ")} ${one.label}` : one.label;
        const node = button("kv-branch", words, () => this.walk(one.id), { "aria-pressed": String(one.id === branch) });
        if (deep) node.title = `from step ${one.step + 1}`;
        return [node, ...under(one.id, deep + 1)];
      });
    this.root.replaceChildren(...under(null, 0));
  }

  /** @param {any} id */
  walk(id) {
    if (id !== this.model.get("branch")) this.menu.ask({ branch: id });
  }
}
