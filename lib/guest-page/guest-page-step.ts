import type Database from "better-sqlite3";
import { type KnownGuest, knownAs } from "../book/known-as";
import { storeIdOf } from "../book/table-rows";
import { mayWorkIn } from "../caller";
import { bulkRead } from "../db/bulk-read";
import { AppError } from "../errors";
import type { Contact } from "../guest-search/contract";
import { type BranchKey, branchName } from "../known-branches";
import { customersOf } from "../loyalty/customers-of-guest";
import { shownNumbers } from "../phones";
import { vouchersOfGuest } from "../vouchers/vouchers-step";
import { changesIn, type EventSource, idsInBook } from "./changes";
import type { GuestLists } from "./contract";
import { type Cut, cutList } from "./cut-list";
import { findGuest, rowsOf } from "./known-guest";
import type { GuestList } from "./rights";
import { eveningsIn } from "./visits";

export interface GuestPageInput {
  /** The contacts store of the branch. */
  book: string;
  branch: BranchKey;
  hub: string;
  /** The table stores of this server that can be read, by their branches. */
  tables: Record<string, string>;
  id: string;
  countryCode: string;
  /** The business day of now, YYYY-MM-DD. */
  evening: string;
  /** Those of whoever asks; null for all. */
  branches: readonly string[] | null;
  /** Which lists are asked for, and from where on each. */
  lists: Partial<Record<GuestList, string | null>>;
}

type Asking = Omit<GuestPageInput, "book" | "hub" | "tables">;

/** What the stores of the branches say of a guest. */
export interface GuestInStores {
  contact: Contact;
  guest: KnownGuest;
  visits: (Cut<NonNullable<GuestLists["visits"]>["items"][number]> & { elsewhere: number }) | null;
  history: GuestLists["history"];
}

/** Reads a guest of a book, and what the tables of all branches and the events say of them. @throws AppError `not_found` */
export function guestInStores({ book, hub, tables, ...asking }: GuestPageInput): GuestInStores {
  return bulkRead({ book, hub }, (sql) =>
    bulkRead(tables, (of) => readGuest({ ...sql, opened: Object.entries(of).map(([branch, table]) => ({ branch, sql: table })) }, asking)),
  );
}

function readGuest(stores: AllStores, asking: Asking): GuestInStores {
  const { book, opened } = stores;
  const { branch, id, countryCode, lists } = asking;
  const tables = opened.find((one) => one.branch === branch)?.sql ?? null;
  const seq = findGuest({ branch, book, hub: stores.hub, tables }, id, countryCode);
  if (seq === undefined) throw nobody(branch);
  const contact = contactOf(book, seq, countryCode);
  const guest = knownAs(book, { seq, ...contact });
  return {
    contact,
    guest,
    visits: lists.visits === undefined ? null : visitsOf(stores, guest, asking),
    history: lists.history === undefined ? null : historyOf(stores, guest, asking),
  };
}

interface Opened {
  branch: BranchKey;
  sql: Database.Database;
}

interface AllStores {
  book: Database.Database;
  hub: Database.Database;
  opened: readonly Opened[];
}

function nobody(branch: BranchKey): AppError {
  const why = "They may have been deleted or erased, or come into it at End of Day.";
  return new AppError("not_found", `There is no such guest in the book of ${branchName(branch)}. ${why}`);
}

/** A guest of the book, as the search shows them. */
function contactOf(book: Database.Database, seq: number, countryCode: string): Contact {
  const row = book.prepare<[number], Contact & Record<string, unknown>>("SELECT * FROM contact WHERE seq = ?").get(seq);
  if (!row) throw new Error("The book's own place of a guest holds nobody."); // a record names no other place
  const { seq: _, search_text: __, version: ___, is_before: ____, evening: _____, ...contact } = row;
  return { ...contact, numbers: shownNumbers(contact.phones, countryCode) };
}

function visitsOf(
  { opened, book }: AllStores,
  guest: KnownGuest,
  { countryCode, evening, branches, lists }: Asking,
): GuestInStores["visits"] {
  const all = opened.flatMap(({ branch, sql }) => eveningsIn(sql, book, countryCode)(guest).map((one) => ({ branch, ...one })));
  const seen = all.filter(({ branch }) => mayWorkIn(branches, branch));
  const cut = cutList(seen, ({ business_day, branch }) => `${business_day} ${branch}`, lists.visits ?? null);
  // Not of this evening, and not of whoever bears no name: else a number recorded here would tell where its owner sits.
  const isTold = guest.names.some(Boolean);
  const elsewhere = isTold ? all.filter((one) => one.business_day < evening && !mayWorkIn(branches, one.branch)).length : 0;
  return { ...cut, elsewhere };
}

function historyOf({ book, hub, opened }: AllStores, guest: KnownGuest, { branch, branches, lists }: Asking): GuestLists["history"] {
  const inHub = [...customersOf(hub, guest), ...vouchersOfGuest(hub, guest)].map(({ id }) => id);
  const sources: EventSource[] = [
    { where: branch, kind: "contacts", sql: book, subjects: idsInBook(book, guest.seq) },
    { where: "hub", kind: "hub", sql: hub, subjects: inHub },
    ...opened.map(({ branch: where, sql }) => ({
      where,
      kind: "table" as const,
      sql,
      subjects: rowsOf(book, guest.seq, storeIdOf(sql) ?? ""),
    })),
  ];
  const users = hub.prepare<[], { id: string; name: string }>("SELECT id, username AS name FROM user").all();
  const all = changesIn(sources, branches, new Map(users.map(({ id, name }) => [id, name])));
  const { items, ...cut } = cutList(all, ({ place }) => place, lists.history ?? null);
  return { ...cut, items: items.map(({ place: _, ...change }) => change) };
}
