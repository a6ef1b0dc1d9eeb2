import type { AnswerOf } from "../../api/endpoint";
import type { BranchKey } from "../../branches";
import type { Caller } from "../../caller";
import { now } from "../../clock";
import type { Branch } from "../../db/branch";
import { statement } from "../../db/statements";
import { hubStore } from "../../db/stores";
import { env } from "../../env";
import { AppError } from "../../errors";
import { type PhoneNumber, readPhones } from "../../phones";
import type { EnqueueBody, Enqueued, QueueItem, TaskKind } from "../contract";
import { UNCERTAIN } from "../items/rules";
import { limitsIn } from "../limits/reads";
import { sameFor } from "../limits/rules";
import { menuFor } from "../media/reads";
import type { askInDoubt } from "../messages/contract";
import { samenessOf } from "../messages/rules";
import { BIRTHDAY_TEXT, LONGEST_CAPTION, MENU_TEXT, NO_PHONE, textFor } from "../rules";

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
  voucher: string;
  same_as: string;
  /** What the same would be called at each number of the guest: greeted at one of them, they are not greeted at another. */
  same_anywhere: string[];
}

/** What each item asks for, and the guests whom nobody can write to. @throws AppError `invalid_request` */
export async function readItems(kind: TaskKind, body: EnqueueBody, usualBranch: BranchKey, caller: Caller) {
  const wanted: Wanted[] = [];
  const invalid: Enqueued["invalid"] = [];
  const menus = menusOnce();
  for (const [index, item] of body.items.entries()) {
    const branch = item.branch || usualBranch;
    caller.requireBranch(branch);
    const text = textFor(wordsOf(kind, item, body.message), item.name, branch);
    // A menu that is not there stops all of it, also where nobody can be written to.
    const pdf_path = kind === "menu" || item.pdf_path ? await menus(item.pdf_path, branch) : "";
    const written = readPhones(item.phone, env().DEFAULT_COUNTRY_CODE).filter(({ key }) => key !== "");
    const [number] = written;
    if (!number) {
      invalid.push({ index, name: item.name, reason: NO_PHONE });
      continue;
    }
    const { digits } = number;
    const { file: voucher, numbers: known } = kind === "birthday" ? await voucherFor(item, index, body.date, written) : NO_VOUCHER;
    if ((voucher || pdf_path) && text.length > LONGEST_CAPTION) throw new AppError("invalid_request", TOO_LONG_FOR_A_CAPTION);
    const table_name = item.table_name ?? "";
    const same_as = samenessOf({ kind, digits, table_name, text });
    const same_anywhere = [same_as, ...known.map((other) => samenessOf({ kind, digits: other, table_name, text }))];
    const numbers = [...new Set([...written.map((one) => one.digits), ...known])];
    wanted.push({
      index,
      name: item.name,
      digits,
      numbers,
      guest_branch: branch,
      text,
      table_name,
      pdf_path,
      voucher,
      same_as,
      same_anywhere,
    });
  }
  return { wanted, invalid };
}

/** Letters in these words that may have arrived, by what makes two the same. */
const IN_DOUBT = `SELECT DISTINCT i.same_as FROM json_each(?) j CROSS JOIN queue_item i ON i.same_as = j.value
  WHERE i.created_at > ? AND i.status = 'FAILED' AND i.last_code = '${UNCERTAIN}'`;

/** Of the items of a letter, those whose guests may have the same within its time. @throws AppError `invalid_request`, `branch_forbidden` */
export async function lettersInDoubt(
  branch: Branch,
  body: Pick<EnqueueBody, "items">,
  caller: Caller,
): Promise<AnswerOf<typeof askInDoubt>> {
  const { wanted } = await readItems("service", body, branch.key, caller);
  const { sql } = await hubStore();
  const since = new Date(now().getTime() - sameFor(limitsIn(sql), "service")).toISOString();
  const names = JSON.stringify(wanted.map(({ same_as }) => same_as));
  const known = new Set(statement<[string, string], string>(sql, IN_DOUBT).pluck().all(names, since));
  return { may_have: wanted.flatMap(({ index, same_as }) => (known.has(same_as) ? [index] : [])) };
}

/** As `menuFor`, and looks at each file once for all who get it. */
function menusOnce(): typeof menuFor {
  const known = new Map<string, Promise<string>>();
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

const GUESTS_NUMBERS = "(SELECT json_group_array(n.digits) FROM voucher_number n WHERE n.voucher_id = v.id) AS numbers";
const BY_ID = `SELECT v.file, ${GUESTS_NUMBERS} FROM voucher v WHERE v.id = ?`;
const BY_FILE = `SELECT v.file, ${GUESTS_NUMBERS} FROM voucher v WHERE v.date = ? AND v.file = ?`;
const BY_NUMBER = `SELECT v.file, ${GUESTS_NUMBERS} FROM voucher v
  WHERE v.date = ? AND v.id IN (SELECT voucher_id FROM voucher_number WHERE key = ? AND digits = ?)`;

/** As the specification's client names a voucher, also where its name holds what no file's name may. */
const NAMED_BY_GUEST = /^vouchers\/(\d{4}-\d{2}-\d{2})\/birthday_.+_([^_]+)\.png$/s;

/**
 * A guest's voucher: the one named by its id or its path, or the one made for that birthday; an empty one where there is none.
 * A path that the client has built of the guest's name and number (docs/design/spec-guests.md 5) is not always the file's:
 * Windows takes fewer letters, and a long name is cut. So its date and number count, where the number is the guest's.
 */
async function voucherFor(item: QueueItem, index: number, date: string | undefined, written: readonly PhoneNumber[]): Promise<Present> {
  const { sql } = await hubStore();
  const find = (text: string, ...values: string[]): Present | null => {
    const row = statement<string[], { file: string; numbers: string }>(sql, text).get(...values);
    return row ? { file: row.file, numbers: JSON.parse(row.numbers) } : null;
  };
  const [number] = written;
  if (!item.voucher) return (date && number && find(BY_NUMBER, date, number.key, number.digits)) || NO_VOUCHER;
  const [, day = ""] = item.voucher.split("/");
  const found = find(BY_ID, item.voucher) ?? find(BY_FILE, day, item.voucher);
  if (found) return found;
  const [, on = "", phone = ""] = NAMED_BY_GUEST.exec(item.voucher) ?? [];
  for (const { key, digits } of readPhones(phone, env().DEFAULT_COUNTRY_CODE)) {
    const theirs = written.some((one) => one.digits === digits) && find(BY_NUMBER, on, key, digits);
    if (theirs) return theirs;
  }
  const whose = item.name || `guest ${index + 1} of the list`;
  throw new AppError(
    "invalid_request",
    `The voucher of ${whose} is not known here. Nothing was queued. Generate the vouchers, then send again.`,
  );
}
