import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useMemo, useState } from "react";
import type { Contact } from "@/lib/guest-search/contract";
import { useGuestSearch } from "./queries";

/** The search also runs while somebody types, after this pause. */
const PAUSE_MS = 300;
/** For so long the results of the text before stay; then nobody shall take them for those of this one. */
const STALE_MS = 250;
const NOBODY: Contact[] = [];

/** What was found for the text in the field. */
export function useSearch(typed: string) {
  const [paused] = useDebouncedValue(typed, PAUSE_MS);
  const [hurried, setHurried] = useState("");
  const text = typed.trim();
  const asked = (hurried === typed ? typed : paused).trim();
  const query = useGuestSearch(text === "" ? "" : asked);
  const isOld = text !== "" && query.isPlaceholderData;
  const isVeryOld = useStays(isOld, STALE_MS);
  const { data } = query;
  const found = useMemo(() => data?.pages.flatMap(({ contacts }) => contacts) ?? NOBODY, [data]);
  const last = data?.pages.at(-1);
  return {
    text,
    asked,
    found: text === "" ? NOBODY : found,
    total: last?.total ?? 0,
    isAtLeast: last?.total_is_at_least ?? false,
    /** So many of the total have only a name like it. */
    similar: last?.similar ?? 0,
    isWaiting: text !== "" && !query.error && (query.isPending || isVeryOld),
    isOld,
    isSettled: text !== "" && asked === text && query.isSuccess && !isOld,
    error: text === "" ? null : query.error,
    retry: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    isFetchingMore: query.isFetchingNextPage,
    /** Asks at once; pressed again, the same text is asked for anew. */
    hurry: () => {
      if (hurried === typed && !query.isFetching) void query.refetch();
      setHurried(typed);
    },
  };
}
export type Search = ReturnType<typeof useSearch>;

/** True when something has been true for a while. */
function useStays(value: boolean, ms: number): boolean {
  const [stays, setStays] = useState(false);
  useEffect(() => {
    if (!value) return;
    const timer = window.setTimeout(() => setStays(true), ms);
    return () => {
      window.clearTimeout(timer);
      setStays(false);
    };
  }, [value, ms]);
  return stays && value;
}
