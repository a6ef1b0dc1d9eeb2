import type { AnswerOf } from "@/lib/api/endpoint";
import { withInfo } from "@/lib/draft-destination";
import {
  type AwardState,
  awardCount,
  awardKey,
  awardSettled,
  awardsToDo,
  bodyToSend,
  customerKey,
  type Draft,
  type DraftGuest,
  isSentTooLongAgo,
  type SaveBody,
  saveAcknowledged,
  saveBegun,
  saveKey,
  saveRefused,
  saveUncertain,
} from "@/lib/drafts";
import { NAMELESS } from "@/lib/loyalty/award-matching";
import type { ShownCustomer } from "@/lib/loyalty/contract";
import { hasPhoneKey, readPhones, sharesPhone } from "@/lib/phones";
import type { saveTable } from "@/lib/tables/contract";

/** Points are awarded to at most this many guests at once (docs/design/spec-guests.md 9). */
const AT_ONCE = 4;

/** How a call failed, as far as the next step depends on it. Status 0: nobody answered. */
export interface Failure {
  status: number;
  code: string;
  message: string;
  fields: Record<string, unknown>;
}

/** Said once; who saves it again after that has looked, and means a new table. */
const SENT_TOO_LONG_AGO: Failure = {
  status: 0,
  code: "sent_too_long_ago",
  message: "This was sent more than a day ago, and no answer came. Look in Saved Tables whether it is there before you save it again.",
  fields: {},
};

export type SavedPairs = NonNullable<AnswerOf<typeof saveTable>["pairs"]>;

/** The calls of the saving flow; `queries.ts` makes them, tests stand in for them. They throw what `failureOf` reads. */
export interface SendCalls {
  save(body: SaveBody, key: string): Promise<{ table_name: string; version: number; pairs?: SavedPairs }>;
  findCustomers(phone: string): Promise<ShownCustomer[]>;
  createCustomer(customer: { name: string; phone: string }, key: string): Promise<ShownCustomer>;
  award(
    visit: { customer_id: string; table_number: string; table_name: string },
    key: string,
  ): Promise<{ already_awarded: boolean; visit?: { points: number } }>;
  failureOf(error: unknown): Failure;
}

export type SendProgress = { step: "saving" } | { step: "awarding"; done: number; total: number };

export type SendResult =
  /**
   * `already` are the guests whose points for this table were there before; `loyaltyBroke`, that the loyalty service answered
   * for none of the guests that it was asked about; `pairs`, who may be the same by this save; `given`, the points of each who got some.
   */
  | {
      outcome: "saved";
      draft: Draft;
      awarded: number;
      already: DraftGuest[];
      failed: number;
      loyaltyBroke: boolean;
      pairs: SavedPairs;
      given?: number[];
    }
  | { outcome: "failed"; draft: Draft; failure: Failure };

/**
 * Saves a table and awards its points, from whatever step the draft has reached. Each step is kept on the device before
 * the next begins, so that it can be called again after a crash at any instant.
 */
export async function sendDraft(
  from: Draft,
  calls: SendCalls,
  keep: (draft: Draft) => void,
  report: (progress: SendProgress) => void,
): Promise<SendResult> {
  let pairs: SavedPairs = [];
  let draft = withInfo(from, {}); // an unanswered save goes where it went, whatever the draft says by now
  const step = (next: Draft) => {
    draft = next;
    keep(next);
  };
  while (draft.step !== "awarding") {
    if (isSentTooLongAgo(draft)) {
      step(saveRefused(draft, SENT_TOO_LONG_AGO.message));
      return { outcome: "failed", draft, failure: SENT_TOO_LONG_AGO };
    }
    report({ step: "saving" });
    step(saveBegun(draft));
    try {
      const answer = await calls.save(bodyToSend(draft), saveKey(draft));
      pairs = answer.pairs ?? [];
      step(saveAcknowledged(draft, answer, hasPhone));
    } catch (error) {
      const failure = calls.failureOf(error);
      step(isRefusal(failure) ? saveRefused(draft, failure.message) : saveUncertain(draft, failure.message));
      return { outcome: "failed", draft, failure };
    }
  }
  const settled: AwardState[] = [];
  const settle = (guest: DraftGuest, state: AwardState) => {
    settled.push(state);
    step(awardSettled(draft, guest.key, state));
  };
  const given: number[] = [];
  const isThrough = await awardAll(draft, notingPoints(calls, given), settle, report).then(
    () => true,
    () => false,
  );
  return {
    outcome: "saved",
    draft,
    awarded: awardCount(draft, "awarded"),
    already: draft.guests.filter((guest) => draft.awards[guest.key] === "already"),
    failed: awardCount(draft, "failed") + awardCount(draft, "waiting"),
    loyaltyBroke: !isThrough || isUnanswered(settled),
    pairs,
    given,
  };
}

