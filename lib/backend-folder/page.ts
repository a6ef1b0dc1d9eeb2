import { escaped, PLAIN_STYLE } from "../plain-page";
import { type Entry, sizeText } from "./places";

export interface FolderPage {
  /** The folder, from the data folder down. */
  parts: string[];
  entries: Entry[];
  /** Entries that are not on the page: links, what is not for this person, or more than a page holds. */
  hidden: number;
  /** As the person chose it; left out, as the device has it. */
  theme?: "light" | "dark";
}

/** The page as HTML. It has no script, and everything that it names is written as text. */
export function folderPage({ parts, entries, hidden, theme }: FolderPage): string {
  const address = (to: string[], kind: "browse" | "download" = "browse") => {
    const query = new URLSearchParams({ path: to.join("/"), ...(theme && kind === "browse" ? { theme } : {}) });
    return `${kind}?${escaped(query.toString())}`;
  };
  const title = parts.length > 0 ? parts.join(" / ") : "Backend Folder";
  const way = ["Backend Folder", ...parts].map((name, depth) =>
    depth === parts.length
      ? `<li><span aria-current="page">${escaped(name)}</span></li>`
      : `<li><a href="${address(parts.slice(0, depth))}">${escaped(name)}</a></li>`,
  );
  const rows = entries.map((entry) => rowOf(entry, [...parts, entry.name], address));
  return `<!doctype html>
<html lang="en"${theme ? ` data-theme="${theme}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${FOLDER_STYLE}</style>
</head>
<body>
<header>
<h1>${escaped(title)}</h1>
${parts.length > 0 ? `<nav aria-label="Where this is"><ol>${way.join("")}</ol></nav>` : ""}
</header>
<main>
${entries.length > 0 ? table(rows) : '<p class="empty">Nothing lies here.</p>'}
${hidden > 0 ? `<p class="note">${hidden} more ${hidden === 1 ? "is" : "are"} not shown.</p>` : ""}
</main>
</body>
</html>`;
}

function table(rows: string[]): string {
  return `<table>
<thead><tr><th scope="col">Name</th><th scope="col" class="size">Size</th><th scope="col" class="time">Changed</th></tr></thead>
<tbody>${rows.join("")}</tbody>
</table>`;
}

function rowOf(
  { kind, name, size, changed, isDownload }: Entry,
  to: string[],
  address: (to: string[], kind?: "download") => string,
): string {
  const shown = `<bdi>${escaped(name)}</bdi>`;
  const link =
    kind === "folder"
      ? `<a class="folder" href="${address(to)}">${shown}</a>`
      : isDownload
        ? `<a href="${address(to, "download")}" download>${shown}</a>`
        : shown;
  const length = kind === "folder" ? "" : sizeText(size);
  return `<tr><td>${link}</td><td class="size">${length}</td><td class="time">${changed}</td></tr>`;
}

export const FOLDER_STYLE = `${PLAIN_STYLE}
h1 { font-size: 18px; line-height: 1.4; margin: 0 0 4px; overflow-wrap: anywhere; }
h1:last-child { margin-bottom: 12px; }
ol { display: flex; flex-wrap: wrap; gap: 4px; margin: 0 0 12px; padding: 0; list-style: none; }
li + li::before { content: "/"; padding-inline-end: 8px; color: var(--muted); }
a { color: var(--link); display: inline-block; padding: 10px 4px; }
li span { display: inline-block; padding: 10px 4px; font-weight: 600; }
a:focus-visible { outline: 2px solid currentColor; outline-offset: 1px; border-radius: 4px; }
table { width: 100%; border-collapse: collapse; background: var(--surface); border: 1px solid var(--line); }
th, td { padding: 4px 12px; text-align: start; border-bottom: 1px solid var(--line); vertical-align: middle; }
td:first-child { overflow-wrap: anywhere; min-height: 44px; }
tr { height: 46px; }
th { color: var(--muted); font-weight: 600; font-size: 14px; }
.size, .time { white-space: nowrap; color: var(--muted); font-variant-numeric: tabular-nums; font-size: 14px; }
.size { text-align: end; }
.folder::before { content: ""; display: inline-block; width: 14px; height: 10px; margin-inline-end: 8px; border: 1.75px solid currentColor; border-top-width: 4px; border-radius: 2px; }
.empty, .note { color: var(--muted); }
@media (max-width: 600px) { .time { display: none; } body { padding: 12px; } th, td { padding: 4px 8px; } }
`;
