import type Database from "better-sqlite3";
import type { AnswerOf } from "../../api/endpoint";
import { eveningHours } from "../../business-day";
import { now } from "../../clock";
import { bySystem } from "../../db/actor";
import type { Tx } from "../../db/clients";
import { statement } from "../../db/statements";
import { hubStore } from "../../db/stores";
import { env } from "../../env";
import { gathered } from "../../gathered";
import { failpoint } from "../../test-hooks";
import { brakeOf } from "../brake/reads";
import { neverAsked } from "../consents/reads";
import type { TaskKind } from "../contract";
import { begun, type Holder, held, holds, type Item, PAIR_LIMIT } from "../items/rules";
import { type ItemsAtHand, itemsAtHand } from "../items/writes";
import { queueBell } from "../leases/reads";
import type { Limits } from "../limits/contract";
import { limitsIn } from "../limits/reads";
import { paceOf, sameFor, templateFor } from "../limits/rules";
import { namesOfSame } from "../messages/reads";
import { saidNoOfVoucher } from "../recipients/reads";
import type { begin as beginContract, TransportState } from "../workers/contract";
import { type AccountFacts, type GuestFacts, gate, nextAfter, type PairAttempt, pairFrom, transportOf } from "./rules";

const DAY = 24 * 3_600_000;

/** A worker that holds a message, and asks whether it may send it now. */
export interface Begin extends Holder {
  id: string;
  token: number;
  account: string;
}

export type Begun = AnswerOf<typeof beginContract>;

let together: ((ask: Begin) => Promise<Begun>) | null = null;

const wroteAt = (inbound_at: string | null | undefined) => (inbound_at ? Date.parse(inbound_at) : null);

/** The last gate before a message goes out (whatsapp.md 4.3, step 3). Nothing is sent without its go. */
export function beginItem(ask: Begin): Promise<Begun> {
  together ??= gathered(beginTogether, 100);
  return together(ask);
}

const STALE: Begun = { go: false, reason: "stale", retry_at: null, detail: "Another worker has this message, or it is settled. Drop it." };
const GO: Begun = { go: true, reason: null, retry_at: null, detail: "" };
const CANCELLED: Begun = { go: false, reason: "cancelled", retry_at: null, detail: "Somebody cancelled all sending." };

async function beginTogether(asks: readonly Begin[]): Promise<Begun[]> {
  const hub = await hubStore();
  const { answers, freed } = await hub.write(bySystem("queue"), async (tx) => {
    const hand = itemsAtHand(
      hub.sql,
      asks.map(({ id }) => id),
    );
    const gatekeeper = new Gatekeeper(factsFor(hub.sql, asks, hand));
    const answers = asks.map((ask) => gatekeeper.ask(ask, hand));
    await hand.write(tx);
    await gatekeeper.write(tx);
    return { answer: { answers, freed: gatekeeper.freed }, happened: [] };
  });
  failpoint("queue:begun");
  if (freed) queueBell().ring();
  return answers;
}

interface Guest extends Omit<GuestFacts, "has_same" | "pair_from" | "never_asked"> {
  /** To the guest in the last 24 hours, by whatever number, the oldest first. */
  attempts: readonly PairAttempt[];
}

interface Facts {
  at: number;
  limits: Limits;
  cancelled: boolean;
  /** The ids of the messages whose guests were never asked, and are left out. */
  unasked: Set<string>;
  accounts: Map<string, AccountFacts>;
  guests: Map<string, Guest>;
  /** What is under way to a guest, or was sent within its time. Whoever asks holds a message that is neither. */
  same: Set<string>;
  /** What the same would be called at each number of a message's guest. */
  namesOf: (item: Item) => string[];
  /** The ids of birthday messages whose guest has said no by another of their numbers. */
  saidNo: Set<string>;
}

interface BegunTo extends PairAttempt {
  digits: string;
  outcome: string | null;
  fault: string | null;
}

interface KnownRecipient {
  digits: string;
  opted_out_at: string | null;
  inbound_at: string | null;
}

interface SenderRow {
  first_used_at: string;
  next_at: string;
  paused_until: string | null;
  pause_reason: string | null;
}

