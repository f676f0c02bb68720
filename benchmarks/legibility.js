// What an eye can read of a film's steps, in the page that benchmarks/legibility.py makes around the player.

globalThis.look = (state, contrast) => {
  document.body.replaceChildren();
  const home = document.body.appendChild(document.createElement("main"));
  const model = { get: (key) => state[key], set(key, value) { state[key] = value; }, on() {}, off() {}, save_changes() {} };
  const view = new $view.View(model, home);
  const found = [];
  for (const lens of view.programme.lenses) {
    state.lens = lens;
    view.fit();
    for (let at = 0; at < view.programme.count; at += 1) {
      if (at && view.programme.pace[at].skipped) continue;
      for (const part of contrast ? [0.12, 0.5, 1] : [1]) {
        view.clock.go(at, part < 1 ? part * view.programme.motion(at) : Infinity);
        found.push({ lens, at, part, ...(contrast ? { contrast: faintest(view) } : seen(view)) });
      }
    }
  }
  view.remove();
  return found;
};
const box = (node) => node.getBoundingClientRect();
const strength = (node) => {
  let all = 1;
  for (let up = node; up && up.tagName !== "svg"; up = up.parentElement) all *= Number(up.getAttribute("opacity") ?? 1);
  return all;
};
const shown = (view) => [...view.root.querySelectorAll(".kv-picture text")].filter((node) => node.textContent.trim() && box(node).width && strength(node) > 0.5);

function seen(view) {
  const texts = shown(view), frame = box(view.root.querySelector(".kv-screen"));
  const boxes = texts.map(box), overlaps = [], off = [];
  boxes.forEach((a, n) => {
    if (a.left < frame.left - 1 || a.right > frame.right + 1 || a.top < frame.top - 1 || a.bottom > frame.bottom + 1) off.push(texts[n].textContent);
    boxes.slice(n + 1).forEach((b, m) => {
      const [across, down] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
      if (across > 3 && down > Math.min(a.height, b.height) * 0.45) overlaps.push(`${texts[n].textContent} | ${texts[n + 1 + m].textContent}`);
    });
  });
  if (box(view.root.querySelector(".kv-bar")).bottom > innerHeight + 1) off.push("the buttons");
  const sizes = [...view.root.querySelectorAll(".kv-main :not(svg *)")].filter((node) => [...node.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()) && box(node).width);
  return {
    cut: [...view.root.querySelectorAll(".kv-below")].filter((node) => box(node).width).map(() => view.root.querySelector(".kv-cap").textContent),
    shortened: texts.map((node) => node.textContent).filter((text) => text.endsWith("…")),
    overlaps, "off-screen": off,
    smallest: Math.min(...texts.map((node) => parseFloat(getComputedStyle(node).fontSize) * (node.getScreenCTM()?.a ?? 1)), ...sizes.map((node) => parseFloat(getComputedStyle(node).fontSize))),
  };
}

const channels = (colour) => (colour.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
const over = (ground, colour, part) => ground.map((value, n) => value + (colour[n] - value) * part);
const light = (colour) => colour.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);

function faintest(view) {
  const page = channels(getComputedStyle(view.root).backgroundColor).slice(0, 3);
  const nodes = [...view.root.querySelectorAll(".kv-picture :is(rect, circle, text)")];
  const areas = nodes.map((node) => {
    const style = getComputedStyle(node);
    const [paint, area] = [channels(style.fill), style.fill === "none" ? null : box(node)];
    return { node, area, style, paint: paint.slice(0, 3), part: (paint[3] ?? 1) * Number(style.fillOpacity) * strength(node), words: node.tagName === "text" };
  });
  const texts = new Set(shown(view));
  let worst = [21, ""];
  areas.forEach(({ node, area, style, paint, part, words }, n) => {
    if (!words || !texts.has(node) || strength(node) < 0.99) return;
    // A former look is there for a moment behind the look that it becomes.
    const covered = (other) => other.words && other.node.textContent === node.textContent && Math.hypot(other.area.x - area.x, other.area.y - area.y) < 2;
    if (areas.slice(n + 1).some(covered)) return;
    const [x, y] = [(area.left + area.right) / 2, (area.top + area.bottom) / 2];
    let ground = page;
    for (const other of areas.slice(0, n)) {
      const at = other.area;
      if (other.words || !at || x < at.left || x > at.right || y < at.top || y > at.bottom) continue;
      if (other.node.tagName === "circle" && Math.hypot(x - (at.left + at.right) / 2, y - (at.top + at.bottom) / 2) > at.width / 2) continue;
      ground = over(ground, other.paint, other.part);
    }
    if (style.stroke !== "none") ground = channels(style.stroke).slice(0, 3);
    const [one, two] = [light(over(ground, paint, part)), light(ground)].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (two + 0.05);
    if (ratio < worst[0]) worst = [ratio, node.textContent];
  });
  return worst;
}
