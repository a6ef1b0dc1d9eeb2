import { inSandbox } from "@/components/queue/sandbox";
import type { Campaign, CampaignGuest, CampaignTask } from "@/lib/queue/birthday-campaign/contract";
import type { Task } from "@/lib/queue/contract";
import { MAY_HAVE_SAID_NO } from "@/lib/queue/left-out-reasons";
import type { HowMany, NextTry } from "@/lib/queue/next-try/contract";
import type { Obstacle } from "@/lib/queue/obstacles/contract";
import type { FailedSend } from "@/lib/queue/retry-by-hand/contract";

/** A campaign as it is shown: each guest and task as they were heard of last. */
export interface ShownCampaign {
  guests: readonly CampaignGuest[];
  tasks: readonly CampaignTask[];
  /** Of those to whom a message was queued. */
  sent: number;
  /** Of those sent, how many the sandbox took: no guest got them. */
  sandbox: number;
  /** What failed, the newest first: the table, the count and the retry are all of these. */
  failures: readonly FailedSend[];
  failed: number;
  /** What was handed over and nobody has answered: it neither waits nor has failed. */
  doubts: readonly FailedSend[];
  cancelled: number;
  waiting: number;
  total: number;
  /** Who would get a message if it was sent now. */
  sendable: readonly CampaignGuest[];
  leftOut: readonly CampaignGuest[];
  /** Messages are still to go out. */
  isRunning: boolean;
  /** What the first message that has to wait waits for. */
  waitsFor: string | null;
  /** By which the guests who are marked so are written to, in place of anybody's own words. */
  template: Campaign["template"];
  /** What keeps all that waits from going out until somebody mends it. */
  obstacle: Obstacle | null;
  /** When the first of those that wait is tried, or given up, where none goes before. */
  next: NextTry;
  /** How many of those that wait go, and what keeps the others. */
  howMany: HowMany;
  /** What came of it: arrived, read, replied, and vouchers redeemed; null where the server does not say. */
  came: Campaign["came"] | null;
  /** How many of the sendable go today, and by whom; null where that is not known. */
  forecast: Campaign["forecast"];
}

/** The tasks that were not cancelled altogether. */
export function liveTasks<Part extends { cancelled: number; total: number }>(tasks: readonly Part[]): Part[] {
  return tasks.filter(({ cancelled, total }) => cancelled < total);
}

/** An answer, and when it came, in milliseconds. */
export interface Heard<Answer> {
  data: Answer | undefined;
  at: number;
}

/** The campaign with what its tasks have told since: they are asked more often, and know nothing of those who were left out. */
export function shownCampaign(campaign: Heard<Campaign>, heard: readonly Heard<Task>[]): ShownCampaign | null {
  if (!campaign.data) return null;
  const newer = heard.flatMap(({ data, at }) => (data && at >= campaign.at ? [data] : []));
  const results = new Map(newer.flatMap((task) => task.results.map((result) => [result.id, result])));
  const obstacle = obstacleOf(campaign.data, newer);
  const known = campaign.data.guests.map((guest): CampaignGuest => {
    const result = guest.item === null ? undefined : results.get(guest.item);
    if (!result) return guest;
    const { status: state, error: reason, worker, sandbox, unanswered, undecided } = result;
    return { ...guest, state, reason, worker, sandbox, unanswered, undecided, sendable: guest.sendable && state === "CANCELLED" };
  });
  // What is said of all of them once stands beside none of them again.
  const guests = known.map((guest) => (obstacle && guest.state === "PENDING" && !guest.undecided ? { ...guest, reason: null } : guest));
  const tasks = campaign.data.tasks.map((task) => {
    const now = newer.find(({ id }) => id === task.id);
    return now ? { ...task, status: now.status, sent: now.sent, failed: now.failed, cancelled: now.cancelled } : task;
  });
  const count = (...states: CampaignGuest["state"][]) => guests.filter((one) => !one.unanswered && states.includes(one.state)).length;
  const [sent, cancelled, waiting] = [count("SENT"), count("CANCELLED"), count("PENDING", "IN_PROGRESS")];
  const { failures, doubts } = notSentOf(guests, campaign.data.failed ?? []);
  const failed = failures.length;
  const open = tasks.reduce((sum, task) => sum + task.total - task.sent - task.failed - task.cancelled, 0);
  const handedOver = guests.filter(({ unanswered, state }) => unanswered && state === "IN_PROGRESS").length;
  return {
    guests,
    tasks,
    sent,
    sandbox: inSandbox(guests),
    failures,
    failed,
    doubts,
    cancelled,
    waiting,
    total: sent + failed + doubts.length + cancelled + waiting,
    sendable: guests.filter(({ sendable }) => sendable),
    leftOut: guests.filter(({ state }) => state === "left_out" || state === "no_voucher"),
    isRunning: waiting > 0 || open > handedOver,
    waitsFor: waitsForOf(guests),
    template: campaign.data.template,
    obstacle,
    next: nextOf(campaign.data, newer),
    howMany: howManyOf(campaign.data, newer),
    forecast: campaign.data.forecast,
    came: campaign.data.came ?? null,
  };
}

