// Beside the entries of a notebook: what they are for, for those who hear them, and whether Python is still busy.

import { BUSY, LOOK_MS, isConnected } from "./busy.js";
import { Landing } from "./landing.js";
import { unfold } from "./unfold.js";

/** What is said goes out of its own entry first; then Python is asked to answer, and hears both in this order. */
const AFTER_MS = 50;

const label = (box, role, name) => {
  box.setAttribute("role", role);
  box.setAttribute("aria-label", name);
};

/** What options are chosen for: of several questions each has its own in front of it. */
const asked = (box) => box.closest(".widget-radio").parentElement.querySelector(":scope>.widget-html,:scope>.widget-label")?.textContent;

/** @param {{model: Model, el: HTMLElement}} at */
export function render({ model, el }) {
  const sign = document.createElement("span");
  const away = new AbortController();
  const { signal } = away;
  const view = Math.random();
  let [told, heard, timer, frame] = [0, 0, 0, 0];
  /** @type {Element | null} */
  let home = null;
  sign.setAttribute("role", "status");
  sign.className = "kafkaviz-busy";
  el.append(sign);

  const tell = (words) => {
    if (sign.textContent !== words) sign.textContent = words;
  };
  const look = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // A kernel may hear each widget by itself: then it answers here while it is busy with what was entered there.
      const waits = (heard < told || model.get("busy")) && isConnected(el);
      tell(waits ? BUSY : "");
      if (waits) look();
    }, LOOK_MS);
  };
  const ask = ({ target }) => {
    if (!home?.contains(target)) return;
    setTimeout(() => {
      told += 1;
      model.send?.({ view, asked: told });
      look();
    }, AFTER_MS);
  };
  const landing = new Landing(model, sign);
  const hear = (answer) => {
    if (answer.landing && !answer.near) landing.hear(answer);
    if (answer.view !== view) return;
    heard = answer.asked;
    look();
  };
  const named = new MutationObserver(() => name());
  const name = () => {
    label(home, "group", model.get("label"));
    for (const box of home.querySelectorAll(".widget-radio-box")) label(box, "radiogroup", asked(box) || model.get("label"));
  };
  const find = () => {
    home = el.closest(".widget-vbox");
    if (!home) return (frame = requestAnimationFrame(find));
    home.classList.add("kafkaviz-entries");
    named.observe(home, { childList: true, subtree: true });
    name();
  };
  find();
  const open = () => model.get("answered") && unfold(el);
  model.on("change:answered", open);
  model.on("msg:custom", hear);
  model.on("change:busy", look);
  for (const event of ["change", "click", "pointerup", "keyup"]) document.addEventListener(event, ask, { signal });
  return () => {
    away.abort();
    landing.end();
    named.disconnect();
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    model.off("change:answered", open);
    model.off("msg:custom", hear);
    model.off("change:busy", look);
  };
}
