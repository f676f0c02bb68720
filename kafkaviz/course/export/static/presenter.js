// The presenter's window: a clock, what is shown, what comes next, and notes; it follows the slides and turns them.

const LINES = 700;
const LOOKS = `
  :root { color-scheme: light dark; font: 18px/1.4 system-ui, sans-serif }
  body { margin: 16px; display: grid; gap: 12px }
  header { display: flex; gap: 24px; align-items: baseline; font-size: 28px; font-variant-numeric: tabular-nums }
  h2 { margin: 0; font-size: 16px }
  section { border-top: 1px solid GrayText; padding-top: 8px; white-space: pre-line }
  button { font: inherit; padding: 4px 14px }`;
let desk = null;
let began = 0;

function openPresenter() {
  if (!presenting()) present();
  if (desk && !desk.closed) return desk.focus();
  desk = open("", "", "popup,width=900,height=700");
  if (!desk) return sorry("The browser did not let a second window open; allow it for this page.");
  began = Date.now();
  const { document: sheet } = desk;
  sheet.documentElement.lang = "en";
  sheet.title = "Presenter";
  sheet.head.append(make("style", {}, LOOKS));
  const part = (id, name) => make("section", { ariaLabel: name }, make("h2", {}, name), make("div", { id }));
  const turn = (words, does) => {
    const made = make("button", { type: "button" }, words);
    made.addEventListener("click", does);
    return made;
  };
  const clock = make("header", {}, make("span", { id: "now" }), make("span", { id: "since" }), make("span", { id: "slide" }));
  const turns = make("p", {}, turn("Back", () => back("PageUp")), " ", turn("Next", () => forward("PageDown")), " ", turn("Clock to 0", () => (began = Date.now())));
  sheet.body.replaceChildren(make("main", {}, clock, turns, part("noted", "Notes"), part("shown", "On the screen"), part("next", "Next")));
  desk.addEventListener("keydown", turnByKey);
  const ticking = setInterval(() => (desk.closed ? clearInterval(ticking) : tick()), 1000);
  tick();
  tellPresenter();
}

function tick() {
  const seconds = Math.floor((Date.now() - began) / 1000);
  const two = (number) => String(number).padStart(2, "0");
  desk.document.getElementById("now").textContent = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  desk.document.getElementById("since").textContent = `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

function linesOf(slide) {
  if (!slide) return "This is the last slide.";
  const film = slide.film && films[slide.film.dataset.film];
  if (film) return `Film: ${(film.films ?? [film.film]).map(({ title }) => title).join(" | ")}`;
  const words = slide.cells.map((cell) => (cell.innerText || cell.textContent).trim()).join("\n");
  return words.replace(/\n{2,}/g, "\n").slice(0, LINES);
}

function tellPresenter() {
  if (!desk || desk.closed || !presenting()) return;
  const put = (id, words) => (desk.document.getElementById(id).textContent = words);
  put("slide", `${at + 1} / ${slides.length}`);
  put("shown", linesOf(slides[at]));
  put("next", linesOf(slides[at + 1]));
  put("noted", notesOf(at).map((each) => each.textContent ?? each).join("\n"));
}
