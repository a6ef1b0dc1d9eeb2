import { expect } from "vitest";
import { storeFile } from "@/lib/db/files";
import { openReading } from "@/lib/db/pragmas";
import { readPhones, sharesPhone } from "@/lib/phones";
import { checkEvents } from "../support/event-invariants";
import { rows } from "../support/stores";
import { BOOKS, type Book, BRANCHES, type Branch, type Deed, type Guest, type House, type Seated } from "./any-order";
import { DATE, ofDate } from "./guests";

/** Every company that a branch's evening and its book say. */
export function companiesHeld(branch: Book): string[] {
  const atTables =
    "SELECT company FROM guest_row UNION SELECT g.company FROM table_guest g JOIN saved_table t ON t.id = g.table_id WHERE t.closed_by IS NULL";
  return [
    ...rows<{ company: string }>(storeFile(branch, "contacts"), "SELECT company FROM contact"),
    ...(branch === "central" ? [] : rows<{ company: string }>(storeFile(branch, "table"), atTables)),
  ].map(({ company }) => company);
}

/** The phones of everybody who is in a branch's evening whatever the next Merge All does: open tables, and rows that follow none. */
export function phonesOfEvening(branch: Branch): string[] {
  const sql = `SELECT phones FROM guest_row WHERE table_name NOT IN (SELECT name FROM saved_table WHERE closed_by IS NULL) OR booked_by IS NOT NULL
    UNION ALL SELECT g.phones FROM table_guest g JOIN saved_table t ON t.id = g.table_id WHERE t.closed_by IS NULL`;
  return rows<{ phones: string }>(storeFile(branch, "table"), sql).map(({ phones }) => phones);
}

/** The search of the date shows each person in one row. */
export async function expectNobodyTwice(branches: readonly Book[]): Promise<void> {
  for (const branch of branches) {
    const shown = (await ofDate(DATE, branch)).map(({ name, phones }) => ({ name, phones, numbers: readPhones(phones) }));
    const twice = shown.filter((one, index) => shown.slice(0, index).some((other) => sharesPhone(one.numbers, other.numbers)));
    expect(
      twice.map(({ name, phones }) => `${name} ${phones}`),
      `shown twice in ${branch}: ${JSON.stringify(shown.map(({ name, phones }) => [name, phones]))}`,
    ).toEqual([]);
  }
}

interface InBook {
  name: string;
  birthday: string;
  company: string;
  title: string;
  also: string;
  digits: string;
}

const IN_BOOK = `SELECT c.name, c.birthday, c.company, c.title, c.also, n.digits FROM contact c JOIN contact_phone n ON n.contact_seq = c.seq`;

/** What must be true once the evening has ended in every branch, and central has taken it. */
export async function checkHouse(house: House): Promise<void> {
  for (const book of BOOKS) {
    const inBook = rows<InBook>(storeFile(book, "contacts"), IN_BOOK);
    for (const guest of house.guests) {
      checkPresence(guest, book, inBook);
      checkWords(house, guest, book, inBook);
    }
    for (const { mark, at } of house.imports.filter(({ branch, isUndone }) => branch === book && isUndone)) {
      const left = inBook.filter(({ name, title, company, also }) =>
        [name, title, company, also].some((text) => text === mark || text === `Newcomer${at}` || text.includes(`Visitor${at}`)),
      );
      expect(left, `${mark} was undone in ${book}`).toEqual([]);
    }
    const undone = house.companies.filter(({ isUndone }) => isUndone).map(({ mark }) => mark);
    expect(
      companiesHeld(book).filter((company) => undone.includes(company)),
      `companies that were undone, in ${book}`,
    ).toEqual([]);
  }
  for (const branch of BRANCHES) await checkEvening(house, branch);
  const stores = [...BOOKS.map((book) => [book, "contacts"] as const), ...BRANCHES.map((branch) => [branch, "table"] as const)];
  for (const [branch, kind] of stores) {
    const database = openReading(storeFile(branch, kind));
    checkEvents(database, `${branch}/${kind}.db`);
    database.close();
  }
}

