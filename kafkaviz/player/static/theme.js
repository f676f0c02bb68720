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
    const { fill, stroke, width, dash, radius, color, size, weight, anchor, family, text, halo } = props;
    const rule = (where, ...parts) => parts.some(Boolean) && rules.push(`${at} ${where}{${parts.filter(Boolean).join(";")}}`);
    rule(
      `.${cls}`,
      (fill || stroke) && `fill:${fill ? colour(fill) : "none"}`, fill === "bg" && "fill-opacity:1", stroke && `stroke:${colour(stroke)}`,
      width && `stroke-width:${rounded(width)}px`, /^[\d. ]+$/.test(dash) && `stroke-dasharray:${dash}`,
      radius !== undefined && `rx:${rounded(radius)}px`,
    );
    rule(
      `text.${cls}`,
      color && `fill:${colour(color)}`, size && `font-size:${rounded(size)}px`, weight && `font-weight:${rounded(weight)}`,
      /^(middle|end)$/.test(anchor) && `text-anchor:${anchor}`,
      family === "monospace" && "font-family:ui-monospace,'DejaVu Sans Mono',monospace",
    );
    rule(`.kv-tip.${cls}`, stroke && `fill:${colour(stroke)}`);
    rule(`.${cls}+.kv-words`, text && `fill:${colour(text)}`);
    rule(`.${cls}.kv-halo`, halo && `stroke:${colour(halo)};stroke-width:${rounded(width) + 4}px`);
  }
  return rules.join("\n");
}

/** A name for a theme's scope: films of one theme share it, and two themes on a page keep apart. */
export function scopeOf(theme) {
  let hash = 7;
  for (const letter of JSON.stringify(theme)) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return `kv-${hash.toString(36)}`;
}
