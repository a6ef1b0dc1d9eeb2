import type Database from "better-sqlite3";
import { knownAllergies } from "../allergies/known";
import type { AnswerOf, QueryOf } from "../api/endpoint";
import type { KnownGuest } from "../book/known-as";
import { businessDayOf, eveningHours } from "../business-day";
import { type Caller, holds, mayWorkIn } from "../caller";
import { now } from "../clock";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { branchStore, hubStore } from "../db/find-store";
import { env, keptBranches } from "../env";
import { isAppError } from "../errors";
import { type BranchKey, restaurants } from "../known-branches";
import { readableBooks } from "../loyalty/guest-books";
import { unsureGuests } from "../queue/recipients/ambiguous-replies";
import { agreedToOffers, optedOut } from "../queue/recipients/opted-out";
import { redemptionOf, today } from "../vouchers/list";
import { stateOf } from "../vouchers/voucher";
import { vouchersOfGuest } from "../vouchers/vouchers-step";
import { awardsOf } from "./awards";
import type { GuestLists, moreOfGuest, openGuest } from "./contract";
import { cutList } from "./cut-list";
import type { GuestInStores, GuestPageInput } from "./guest-page-step";
import { messagesTo } from "./messages";
import { type GuestList, LISTS, SEES } from "./rights";

type Asking = Pick<Caller, "branches" | "requirePermission">;

/** From where on each list is asked for; one that is not there is not asked for. */
type Asked = Partial<Record<GuestList, string | null>>;

/** A guest as one page. What the caller may not see is not read. @throws AppError `not_found` */
export async function guestPage(branch: Branch, id: string, caller: Asking): Promise<AnswerOf<typeof openGuest>> {
  const { contact, lists } = await guestWith(branch, id, caller, Object.fromEntries(LISTS.map((list) => [list, null])));
  contact.allergies = (await knownAllergies(caller)).of(contact);
  return { contact, consent: await consentOf(contact.phones), ...lists };
}

/** What comes after the first of one list. @throws AppError `not_found`, `forbidden` for a list that the caller may not see */
export async function moreOf(
  branch: Branch,
  id: string,
  { of, next }: NonNullable<QueryOf<typeof moreOfGuest>>,
  caller: Asking,
): Promise<GuestLists> {
  caller.requirePermission(SEES[of]);
  return (await guestWith(branch, id, caller, { [of]: next })).lists;
}

async function guestWith(
  branch: Branch,
  id: string,
  caller: Asking,
  wanted: Asked,
): Promise<{ contact: GuestInStores["contact"]; lists: GuestLists }> {
  const lists: Asked = Object.fromEntries(Object.entries(wanted).filter(([list]) => holds(caller, SEES[list as GuestList])));
  const { branches } = caller;
  const book = await branch.contacts();
  const hub = await hubStore();
  const tables = await readableTables();
  const files = { book: book.file, branch: branch.key, hub: hub.file, tables };
  const input: GuestPageInput = {
    ...files,
    id,
    countryCode: env().DEFAULT_COUNTRY_CODE,
    evening: businessDayOf(now(), eveningHours(env())),
    branches,
    lists,
  };
  const { contact, guest, visits, history } = await runBulk<GuestInStores>("guest-page", input).catch(async (error) => {
    // Whom only the tables know is not gone while these cannot be read: that failure is the answer.
    const isUnread = restaurants().includes(branch.key) && !Object.hasOwn(tables, branch.key);
    if (isUnread && isAppError(error) && error.code === "not_found") await branchStore(branch.key, "table", "probe");
    throw error;
  });
  return {
    contact,
    lists: {
      visits: visits && { ...visits, ...unreadOf(tables, branches) },
      points: lists.points === undefined ? null : awardsOf(hub.sql, guest, branches, { after: lists.points, books: await readableBooks() }),
      vouchers: lists.vouchers === undefined ? null : vouchersOf(hub.sql, guest, lists.vouchers),
      messages: lists.messages === undefined ? null : await messagesTo(guest, branches, lists.messages),
      history,
    },
  };
}

/** The files of the restaurants' tables that can be read now, by their branches. */
async function readableTables(): Promise<Record<string, string>> {
  const kept = restaurants().filter((branch) => keptBranches().includes(branch));
  const files = await Promise.all(kept.map(async (branch) => [branch, await tableFile(branch)] as const));
  return Object.fromEntries(files.flatMap(([branch, file]) => (file === null ? [] : [[branch, file] as const])));
}

const tableFile = (branch: BranchKey) =>
  branchStore(branch, "table", "probe").then(
    ({ file }) => file,
    () => null,
  );

/** Where a guest may have been too, and nobody can look: a branch that the caller may not see is not named. */
function unreadOf(tables: Record<string, string>, branches: readonly string[] | null) {
  const unread = restaurants().filter((branch) => !Object.hasOwn(tables, branch));
  const unavailable = unread.filter((branch) => mayWorkIn(branches, branch));
  return { unavailable, elsewhere_unread: unread.length > unavailable.length };
}

/** A voucher is good in every branch: whoever may see the guest sees them all. */
function vouchersOf(hub: Database.Database, guest: KnownGuest, after: string | null): NonNullable<GuestLists["vouchers"]> {
  const { items, ...cut } = cutList(vouchersOfGuest(hub, guest), ({ date, id }) => `${date} ${id}`, after);
  return {
    ...cut,
    items: items.map((row) => {
      const { id, serial, date, branch, percent, prize, valid_until } = row;
      return { id, serial, date, branch, percent, prize, valid_until, state: stateOf(row, today()), used: redemptionOf(row) };
    }),
  };
}

/** What the guest has said of messages, by any of their numbers. */
async function consentOf(phones: string): Promise<AnswerOf<typeof openGuest>["consent"]> {
  const asked = [phones];
  const [saidNo, agreed, unsure] = [await optedOut(asked), await agreedToOffers(asked), await unsureGuests(asked)];
  const no = saidNo.get(phones) ?? null;
  return { opted_out: no, agreed: agreed.get(phones) ?? null, unsure: no ? null : (unsure.get(phones)?.since ?? null) };
}
