import { dayAndTime, timeOfDay } from "@/components/ui/local-times";
import { haveSentInWords } from "@/lib/queue/next-try/words";
import type { WorkerShown } from "@/lib/queue/senders/contract";

/** What keeps a worker from sending whatever the message, now or to whoever has not written to it: a sentence each. @param timeZone the restaurant's */
export function problemsOf(worker: WorkerShown, timeZone: string): string[] {
  const { name, problem, locked_until, day, hour_full_until: hour, can_send } = worker;
  const isFull = can_send && day !== null && day.begun >= day.cap;
  const full = isFull ? `${haveSentInWords({ phones: [name] })} within 24 hours.` : null;
  const rests =
    hour && can_send && !isFull
      ? `${haveSentInWords({ phones: [name] })} within an hour: it goes on at ${timeOfDay(hour, timeZone)}.`
      : null;
  const lock = locked_until ? lockText(locked_until, timeZone) : null;
  return [problem, lock, full, rests].flatMap((sentence) => sentence ?? []);
}

function lockText(until: string, timeZone: string): string {
  return `WhatsApp lets this number begin no new conversations until ${dayAndTime(until, timeZone)}. Only guests who have written to it get messages.`;
}
