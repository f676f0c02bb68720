// Questions outside films: a choice or a number, judged from what the page knows of every answer.

/** Make an element; words become text, never markup. */
function make(tag, properties, ...inside) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...inside);
  return node;
}

function amount(number, unit) {
  const words = number.toLocaleString("en", { maximumSignificantDigits: 6 });
  return `${words}${unit && ` ${unit}`}`;
}

function saidOf(asked, number) {
  if (Math.abs(number - asked.right) <= asked.tolerance * Math.abs(asked.right)) return `✓ Right. ${asked.shown}`;
  const [, , because = ""] = asked.wrong.find(([low, high]) => low <= number && number <= high) ?? [];
  return [`✗ You said: ${amount(number, asked.unit)}.`, because, asked.shown].filter(Boolean).join(" ");
}

function askQuiz(place, count) {
  const asked = JSON.parse(place.dataset.quiz);
  const said = make("div", { className: "verdict", role: "status" });
  const answer = (words) => {
    said.replaceChildren(make("p", {}, words), ...(asked.then ? [make("pre", {}, asked.then)] : []));
    said.classList.toggle("wrong", words.startsWith("✗"));
    place.dataset.answered = "1";
    if (!presenting()) return;
    document.getElementById("text").focus({ preventScroll: true });
    fitSlide();
    sayWhere();
  };
  const field = make("fieldset", {}, make("legend", {}, asked.text));
  if (asked.options) {
    asked.options.forEach((option, n) => {
      const radio = make("input", { type: "radio", name: `quiz-${count}`, value: n });
      radio.addEventListener("change", () => answer(asked.said[n]));
      field.append(make("label", {}, radio, " ", option));
    });
  } else {
    const entry = make("input", { type: "text", inputMode: "decimal", ariaLabel: "a number" });
    const judge = () => {
      const number = Number(entry.value.replaceAll(",", "").trim() || NaN);
      if (Number.isFinite(number)) answer(saidOf(asked, number));
      else said.replaceChildren(entry.value.trim() ? `This is no number: ${entry.value}` : "Type a number first.");
    };
    entry.addEventListener("change", judge);
    const commit = make("button", { type: "button" }, "commit");
    commit.addEventListener("click", judge);
    field.append(make("span", { className: "number" }, entry, ` ${asked.unit} `, commit));
  }
  const reveal = make("button", { type: "button", className: "reveal" }, "show the answer");
  reveal.addEventListener("click", () => answer(asked.shown));
  place.append(field, reveal, said);
}
