"use client";

import { useQuery } from "@tanstack/react-query";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { mayAsk, useSession } from "@/components/app-base/session";
import { callUnlessUnchanged } from "@/lib/api/client";
import { FEED_PERMISSION } from "@/lib/permissions";

const tables = contractsOf(() => import("@/lib/tables/contract"));

/** Five seconds, as long as the page is in sight (docs/design/spec-guests.md 9). */
const POLL_MS = 5000;

/** Whether the feed has a place on the screen. Not known yet counts as yes: the page itself was refused otherwise. */
export function useMaySeeFeed(): boolean {
  const session = useSession();
  return session.status === "unknown" || session.can(FEED_PERMISSION);
}

/** Tonight's tables; nobody without the permission asks for them. */
export function useTableLog() {
  const session = useSession();
  return useQuery({
    queryKey: [...backendKey(), "table-log"],
    enabled: session.can(FEED_PERMISSION) && mayAsk(FEED_PERMISSION),
    queryFn: ({ signal }) => callUnlessUnchanged(tables.tableLog, { signal }),
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
  });
}
