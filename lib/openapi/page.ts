import { escaped, PLAIN_STYLE } from "../plain-page";

/** A call as the page shows it. */
export interface ShownCall {
  method: string;
  path: string;
  summary: string;
  /** Whom it serves, in words. */
  needs: string;
  /** Each part that it takes or gives, with its JSON Schema. */
  parts: { name: string; schema: unknown }[];
}

/** The page of all calls as HTML. */
export function docsPage(version: string, calls: readonly ShownCall[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Daftar: the calls of its API</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<header>
<h1>The calls of Daftar ${escaped(version)}</h1>
<p>Every call stands under <code>/api</code>. Send <code>Authorization: Bearer TOKEN</code> with the token of <code>POST /auth/login</code>, and name a branch in <code>X-Branch</code>. <a href="openapi.json">The same for programs</a>.</p>
</header>
<main>
${calls.map(section).join("\n")}
</main>
</body>
</html>`;
}

function section({ method, path, summary, needs, parts }: ShownCall): string {
  return `<section>
<h2>${escaped(`${method} ${path}`)}</h2>
<p>${escaped(summary)} <span>${escaped(needs)}</span></p>
${parts.map(({ name, schema }) => `<details><summary>${escaped(name)}</summary><pre>${escaped(JSON.stringify(schema, null, 2))}</pre></details>`).join("")}
</section>`;
}

export const DOCS_STYLE = `${PLAIN_STYLE}
h1 { font-size: 18px; line-height: 1.4; margin: 0; }
h2 { font-size: 16px; margin: 0; overflow-wrap: anywhere; }
a { color: var(--link); }
section { margin: 0 0 12px; padding: 12px; background: var(--surface); border: 1px solid var(--line); }
p { margin: 4px 0; }
span { color: var(--muted); }
summary { min-height: 24px; padding: 10px 0; color: var(--link); cursor: pointer; }
summary:focus-visible, a:focus-visible { outline: 2px solid currentColor; outline-offset: 1px; border-radius: 4px; }
pre { margin: 0; overflow-x: auto; font-size: 14px; }
`;
