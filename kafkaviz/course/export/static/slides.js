// Slides: a heading, or text, begins one; a film has one for itself; what waits comes at a key.

const SLOW = "details:not(.section, .hint, .tab, .kv *)";
const LEAST_PX = 16;
/** What reaches so far below the window's top is being read. */
const READ_PX = 40;
const SCROLLED = 0.85;
const ASKS = ". The film asks: a number answers, ↓ leaves it.";
const QUIZ = ". A number answers; Page Down shows the answer.";
let slides = [];
let at = -1;
let waiting = [];
/** The film of an unfolded answer, while the keys are its. @type {Element | null} */
let boxed = null;

function makeSlides() {
  slides = [];
  let alone = false;
  let bare = false;
  for (const cell of document.querySelectorAll("main .cell")) {
    const kind = cell.dataset.slide;
    if (kind === "skip") continue;
    if (kind === "notes") {
      slides.at(-1)?.notes.push(cell);
      continue;
    }
    const film = cell.querySelector(":scope > .outputs > .film");
    const begins = kind === "slide" || (kind === "subslide" && !bare) || film || alone;
    if (begins || !slides.length) slides.push({ cells: [], notes: [], film });
    slides.at(-1).cells.push(cell);
    alone = Boolean(film);
    // A heading by itself says too little for a slide: what follows it comes with it.
    bare = !cell.querySelector(":scope > :not(h1, h2, h3, h4, hr)");
  }
}

const presenting = () => at >= 0;

function showSlide(to) {
  const { cells, film } = slides[(at = Math.max(0, Math.min(to, slides.length - 1)))];
  document.querySelectorAll(".cell.now").forEach((cell) => cell.classList.remove("now", "waits"));
  [waiting, boxed] = [[], null];
  cells.forEach((cell, n) => {
    const slow = n > 0 && cell.dataset.slide === "fragment";
    const [first] = cell.children;
    cell.classList.add("now");
    cell.classList.toggle("waits", slow);
    if (slow) waiting.push(() => cell.classList.remove("waits"));
    for (const folded of cell.querySelectorAll(SLOW)) {
      // Text that begins with an answer comes with it: the key that leads there has been pressed.
      folded.open = folded === first && cell.matches(".prose");
      if (!folded.open) waiting.push(() => (folded.open = true));
    }
    if (cell.querySelector(".quiz")) waiting.push(revealQuiz);
    for (const inner of cell.querySelectorAll(":scope details:not(.tab, .hint) .film")) waiting.push(() => showBoxed(inner));
  });
  const main = document.getElementById("text");
  main.classList.toggle("film-alone", Boolean(film));
  main.scrollTop = 0;
  if (film) showFilm(film);
  fitSlide();
  sayWhere();
  (film?.querySelector(".kv") ?? main).focus({ preventScroll: true });
  showNotes();
  tellPresenter();
}

function sayWhere(more = openQuiz() ? QUIZ : "") {
  document.getElementById("where").textContent = `Slide ${at + 1} of ${slides.length}${more}`;
}

/** The first question on the slide that nobody has answered. */
function openQuiz() {
  return document.querySelector(".cell.now:not(.waits) .quiz:not([data-answered])");
}

function revealQuiz() {
  const quiz = openQuiz();
  quiz?.querySelector(".reveal").click();
  return Boolean(quiz);
}

/** A number answers a film, or the question that is open; into a field it is typed. */
function answerByKey(key) {
  if (boxed ?? slides[at].film) return pass(key);
  const quiz = openQuiz() ?? document.querySelector(".cell.now .quiz");
  quiz?.querySelector("input[type=text]")?.focus();
  quiz?.querySelectorAll("input[type=radio]")[key - 1]?.click();
}

function showBoxed(film) {
  boxed = film;
  showFilm(film);
  film.scrollIntoView({ block: "start", behavior: "instant" });
}

/** Words as large as the slide has room for. */
function fitSlide() {
  const main = document.getElementById("text");
  let size = Math.max(LEAST_PX, Math.min(innerWidth / 48, innerHeight / 26));
  const set = () => main.style.setProperty("--slide", `${size}px`);
  set();
  while (size > LEAST_PX && main.scrollHeight > main.clientHeight + 2) {
    size -= 1;
    set();
  }
}

/** One thing on: a step of the film, what is below the screen, what waits on the slide, or the next slide. */
function forward(key) {
  const film = boxed ?? slides[at].film;
  const main = document.getElementById("text");
  if (film && !ended(film)) {
    const was = models.get(film).get("index");
    pass(key);
    const asks = film.querySelector(".kv-gate");
    sayWhere(asks ? ASKS : "");
    // A film stays where its lens has no more news.
    if (asks || models.get(film).get("index") !== was) return;
  }
  const seen = main.scrollTop;
  // What is folded may count as high although nothing is there to scroll to.
  if (!film) main.scrollBy({ top: main.clientHeight * SCROLLED, behavior: "instant" });
  if (main.scrollTop > seen + 2) return;
  while (waiting.length) {
    // What has been answered by hand waits for nothing.
    if (waiting.shift()() === false) continue;
    fitSlide();
    sayWhere();
    return tellPresenter();
  }
  if (at < slides.length - 1) showSlide(at + 1);
}

function back(key) {
  const film = boxed ?? slides[at].film;
  if (film && models.get(film)?.get("index") > 0) pass(key);
  else if (at > 0) showSlide(at - 1);
}

/** Let the film of this slide have a key. */
function pass(key) {
  const film = boxed ?? slides[at].film;
  film?.querySelector(".kv")?.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
}

function present() {
  if (presenting()) return leave();
  makeSlides();
  document.querySelectorAll("details.section").forEach((section) => {
    section.dataset.open = section.open ? "1" : "";
    section.open = true;
  });
  const seen = slides.findIndex(({ cells }) => cells.some((cell) => cell.getBoundingClientRect().bottom > READ_PX));
  document.body.classList.add("presents");
  document.querySelector(".deck").hidden = false;
  showSlide(seen);
}

function leave() {
  const [cell] = slides[at].cells;
  at = -1;
  document.body.classList.remove("presents");
  document.querySelector(".deck").hidden = true;
  document.querySelectorAll(".cell.now").forEach((shown) => shown.classList.remove("now", "waits"));
  document.querySelectorAll("details.section").forEach((section) => (section.open = Boolean(section.dataset.open)));
  visit(cell);
}

function showNotes(turned = false) {
  const aside = document.getElementById("notes");
  if (turned) aside.hidden = !aside.hidden;
  aside.replaceChildren(...notesOf(at));
}

function notesOf(number) {
  const { notes = [] } = slides[number] ?? {};
  return notes.length ? notes.map((cell) => make("div", {}, ...[...cell.cloneNode(true).childNodes])) : ["This slide has no notes."];
}

const TURNS = {
  PageDown: forward, ArrowRight: forward, " ": forward, PageUp: back, ArrowLeft: back,
  ArrowDown: () => at < slides.length - 1 && showSlide(at + 1), ArrowUp: () => at > 0 && showSlide(at - 1),
  Home: () => showSlide(0), End: () => showSlide(slides.length - 1), Escape: leave, m: () => showNotes(true),
};
