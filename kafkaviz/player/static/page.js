// Where a film is shown: in a notebook, as a widget, and in a page of its own, without a kernel.

import { isWriting } from "./dom.js";
import { filmsOf } from "./programme.js";
import { View } from "./view.js";

/** @typedef {import("./programme.js").Model} Model */

/** One view of a model; a model may have several. @param {{model: Model, el: HTMLElement}} at */
export function render({ model, el }) {
  const theme = model.get("theme");
  let view = new View(model, el, theme);
  let [film] = filmsOf(model);
  const again = () => {
    const [now] = filmsOf(model);
    if (now === film) return;
    film = now;
    const focused = view.root.contains(document.activeElement);
    view.remove();
    view = new View(model, el, theme);
    if (focused) view.root.focus({ preventScroll: true });
  };
  /** @type {Object<string, (heard?: any) => void>} */
  const heard = {
    "change:film": again,
    "change:films": again,
    "change:by": () => view.show(),
    "change:tree": () => view.tree.show(),
    "change:branch": () => view.tree.show(),
    "msg:custom": (content) => view.hear(content),
  };
  for (const [event, act] of Object.entries(heard)) model.on(event, act);
  return () => {
    for (const [event, act] of Object.entries(heard)) model.off(event, act);
    view.remove();
  };
}

/** A model for a page without a kernel: keeps its state to itself. */
class PageModel {
  /** @param {Object<string, any>} state */
  constructor(state) {
    this.state = state;
    /** @type {Map<string, ((...heard: any[]) => void)[]>} */
    this.heard = new Map();
  }

  /** @param {string} key */
  get(key) {
    return this.state[key];
  }

  /** @param {string} key @param {any} value */
  set(key, value) {
    if (this.state[key] === value) return;
    this.state[key] = value;
    for (const act of this.heard.get(`change:${key}`) ?? []) act();
  }

  /** @param {string} event @param {(...heard: any[]) => void} act */
  on(event, act) {
    this.heard.set(event, [...(this.heard.get(event) ?? []), act]);
  }

  /** @param {string} event @param {(...heard: any[]) => void} act */
  off(event, act) {
    this.heard.set(event, (this.heard.get(event) ?? []).filter((other) => other !== act));
  }

  save_changes() {}
}

/** Show a film in a page of its own: the keyboard works at once, wherever the focus is.
 * @param {Object<string, any>} state @param {HTMLElement} el */
export function open(state, el) {
  const model = new PageModel({ index: 0, playing: false, speed: 1, by: "event", answers: {}, theme: "auto", ...state });
  render({ model, el });
  const root = /** @type {HTMLElement} */ (el.querySelector(".kv"));
  document.addEventListener("keydown", (event) => {
    if (root.contains(/** @type {Node} */ (event.target)) || isWriting(event.target)) return;
    if (!root.dispatchEvent(new KeyboardEvent("keydown", { ...keyOf(event), bubbles: true, cancelable: true }))) event.preventDefault();
  });
  return model;
}

/** @param {KeyboardEvent} event */
function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  return { key, ctrlKey, metaKey, altKey, shiftKey };
}
