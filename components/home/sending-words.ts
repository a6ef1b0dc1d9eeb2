import { unansweredInWords } from "@/components/queue/unanswered";
import { inList } from "@/components/ui/counted";
import { dayAndTime, timeOfDay } from "@/components/ui/local-times";
import type { Health } from "@/lib/health/contract";
import { branchName } from "@/lib/known-branches";
import { localDate } from "@/lib/local-time";

type Sending = NonNullable<Health["sending"]>;

const shown = (count: number) => count.toLocaleString("en");

/** `38 wait · 11 of them paused · no worker can send`: what waits, what of it waits for a Resume, and what keeps the others from going. */
export function sendingInWords(sending: Sending, now: Date, timeZone: string): string {
  const { waiting, unanswered = 0, stopped, held } = sending;
  const wait = waiting === 0 ? "Nothing waits" : `${shown(waiting)} ${waiting === 1 ? "waits" : "wait"}`;
  const parts = stopped
    ? ["sending is stopped"]
    : [
        ofThem(waiting, held?.stopped, "stopped", held?.branches),
        ofThem(waiting, held?.paused, "paused"),
        whyStuck(sending, now, timeZone),
      ];
  return [wait, unansweredInWords(unanswered), ...parts].filter(Boolean).join(" · ");
}

/** `12 of them paused`, `all stopped (Zgharta)`; null for none. */
function ofThem(waiting: number, count: number | undefined, state: string, branches: readonly string[] = []): string | null {
  if (!count) return null;
  const whose = branches.length > 0 ? ` (${inList(branches.map(branchName))})` : "";
  return `${count === waiting ? "all" : `${shown(count)} of them`} ${state}${whose}`;
}

/** Something of it wants somebody to act. */
export function isStuck(sending: Sending): boolean {
  const { stopped, held } = sending;
  return stopped || (held?.stopped ?? 0) + (held?.paused ?? 0) > 0 || whyStuck(sending, new Date(0), "UTC") !== null;
}

/** Why nothing goes out of what nobody has stopped; null where something may, and where nothing waits that could. */
function whyStuck({ waiting, held, workers, template, rests, off = [] }: Sending, now: Date, timeZone: string): string | null {
  if (waiting - (held?.stopped ?? 0) - (held?.paused ?? 0) <= 0) return null;
  const start = off.length > 0 ? `start ${inList(off, "or")} again` : null;
  if (workers === 0) return start ? `no worker can send: ${start}` : "no worker can send";
  const why = rests && !template ? restsInWords(rests, now, timeZone) : template ? TEMPLATES[template] : null;
  return why && start ? `${why}: ${start}` : why;
}

const TEMPLATES = { no_template: "no template is named", template_stopped: "WhatsApp does not take the template" };

/** `phone-pc has sent as much as it may until 21:47, and no template is named for cloud-pc`. */
function restsInWords({ phones, official, until }: NonNullable<Sending["rests"]>, now: Date, timeZone: string): string {
  const [have, they] = phones.length > 1 ? ["have", "they"] : ["has", "it"];
  const isToday = until && localDate(new Date(until), timeZone) === localDate(now, timeZone);
  const when = until ? `until ${isToday ? timeOfDay(until, timeZone) : dayAndTime(until, timeZone)}` : "for now";
  const rest = `${inList(phones)} ${have} sent as much as ${they} may ${when}`;
  return official.length > 0 ? `${rest}, and no template is named for ${inList(official)}` : rest;
}
