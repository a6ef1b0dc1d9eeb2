import { CLOUD_ERRORS } from "../../lib/queue/cloud/errors";
import { cancelled } from "../../lib/queue/item-states";
import { OPTED_OUT } from "../../lib/queue/left-out-reasons";
import type { Mark } from "../../workers/journal-lines";
import type { CloudApi } from "../support/cloud-api";
import type { WhatsAppWeb } from "../support/whatsapp-web";
import type { KillHouse } from "./house";
import type { NightPc } from "./night-pc";

export interface Item {
  id: string;
  digits: string;
  status: string;
  last_code: string | null;
  last_error: string | null;
}

interface Attempt {
  item_id: string;
  message_id: string;
  worker: string;
  account: string;
  begun_at: string;
  outcome: string | null;
}

/** What a message ended as. A fault is told in words, with all that is known of it. */
export type End = "sent" | "not sent" | "cancelled" | "in doubt" | { fault: string };

/** Why a message was not sent, as screens say it; a provider's code may follow. */
const KNOWN = [
  OPTED_OUT,
  CLOUD_ERRORS[131026]?.told ?? "",
  "This number has no WhatsApp.",
  "WhatsApp did not take the message this time.", // and how often it was tried
];

/** Compares what the server says of each message with what the stand-ins took, and a doubt with all that anybody could have told it. */
export class Outcomes {
  private readonly taken: Map<string, Set<string>>;
  private readonly attempts: Map<string, Attempt[]>;
  private readonly told: Set<string>;

  constructor(
    house: KillHouse,
    api: CloudApi,
    web: WhatsAppWeb,
    private readonly pcs: readonly NightPc[],
  ) {
    const attempts = house.rows<Attempt>("hub.db", "SELECT * FROM queue_attempt ORDER BY seq");
    this.attempts = grouped(attempts, ({ item_id }) => item_id);
    const itemOf = new Map(attempts.map(({ message_id, item_id }) => [message_id, item_id]));
    const seen = [
      // By the official number each one that was taken is a message of its own, on a phone each id.
      ...api.accepted.map(({ callback, wamid }) => ({ item: callback?.split(":")[0] ?? "", as: wamid })),
      ...web.accepted.map(({ id }) => ({ item: itemOf.get(id) ?? `unknown ${id}`, as: id })),
    ];
    this.taken = new Map([...grouped(seen, ({ item }) => item)].map(([item, all]) => [item, new Set(all.map(({ as }) => as))]));
    this.told = toldBy(api);
  }

  /** What the stand-ins took that no message of the server is. */
  strangers(items: readonly Item[]): string[] {
    const known = new Set(items.map(({ id }) => id));
    return [...this.taken.keys()].filter((id) => !known.has(id));
  }

  of(item: Item): End {
    const times = this.taken.get(item.id)?.size ?? 0;
    const { status, last_code, last_error } = item;
    const fault = (words: string): End => ({
      fault: `${words}: ${JSON.stringify({ item, times, attempts: this.attempts.get(item.id), marks: this.marksOf(item.id) })}`,
    });
    if (times > 1) return fault("seen twice");
    if (status === "SENT") return times === 1 ? "sent" : fault("said to be sent, and never was");
    if (last_code === "UNCERTAIN")
      return this.whyNoDoubt(item.id, last_error) ? fault(this.whyNoDoubt(item.id, last_error) ?? "") : "in doubt";
    if (times > 0) return fault("said not to be sent, and was");
    if (status === "CANCELLED") return last_error === cancelled(0).last_error ? "cancelled" : fault("cancelled, and not said so");
    if (status !== "FAILED") return fault("not settled");
    return KNOWN.some((words) => words && last_error?.startsWith(words)) ? "not sent" : fault("no clerk knows why");
  }

  /** What would have settled a doubt; null where nothing that is left could. */
  private whyNoDoubt(id: string, words: string | null): string | null {
    if (!words?.startsWith("It may have been delivered: nobody answered")) return "in doubt, and not said so";
    if (this.told.has(id)) return "in doubt, although Meta told that it came";
    const open = (this.attempts.get(id) ?? []).filter(({ outcome }) => outcome !== "not_sent");
    if (open.length === 0) return "in doubt, although nothing of it was ever under way";
    const reasons = open.map((attempt) => this.whyKnown(attempt));
    // One lease that nobody can speak for is enough.
    return reasons.every((reason) => reason !== null) ? `in doubt, although ${reasons.join(" and ")}` : null;
  }

  private whyKnown({ worker, message_id, account, begun_at, outcome }: Attempt): string | null {
    const pc = this.pcs.find(({ name }) => name === worker);
    if (outcome === "accepted") return "the server has heard that it went out";
    if (!pc || pc.reinstalled.some((at) => at >= Date.parse(begun_at))) return null; // its journal is gone
    const state = stateIn(pc.journal(), message_id);
    if (state === "handed over") return account.startsWith("cloud") ? null : "the same id from the linked phone would have settled it";
    return state === "accepted" ? "the journal says that it went out" : "the journal proves that it was not handed over";
  }

  private marksOf(id: string): Mark[] {
    const ids = new Set(this.attempts.get(id)?.map(({ message_id }) => message_id));
    return this.pcs.flatMap((pc) => pc.journal()).filter((mark) => ids.has(messageOf(mark)));
  }
}

function grouped<T>(all: readonly T[], by: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return groups;
}

const messageOf = (mark: Mark): string =>
  mark.did === "outcome" ? mark.result.message_id : mark.did === "receipt" ? mark.receipt.message_id : mark.message_id;

/** The items of which Meta has told, and was heard, that they came. */
function toldBy({ webhooks }: CloudApi): Set<string> {
  const told = new Set<string>();
  for (const { raw, answered } of webhooks.sent) {
    if (answered !== 200) continue;
    const { statuses = [] } = JSON.parse(raw.toString()).entry[0].changes[0].value;
    for (const { status, biz_opaque_callback_data: callback } of statuses) if (status !== "failed") told.add(callback?.split(":")[0] ?? "");
  }
  return told;
}

function stateIn(marks: readonly Mark[], messageId: string): "accepted" | "handed over" | "not handed over" {
  const ours = marks.filter((mark) => messageOf(mark) === messageId);
  const has = (outcome: string) =>
    ours.some((mark) => (mark.did === "outcome" ? mark.result.outcome : mark.did === "known" ? mark.outcome : null) === outcome);
  if (has("accepted")) return "accepted";
  const sending = ours.findLastIndex(({ did }) => did === "sending");
  const refused = ours.findLastIndex((mark) => mark.did === "outcome" && mark.result.outcome === "not_sent");
  if (has("unknown") || sending > refused) return "handed over";
  return "not handed over";
}
