import { formatBirthday } from "../birthdays";
import { BRANCH_NAMES, isBranchKey } from "../branches";
import type { ItemStatus } from "../queue/contract";
import { OPTED_OUT } from "../queue/items/rules";
import { NO_PHONE } from "../queue/rules";
import type { CampaignGuest } from "./contract";

/** A birthday message of a guest, of whatever campaign. */
export interface Greeting {
  item: string;
  status: ItemStatus;
  /** Why it failed, or what it waits for. */
  error: string | null;
  /** Nobody knows whether it arrived. */
  isUncertain: boolean;
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
  /** Another guest of the list who is known by the same number, and gets the message. */
  sharesWith: string | null;
  voucher: { file: string; state: "valid" | "used" | "expired" } | null;
  /** The birthday messages to any of the guest's numbers that still count, the newest last. */
  greetings: readonly Greeting[];
}

type Standing = Pick<CampaignGuest, "state" | "sendable" | "reason" | "item" | "voucher">;

/** Where a guest stands in a campaign, and why somebody is left out (whatsapp.md 5; open-screens.md 2.6, skip reasons). */
export function standingOf(facts: GuestFacts): Standing {
  const { greetings, voucher } = facts;
  const file = voucher?.file ?? "";
  if (facts.sharesWith !== null) return leftOut(`Has the same number as ${facts.sharesWith}, who gets the message.`);
  const ours = greetings.filter(({ isOurs }) => isOurs).at(-1);
  const elsewhere = greetings.filter((one) => !one.isOurs && counts(one)).at(-1);
  if (ours && (counts(ours) || !elsewhere)) {
    const sendable = ours.status === "CANCELLED" && obstacleOf(facts) === null;
    return { state: ours.status, sendable, reason: ours.error, item: ours.item, voucher: file };
  }
  const reason = (elsewhere && greetedBefore(elsewhere)) ?? obstacleOf(facts);
  return reason === null ? { state: "ready", sendable: true, reason, item: null, voucher: file } : leftOut(reason);
}

function leftOut(reason: string): Standing {
  return { state: "left_out", sendable: false, reason, item: null, voucher: "" };
}

/** Whether it stands against another one: it is on its way, it went out, or it may have. */
function counts({ status, isUncertain }: Greeting): boolean {
  return isUncertain || status === "PENDING" || status === "IN_PROGRESS" || status === "SENT";
}

function greetedBefore({ status, isUncertain, branch, on }: Greeting): string {
  const by = isBranchKey(branch) ? BRANCH_NAMES[branch] : branch;
  const day = `${formatBirthday(`-${on.slice(4)}`)} ${on.slice(0, 4)}`;
  if (isUncertain) return `The birthday message of ${by} may have reached this guest on ${day}: nobody answered.`;
  if (status === "SENT") return `${by} sent this guest the birthday message on ${day}.`;
  return `The birthday message of ${by} is on its way to this guest.`;
}

function obstacleOf({ name, phone, optedOut, voucher }: GuestFacts): string | null {
  if (phone === "") return NO_PHONE;
  if (optedOut) return OPTED_OUT;
  if (name === "") return "Without a name no voucher can be made.";
  if (voucher === null) return "No voucher has been made yet.";
  if (voucher.state === "used") return "The voucher was used already.";
  return voucher.state === "expired" ? "The voucher has expired." : null;
}
