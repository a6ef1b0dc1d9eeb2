import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { type ContactsOfDateInput, type ContactsOfDay, contactsOfDay, isLargeDay, type Page } from "./search-step";

/**
 * Who belongs to a business day (`contactsOfDay`). An evening is answered here, in less time than a thread takes to hear of
 * it; a day on which a file of a hundred thousand came is counted and sorted beside the event loop.
 */
export async function contactsOfDate(branch: Branch, date: string, page: Page): Promise<ContactsOfDay> {
  const table = branch.key === "central" ? null : await branch.table();
  const book = await branch.contacts();
  if (!isLargeDay(book.sql, date)) return contactsOfDay({ table: table?.sql ?? null, book: book.sql }, date, page);
  const input: ContactsOfDateInput = { table: table?.file ?? null, book: book.file, date, page };
  return runBulk<ContactsOfDay>("contacts-of-date", input);
}
