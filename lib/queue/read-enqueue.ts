import { type Caller, mayWorkIn } from "../caller";
import type { Branch } from "../db/branch";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env } from "../env";
import { AppError } from "../errors";
import { type PhoneMatch, type PhoneNumber, readPhones, sharesPhone } from "../phones";
import { today } from "../vouchers/list";
import { stateOf } from "../vouchers/voucher";
import { type Raw, rowOf, VOUCHERS, type VoucherRow } from "../vouchers/vouchers-step";
import type { EnqueueBody, Enqueued, QueueItem, TaskKind } from "./contract";
import { dedupeKeyOf } from "./duplicates/identity";
import { NO_PHONE, OTHERS_VOUCHER, SPENT_VOUCHER } from "./left-out-reasons";
import { type ChosenMenu, menuFor } from "./menu-choice";
import { BIRTHDAY_TEXT, LONGEST_CAPTION, MENU_TEXT, textFor } from "./message-texts";

/** A message as it would stand in the queue. */
export interface Wanted {
  index: number;
  name: string;
  digits: string;
  /** Every number by which the guest is known here, that one among them. */
  numbers: string[];
  /** The guest's, which stands in the words. */
  guest_branch: string;
  text: string;
  table_name: string;
  pdf_path: string;
  menu_version: string;
  voucher: string;
  same_as: string;
  /** What the same would be called at each number of the guest: greeted at one of them, they are not greeted at another. */
  same_anywhere: string[];
}

/** What each item asks for, and the guests whom nobody can write to. @throws AppError `invalid_request` */
export async function readItems(kind: TaskKind, body: EnqueueBody, called: Pick<Branch, "key" | "contacts">, caller: Caller) {
  const wanted: Wanted[] = [];
  const invalid: Enqueued["invalid"] = [];
  const menus = menusOnce();
  for (const [index, item] of body.items.entries()) {
    const branch = item.branch || called.key;
    caller.requireBranch(branch);
    const text = textFor(wordsOf(kind, item, body.message), item.name, branch);
    // A menu that is not there stops all of it, also where nobody can be written to.
    const menu = kind === "menu" || item.pdf_path ? await menus(item.pdf_path, branch) : NO_MENU;
    const written = readPhones(item.phone, env().DEFAULT_COUNTRY_CODE).filter(({ key }) => key !== "");
    const [number] = written;
    if (!number) {
      invalid.push({ index, name: item.name, reason: NO_PHONE });
      continue;
    }
    const { digits } = number;
    const present = kind === "birthday" ? await voucherFor({ item, index, date: body.date, written, number }, called, caller) : NO_VOUCHER;
    if (typeof present === "string") {
      invalid.push({ index, name: item.name, reason: present });
      continue;
    }
    const { file: voucher, numbers: known } = present;
    if ((voucher || menu.pdf_path) && text.length > LONGEST_CAPTION) throw new AppError("invalid_request", TOO_LONG_FOR_A_CAPTION);
    const table_name = item.table_name ?? "";
    const same_as = dedupeKeyOf({ kind, digits, table_name, text });
    const same_anywhere = [same_as, ...known.map((other) => dedupeKeyOf({ kind, digits: other, table_name, text }))];
    const numbers = [...new Set([...written.map((one) => one.digits), ...known])];
    wanted.push({
      index,
      name: item.name,
      digits,
      numbers,
      guest_branch: branch,
      text,
      table_name,
      ...menu,
      voucher,
      same_as,
      same_anywhere,
    });
  }
  return { wanted, invalid };
}

const NO_MENU: ChosenMenu = { pdf_path: "", menu_version: "" };

/** As `menuFor`, and looks at each file once for all who get it. */
function menusOnce(): typeof menuFor {
  const known = new Map<string, Promise<ChosenMenu>>();
  return (named, branch) => {
    const key = JSON.stringify([named ?? "", branch]);
    const menu = known.get(key) ?? menuFor(named, branch);
    known.set(key, menu);
    return menu;
  };
}

function wordsOf(kind: TaskKind, item: QueueItem, message: string | undefined): string {
  const words = item.message || message;
  if (words) return words;
  if (kind === "service") throw new AppError("invalid_request", "Message cannot be empty. Nothing was queued.");
  return kind === "menu" ? MENU_TEXT : BIRTHDAY_TEXT;
}

const TOO_LONG_FOR_A_CAPTION =
  "The message is longer than WhatsApp takes with a picture or PDF: 1,024 characters. Nothing was queued. Shorten it, then send again.";

