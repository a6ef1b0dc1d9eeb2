import { createHash } from "node:crypto";
import { shownNumbers } from "../../phones";
import { escaped, PLAIN_STYLE } from "../../plain-page";
import type { PublicAnswer } from "../../public-page";
import { PAGE_STYLE } from "./page-style";
import type { Language } from "./page-words";
import { WORDS } from "./translations";

/** HTML that was written here; every other text is written as text. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | null | readonly Html[];

function written(part: Part): string {
  if (part === null) return "";
  if (part instanceof Html) return part.text;
  return typeof part === "object" ? part.map(({ text }) => text).join("") : escaped(String(part));
}

/** A piece of a page: what is put into it is text, unless it was written by `html` itself. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.map((text, index) => text + (index < parts.length ? written(parts[index] ?? null) : "")).join(""));
}

/** Somebody's own words, whose direction is theirs. */
export const own = (text: string) => html`<bdi>${text}</bdi>`;

/** Attributes of a field that is wrong, and the sentence that says what to do, beside it. */
export function wrongField(name: string, error: string | undefined): { attributes: Html; sentence: Html } {
  if (error === undefined) return { attributes: html``, sentence: html`` };
  return {
    attributes: html` aria-invalid="true" aria-describedby="${name}-error"`,
    sentence: html`<p class="error" id="${name}-error">${error}</p>`,
  };
}

const STYLE = PLAIN_STYLE + PAGE_STYLE;
/** It has no script, loads nothing, and sends its forms to this address alone. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

export interface Page {
  language: Language;
  title: string;
  /** The group's name as guests know it. */
  house: string;
  /** Where guests call; empty for none. */
  telephone: string;
  main: Html;
  status: number;
}

export function pageOf({ language, title, house, telephone, main, status }: Page): PublicAnswer {
  const { direction } = WORDS[language];
  const page = html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header><p class="house">${own(house)}</p>${callUs(language, telephone)}</header>
<main>${main}</main>
</body>
</html>
`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-language": language,
    "content-security-policy": POLICY,
    "x-robots-tag": "noindex",
  };
  return { status, headers, body: page.text };
}

/** The number that a phone calls at a tap, on every page that may ask a guest to call. */
function callUs(language: Language, telephone: string): Html {
  const [number] = shownNumbers(telephone);
  if (!number) return html``;
  return html`<p class="call">${WORDS[language].callUs} <a href="tel:+${number.digits}" dir="ltr">${number.shown}</a></p>`;
}
