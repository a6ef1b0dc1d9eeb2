import { namesIn } from "@/components/queue/message-readers";
import type { Chosen } from "./recipients";

/** To whom an official number takes any words. @param count of all that are written to */
export function wroteInWords(wrote: readonly Pick<Chosen, "called" | "name">[], count: number): string {
  const names = namesIn(wrote.map(({ called, name }) => called ?? (name || "a guest without a name")));
  const [whole, them] = count === 1 ? ["The guest has", "them"] : ["All of them have", "all of them"];
  if (wrote.length === 0)
    return `${count === 1 ? "The guest has not" : "None of them has"} written to the official number within 24 hours: it takes only an approved text for them.`;
  if (wrote.length === count) return `${whole} written to the official number within 24 hours: it takes your words for ${them}.`;
  return `Written to the official number within 24 hours: ${names}. For the others it takes only an approved text.`;
}
