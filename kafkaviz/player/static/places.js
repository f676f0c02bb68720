// A picture in which somebody chooses one of its places along the width, by a click or by keys.

const made = (tag, cls, attributes = {}) => {
  const node = document.createElement(tag);
  node.className = cls;
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
};

/** Where each key leads from a place, of so many. @type {Record<string, (at: number, last: number) => number>} */
const MOVES = {
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  PageUp: (at) => at + 10,
  PageDown: (at) => at - 10,
  Home: () => 0,
  End: (_, last) => last,
};

/** @param {{model: Model, el: HTMLElement}} at */
export function render({ model, el }) {
  /** @type {[number, string][]} */
  const places = model.get("places");
  const [from, above, to, below] = model.get("area");
  const last = places.length - 1;
  const box = made("div", "kafkaviz-places");
  const line = made("div", "kafkaviz-places-line");
  const words = made("div", "kafkaviz-places-words", { "aria-hidden": "true" });
  const field = made("div", "kafkaviz-places-field", {
    role: "slider", tabindex: "0", "aria-label": model.get("label"), "aria-valuemin": "1", "aria-valuemax": `${last + 1}`,
    "data-lm-suppress-shortcuts": "true",
  });
  let at = model.get("opens_at");
  field.style.inset = [above, 1 - to, 1 - below, from].map((part) => `${100 * part}%`).join(" ");
  field.append(line, words);
  box.append(made("img", "", { src: model.get("image"), alt: model.get("words") }), field);
  el.append(box);

  const go = (number) => {
    at = Math.max(0, Math.min(last, number));
    const [x, said] = places[at];
    const along = (x - from) / (to - from);
    line.style.left = `${100 * along}%`;
    // The words stand on the side where there is room.
    words.style.left = along > 0.5 ? "" : `calc(${100 * along}% + 6px)`;
    words.style.right = along > 0.5 ? `calc(${100 * (1 - along)}% + 6px)` : "";
    words.textContent = said;
    field.setAttribute("aria-valuenow", `${at + 1}`);
    field.setAttribute("aria-valuetext", said);
  };
  const near = ({ clientX }) => {
    const { left, width } = box.getBoundingClientRect();
    const x = (clientX - left) / width;
    return places.reduce((best, [place], n) => (Math.abs(place - x) < Math.abs(places[best][0] - x) ? n : best), 0);
  };
  const choose = () => model.send?.({ choose: at });
  field.addEventListener("pointermove", (event) => go(near(event)));
  field.addEventListener("click", (event) => {
    go(near(event));
    choose();
  });
  field.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (MOVES[event.key]) go(MOVES[event.key](at, last));
    else if (event.key === "Enter" || event.key === " ") choose();
    else return;
    // A notebook would take the key for its own.
    event.preventDefault();
    event.stopPropagation();
  });
  go(at);
  return () => box.remove();
}
