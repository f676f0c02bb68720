// Elements of a page, made without markup.

import { draw, filled } from "./stage.js";

const ICONS = {
  back: "M15.5 4l2 2-6 6 6 6-2 2-8-8z",
  play: "M7 4v16l13-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  forward: "M8.5 4l-2 2 6 6-6 6 2 2 8-8z",
  key: "M12 2l2.9 6.6 7.1.7-5.4 4.7 1.6 7L12 17.3 5.8 21l1.6-7L2 9.3l7.1-.7z",
  broken: "M12 2l11 19H1zM11 9v6h2V9zm0 8v2h2v-2z",
};

export function element(tag, cls = "", attributes = {}, ...children) {
  return filled(document.createElement(tag), cls ? { class: cls, ...attributes } : attributes, children);
}

export function button(cls, words, act, attributes = {}) {
  const node = element("button", cls, { type: "button", ...attributes }, ...[words].flat());
  node.addEventListener("click", act);
  return node;
}

/** A small button in a corner of the words. */
export function corner(cls, sign, title, act) {
  return button(`kv-corner ${cls}`, sign, act, { "aria-label": title, title });
}

/** A button with a sign, and a label that says what it does. */
export function iconButton(icon, label, act, shown = true) {
  const node = button(`kv-button kv-${icon}`, "", act);
  node.hidden = !shown;
  node.append(draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path")));
  return relabel(node, icon, label);
}

export function relabel(node, icon, label) {
  node.querySelector("path").setAttribute("d", ICONS[icon]);
  for (const key of ["aria-label", "title"]) node.setAttribute(key, label);
  return node;
}
