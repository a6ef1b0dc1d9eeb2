import type { AnswerOf } from "../../api/endpoint";
import { batchCalls } from "../../batch-calls";
import { eveningHours } from "../../business-day";
import { bySystem } from "../../db/actor";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { env } from "../../env";
import { failpoint } from "../../test-hooks";
import { noteInHubJournal } from "../hub-journal/write";
import { type ItemsAtHand, itemsAtHand } from "../item-batch";
import { begun, cancelled, despiteEarlier, failed, holds, type Item, wasCancelled } from "../item-states";
import { workerNotifier } from "../leases/worker-notifier";
import { OPTED_OUT, OPTED_OUT_CODE } from "../left-out-reasons";
import { paceOf, templateFor } from "../limits/default-limits";
import { writeAttempts } from "../outcomes/settle";
import { remindersAmong, templateKind } from "../templates/reminders";
import { stopFor, stoppedTemplates } from "../templates/suspended";
import { type TemplateStop, waitsFor } from "../templates/suspension-rule";
import type { begin as beginContract } from "../workers/contract";
import { held } from "./hold";
import { decideSend, isWindowOpen, nextAfter, pairFrom, transportOf } from "./policy";
import { type BeginRequest, type PolicyFacts, readPolicyFacts } from "./policy-facts";

export type Begun = AnswerOf<typeof beginContract>;

let together: ((ask: BeginRequest) => Promise<Begun>) | null = null;

/** The last check before a message goes out (docs/design/whatsapp.md 4.3.3). Nothing is sent without its go. */
export function beginItem(ask: BeginRequest): Promise<Begun> {
  together ??= batchCalls(beginTogether, 100);
  return together(ask);
}

const STALE: Begun = { go: false, reason: "stale", retry_at: null, detail: "Another worker has this message, or it is settled. Drop it." };
const GO: Begun = { go: true, reason: null, retry_at: null, detail: "" };
const CANCELLED: Begun = { go: false, reason: "cancelled", retry_at: null, detail: "Somebody cancelled it." };
const SAID_NO: Begun = { go: false, reason: "opted_out", retry_at: null, detail: OPTED_OUT };
/** How long a worker waits until it asks again for a message that it may not hand over while sending is stopped, in milliseconds. */
const WHILE_STOPPED = 5_000;

async function beginTogether(asks: readonly BeginRequest[]): Promise<Begun[]> {
  const hub = await hubStore();
  const { answers, freed, went } = await hub.write(bySystem("queue"), async (tx) => {
    const hand = itemsAtHand(
      hub.sql,
      asks.map(({ id }) => id),
    );
    const facts = readPolicyFacts(hub.sql, asks, hand);
    const items = asks.flatMap(({ id }) => hand.get(id) ?? []);
    const batch = new BeginBatch(facts, stoppedTemplates(hub.sql, facts.at), remindersAmong(hub.sql, facts.limits, items));
    const answers = asks.map((ask) => batch.ask(ask, hand));
    await hand.write(tx);
    await batch.write(tx);
    return { answer: { answers, freed: batch.freed, went: batch.went }, happened: [] };
  });
  noteInHubJournal(went); // before anybody hears that it may go
  failpoint("queue:begun");
  if (freed) workerNotifier().notify();
  return answers;
}

/** Answers those who ask in one transaction, one after the other: each go counts for all that come after it. */
class BeginBatch {
  /** Messages went back into the queue. */
  freed = false;
  /** The messages that were let go, for the file beside the hub. */
  get went() {
    return this.begun.map(({ ask, item }) => ({ sent: item.id, token: ask.token, worker: ask.worker_id, same: item.same_as }));
  }
  private readonly begun: { ask: BeginRequest; item: Item; isAnswer: boolean }[] = [];
  private readonly unsent: Parameters<typeof writeAttempts>[1][number][] = [];

  constructor(
    private readonly facts: PolicyFacts,
    private readonly stops: readonly TemplateStop[],
    private readonly reminders: ReadonlyMap<string, string>,
  ) {}

