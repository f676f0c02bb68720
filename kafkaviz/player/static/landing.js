// Where a film comes to stand: its top at the pane's top, once, when its cell has run.

const PATIENCE_MS = 5000;
/** So long the notebook may still go to the next cell by itself. */
const SETTLES_MS = 600;
/** By what a person shows that the page is theirs. */
const HANDS = ["wheel", "touchmove", "pointerdown", "keydown"];
/** What is not over yet says so beside its cell. */
const RUNS = "[*]:";

export class Landing {
  /** Ask Python whether the cell that shows this has just run: a page that is only loaded again stays where it is.
   * @param {Model} model @param {HTMLElement} root */
  constructor(model, root) {
    this.root = root;
    this.view = Math.random();
    this.hands = new AbortController();
    const { signal } = this.hands;
    for (const event of HANDS) addEventListener(event, () => this.end(), { capture: true, passive: true, signal });
    this.timer = setTimeout(() => this.end(), PATIENCE_MS);
    model.send?.({ ask: "landing", view: this.view });
  }

  hear(view) {
    const { root, hands: { signal } } = this;
    if (view !== this.view || signal.aborted) return;
    const [cell, pane] = [".jp-Cell", ".jp-WindowedPanel-outer"].map((place) => root.closest(place));
    // Of two films the first; and where all cells run, the page goes wherever the person is.
    if (!pane || cell?.querySelector(".kv") !== root || others(pane, cell)) return this.end();
    const land = () => {
      const away = root.getBoundingClientRect().top - pane.getBoundingClientRect().top;
      if (Math.abs(away) > 1) pane.scrollTop += away;
    };
    land();
    pane.addEventListener("scroll", land, { signal });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), SETTLES_MS);
  }

  end() {
    clearTimeout(this.timer);
    this.hands.abort();
  }
}

/** Whether another cell still runs, or waits to. */
function others(pane, cell) {
  return [...pane.querySelectorAll(".jp-InputPrompt")].some((prompt) => prompt.textContent === RUNS && !cell.contains(prompt));
}
