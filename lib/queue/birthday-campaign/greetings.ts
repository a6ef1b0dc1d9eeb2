import { formatBirthday } from "../../birthday-dates";
import { branchName } from "../../known-branches";
import type { ItemStatus } from "../contract";
import { MAY_HAVE_SAID_NO, NO_PHONE, OPTED_OUT, SPENT_VOUCHER } from "../left-out-reasons";
import { NEVER_ASKED } from "../recipients/purposes";
import type { CampaignGuest } from "./contract";

/** A birthday message of a guest, of whatever campaign. */
export interface Greeting {
  item: string;
  status: ItemStatus;
  /** Why it failed, or what it waits for. */
  error: string | null;
  /** As of the campaign's guests. */
  worker: string | null;
  sandbox: boolean;
  /** Nobody knows whether it arrived, and nobody waits for word of it any more. */
  isUncertain: boolean;
  /** As of the campaign's guests. */
  unanswered: boolean;
  /** Whose campaign it belongs to: this branch's for this very date, or another one. */
  isOurs: boolean;
  branch: string;
  /** The local date on which it went out, or was queued. */
  on: string;
}

/** What decides about one guest of a campaign. */
export interface GuestFacts {
  name: string;
  /** Digits of the number that the message goes to; empty where none reaches the guest. */
  phone: string;
  optedOut: boolean;
  /** They wrote what sounds like a no, on which nobody has decided. */
  mayHaveSaidNo: boolean;
  /** Nobody has asked whether they want offers, and such guests are left out. */
  neverAsked: boolean;
  /** Another guest of the list who is known by the same number, and gets the message. */
  sharesWith: string | null;
  voucher: { file: string; state: "valid" | "used" | "expired" } | null;
  /** The birthday messages to any of the guest's numbers that still count, the newest last. */
  greetings: readonly Greeting[];
}

type Standing = Pick<
  CampaignGuest,
  "state" | "sendable" | "reason" | "why" | "item" | "voucher" | "worker" | "sandbox" | "unanswered" | "undecided"
>;
/** A sentence, and the same in two words. */
type Reason = [reason: string, why: string];

/** Where a guest stands in a campaign, and why somebody is left out (docs/design/whatsapp.md 5; docs/design/open-screens.md 2.6.5). */
export function standingOf(facts: GuestFacts): Standing {
  const { greetings, voucher } = facts;
  const file = voucher?.file ?? "";
  if (facts.sharesWith !== null) return leftOut([`Has the same number as ${facts.sharesWith}, who gets the message.`, "Same number"]);
  const ours = greetings.filter(({ isOurs }) => isOurs).at(-1);
  const elsewhere = greetings.filter((one) => !one.isOurs && counts(one)).at(-1);
  const own = obstacleOf(facts);
  // What ended without being sent says no more than why nothing can go now: whoever sends anew sees who is left out.
  const isOver = ours && !counts(ours) && own !== null && (facts.optedOut || ours.status === "CANCELLED");
  if (ours && (counts(ours) || !elsewhere) && !isOver) {
    const sendable = ours.status === "CANCELLED";
    const { status, item, worker, sandbox, unanswered } = ours;
    const undecided = status === "PENDING" && facts.mayHaveSaidNo;
    const reason = undecided ? MAY_HAVE_SAID_NO : ours.error;
    return { state: status, sendable, undecided, reason, why: null, item, voucher: file, worker, sandbox, unanswered };
  }
  const obstacle = elsewhere ? greetedBefore(elsewhere) : own;
  if (obstacle !== null) return leftOut(obstacle, obstacle === NO_VOUCHER ? "no_voucher" : "left_out");
  return { state: "ready", sendable: true, reason: null, why: null, item: null, voucher: file };
}

const NO_VOUCHER: Reason = ["No voucher has been made yet.", "No voucher"];

function leftOut([reason, why]: Reason, state: "left_out" | "no_voucher" = "left_out"): Standing {
  return { state, sendable: false, reason, why, item: null, voucher: "" };
}

/** Whether it stands against another one: it is on its way, it went out, or it may have. */
function counts({ status, isUncertain }: Greeting): boolean {
  return isUncertain || status === "PENDING" || status === "IN_PROGRESS" || status === "SENT";
}

/** What is said in two words of a guest whom another campaign greets, or has greeted. */
export const WHY = { greeted: "Greeted", onItsWay: "On its way", sandbox: "Sandbox", inDoubt: "In doubt" } as const;

function greetedBefore({ status, sandbox, isUncertain, branch, on }: Greeting): Reason {
  const by = branchName(branch);
  const day = `${formatBirthday(`-${on.slice(4)}`)} ${on.slice(0, 4)}`;
  if (isUncertain) return [`The birthday message of ${by} may have reached this guest on ${day}: nobody answered.`, WHY.inDoubt];
  if (sandbox) return [`${by} sent it in the sandbox on ${day}: the guest got nothing.`, WHY.sandbox];
  if (status === "SENT") return [`${by} sent this guest the birthday message on ${day}.`, WHY.greeted];
  return [`The birthday message of ${by} is on its way to this guest.`, WHY.onItsWay];
}

function obstacleOf({ name, phone, optedOut, mayHaveSaidNo, neverAsked, voucher }: GuestFacts): Reason | null {
  if (phone === "") return [NO_PHONE, "No usable number"];
  if (optedOut) return [OPTED_OUT, "Said no"];
  if (mayHaveSaidNo) return [MAY_HAVE_SAID_NO, "Said no?"];
  if (neverAsked) return [NEVER_ASKED, "Not asked"];
  if (name === "") return ["Without a name no voucher can be made.", "No name"];
  if (voucher === null) return NO_VOUCHER;
  return voucher.state === "valid" ? null : [SPENT_VOUCHER[voucher.state], voucher.state === "used" ? "Used" : "Expired"];
}