  ask(ask: BeginRequest, hand: ItemsAtHand): Begun {
    const { at, limits, pauseOn, unasked, unreached, saidNo, unsure, accounts, counted, guests, wroteAt, same, namesOf } = this.facts;
    const item = hand.get(ask.id);
    if (item?.status === "CANCELLED") return CANCELLED;
    if (item?.last_code === OPTED_OUT_CODE && item.status === "FAILED" && item.lease_token === ask.token) return SAID_NO;
    if (!item || !holds(item, ask, ask.token)) return STALE;
    if (item.phase === "sending") return item.account === ask.account ? this.askAgain(ask, item, hand) : STALE;
    const account = accounts.get(ask.account);
    const guest = guests.get(item.digits);
    if (item.phase !== "claimed" || !account || !guest || (item.account !== null && item.account !== ask.account)) return STALE;
    const has_same = namesOf(item).some((name) => same.has(name));
    const pace = paceOf(limits, transportOf(ask.account));
    const wrote_at = wroteAt(item.digits, ask.account);
    const isAnswer = isWindowOpen(wrote_at, at);
    const verdict = decideSend(item, {
      at,
      cancelled: pauseOn(item).cancelled,
      account: pace.dayCountsGuests ? { ...account, begun: [...counted.values()] } : account,
      guest: {
        begun: guest.begun,
        wrote_at,
        counts: !pace.dayCountsGuests || !(isAnswer || counted.has(item.digits)),
        opted_out: saidNo.has(item.id),
        may_have_said_no: unsure.has(item.id),
        has_same,
        never_asked: unasked.has(item.id),
        unreached: unreached.has(item.id),
        pair_from: pairFrom(ask.account, guest.attempts),
      },
      needs_template: transportOf(ask.account) === "cloud" && templateFor(limits, templateKind(item, this.reminders)) === null,
      template_stop: this.templateStop(ask, item),
      pace,
      worker: this.facts.nameOf(ask.worker_id),
      quiet: limits.quiet,
      hours: eveningHours(env()),
    });
    if (verdict.go) return this.go(ask, item, isAnswer, hand);
    const left = held(item, verdict, at);
    // That it was not sent in time says nothing of the earlier attempt.
    const changes = left && verdict.reason === "too_late" && this.facts.mayHaveArrived(item) ? despiteEarlier(item, left, at) : left;
    if (changes) hand.change(item, changes);
    this.freed ||= changes?.status === "PENDING";
    const isKept = changes === null && verdict.retryAt !== null;
    const retry_at = isKept && verdict.retryAt !== null ? new Date(verdict.retryAt).toISOString() : null;
    return { go: false, reason: verdict.reason, retry_at, detail: verdict.detail };
  }

  private templateStop({ account }: BeginRequest, item: Item) {
    const kind = templateKind(item, this.reminders);
    const stop = transportOf(account) === "cloud" ? stopFor(this.stops, this.facts.limits, kind, account) : null;
    return stop && { until: stop.until === null ? null : Date.parse(stop.until), detail: waitsFor(stop) };
  }

  /** The answer to the first go was lost, and nothing was sent before it: what came in between counts (P8, P11). */
  private askAgain(ask: BeginRequest, item: Item, hand: ItemsAtHand): Begun {
    const { at, pauseOn, saidNo } = this.facts;
    const { cancelled: isStopped, emptied_at } = pauseOn(item);
    const isNo = saidNo.has(item.id);
    const isCancelled = wasCancelled(item, emptied_at);
    if (isCancelled || isNo) {
      hand.change(item, isCancelled ? cancelled(at) : failed(OPTED_OUT_CODE, OPTED_OUT, at));
      this.unsent.push({ id: item.id, token: ask.token, outcome: "not_sent", fault: null, code: "", at: new Date(at).toISOString() });
      return isCancelled ? CANCELLED : SAID_NO;
    }
    return isStopped ? { ...CANCELLED, retry_at: new Date(at + WHILE_STOPPED).toISOString(), detail: "Sending is stopped." } : GO;
  }

  private go(ask: BeginRequest, item: Item, isAnswer: boolean, hand: ItemsAtHand): Begun {
    const { at, limits, accounts, counted, guests, same } = this.facts;
    this.begun.push({ ask, item: hand.change(item, begun(item, ask.account, at)), isAnswer });
    const account = accounts.get(ask.account);
    const guest = guests.get(item.digits);
    const pace = paceOf(limits, transportOf(ask.account));
    if (account) {
      const next = nextAfter(at, pace, Math.random());
      accounts.set(ask.account, { ...account, next, begun: [...account.begun, at] });
    }
    if (pace.dayCountsGuests && !isAnswer) {
      counted.delete(item.digits); // the newest comes last
      counted.set(item.digits, at);
    }
    const { kind, answers_guest } = item;
    if (guest) guests.set(item.digits, { ...guest, begun: [...guest.begun, { at, kind, answers_guest }] });
    same.add(item.same_as);
    return GO;
  }

  async write(tx: Tx<"hub">): Promise<void> {
    await writeAttempts(tx, this.unsent);
    if (this.begun.length === 0) return;
    const begun_at = new Date(this.facts.at).toISOString();
    const attempts = this.begun.map(({ ask, item, isAnswer }) => ({
      item: item.id,
      generation: item.generation,
      message: item.message_id,
      token: ask.token,
      worker: ask.worker_id,
      account: ask.account,
      digits: item.digits,
      kind: item.kind,
      is_answer: isAnswer,
    }));
    await tx.$executeRaw`
      INSERT INTO queue_attempt (item_id, generation, message_id, token, worker, account, digits, kind, begun_at, is_answer)
      SELECT j.value ->> 'item', j.value ->> 'generation', j.value ->> 'message', j.value ->> 'token', j.value ->> 'worker',
        j.value ->> 'account', j.value ->> 'digits', j.value ->> 'kind', ${begun_at}, j.value ->> 'is_answer'
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
