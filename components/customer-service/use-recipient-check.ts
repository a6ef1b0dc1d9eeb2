import { useDebouncedValue } from "@mantine/hooks";
import { useAppSettings } from "@/components/app-base/app-settings";
import { dayAndTime } from "@/components/ui/local-times";
import type { AnswerOf } from "@/lib/api/endpoint";
import type { BranchKey } from "@/lib/known-branches";
import type { askInDoubt } from "@/lib/queue/duplicates/contract";
import { useBeforeLetter } from "./queries";
import { type Chosen, itemsFor, phoneOf, type Refused } from "./recipients";

/** While somebody types nobody is asked. */
const PAUSE_MS = 400;

type Said = Pick<AnswerOf<typeof askInDoubt>, "left_out" | "later">;

/** Who of those that are to be written to would be left out by the queue, and who would wait, as it says before anything is queued. */
export function useBefore(going: readonly Chosen[], message: string, here: BranchKey) {
  const { timeZone } = useAppSettings();
  const [asked] = useDebouncedValue(message, PAUSE_MS);
  const { data } = useBeforeLetter(asked.trim() === "" ? [] : itemsFor(asked, going, here));
  // While the text is being changed nothing is known of it.
  return toldOf(going, asked === message ? data : undefined, (iso) => dayAndTime(iso, timeZone));
}

/** When the very same words can go to somebody again, behind the reason why not now. @param shown a moment as people read it */
export function againText(from: string | null | undefined, shown: (iso: string) => string): string {
  return from ? ` These words can go again from ${shown(from)} on.` : "";
}

/** @param said of the items for `going`; undefined where nothing is known; @param shown a moment as people read it */
export function toldOf(going: readonly Chosen[], said: Said | undefined, shown: (iso: string) => string) {
  const reached = going.filter((one) => phoneOf(one) !== "");
  const named = (index: number, reason: string): Refused[] => {
    const person = reached[index];
    return person ? [{ person, reason }] : [];
  };
  const leftOut = (said?.left_out ?? []).flatMap(({ index, reason, again_from }) =>
    named(index, `${reason}${againText(again_from, shown)}`),
  );
  const later = (said?.later ?? []).flatMap(({ index, reason, from }) => named(index, `${reason} It goes out from ${shown(from)} on.`));
  return { going: going.filter((one) => !leftOut.some(({ person }) => person === one)), leftOut, later };
}
