// Films of a page: unpacked once, each shown when it comes near, all of them before the page is printed.

const NEAR = "900px";
/** What each place of a film shows, by the element. @type {Map<Element, any>} */
const models = new Map();
let films = [];

async function unpack() {
  const packed = document.getElementById("films").textContent.trim();
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  films = JSON.parse(await new Response(stream).text());
}

function showFilm(place) {
  if (models.has(place)) return;
  const model = $page.pageModel({ theme: document.documentElement.dataset.theme ?? "auto", ...films[place.dataset.film] });
  models.set(place, model);
  $page.render({ model, el: place });
}

const places = () => [...document.querySelectorAll(".film")];

function watchFilms() {
  const near = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      showFilm(target);
    }
  }, { rootMargin: NEAR });
  places().forEach((place) => near.observe(place));
  let again = false;
  addEventListener("beforeprint", () => {
    if (again) return;
    const late = places().filter((place) => !models.has(place));
    late.forEach(showFilm);
    colour("light");
    // Those that come only now have not heard that the page is printed.
    again = true;
    if (late.length) dispatchEvent(new Event("beforeprint"));
    again = false;
  });
  addEventListener("afterprint", () => colour(document.documentElement.dataset.theme ?? "auto"));
}

function colour(theme) {
  for (const film of document.querySelectorAll(".kv")) film.dataset.theme = theme;
}

/** Whether a film, or both of two, are at their last step. */
function ended(place) {
  const model = models.get(place);
  const { film, films: pair, align } = { align: [], ...films[place.dataset.film] };
  const steps = align.length || Math.max(...(pair ?? [film]).map(({ captions, steps: all }) => (captions ?? all).length));
  return !model || model.get("index") >= steps - 1;
}

const THEMES = ["auto", "light", "dark"];

function turnTheme() {
  const root = document.documentElement;
  const next = THEMES[(THEMES.indexOf(root.dataset.theme ?? "auto") + 1) % THEMES.length];
  root.dataset.theme = next;
  colour(next);
  document.getElementById("do-theme").textContent = next === "auto" ? "Theme" : `Theme: ${next}`;
}
