import type { QueryInputOf } from "../../lib/api/endpoint";
import { importContacts } from "../../lib/import/contract";
import { type CallOptions, call } from "./house";

type Query = QueryInputOf<typeof importContacts>;

/** A form as the import screen sends it: the file, and as JSON what is said beside it. */
export function formOf(file: string | Uint8Array<ArrayBuffer>, fields: object = {}, name = "guests.csv"): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, typeof value === "string" ? value : JSON.stringify(value));
  form.set("file", new File([file], name));
  return form;
}

/** Sends a file with what is said beside it. */
export async function importForm(
  file: string | Uint8Array<ArrayBuffer>,
  fields: object = {},
  query: Query = {},
  options: CallOptions<typeof importContacts> = {},
  name?: string,
) {
  const { headers, body } = new Response(formOf(file, fields, name));
  return call("staff", importContacts, {
    raw: body as BodyInit, // a form has one
    headers: { "content-type": headers.get("content-type") ?? "" },
    query,
    ...options,
  });
}
