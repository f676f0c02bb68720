// A film's theme as a style sheet of its own.

import { rounded } from "./way.js";

const isName = (text) => /^[a-z][a-z0-9_-]*$/.test(text);
const colour = (token) => (isName(token) ? `var(--kv-${token})` : "inherit");

/** The theme as a style sheet under one scope; what does not look like a name, a colour or a size is left out.
 * @param {Theme} theme */
export function stylesheet(theme, scope) {
  const tokens = (mode) =>
    Object.entries(theme[mode] ?? {})
      .filter(([token, value]) => isName(token) && /^#[0-9a-f]{3,8}$/i.test(value))
      .map(([token, value]) => `--kv-${token}:${value}`)
      .join(";");
  const dark = tokens("dark");
  const at = `.kv.${scope}`;
  const rules = [
    `${at}{${tokens("light")}}`,
    `[data-jp-theme-light="false"] ${at},body.vscode-dark ${at},${at}[data-theme="dark"]{color-scheme:dark;${dark}}`,
    `@media screen and (prefers-color-scheme:dark){${at}[data-theme="auto"]{color-scheme:dark;${dark}}}`,
  ];
  for (const [cls, props] of Object.entries(theme.classes ?? {}).filter(([name]) => isName(name))) {
    const shape = [];
    const text = [];
    if (props.fill || props.stroke) shape.push(`fill:${props.fill ? colour(props.fill) : "none"}`);
    if (props.stroke) shape.push(`stroke:${colour(props.stroke)}`);
    if (props.width) shape.push(`stroke-width:${rounded(props.width)}px`);
    if (/^[\d. ]+$/.test(props.dash ?? "")) shape.push(`stroke-dasharray:${props.dash}`);
    if (props.radius !== undefined) shape.push(`rx:${rounded(props.radius)}px`);
    if (props.color) text.push(`fill:${colour(props.color)}`);
    if (props.size) text.push(`font-size:${rounded(props.size)}px`);
    if (props.weight) text.push(`font-weight:${rounded(props.weight)}`);
    if (["middle", "end"].includes(props.anchor)) text.push(`text-anchor:${props.anchor}`);
    if (props.family === "monospace") text.push("font-family:ui-monospace,'DejaVu Sans Mono',monospace");
    if (shape.length) rules.push(`${at} .${cls}{${shape.join(";")}}`);
    if (props.stroke) rules.push(`${at} .kv-tip.${cls}{fill:${colour(props.stroke)}}`);
    if (text.length) rules.push(`${at} text.${cls}{${text.join(";")}}`);
    if (props.text) rules.push(`${at} .${cls}+.kv-words{fill:${colour(props.text)}}`);
    if (props.halo) rules.push(`${at} .${cls}.kv-halo{stroke:${colour(props.halo)};stroke-width:${rounded(props.width) + 4}px}`);
  }
  return rules.join("\n");
}

/** A name for a theme's scope: films of one theme share it, and two themes on a page keep apart. */
export function scopeOf(theme) {
  let hash = 7;
  for (const letter of JSON.stringify(theme)) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return `kv-${hash.toString(36)}`;
}