/** Read before the transaction writes anything: nobody else writes meanwhile. */
function factsFor(sql: Database.Database, asks: readonly Begin[], hand: ItemsAtHand): Facts {
  const limits = limitsIn(sql);
  const at = now().getTime();
  const items = asks.flatMap(({ id }) => hand.get(id) ?? []);
  const digits = [...new Set(items.map((item) => item.digits))];
  const asJson = JSON.stringify(digits);
  const begunTo = statement<[string, string, string], BegunTo>(
    sql,
    `SELECT digits, account, begun_at, outcome, fault, code FROM queue_attempt
     WHERE digits IN (SELECT value FROM json_each(?)) AND begun_at > ? AND (outcome IS NULL OR outcome <> 'not_sent' OR code = ?)
     ORDER BY seq`,
  ).all(asJson, new Date(at - DAY).toISOString(), PAIR_LIMIT);
  const known = statement<[string], KnownRecipient>(
    sql,
    "SELECT digits, opted_out_at, inbound_at FROM recipient WHERE digits IN (SELECT value FROM json_each(?))",
  ).all(asJson);
  const recipients = new Map(known.map((recipient) => [recipient.digits, recipient]));
  const guests = new Map<string, Guest>(
    digits.map((one) => [
      one,
      {
        opted_out: Boolean(recipients.get(one)?.opted_out_at),
        wrote_at: wroteAt(recipients.get(one)?.inbound_at),
        begun: begunTo
          // What failed once WhatsApp had taken it, the guest has not seen either.
          .filter(({ digits: to, outcome, fault }) => to === one && outcome !== "not_sent" && fault === null)
          .map(({ begun_at }) => Date.parse(begun_at)),
        attempts: begunTo.filter((attempt) => attempt.digits === one),
      },
    ]),
  );
  const { cancelled } = brakeOf(sql);
  const accounts = accountsFor(sql, asks, limits, at);
  const unasked = items.flatMap(({ id, kind, digits: to }) => (neverAsked(sql, limits, kind as TaskKind, [to]).size > 0 ? [id] : []));
  const saidNo = new Set(items.flatMap(({ id, voucher }) => (voucher && saidNoOfVoucher(sql, voucher) ? [id] : [])));
  const namesOf = namesOfSame(sql, items);
  const same = sameAs(sql, items.flatMap(namesOf), limits, at);
  return { at, limits, unasked: new Set(unasked), saidNo, cancelled, accounts, guests, same, namesOf };
}

function accountsFor(sql: Database.Database, asks: readonly Begin[], limits: Limits, at: number): Map<string, AccountFacts> {
  const ids = [...new Set(asks.map(({ account }) => account))];
  const locks = locksOf(sql, ids);
  const accountOf = statement<[string], SenderRow>(
    sql,
    "SELECT first_used_at, next_at, paused_until, pause_reason FROM sender_account WHERE id = ?",
  );
  const begunFrom = statement<[string, string], string>(
    sql,
    "SELECT begun_at FROM queue_attempt WHERE account = ? AND begun_at > ? ORDER BY seq",
  ).pluck();
  const accounts = new Map<string, AccountFacts>();
  for (const id of ids) {
    const row = accountOf.get(id);
    const { perHour, perDay } = paceOf(limits, transportOf(id));
    const isCounted = perHour !== null || perDay !== null;
    accounts.set(id, {
      first_used: row ? Date.parse(row.first_used_at) : at,
      next: row ? Date.parse(row.next_at) : 0,
      paused_until: row?.paused_until ? Date.parse(row.paused_until) : null,
      pause_reason: row?.pause_reason ?? null,
      locked_until: locks.get(id) ?? null,
      begun: isCounted ? begunFrom.all(id, new Date(at - DAY).toISOString()).map((begun_at) => Date.parse(begun_at)) : [],
    });
  }
  return accounts;
}

/** Until when numbers of linked phones may begin no conversations, as their workers last told it. */
function locksOf(sql: Database.Database, accounts: readonly string[]): Map<string, number> {
  const phones = accounts.filter((id) => transportOf(id) === "baileys");
  if (phones.length === 0) return new Map();
  const workers = statement<[string], { account: string; state: string }>(
    sql,
    "SELECT account, state FROM queue_worker WHERE account IN (SELECT value FROM json_each(?))",
  ).all(JSON.stringify(phones));
  const locks = workers.map(
    ({ account, state }) => [account, Date.parse((JSON.parse(state) as TransportState).lock?.until ?? "")] as const,
  );
  return new Map(locks.filter(([, until]) => !Number.isNaN(until)));
}

function sameAs(sql: Database.Database, names: readonly string[], limits: Limits, at: number): Set<string> {
  // By name: the planner would look through all messages that were ever sent.
  const rows = statement<[string], Pick<Item, "same_as" | "kind" | "created_at">>(
    sql,
    `SELECT same_as, kind, created_at FROM queue_item INDEXED BY queue_item_same_as_created_at_idx
     WHERE same_as IN (SELECT value FROM json_each(?)) AND (status = 'SENT' OR phase IN ('sending', 'reconciling'))`,
  ).all(JSON.stringify([...new Set(names)]));
  const lately = rows.filter(({ kind, created_at }) => Date.parse(created_at) + sameFor(limits, kind as TaskKind) > at);
  return new Set(lately.map(({ same_as }) => same_as));
}

