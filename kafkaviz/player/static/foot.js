// What stands in the foot of a film: where it comes from in a few words, and all of it when they are opened.

import { element } from "./dom.js";

/** The footnotes of films that are shown together; which film is meant is said where not all of them have one. */
export function footnotes(films) {
  const found = films.filter(({ footnote }) => footnote);
  if (!found.length) return element("details", "kv-foot", { hidden: "" });
  const of = (title, text, few) => (few ? `${title}: ${text}` : text);
  const words = found.map(({ title, footnote }) => of(title, footnote.words, found.length < films.length));
  const details = found.map(({ title, footnote }) => of(title, footnote.details, films.length > 1));
  const summary = element("summary", "", { title: details.join("\n\n") }, inOne([...new Set(words)]));
  return element("details", "kv-foot", {}, summary, ...details.map((text) => element("p", "", {}, text)));
}

/** Several texts as one, in which what all begin and end with stands once. @param {string[]} texts */
function inOne(texts) {
  const [first, ...others] = texts.map((text) => text.split(" "));
  const most = Math.min(...texts.map((text) => text.split(" ").length)) - 1;
  const shared = (at) => others.every((words) => words.at(at) === first.at(at));
  let [from, to] = [0, 0];
  while (from < most && shared(from)) from += 1;
  while (to < most - from && shared(-1 - to)) to += 1;
  const differing = [first, ...others].map((words) => words.slice(from, words.length - to).join(" "));
  return [...first.slice(0, from), differing.join(" | "), ...first.slice(first.length - to)].join(" ");
}
