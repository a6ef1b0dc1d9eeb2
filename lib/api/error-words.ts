export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The server's own words in an error answer; undefined where it gave none. */
export function wordsIn({ error, detail, message }: Record<string, unknown>): string | undefined {
  return [error, detail, message].find((value): value is string => typeof value === "string" && value !== "");
}

/** `HTTP 502 Bad Gateway`, plus the body when there is one; a proxy's whole error page would help nobody. */
export function statusLine(response: Response, text: string): string {
  const line = `HTTP ${response.status} ${response.statusText}`.trim();
  const body = text.trim();
  return body && !body.startsWith("<") ? `${line} ${body.slice(0, 500)}` : line;
}
