// Where a film is shown: in a notebook, as a widget, and in a page of its own, without a kernel.

import { isWriting } from "./dom.js";
import { filmsOf } from "./programme.js";
import { View } from "./view.js";

/** One view of a model; a model may have several. @param {{model: Model, el: HTMLElement}} at */
export function render({ model, el }) {
  const theme = model.get("theme");
  let view = new View(model, el, theme);
  const again = () => {
    if (filmsOf(model)[0] === view.programme.films[0]) return;
    const focused = view.root.contains(document.activeElement);
    const { acted } = view.menu;
    view.remove();
    view = new View(model, el, theme);
    if (acted) view.clock.go(view.clock.position, 0, view.clock.position);
    if (focused) view.root.focus({ preventScroll: true });
  };
  const tree = () => view.menu.tree();
  const heard = {
    "change:film": again, "change:films": again, "change:tree": tree, "change:branch": tree,
    "msg:custom": (content) => view.hear(content),
  };
  for (const [event, act] of Object.entries(heard)) model.on(event, act);
  return () => {
    for (const [event, act] of Object.entries(heard)) model.off(event, act);
    view.remove();
  };
}

/** A model for a page without a kernel: keeps its state to itself. @returns {Model} */
function pageModel(state) {
  const heard = new Map();
  return {
    get: (key) => state[key],
    set(key, value) {
      if (state[key] === value) return;
      state[key] = value;
      for (const act of heard.get(`change:${key}`) ?? []) act();
    },
    on: (event, act) => heard.set(event, [...(heard.get(event) ?? []), act]),
    off: (event, act) => heard.set(event, (heard.get(event) ?? []).filter((other) => other !== act)),
    save_changes() {},
  };
}

/** Show a film in a page of its own: the keyboard works at once, wherever the focus is. */
export function open(state, el) {
  const model = pageModel({ index: 0, playing: false, speed: 1, by: "event", answers: {}, theme: "auto", ...state });
  render({ model, el });
  document.addEventListener("keydown", (event) => {
    const root = el.querySelector(".kv");
    if (root.contains(/** @type {Node} */ (event.target)) || isWriting(event.target)) return;
    const { key, ctrlKey, metaKey, altKey } = event;
    if (!root.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey, metaKey, altKey, cancelable: true }))) event.preventDefault();
  });
  return model;
}
