import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { useWaitingTables } from "@/components/evening/queries";
import { useTableLog } from "@/components/feed/queries";
import { useDraftsBeside } from "@/components/tables/use-drafts";
import { businessDayOf } from "@/lib/business-day";
import { type FloorTable, floorTables } from "./tables-in-order";

export interface Floor {
  tables: FloorTable[];
  /** Nothing is known yet. */
  pending: boolean;
  /** Nothing could be read, and why. */
  error: Error | null;
  retry: () => void;
}

/** Tonight's tables of this device's branch, by what this person may see. */
export function useFloor(today: string): Floor {
  const settings = useAppSettings();
  const now = useServerClock();
  const branch = useBranch();
  const log = useTableLog();
  const waiting = useWaitingTables();
  const drafts = useDraftsBeside();
  const known = log.data ?? waiting.data;
  return {
    tables: floorTables({
      log: log.data?.logs,
      open: waiting.data?.details,
      drafts,
      branch,
      today,
      businessDay: businessDayOf(now, settings),
    }),
    pending: known === undefined && (log.isLoading || waiting.isLoading || (!log.isEnabled && !waiting.isEnabled)),
    error: known === undefined ? (log.error ?? waiting.error) : null,
    retry: () => {
      if (log.isEnabled) void log.refetch();
      if (waiting.isEnabled) void waiting.refetch();
    },
  };
}
