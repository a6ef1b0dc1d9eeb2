import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type { Recipient } from "@/lib/guest-search/contract";
import { useRecipients } from "./queries";

/** The search runs after this pause in typing, or at once on Enter or the button (docs/design/spec-shell.md 4). */
const PAUSE_MS = 450;
const NOBODY: Recipient[] = [];

/** Whom the text in the box finds. */
export function useRecipientSearch() {
  const [typed, setTyped] = useState("");
  const [paused] = useDebouncedValue(typed, PAUSE_MS);
  const [hurried, setHurried] = useState("");
  const text = typed.trim();
  const asked = (hurried === typed ? typed : paused).trim();
  const query = useRecipients(text === "" ? "" : asked);
  const isOld = text !== "" && (query.isPlaceholderData || asked !== text);
  return {
    typed,
    type: setTyped,
    text,
    found: text === "" ? NOBODY : (query.data?.contacts ?? NOBODY),
    total: query.data?.total ?? 0,
    isAtLeast: query.data?.total_is_at_least ?? false,
    similar: query.data?.similar ?? 0,
    /** Nothing can be shown yet. */
    isWaiting: text !== "" && !query.error && query.data === undefined,
    /** What is shown answers the text before. */
    isOld,
    error: text === "" ? null : query.error,
    /** Asks at once; pressed again, the same text is asked for anew. */
    hurry: () => {
      // What failed is asked for again, whichever way it was asked for before.
      const isAgain = hurried === typed || query.isError;
      if (text !== "" && asked === text && isAgain && !query.isFetching) void query.refetch();
      setHurried(typed);
    },
  };
}
export type RecipientSearch = ReturnType<typeof useRecipientSearch>;
