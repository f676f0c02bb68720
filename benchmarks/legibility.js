// What an eye can read of a film's steps, in the page that benchmarks/legibility.py makes around the player.

globalThis.look = (state, contrast) => {
  const home = document.createElement("main");
  document.body.replaceChildren(home);
  const model = { get: (key) => state[key], set(key, value) { state[key] = value; }, on() {}, off() {}, save_changes() {} };
  const view = new $view.View(model, home);
  const found = [];
  for (const lens of view.programme.lenses) {
    state.lens = lens;
    view.fit();
    for (let at = 0; at < view.programme.count; at += 1) {
      if (at && view.programme.pace[at].skipped) continue;
      const motion = view.programme.motion(at);
      for (const part of contrast && motion ? [0.12, 0.5, 1] : [1]) {
        view.clock.go(at, part < 1 ? part * motion : Infinity);
        found.push({ lens, at, part, ...(contrast ? { contrast: faintest(view) } : seen(view)) });
      }
    }
  }
  view.remove();
  return found;
};

const box = (node) => node.getBoundingClientRect();
const size = (node) => parseFloat(getComputedStyle(node).fontSize);

/** How opaque each node of a picture is at a moment, with all that it is in. */
function strengths() {
  const known = new Map();
  const of = (node) => {
    if (node.tagName === "svg") return 1;
    if (!known.has(node)) known.set(node, node.getAttribute("display") === "none" ? 0 : of(node.parentNode) * Number(node.getAttribute("opacity") ?? 1));
    return known.get(node);
  };
  return of;
}

/** The sizes of texts by their classes, in units of a picture. */
const units = new Map();
function unit(node) {
  const key = node.getAttribute("class");
  if (!units.has(key)) units.set(key, size(node));
  return units.get(key);
}

function seen(view) {
  const strength = strengths(), screen = view.root.querySelector(".kv-screen"), frame = box(screen);
  const svg = screen.querySelector("svg"), scale = svg.getScreenCTM().a;
  const texts = [...svg.querySelectorAll("text")].filter((node) => strength(node) > 0.5 && node.textContent.trim());
  const boxes = texts.map(box), overlaps = [], off = [];
  boxes.forEach((a, n) => {
    if (a.left < frame.left - 1 || a.right > frame.right + 1 || a.top < frame.top - 1 || a.bottom > frame.bottom + 1) off.push(texts[n].textContent);
    for (let m = n + 1; m < boxes.length; m += 1) {
      const b = boxes[m];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      if (across <= 3) continue;
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (down > Math.min(a.height, b.height) * 0.45) overlaps.push(`${texts[n].textContent} | ${texts[m].textContent}`);
    }
  });
  if (screen.scrollWidth > screen.clientWidth + 1) off.push("a part of the picture");
  if (view.tabs.some((tab) => box(tab).right > innerWidth + 1)) off.push("a lens");
  if (box(view.bar.root).bottom > innerHeight + 1) off.push("the buttons");
  const words = [...view.main.querySelectorAll(":not(svg *)")].filter((node) => [...node.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()) && box(node).width);
  return {
    cut: [...view.root.querySelectorAll(".kv-below")].filter((node) => box(node).width).map(() => view.root.querySelector(".kv-cap").textContent),
    shortened: texts.map((node) => node.textContent).filter((text) => /\S…/.test(text)),
    overlaps, "off-screen": off,
    smallest: Math.min(...texts.map((node) => unit(node) * scale), ...words.map(size)),
  };
}

const channels = (colour) => (colour.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
const over = (ground, colour, part) => ground.map((value, n) => value + (colour[n] - value) * part);
const light = (colour) => colour.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);

/** What the classes of nodes paint, in each mode. */
const paints = { light: new Map(), dark: new Map() };
const worn = (node) => [
  node.tagName, node.getAttribute("class"),
  // What words look like is a matter of what is around them as well.
  ...(node.tagName !== "text" ? [] : [node.matches(".kv-words") && node.previousSibling.getAttribute("class"), node.matches("[fill-opacity] text, text[fill-opacity]"), node.matches(".kv-rider text")]),
].join(" ");
function learn(view, nodes) {
  const unknown = nodes.filter((node) => !paints.dark.has(worn(node)));
  if (!unknown.length) return;
  for (const mode of ["light", "dark"]) {
    view.root.dataset.theme = mode;
    paints[mode].set("page", channels(getComputedStyle(view.root).backgroundColor).slice(0, 3));
    for (const node of unknown) {
      const style = getComputedStyle(node), own = node.getAttribute("fill-opacity"), text = node.tagName === "text";
      if (!text) node.setAttribute("fill-opacity", "0.5");
      const fades = !text && style.fillOpacity === "0.5";
      if (own === null) node.removeAttribute("fill-opacity");
      else node.setAttribute("fill-opacity", own);
      const [paint, halo] = [channels(style.fill), style.stroke === "none" ? null : channels(style.stroke).slice(0, 3)];
      paints[mode].set(worn(node), { paint: paint.slice(0, 3), part: style.fill === "none" ? 0 : paint[3] ?? 1, fades, halo });
    }
  }
}

/** The lowest contrast of words in each mode, and which words those are. */
function faintest(view) {
  const strength = strengths();
  const nodes = [...view.root.querySelectorAll(".kv-picture :is(rect, circle, text)")].filter((node) => strength(node) > 0);
  learn(view, nodes);
  const areas = nodes.map((node) => {
    const key = worn(node), full = paints.light.get(key).fades ? Number(node.closest("[fill-opacity]")?.getAttribute("fill-opacity") ?? 1) : 1;
    return { node, key, part: strength(node) * full, words: node.tagName === "text", ...edges(box(node)) };
  });
  const worst = { light: [21, ""], dark: [21, ""] };
  areas.forEach((one, n) => {
    if (!one.words || one.part < 0.99 || !one.right || !one.node.textContent.trim()) return;
    const [x, y] = [(one.left + one.right) / 2, (one.top + one.bottom) / 2];
    const below = [];
    for (let m = 0; m < areas.length; m += 1) {
      const other = areas[m];
      if (other.words) {
        // A former look is there for a moment behind the look that it becomes.
        if (m > n && Math.hypot(other.left - one.left, other.top - one.top) < 2 && other.node.textContent === one.node.textContent) return;
      } else if (m < n && x >= other.left && x <= other.right && y >= other.top && y <= other.bottom) {
        const round = other.node.tagName === "circle" && Math.hypot(x - (other.left + other.right) / 2, y - (other.top + other.bottom) / 2) > (other.right - other.left) / 2;
        if (!round) below.push(other);
      }
    }
    for (const mode of ["light", "dark"]) {
      const { paint, part, halo } = paints[mode].get(one.key);
      let ground = paints[mode].get("page");
      for (const other of below) {
        const { paint: colour, part: covers } = paints[mode].get(other.key);
        ground = over(ground, colour, covers * other.part);
      }
      if (halo) ground = halo;
      const [a, b] = [light(over(ground, paint, part * one.part)), light(ground)].sort((p, q) => q - p);
      const ratio = (a + 0.05) / (b + 0.05);
      if (ratio < worst[mode][0]) worst[mode] = [ratio, one.node.textContent];
    }
  });
  return worst;
}
const edges = ({ left, right, top, bottom }) => ({ left, right, top, bottom });
