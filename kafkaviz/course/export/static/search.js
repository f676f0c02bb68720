// Search by word: the cells that have all of them, with what stands around the first.

const MOST_HITS = 40;
const AROUND = 50;
/** What is folded is an answer or a hint: a search shall not tell it. */
const FOLDED = "details:not(.section), .notes, noscript, .kv, script, style, button";
let pages = [];

function wordsOf(cell) {
  const copy = cell.cloneNode(true);
  copy.querySelectorAll(FOLDED).forEach((node) => node.remove());
  copy.querySelectorAll(".quiz").forEach((node) => node.replaceWith(JSON.parse(node.dataset.quiz).text));
  return copy.textContent.replace(/\s+/g, " ").trim();
}

function search(text) {
  if (!pages.length) pages = [...document.querySelectorAll(".cell:not(.notes)")].map((cell) => ({ cell, words: wordsOf(cell) }));
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = wanted.length ? pages.filter(({ words }) => wanted.every((word) => words.toLowerCase().includes(word))) : [];
  const list = document.getElementById("hits");
  list.replaceChildren(...hits.slice(0, MOST_HITS).map(({ cell, words }) => {
    const at = words.toLowerCase().indexOf(wanted[0]);
    const [from, to] = [Math.max(0, at - AROUND), at + wanted[0].length];
    const jump = make("button", { type: "button" }, from ? "…" : "", words.slice(from, at), make("mark", {}, words.slice(at, to)), words.slice(to, to + AROUND), "…");
    jump.addEventListener("click", () => visit(cell));
    return make("li", {}, jump);
  }));
  const shown = hits.length > MOST_HITS ? `, ${MOST_HITS} are shown` : "";
  document.getElementById("found").textContent = wanted.length ? `${hits.length || "No"} ${hits.length === 1 ? "place" : "places"}${shown}` : "";
}

/** Go to a cell, and open what it is folded in. */
function visit(cell) {
  for (let at = cell.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
  cell.tabIndex = -1;
  cell.scrollIntoView({ block: "start" });
  cell.focus({ preventScroll: true });
}

function startSearch() {
  const entry = document.getElementById("words");
  entry.addEventListener("input", () => search(entry.value));
  entry.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") document.querySelector("#hits button")?.click();
    if (key === "ArrowDown") document.querySelector("#hits button")?.focus();
    if (key === "Escape") search((entry.value = ""));
  });
  document.getElementById("hits").addEventListener("keydown", (event) => {
    const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    if (!step) return;
    event.preventDefault();
    (document.activeElement.closest("li")?.[step]?.querySelector("button") ?? entry).focus();
  });
}
