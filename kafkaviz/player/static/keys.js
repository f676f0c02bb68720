// The keys of a film.

/** Keys, as they are shown, what they do. @type {[string[], string, string, (view: any) => void][]} */
export const KEYS = [
  [["ArrowRight", "l", "PageDown"], "→ l", "one step on", (view) => view.step(1)],
  [["ArrowLeft", "j", "PageUp"], "← j", "one step back", (view) => view.step(-1)],
  [[" ", "k"], "Space k", "play or pause", (view) => view.toggle()],
  [["Home"], "Home", "first step", (view) => view.go(0)],
  [["End"], "End", "last step", (view) => view.go(Infinity)],
  [["n"], "n", "next interesting step", (view) => view.go(view.programme.interesting(view.clock.position))],
  [["b"], "b", "first broken promise", (view) => view.broken()],
  [["r"], "r", "by event or by request", (view) => view.bar.by.click()],
  [["+", "="], "+", "faster", (view) => view.hurry(1)],
  [["-"], "−", "slower", (view) => view.hurry(-1)],
  [["]"], "]", "next lens", (view) => view.look(1)],
  [["["], "[", "lens before", (view) => view.look(-1)],
  [[], "1…9", "that lens, or where a question is open that answer", () => {}],
  [["x"], "x", "the other film of two", (view) => view.turn()],
  [["p"], "p", "all promises", (view) => view.lamps.turn()],
  [["i"], "i", "where this is in Kafka", (view) => view.said.turn()],
  [["g"], "g", "legend", (view) => view.signs.sign.click()],
  [["t"], "t", "knobs", (view) => view.drawer.turn()],
  [["?"], "?", "these keys", (view) => view.help.toggleAttribute("open")],
  // A presenter's remote sends these for what a film does not have; the browser shall not take them either.
  [["F5", "."], "", "", () => {}],
];
