import { expect } from "vitest";
import { importContacts } from "../../lib/import/contract";
import { call } from "./house";

/** Brings guests into a book by the real call: `name,phones,birthday` each. */
export async function bringIn(rows: readonly string[], branch = "jounieh"): Promise<void> {
  const raw = ["name,phones,birthday", ...rows].join("\n");
  const { status } = await call("staff", importContacts, { raw, branch, headers: { "content-type": "text/csv" } });
  expect(status).toBe(200);
}