/** Answers those who ask in one transaction, one after the other: each go counts for all that come after it. */
class Gatekeeper {
  /** Messages went back into the queue. */
  freed = false;
  private readonly begun: { ask: Begin; item: Item }[] = [];

  constructor(private readonly facts: Facts) {}

  ask(ask: Begin, hand: ItemsAtHand): Begun {
    const { at, limits, cancelled, unasked, saidNo, accounts, guests, same, namesOf } = this.facts;
    const item = hand.get(ask.id);
    if (item?.status === "CANCELLED") return CANCELLED;
    if (!item || !holds(item, ask, ask.token)) return STALE;
    // The answer to the first one was lost, and nothing was sent before it: the worker asks again.
    if (item.phase === "sending") return item.account === ask.account ? GO : STALE;
    const account = accounts.get(ask.account);
    const guest = guests.get(item.digits);
    if (item.phase !== "claimed" || !account || !guest || (item.account !== null && item.account !== ask.account)) return STALE;
    const has_same = namesOf(item).some((name) => same.has(name));
    const pace = paceOf(limits, transportOf(ask.account));
    const verdict = gate(item, {
      at,
      cancelled,
      account,
      guest: {
        ...guest,
        opted_out: guest.opted_out || saidNo.has(item.id),
        has_same,
        never_asked: unasked.has(item.id),
        pair_from: pairFrom(ask.account, guest.attempts),
      },
      needs_template: transportOf(ask.account) === "cloud" && templateFor(limits, item.kind as TaskKind) === null,
      pace,
      quiet: limits.quiet,
      hours: eveningHours(env()),
    });
    if (verdict.go) return this.go(ask, item, hand);
    const changes = held(verdict.reason, verdict.retryAt, verdict.detail, at);
    if (changes) hand.change(item, changes);
    this.freed ||= changes?.status === "PENDING";
    const isKept = changes === null && verdict.retryAt !== null;
    const retry_at = isKept && verdict.retryAt !== null ? new Date(verdict.retryAt).toISOString() : null;
    return { go: false, reason: verdict.reason, retry_at, detail: verdict.detail };
  }

  private go(ask: Begin, item: Item, hand: ItemsAtHand): Begun {
    const { at, limits, accounts, guests, same } = this.facts;
    this.begun.push({ ask, item: hand.change(item, begun(item, ask.account, at)) });
    const account = accounts.get(ask.account);
    const guest = guests.get(item.digits);
    if (account) {
      const next = nextAfter(at, paceOf(limits, transportOf(ask.account)), Math.random());
      accounts.set(ask.account, { ...account, next, begun: [...account.begun, at] });
    }
    if (guest) guests.set(item.digits, { ...guest, begun: [...guest.begun, at] });
    same.add(item.same_as);
    return GO;
  }

  async write(tx: Tx<"hub">): Promise<void> {
    if (this.begun.length === 0) return;
    const begun_at = new Date(this.facts.at).toISOString();
    const attempts = this.begun.map(({ ask, item }) => ({
      item: item.id,
      generation: item.generation,
      message: item.message_id,
      token: ask.token,
      worker: ask.worker_id,
      account: ask.account,
      digits: item.digits,
      kind: item.kind,
    }));
    await tx.$executeRaw`
      INSERT INTO queue_attempt (item_id, generation, message_id, token, worker, account, digits, kind, begun_at)
      SELECT j.value ->> 'item', j.value ->> 'generation', j.value ->> 'message', j.value ->> 'token', j.value ->> 'worker',
        j.value ->> 'account', j.value ->> 'digits', j.value ->> 'kind', ${begun_at}
      FROM json_each(${JSON.stringify(attempts)}) j`;
    const accounts = [...new Set(this.begun.map(({ ask }) => ask.account))].map((id) => {
      const next = this.facts.accounts.get(id)?.next ?? this.facts.at;
      return { id, next_at: new Date(next).toISOString() };
    });
    await tx.$executeRaw`
      INSERT INTO sender_account (id, first_used_at, next_at)
      SELECT j.value ->> 'id', ${begun_at}, j.value ->> 'next_at' FROM json_each(${JSON.stringify(accounts)}) j WHERE true
      ON CONFLICT (id) DO UPDATE SET next_at = excluded.next_at`;
  }
}