interface Present {
  /** Its picture. */
  file: string;
  /** Every number by which its guest is known, digits with the country code. */
  numbers: string[];
}

const NO_VOUCHER: Present = { file: "", numbers: [] };

const BY_ID = `${VOUCHERS} WHERE v.id = ?`;
const BY_FILE = `${VOUCHERS} WHERE v.date = ? AND v.file = ?`;
const BY_NUMBER = `${VOUCHERS} WHERE v.date = ? AND v.prize_of = '' AND v.id IN (SELECT voucher_id FROM voucher_number WHERE key = ? AND digits = ?)`;

/** As the specification's client names a voucher, also where its name holds what no file's name may. */
const NAMED_BY_GUEST = /^vouchers\/(\d{4}-\d{2}-\d{2})\/birthday_.+_([^_]+)\.png$/s;

interface Greeted {
  item: QueueItem;
  index: number;
  date: string | undefined;
  written: readonly PhoneNumber[];
  /** The one of them that the message goes to. */
  number: PhoneNumber;
}

/**
 * A guest's voucher: the one named by its id or its path, or the one made for that birthday; an empty one where there is none, and
 * why they are left out for one that gives them nothing. That of another branch's guest is as unknown as one that nobody has made.
 * @throws AppError `invalid_request` for one that is not known here
 */
async function voucherFor(greeted: Greeted, branch: Pick<Branch, "contacts">, caller: Caller): Promise<Present | string> {
  const { sql } = await hubStore();
  const { item, index, date, number } = greeted;
  const find = (text: string, ...values: string[]): VoucherRow | null => {
    const row = statement<string[], Raw>(sql, text).get(...values);
    return row ? rowOf(row) : null;
  };
  if (!item.voucher) return presentOf(date ? find(BY_NUMBER, date, number.key, number.digits) : null);
  const [, day = ""] = item.voucher.split("/");
  const found = find(BY_ID, item.voucher) ?? find(BY_FILE, day, item.voucher) ?? namedByGuest(find, item.voucher, greeted.written);
  if (found && (await isTheirs(found, number, branch))) return presentOf(found);
  if (found && mayWorkIn(caller.branches, found.branch)) return OTHERS_VOUCHER;
  const whose = item.name || `guest ${index + 1} of the list`;
  throw new AppError(
    "invalid_request",
    `The voucher of ${whose} is not known here. Nothing was queued. Generate the vouchers, then send again.`,
  );
}

function presentOf(row: VoucherRow | null): Present | string {
  if (!row) return NO_VOUCHER;
  const state = stateOf(row, today());
  return state === "valid" ? { file: row.file, numbers: row.numbers.map(({ digits }) => digits) } : SPENT_VOUCHER[state];
}

/**
 * A path that the client has built of the guest's name and number (docs/design/spec-guests.md 5) is not always the file's:
 * Windows takes fewer letters, and a long name is cut. So its date and number count, where the number is the guest's.
 */
function namedByGuest(find: (text: string, ...values: string[]) => VoucherRow | null, named: string, written: readonly PhoneNumber[]) {
  const [, on = "", phone = ""] = NAMED_BY_GUEST.exec(named) ?? [];
  for (const { key, digits } of readPhones(phone, env().DEFAULT_COUNTRY_CODE)) {
    const theirs = written.some((one) => one.digits === digits) && find(BY_NUMBER, on, key, digits);
    if (theirs) return theirs;
  }
  return null;
}

const IN_BOOK = `SELECT c.id, (SELECT json_group_array(json_object('key', n.key, 'calling_code', n.calling_code))
    FROM contact_phone n WHERE n.contact_seq = c.seq) AS numbers
  FROM contact c WHERE c.seq IN (SELECT contact_seq FROM contact_phone WHERE key = ?)`;

/**
 * Whether a voucher is that of whom a number reaches: by the voucher's own numbers, or as the branch's book knows its guests.
 * A phone that was corrected since, and one that only this branch knows, are learnt when vouchers are generated again.
 */
async function isTheirs(row: VoucherRow, number: PhoneNumber, branch: Pick<Branch, "contacts">): Promise<boolean> {
  if (sharesPhone(row.numbers, [number])) return true;
  const { sql } = await branch.contacts();
  const reached = statement<[string], { id: string; numbers: string }>(sql, IN_BOOK).all(number.key);
  return reached.some(({ id, numbers: json }) => {
    const numbers: PhoneMatch[] = JSON.parse(json);
    return sharesPhone(numbers, [number]) && (id === row.guest_id || sharesPhone(row.numbers, numbers));
  });
}
