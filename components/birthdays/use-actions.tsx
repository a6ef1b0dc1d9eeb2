import { ChartColumn, Download, RotateCcw, Send, Ticket } from "lucide-react";
import { useState } from "react";
import { useSession } from "@/components/app-base/session";
import { useScreenKeys } from "@/components/app-base/single-keys-on";
import { LeftOut } from "@/components/queue/left-out";
import { counted } from "@/components/ui/counted";
import { useDialogs } from "@/components/ui/dialogs";
import { plainCause } from "@/components/ui/notice";
import { BIRTHDAY_TEXTS } from "@/lib/birthdays/birthday-texts";
import { QUEUE_TEXTS } from "@/lib/queue/queue-texts";
import { MAY_ENQUEUE } from "@/lib/queue/who-may-send";
import type { Action } from "./actions-menu";
import { type ShownCampaign, shownCampaign } from "./campaign";
import { sendingHere, useExport } from "./campaign-actions";
import type { UsedCampaign } from "./use-campaign";
import { type UsedSending, useRetry } from "./use-sending";

interface ActionsGiven {
  date: string;
  used: UsedCampaign;
  sending: UsedSending;
  vouchers: { isMaking: boolean; isKnown: boolean; generate: () => void };
  /** Central was asked: vouchers and greetings go from the restaurants' books. */
  isInBooks: boolean;
  onSend: () => void;
  onStatistics: () => void;
}

/** What can be done with a date now, in the order of the screen; who may not send is offered neither sending nor retrying. */
export function useActions({ date, used, sending, vouchers, isInBooks, onSend, onStatistics }: ActionsGiven): readonly Action[] {
  const maySend = useSession().can(MAY_ENQUEUE.birthday);
  const dialogs = useDialogs();
  const files = useExport(date);
  const { campaign } = used;
  const stands = useWhatStands(used);
  const retriable = used.failed.filter(({ can_retry }) => can_retry).length;
  const { retry, isRetrying } = useRetry(used, retriable);
  const [isReading, setReading] = useState(false);
  const send = async () => {
    if (!campaign || isReading) return;
    if (campaign.sendable.length > 0) return onSend();
    // That there is nobody is said of what the server knows now: the vouchers may be a moment old.
    setReading(true);
    const { data, error } = await used.readAgain();
    setReading(false);
    if (error || !data) return void dialogs.alert(BIRTHDAY_TEXTS.campaignNotLoaded, plainCause(error));
    const fresh = shownCampaign({ data, at: Date.now() }, []);
    if (!fresh || fresh.guests.length === 0) return void dialogs.alert(BIRTHDAY_TEXTS.noRows);
    if (fresh.sendable.length > 0) return onSend();
    const people = fresh.leftOut.map(({ id, name, reason }) => ({ key: id, name, reason: reason ?? "" }));
    const why = whySendIsOff(fresh, stands) || <LeftOut title="Left out" people={people} />;
    void dialogs.alert(BIRTHDAY_TEXTS.noValidContacts, why);
  };
  const all: Action[] = [
    { key: "csv", label: BIRTHDAY_TEXTS.exportCsv, icon: Download, isBusy: files.fetching === "csv", run: () => void files.save("csv") },
    { key: "vcf", label: BIRTHDAY_TEXTS.exportVcf, icon: Download, isBusy: files.fetching === "vcf", run: () => void files.save("vcf") },
    { key: "statistics", label: BIRTHDAY_TEXTS.showStatistics, icon: ChartColumn, shortcut: "T", run: onStatistics },
  ];
  if (maySend) {
    const off = whyRetryIsOff(campaign, isRetrying, stands) || (retriable === 0 && "No failed contacts to retry");
    // A finger never sees a title, and a spinner in the place of the words says nothing.
    const label = campaign ? `${BIRTHDAY_TEXTS.retry} (${retriable})${retryState(campaign, isRetrying, stands)}` : BIRTHDAY_TEXTS.retry;
    all.push({ key: "retry", label, icon: RotateCcw, shortcut: "R", isBusy: isRetrying, off, run: () => void retry() });
  }
  const making = vouchers.isMaking ? "The vouchers are being made." : !vouchers.isKnown && "The vouchers are being loaded.";
  all.push({ key: "generate", label: BIRTHDAY_TEXTS.generate, icon: Ticket, shortcut: "V", off: making, run: vouchers.generate });
  if (maySend) {
    const isBusy = sending.progress !== null || isReading;
    all.push({
      key: "send",
      label: sendLabel(campaign, stands),
      icon: Send,
      shortcut: "W",
      isBusy,
      off: whySendIsOff(campaign, stands) || making,
      run: () => void send(),
    });
  }
  const actions = sendingHere(all, isInBooks);
  useScreenKeys(
    Object.fromEntries(actions.flatMap(({ shortcut, off, run }) => (shortcut && !off ? [[shortcut, run]] : []))),
    vouchers.isKnown ? NONE : BY_VOUCHERS,
  );
  return actions;
}