/** Of so many of those that wait, where it is not true of all: `1 of 2 waits: …`. Who waits for a person is told apart. */
function waitsForOf(guests: readonly CampaignGuest[]): string | null {
  const waiting = guests.filter(({ state, unanswered }) => state === "PENDING" && !unanswered);
  const free = waiting.filter(({ undecided }) => !undecided);
  const held = waiting.length - free.length;
  // Of as many as are said to wait: what is going out now is among them.
  const all = free.length + guests.filter(({ state, unanswered }) => state === "IN_PROGRESS" && !unanswered).length;
  if (all === 0) return held > 0 ? MAY_HAVE_SAID_NO : null;
  const reason = free.find((one) => one.reason !== null)?.reason ?? null;
  const count = free.filter((one) => one.reason === reason).length;
  const why = reason === null || count === all ? reason : `${count} of ${all} ${count === 1 ? "waits" : "wait"}: ${reason}`;
  return (
    [why, held > 0 && `${held} ${held === 1 ? "waits" : "wait"} for your decision. ${MAY_HAVE_SAID_NO}`].filter(Boolean).join(" ") || null
  );
}

/**
 * What failed and what has no answer, by where the guests stand now: one that was heard of since, of which it is not known yet whether a
 * retry would take it up, stands among them too, and so does a message whose guest has left the list.
 */
function notSentOf(guests: readonly CampaignGuest[], told: readonly FailedSend[]): Pick<ShownCampaign, "failures" | "doubts"> {
  const items = new Set(guests.map(({ item }) => item));
  const failed = guests.filter(({ state, unanswered }) => state === "FAILED" || unanswered);
  const now = new Set(failed.map(({ item }) => item));
  const known = new Set(told.map(({ id }) => id));
  const fresh = failed.flatMap(({ item, name, shown_phone, reason, unanswered }): FailedSend[] =>
    item === null || known.has(item) ? [] : [{ id: item, name, phone: shown_phone, error: reason ?? "", unanswered, ...UNTOLD }],
  );
  const all = [...fresh, ...told.filter(({ id }) => now.has(id) || !items.has(id))];
  return { failures: all.filter(({ unanswered }) => !unanswered), doubts: all.filter(({ unanswered }) => unanswered) };
}

const UNTOLD = { can_retry: false, in_doubt: false, left_because: null };

/** Some of it is still to go out: of what was handed over and nobody has answered nothing does, and nothing stands against it. */
const stillWaits = ({ results }: Task) =>
  results.some(({ status, unanswered }) => (status === "PENDING" || status === "IN_PROGRESS") && !unanswered);

/** Of tasks that go on each by itself, the one that all of them have. */
function obstacleOf(campaign: Campaign, newer: readonly Task[]): Obstacle | null {
  if (newer.length === 0) return campaign.obstacle ?? null;
  const waiting = newer.filter(stillWaits);
  return waiting.every(({ obstacle }) => obstacle) ? (waiting[0]?.obstacle ?? null) : null;
}

/** Of tasks that go on each by itself, the first try, or giving up, of any, where none goes out before. */
function nextOf(campaign: Campaign, newer: readonly Task[]): NextTry {
  const waiting: NextTry[] = newer.length === 0 ? [campaign] : newer.filter(stillWaits);
  const free = waiting.filter(({ waits_for }) => waits_for?.what !== "decision");
  const rank = ({ ends = false, in_vain }: NextTry) => Number(ends) + Number(Boolean(in_vain));
  const [first = { next_try: null }] = (free.length > 0 ? free : waiting).sort(
    (a, b) => rank(a) - rank(b) || (a.next_try ?? "").localeCompare(b.next_try ?? ""),
  );
  if (free.some(({ next_try }) => !next_try)) return { next_try: null };
  const { next_try, ends, in_vain, waits_for } = first;
  return { next_try, ends, in_vain, waits_for };
}

/** Of tasks that go on each by itself, how many go in all, and what keeps the others: the first that it is told of. No number of some of them is said of all. */
function howManyOf(campaign: Campaign, newer: readonly Task[]): HowMany {
  if (newer.length === 0) return campaign;
  const isWhole = campaign.tasks.every(({ id, status }) => status !== "PENDING" || newer.some((task) => task.id === id));
  if (!isWhole) return COUNTING;
  const waiting = newer.filter(stillWaits);
  const goes = waiting.reduce<HowMany["goes"]>((sum, one) => (sum == null || one.goes == null ? one.goes : sum + one.goes), 0);
  const late = waiting.flatMap((one) => one.late ?? []);
  const saved = late.filter(({ in_vain }) => !in_vain);
  const lost = waiting.flatMap((one) => [one.lost ?? [], one.late?.in_vain ? { count: one.late.count, why: one.late.in_vain } : []].flat());
  const [first = null] = saved.length > 0 ? saved : late;
  const of = (some: readonly { count: number }[]) => some.reduce((sum, { count }) => sum + count, 0);
  const [why] = lost;
  return {
    goes,
    late: first && { ...first, count: of(saved.length > 0 ? saved : late) },
    lost: saved.length > 0 && why ? { ...why, count: of(lost) } : null,
  };
}

/** Some of its tasks have not been heard of. */
const COUNTING: HowMany = { goes: null, late: null, lost: null };

/** The steps of a campaign, in their order. */
export const STEPS = ["Search", "Vouchers", "Send", "Follow up"] as const;

/**
 * @param vouchersComplete null while that is not known
 * @returns the index of the step that is to be done now; beyond the last one when nothing is left to do; null while nobody knows
 */
export function stepOf({
  vouchersComplete,
  campaign,
}: {
  vouchersComplete: boolean | null;
  campaign: ShownCampaign | null;
}): number | null {
  if (!campaign) return null;
  const begun = campaign.total > 0;
  if (begun && !campaign.isRunning && campaign.sendable.length === 0) return campaign.failed + campaign.doubts.length > 0 ? 3 : 4;
  if (begun && campaign.isRunning && campaign.sendable.length === 0) return 2;
  if (vouchersComplete === null) return null;
  return vouchersComplete ? 2 : 1;
}
