import { useCallback, useLayoutEffect, useMemo, useState } from "react";
import { keyHere } from "@/lib/api/backends";
import type { BranchKey } from "@/lib/known-branches";

/** Snoozed for this session of the browser: 10 minutes, or 240 after End of Day (docs/design/spec-guests.md 9). */
const PREFIX = { asked: "end_of_day_snoozed_until_", done: "end_of_day_done_until_" };
export const SNOOZE_MINUTES = 10;
export const AFTER_END_OF_DAY_MINUTES = 240;

/** Somebody asked for quiet, or End of Day is done: of the second, a table that comes late may break in. */
export type Quiet = keyof typeof PREFIX;

/** Each branch has its own End of Day, and its own snooze. */
function snoozedUntil(branch: BranchKey, why: Quiet): number {
  try {
    return Number(window.sessionStorage.getItem(keyHere(PREFIX[why] + branch)) ?? 0) || 0;
  } catch {
    return 0;
  }
}

function snooze(branch: BranchKey, why: Quiet, from: Date, minutes: number): number {
  const until = from.getTime() + minutes * 60_000;
  try {
    window.sessionStorage.setItem(keyHere(PREFIX[why] + branch), String(until));
  } catch {
    // A private window without storage: the banner then stays away until the page is reloaded.
  }
  return until;
}

/** Until when this device is quiet about a branch's End of Day, as milliseconds since 1970, and how it is asked to be. */
export function useQuiet(branch: BranchKey, now: Date) {
  // Nobody has asked for quiet, most nights: the server draws the banner in its place, and nothing moves down afterwards.
  const [until, setUntil] = useState({ asked: 0, done: 0 });
  useLayoutEffect(() => {
    const [asked, done] = [snoozedUntil(branch, "asked"), snoozedUntil(branch, "done")];
    setUntil((before) => (before.asked === asked && before.done === done ? before : { asked, done }));
  }, [branch]);
  const keep = useCallback(
    (why: Quiet, minutes: number) => {
      const end = snooze(branch, why, now, minutes);
      setUntil((before) => ({ ...before, [why]: end }));
    },
    [branch, now],
  );
  return useMemo(() => ({ until, keep }), [until, keep]);
}
