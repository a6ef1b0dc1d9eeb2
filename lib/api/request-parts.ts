/** The address and the body of a call, as the client writes them. */

/** `/jobs/{id}/stream` with what stands for the id, made safe for a path. */
export function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? "")));
}

/** What is not given is left out. */
export function queryText(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  return text && `?${text}`;
}

/** JSON, or a form with the file and what is said beside it, as JSON. @param headers lose their type where the browser writes its own */
export function bodyOf(
  { file, form: fields, body }: { file?: File; form?: object; body?: unknown },
  headers: Headers,
): BodyInit | undefined {
  if (!file) return body === undefined ? undefined : JSON.stringify(body);
  headers.delete("Content-Type"); // the browser's own, with the boundary of the form
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form.set(name, JSON.stringify(value));
  form.set("file", file);
  return form;
}