/** The keys of what begins with the vouchers: pressed while these are being loaded, they are heard. */
const BY_VOUCHERS = ["V", "W"];
const NONE: readonly string[] = [];

/** Nothing of it goes out for now: in a word, which the Sending card explains; null while something may. */
type Standstill = "Stopped" | "Paused" | "Not going out" | "Waiting" | null;

function useWhatStands({ campaign, paused, isBranchStopped, isHeld, next }: UsedCampaign): Standstill {
  if (isBranchStopped) return "Stopped";
  if (paused) return "Paused";
  if (campaign?.obstacle) return "Not going out";
  return isHeld || next ? "Waiting" : null;
}

/** While everything that can go is on its way, the button says how far it is. */
function sendLabel(campaign: ShownCampaign | null, stands: Standstill): string {
  if (!campaign || !isAllQueued(campaign)) return BIRTHDAY_TEXTS.send;
  if (stands) return `${stands}: ${campaign.sent} of ${campaign.total} sent`;
  return `Sending ${campaign.sent} of ${campaign.total}…`;
}

const LOADING = "Where the messages stand is not known yet.";

const stillOut = (stands: Standstill) => (stands ? `${stands}: messages wait.` : "Messages are still going out.");

function whySendIsOff(campaign: ShownCampaign | null, stands: Standstill): string | false {
  if (!campaign) return LOADING;
  return isAllQueued(campaign) ? stillOut(stands) : nobodyLeft(campaign);
}

/** Why nobody is written to any more, once a campaign has begun; before that a press says it, with the names. */
export function nobodyLeft({ total, isRunning, sendable, guests, failures, doubts }: ShownCampaign): string | false {
  if (total === 0 || isRunning || sendable.length > 0) return false;
  const without = guests.filter(({ state }) => state === "no_voucher").length;
  const others = [
    without > 0 && `${counted(without, "guest")} ${without === 1 ? "has" : "have"} no voucher yet`,
    failures.some(({ can_retry }) => can_retry) && `${BIRTHDAY_TEXTS.retry} tries again what failed`,
    doubts.length > 0 && `what has no answer waits for you under “${QUEUE_TEXTS.unanswered}”`,
  ].filter(Boolean);
  if (others.length === 0) return "Send is off: nobody is left to be written to.";
  return `Send is off: ${others.join(", ")}, and nobody else is left to be written to.`;
}

function whyRetryIsOff(campaign: ShownCampaign | null, isRetrying: boolean, stands: Standstill): string | false {
  if (isRetrying) return "What failed is being put into the queue again.";
  if (!campaign) return LOADING;
  return campaign.isRunning && stillOut(stands);
}

/** What the button says beside its name while it cannot be pressed. */
function retryState(campaign: ShownCampaign | null, isRetrying: boolean, stands: Standstill): string {
  if (isRetrying) return ": retrying…";
  if (!campaign?.isRunning) return "";
  return stands ? ": messages wait" : ": still sending";
}

const isAllQueued = ({ isRunning, sendable }: ShownCampaign) => isRunning && sendable.length === 0;