/** The same calls; the points that they give are noted: the rules of the programme say how many. */
function notingPoints(calls: SendCalls, given: number[]): SendCalls {
  return {
    ...calls,
    award: async (visit, key) => {
      const answer = await calls.award(visit, key);
      if (!answer.already_awarded && answer.visit) given.push(answer.visit.points);
      return answer;
    },
  };
}

/** Whether the loyalty service was asked, and answered for nobody. */
function isUnanswered(settled: readonly AwardState[]): boolean {
  return settled.includes("waiting") && settled.every((state) => state === "waiting" || state === "repeated");
}

async function awardAll(
  draft: Draft,
  calls: SendCalls,
  settle: (guest: DraftGuest, state: AwardState) => void,
  report: (progress: SendProgress) => void,
): Promise<void> {
  const guests = awardsToDo(draft);
  const total = guests.length;
  const customers = new Set<string>();
  let next = 0;
  let done = 0;
  if (total > 0) report({ step: "awarding", done, total });
  const lane = async () => {
    for (let guest = guests[next++]; guest; guest = guests[next++]) {
      const state = await awardOne(draft, guest, calls, customers);
      settle(guest, state);
      report({ step: "awarding", done: ++done, total });
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, total) }, lane));
}

/**
 * "waiting" again where a later try can succeed; "failed" where the server refused for good; "repeated" for a person who
 * stands in two rows of the table, whose points the first of them gets.
 * @param customers those whom this sending has met already
 */
async function awardOne(draft: Draft, guest: DraftGuest, calls: SendCalls, customers: Set<string>): Promise<AwardState> {
  if (firstRowOf(draft, guest) !== guest.key) return "repeated";
  try {
    const customer = await customerOf(draft, guest, calls);
    if (customers.has(customer.id)) return "repeated";
    customers.add(customer.id);
    const visit = { customer_id: customer.id, table_number: draft.info.table_number, table_name: draft.table_name ?? "" };
    const { already_awarded } = await calls.award(visit, awardKey(draft, guest.key));
    return already_awarded ? "already" : "awarded";
  } catch (error) {
    return isRefusal(calls.failureOf(error)) ? "failed" : "waiting";
  }
}

/** Of the rows that points are asked for, the first one with a phone of this one. */
function firstRowOf(draft: Draft, guest: DraftGuest): string {
  const own = readPhones(guest.phones);
  const first = draft.guests.find((other) => other.key in draft.awards && sharesPhone(readPhones(other.phones), own));
  return first?.key ?? guest.key;
}

/** One guest is one customer, known by every phone as it stands in the saved table. */
async function customerOf(draft: Draft, guest: DraftGuest, calls: SendCalls): Promise<ShownCustomer> {
  const phone = guest.phones.trim();
  const known = await findCustomer(phone, calls);
  if (known) return known;
  try {
    return await calls.createCustomer({ name: guest.name.trim() || NAMELESS, phone }, customerKey(draft, guest.key));
  } catch (error) {
    const failure = calls.failureOf(error);
    if (failure.status !== 409) throw error;
    // Somebody made the customer in between: the answer carries it, or a second search finds it.
    const customer = asCustomer(failure.fields.customer) ?? (await findCustomer(phone, calls));
    if (!customer) throw error;
    return customer;
  }
}

async function findCustomer(phone: string, calls: SendCalls): Promise<ShownCustomer | undefined> {
  const wanted = readPhones(phone);
  const found = await calls.findCustomers(phone);
  return found.find((customer) => sharesPhone(readPhones(customer.phone), wanted));
}

function hasPhone(phones: string): boolean {
  return hasPhoneKey(readPhones(phones));
}

function asCustomer(value: unknown): ShownCustomer | null {
  if (typeof value !== "object" || value === null) return null;
  const { id, phone } = value as Record<string, unknown>;
  return typeof id === "string" ? { id, phone: String(phone ?? "") } : null;
}

/**
 * The server read the call and will answer the same to the same call. Not so: no answer, its own trouble (5xx), too
 * many calls, a call still under way, and a session that ended, after which the same call can go again.
 */
function isRefusal({ status, code }: Failure): boolean {
  if (status < 400 || status >= 500) return false;
  return ![401, 403, 408, 425, 429].includes(status) && code !== "already_running";
}
