"use client";

import { useQuery } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/queries";
import { callUnlessUnchanged } from "@/lib/api/client";
import { tableLog } from "@/lib/tables/contract";

/** Five seconds, as long as the page is in sight (second specification, section 9). */
const POLL_MS = 5000;

export function useTableLog() {
  return useQuery({
    queryKey: [...backendKey(), "table-log"],
    queryFn: ({ signal }) => callUnlessUnchanged(tableLog, { signal }),
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
  });
}