/** Whoever was deleted or corrected by hand is not back by what was recorded before; everybody else is there, once. */
function checkPresence({ name, digits, seated, takenOut, isBooked, isUnsure }: Guest, book: Book, inBook: readonly InBook[]): void {
  const wasTaken = takenOut[book] >= 0;
  const sources = (book === "central" ? BRANCHES : [book]).map((branch) => ({ seat: seated[branch], isBooked: isBooked[branch] }));
  const isNews = sources.some(({ seat, isBooked }) => seat && seat.first > takenOut[book] && !(wasTaken && isBooked));
  const isOld = sources.every(({ seat }) => !seat || seat.last <= takenOut[book]) && sources.some(({ seat }) => seat);
  for (const number of digits) {
    const times = inBook.filter((one) => one.digits === number).length;
    if (digits.length > 1 || isUnsure[book]) expect(times, `${name} in ${book}`).toBeLessThanOrEqual(1);
    else if (isNews) expect(times, `${name} in ${book}`).toBe(1);
    else if (wasTaken && isOld) expect(times, `${name}, taken out of ${book}`).toBe(0);
    else expect(times, `${name} in ${book}`).toBeLessThanOrEqual(1);
  }
}

/** Whether a Set Company, or an import, of a branch still holds. */
const holds = (branch: Book) => (deed: Deed) => deed.branch === branch && !deed.isUndone;

/** What was written into a book by hand holds there; a company that was typed at a table is never lost. */
function checkWords(house: House, guest: Guest, book: Book, inBook: readonly InBook[]): void {
  const { name, birthday, company } = guest.words[book];
  const there = inBook.find((one) => one.digits === guest.digits[0]);
  if (guest.digits.length === 1 && (name || birthday || company)) expect(there, `${guest.name}, corrected in ${book}`).toBeDefined();
  if (!there) return;
  if (name) expect(there.name, `the name in ${book}`).toBe(name.value);
  if (birthday) expect(there.birthday, `the birthday of ${there.name} in ${book}`).toBe(birthday.value);
  const since = house.companies.filter(holds(book)).filter(({ at }) => at > (company?.at ?? -1));
  const label = `the company of ${there.name} in ${book}`;
  if (company) {
    expect([company.value, ...since.map(({ mark }) => mark)], label).toContain(there.company);
    return;
  }
  const sources = book === "central" ? BRANCHES : [book];
  const typed = sources.flatMap((branch) => guest.seated[branch]?.typed ?? []);
  const set = [...sources, book].flatMap((branch) => house.companies.filter(holds(branch))).map(({ mark }) => mark);
  const isOwnTyped = guest.company !== "" && sources.some((branch) => guest.seated[branch]);
  const isWholeOne = guest.digits.length === 1 && !guest.isUnsure[book] && !name && guest.takenOut[book] < 0;
  if (!isWholeOne) return;
  // A row that was corrected says the new company in place of the typed one; a book that had taken the old one keeps it.
  if (isOwnTyped) expect([guest.company, ...typed, ...set], label).toContain(there.company);
  else if (guest.company === "") expect(["", ...typed, ...set], label).toContain(there.company);
}

/** The rows of an evening say what was typed, set or corrected last. */
async function checkEvening(house: House, branch: Branch): Promise<void> {
  const shown = (await ofDate(DATE, branch)).filter(({ store }) => store === "table");
  for (const guest of house.guests.filter(({ digits }) => digits.length === 1)) {
    const [row, ...more] = shown.filter(({ phones }) => phones.includes(guest.digits[0] ?? ""));
    const seated = guest.seated[branch];
    expect([row !== undefined, more.length], `${guest.name} in the evening of ${branch}`).toEqual([seated !== null, 0]);
    if (row && seated) checkRow(house, guest, branch, seated, row);
  }
}

function checkRow(
  house: House,
  guest: Guest,
  branch: Branch,
  seated: Seated,
  row: { name: string; birthday: string; company: string },
): void {
  const { words, isSingle, first, last } = seated;
  const label = `${guest.name} in the evening of ${branch}`;
  const set = house.companies.filter(holds(branch));
  const lastSet = set.filter(({ at }) => at > last).at(-1);
  if (words.name) expect(row.name, label).toBe(words.name.value);
  if (words.birthday) expect(row.birthday, label).toBe(words.birthday.value);
  else if (isSingle) expect(row.birthday, label).toBe(guest.birthday);
  if (lastSet && lastSet.at > (words.company?.at ?? -1)) expect(row.company, label).toBe(lastSet.mark);
  else if (words.company) expect(row.company, label).toBe(words.company.value);
  else if (isSingle) expect(row.company, label).toBe(guest.company);
  else {
    const some = set.filter(({ at }) => at > first).map(({ mark }) => mark);
    expect([guest.company, ...seated.typed, ...some], label).toContain(row.company);
  }
}
