// Where a film is shown: in a notebook, as a widget, and in a page of its own, without a kernel.

import { filmsOf, listen } from "./programme.js";
import { View } from "./view.js";

/** One view of a model; a model may have several. @param {{model: Model, el: HTMLElement}} at */
export function render({ model, el }) {
  let view = new View(model, el);
  const again = () => {
    if (filmsOf(model)[0] === view.programme.films[0]) return;
    const focused = view.root.contains(document.activeElement);
    const { acted } = view.menu;
    view.remove();
    view = new View(model, el);
    if (acted) view.clock.go(view.clock.position, 0, view.clock.position);
    if (focused) view.root.focus({ preventScroll: true });
  };
  const tree = () => view.menu.tree();
  const heard = {
    "change:film": again, "change:films": again, "change:tree": tree, "change:branch": tree,
    "msg:custom": (content) => view.hear(content),
  };
  const stop = listen(model, heard);
  return () => {
    stop();
    view.remove();
  };
}

/** A model for a page without a kernel: keeps its state to itself, and its view for ever. @returns {Model} */
export function pageModel(sent) {
  const state = { index: 0, playing: false, speed: 1, by: "event", answers: {}, theme: "auto", ...sent };
  const heard = {};
  return {
    get: (key) => state[key],
    set(key, value) {
      if (state[key] === value) return;
      state[key] = value;
      for (const act of heard[`change:${key}`] ?? []) act();
    },
    on: (event, act) => (heard[event] ??= []).push(act),
    off() {},
    save_changes() {},
  };
}

/** Show a film in a page of its own: the keyboard works at once, wherever the focus is. */
export function open(state, el) {
  const model = pageModel(state);
  const view = new View(model, el);
  document.addEventListener("keydown", (event) => view.key(event));
  return model;
}
