// What begins when the page is read, and the keys of the page; in a film they are the film's.

const WRITES = "input, textarea, select";
const LEAVES = ["PageDown", "PageUp", "Escape"];
const PRESSED = "button, summary, input:not(:checked)";

function sorry(words) {
  document.getElementById("sorry").textContent = words;
}

function turnByKey(event) {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  // What a slide passes on to its film comes by here again.
  if (!event.isTrusted || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
  const writes = target.closest?.(WRITES) && target.type !== "radio";
  if (writes && !(presenting() && LEAVES.includes(key))) return;
  // What has been typed is judged as the field is left.
  if (writes) return target.blur();
  const inFilm = target.closest?.(".kv");
  const pressed = key === " " && target.closest?.(PRESSED);
  if (presenting() && TURNS[key] && !pressed) {
    // A film keeps its own keys but for those that go on, which lead from its last step to the next slide.
    if (inFilm && (key === " " || key === "Home" || key === "End")) return;
    event.preventDefault();
    event.stopPropagation();
    TURNS[key](key);
    return;
  }
  if (presenting() && !inFilm && /^[1-9]$/.test(key)) return answerByKey(key);
  const does = inFilm ? ({ s: present, w: openPresenter })[key] : ({ s: present, w: openPresenter, d: turnTheme, "/": () => document.getElementById("words").focus() })[key];
  if (!does) return;
  event.preventDefault();
  does();
}

async function start() {
  try {
    await unpack();
  } catch {
    sorry("This browser is too old for the films of this page; a browser of 2023 or later plays them.");
  }
  document.querySelectorAll(".quiz").forEach(askQuiz);
  startSearch();
  if (films.length) watchFilms();
  const does = { "do-slides": present, "do-presenter": openPresenter, "do-theme": turnTheme, "do-print": () => print() };
  for (const [id, act] of Object.entries(does)) document.getElementById(id).addEventListener("click", act);
  // Before a film hears a key: on a slide, what goes on at its end is the slide.
  addEventListener("keydown", turnByKey, { capture: true });
  addEventListener("resize", () => presenting() && fitSlide());
  addEventListener("hashchange", () => document.getElementById(location.hash.slice(1)) && visit(document.getElementById(location.hash.slice(1))));
  document.documentElement.dataset.ready = "1";
}

start();
