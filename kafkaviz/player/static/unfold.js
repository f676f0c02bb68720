// What a notebook keeps folded below a question, until somebody has answered.

const CELLS_BELOW = 3;
// An editor's text has no ends of lines, so what begins a line stands right behind a word.
const ASKS = /quiz\(|\bask=/;

// What a reader asks of herself stays folded: its answers are those of other questions.
const OF_OTHERS = "Answers";

/** Opens what is folded in the nearest text below, unless another question is nearer. @param {Element} el */
export function unfold(el) {
  let cell = el.closest(".jp-Cell");
  for (let n = 0; cell && n < CELLS_BELOW; n++) {
    cell = cell.nextElementSibling;
    const code = cell?.matches(".jp-CodeCell") && cell.querySelector(".jp-InputArea .cm-content")?.textContent;
    if (code && ASKS.test(code)) return;
    const parts = cell?.querySelectorAll(".jp-MarkdownOutput details") ?? [];
    const folded = [...parts].filter((part) => part.querySelector("summary")?.textContent !== OF_OTHERS);
    for (const part of folded) part.open = true;
    if (folded.length) return;
  }
}

/** The text below a film, which opens once it gives nothing away; who folds it again is left alone. */
export class Folded {
  constructor(clock, root) {
    this.clock = clock;
    this.root = root;
  }

  show() {
    const { clock: { seen, programme: { gates } } } = this;
    if (this.opened || !gates.length || gates.some((_, n) => !seen.has(n))) return;
    this.opened = true;
    unfold(this.root);
  }
}
