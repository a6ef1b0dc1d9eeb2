import { dayAndTime, timeOfDay } from "@/components/ui/local-times";
import { haveSentInWords } from "@/lib/queue/next-try/words";
import type { WorkerShown } from "@/lib/queue/senders/contract";

/**
 * What keeps a worker from sending whatever the message, now or to whoever has not written to it: a sentence each.
 * @param timeZone the restaurant's; @param workers all of them: what one official number has sent takes from the others' day
 */
export function problemsOf(worker: WorkerShown, timeZone: string, workers: readonly WorkerShown[] = [worker]): string[] {
  const { name, problem, locked_until, day, hour_full_until: hour, can_send, transport } = worker;
  const isFull = can_send && day !== null && day.begun >= day.cap;
  const shared = transport === "cloud" ? workers.filter((one) => one.transport === "cloud").map((one) => one.name) : [];
  const full = isFull ? fullText(name, shared, day.cap) : null;
  const rests =
    hour && can_send && !isFull
      ? `${haveSentInWords({ phones: [name] })} within an hour: it goes on at ${timeOfDay(hour, timeZone)}.`
      : null;
  const lock = locked_until ? lockText(locked_until, timeZone) : null;
  return [problem, lock, full, rests].flatMap((sentence) => sentence ?? []);
}

/** Whether its PC is there, and WhatsApp lets nothing go from its phone until that is linked again. */
export const isUnlinked = ({ online, link }: Pick<WorkerShown, "online" | "link">) =>
  online && (link === "pairing" || link === "logged_out");

function fullText(name: string, shared: readonly string[], cap: number): string {
  const words = haveSentInWords({ phones: [name], shared: [...shared] });
  return shared.length === 0
    ? `${words} within 24 hours.`
    : `${words}: ${cap.toLocaleString("en")}. Who writes to us first gets an answer all the same.`;
}

function lockText(until: string, timeZone: string): string {
  return `WhatsApp lets this number begin no new conversations until ${dayAndTime(until, timeZone)}. Only guests who have written to it get messages.`;
}
