// A film as a component of somebody else's page: it brings its own film and looks.

import { element } from "./dom.js";
import { pageModel } from "./page.js";
import { View } from "./view.js";

const OPENING = ["film", "films", "index", "lens", "speed", "theme"];
const brought = { state: {}, css: "" };

/** Keep what the file says below the script. */
export const bring = (state, css) => Object.assign(brought, { state, css });

/** Whether a page writes in light letters, as dark ones do, by whatever switch. */
function isDark(el) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.fillStyle = getComputedStyle(el).color;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return red + green + blue > 384;
}

/** Be as dark as the page, also when somebody turns its switch, and light on paper; returns what ends that. */
function follow(el, root) {
  const look = () => (root.dataset.theme = isDark(el) ? "dark" : "light");
  const switched = new MutationObserver(look);
  for (const node of [document.documentElement, document.body]) switched.observe(node, { attributes: true });
  const heard = new AbortController();
  const { signal } = heard;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", look, { signal });
  addEventListener("beforeprint", () => (root.dataset.theme = "light"), { signal });
  addEventListener("afterprint", look, { signal });
  look();
  return () => {
    switched.disconnect();
    heard.abort();
  };
}

/** Show the film, as far as a model says nothing else; a page's style sheets end where it begins.
 * @param {{model?: Model, el: HTMLElement}} at */
export function render({ model, el }) {
  const said = OPENING.map((key) => [key, model?.get(key)]).filter(([, value]) => value !== undefined);
  const host = element("div", "", { style: "all: initial; display: block" });
  const root = element("div");
  host.attachShadow({ mode: "open" }).append(element("style", "", {}, brought.css), root);
  el.append(host);
  // A film has one clock, so that each place on a page gets a film of its own.
  const state = structuredClone({ ...brought.state, ...Object.fromEntries(said) });
  const view = new View(pageModel(state), root);
  const stop = state.theme ? () => {} : follow(el, view.root);
  return () => {
    stop();
    view.remove();
    host.remove();
  };
}
