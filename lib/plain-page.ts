/** What pages of plain HTML have in common: they have no script, load nothing, and write everything that they name as text. */

/** For text and for values between double quotes. */
export function escaped(text: string): string {
  const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

/** The colours of `components/app-base/tokens.css`; such a page stands by itself. */
const DARK = "color-scheme: dark; --bg: #101514; --surface: #182120; --text: #e9eeec; --muted: #a3b1ae; --line: #324140; --link: #63c2b0;";
export const PLAIN_STYLE = `
:root { color-scheme: light; --bg: #f7f5f0; --surface: #fff; --text: #1b2423; --muted: #566160; --line: #d8d3c7; --link: #17635a; }
@media (prefers-color-scheme: dark) { :root:not([data-theme]) { ${DARK} } }
:root[data-theme="dark"] { ${DARK} }
body { margin: 0; padding: 16px; background: var(--bg); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }`;
