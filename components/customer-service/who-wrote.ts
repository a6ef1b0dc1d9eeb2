import { namesIn } from "@/components/queue/message-readers";
import { inList } from "@/components/ui/counted";
import type { Chosen } from "./recipients";

/**
 * To whom an official number takes any words.
 * @param count of all that are written to; @param official the workers whose numbers are meant, by name: each of several is one by itself
 */
export function wroteInWords(wrote: readonly Pick<Chosen, "called" | "name">[], count: number, official: readonly string[] = []): string {
  const which =
    official.length > 1
      ? `each of the numbers of ${inList(official)}`
      : official.length > 0
        ? `the number of ${official[0]}`
        : "the official number";
  const it = official.length > 1 ? "they take" : "it takes";
  const names = namesIn(wrote.map(({ called, name }) => called ?? (name || "a guest without a name")));
  const [whole, them] = count === 1 ? ["The guest has", "them"] : ["All of them have", "all of them"];
  if (wrote.length === 0)
    return `${count === 1 ? "The guest has not" : "None of them has"} written to ${which} within 24 hours: ${it} only an approved text for them.`;
  if (wrote.length === count) return `${whole} written to ${which} within 24 hours: ${it} your words for ${them}.`;
  return `Written to ${which} within 24 hours: ${names}. For the others ${it} only an approved text.`;
}
