// Where a film comes to stand: its top at the pane's top, once, when its cell has run.

const PATIENCE_MS = 5000;
/** So long the notebook may still go to the next cell by itself. */
const SETTLES_MS = 600;
/** By what a person shows that the page is theirs. */
const HANDS = ["wheel", "touchmove", "pointerdown", "keydown"];
const FILM = ".kv";
/** Who looks at a film looks past what is above it, where that takes more of the room. */
const MOST_ABOVE = 1 / 3;

/** What comes to stand at the pane's top: what is shown, with the knobs or the verdict above it. @param {Element} node */
function standing(node) {
  let found = node.closest(".jp-Cell")?.querySelector(".kafkaviz-verdict") ?? node;
  for (let at = node.closest(".widget-vbox"); at; at = at.parentElement.closest(".widget-vbox")) found = at;
  return found;
}

/** @param {Element} node */
const topOf = (node) => node.getBoundingClientRect().top;

/** How high the place is in which a film may be seen at once: the outermost that scrolls, without the knobs above it. */
export function roomOf(root) {
  let room = innerHeight;
  for (let at = root.parentElement; at && at !== document.body; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) room = at.clientHeight;
  room = Math.min(room, innerHeight);
  const above = topOf(root) - topOf(standing(root));
  return above < room * MOST_ABOVE ? room - above : room;
}

export class Landing {
  /** Ask Python whether the cell that shows this has just run: a page that is only loaded again stays where it is.
   * @param {Model} model @param {HTMLElement} root */
  constructor(model, root) {
    this.root = root;
    this.view = Math.random();
    this.ran = running();
    this.hands = new AbortController();
    const { signal } = this.hands;
    for (const event of HANDS) addEventListener(event, () => this.end(), { capture: true, passive: true, signal });
    this.timer = setTimeout(() => this.end(), PATIENCE_MS);
    model.send?.({ ask: "landing", view: this.view });
  }

  hear({ landing: view, near }) {
    const { root, hands: { signal } } = this;
    if (view !== this.view || signal.aborted) return;
    const cell = root.closest(".jp-Cell"), pane = root.closest(".jp-WindowedPanel-outer");
    if (near) return this.comeNear(pane);
    const film = root.matches(FILM);
    // Of two films the first; and where all cells run, or somebody has gone on, the page goes wherever the person is.
    if (!pane || (film && cell?.querySelector(FILM) !== root) || others(pane, cell, this.ran)) return this.end();
    const land = () => {
      const away = topOf(standing(root)) - topOf(pane);
      // What is no film is left where it is, as long as one sees how it begins.
      if (film ? Math.abs(away) > 1 : away < -1) pane.scrollTop += away;
    };
    land();
    pane.addEventListener("scroll", land, { signal });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), SETTLES_MS);
  }

  /** What a click asked for comes into sight, as much of it as there is room for. */
  comeNear(pane) {
    this.end();
    if (!pane) return;
    const [{ top, bottom, height }, room] = [this.root, pane].map((node) => node.getBoundingClientRect());
    pane.scrollTop += top < room.top || height > room.height ? top - room.top : Math.max(0, bottom - room.bottom);
  }

  end() {
    clearTimeout(this.timer);
    this.hands.abort();
  }
}

/** The prompts of what is not over yet. */
const running = () => [...document.querySelectorAll(".jp-InputPrompt")].filter((at) => at.textContent === "[*]:");

/** Whether another cell runs or waits to, did so when the film came, or a person is at one further down. */
function others(pane, cell, ran) {
  const active = pane.querySelector(".jp-Cell.jp-mod-active");
  return (active && active !== cell && active !== cell?.nextElementSibling)
    || [...ran, ...running()].some((at) => pane.contains(at) && !cell.contains(at));
}
