// On paper: the frames that tell a film, one below the other, each with its sentence.

import { element } from "./dom.js";

const FEWEST = 3;
const MOST = 5;

/** The steps, up to a last one, that tell a film in few pictures; strip.py chooses the same. @param {Step[]} steps @param {number[]} skip */
function keySteps(steps, last, skip) {
  const seen = steps.map((_, at) => at).filter((at) => at && at <= last && !skip.includes(at));
  const marked = seen.filter((at) => steps[at].key);
  const most = (worth) => seen.filter((at) => worth(at) > 0).sort((a, b) => worth(b) - worth(a) || a - b).slice(0, 1);
  const waits = most((at) => (steps[at].ms ?? 0) - (steps[at - 1].ms ?? 0));
  const wanted = [...marked, ...seen.slice(-1), ...waits, ...most((at) => steps[at].diff?.length ?? 0), ...seen];
  const few = [...new Set(wanted)].slice(0, FEWEST).sort((a, b) => a - b);
  const told = marked.length < FEWEST ? few : marked;
  if (!told.length) return [last];
  let [first, second] = told;
  const { chapter } = steps[first];
  if (second !== undefined && steps[second].chapter !== chapter) first = 0;
  while (chapter && first > 1 && steps[first - 1].chapter === chapter) first -= 1;
  const before = [0, ...seen].filter((at) => at < first).slice(-1);
  const kept = MOST - before.length;
  return [...before, ...(told.length > kept ? [...told.slice(0, kept - 1), ...told.slice(-1)] : told)];
}

/** What a view shows on paper, up to the first open question, which stands below. */
export function onPaper({ programme, panels }) {
  const { gates, open, reach } = programme;
  const parts = panels.flatMap((panel, n) => {
    const { title, steps } = panel.film;
    const keys = keySteps(steps, programme.step(n, reach), panel.track.skip ?? []);
    const frames = keys.map((at, number) => {
      const { cap, why = "" } = steps[at];
      const words = [element("b", "", {}, `${number + 1}. ${cap}`), ...(why ? [" ", why] : [])];
      return element("figure", "", {}, panel.still(at), element("figcaption", "", {}, ...words));
    });
    return [element("p", "kv-title", {}, title), ...frames];
  });
  const asked = open < 0 ? [] : [element("p", "", {}, `? ${gates[open].question} (${gates[open].options.join(" | ")})`)];
  return [...parts, ...asked];
}
