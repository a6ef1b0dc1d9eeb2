import { useMemo } from "react";
import { useAppSettings, useBackend } from "@/components/app-base/app-settings";
import { USE_LOCAL_KEY } from "@/components/app-base/backend-choice";
import { pagesBase, readStored } from "@/lib/api/backends";
import { isOpenRestaurant, type Restaurant } from "@/lib/known-branches";

export interface Places {
  /** The restaurant that this device works for; null while it looks at the central book, or at a closed branch, which seat nobody. */
  here: Restaurant | null;
  /** Where a branch's tables are saved: its own server of the list, else this page's. Empty when nobody keeps it, and of one that is closed. */
  baseOf: (branch: string, useLocal: boolean) => string;
  /** Where a branch's tables are looked for: on this page's own server while new ones are saved there. */
  tablesOf: (branch: string) => string;
  /** The loyalty service that was chosen; empty where each table's own server awards its points. */
  loyaltyBase: string;
  timeZone: string;
}

export function usePlaces(): Places {
  const { apiBases, branches, branch: ofServer, timeZone } = useAppSettings();
  const backend = useBackend();
  return useMemo(() => {
    const own = typeof window === "undefined" ? "" : pagesBase();
    const baseOf = (branch: string, useLocal: boolean) => {
      if (!isOpenRestaurant(branch)) return "";
      // A table that this server would refuse is not begun there.
      if (useLocal) return branches.includes(branch) ? own : "";
      // One list may be the same on every server, and then names this one too.
      if (branch === backend?.branch || (branch === ofServer && base === own)) return base;
      // What this page's own server keeps says nothing about another server that the device was pointed at.
      return apiBases[branch] ?? (base !== own || branches.includes(branch) ? base : "");
    };
    const base = backend?.base ?? own;
    const current = backend?.branch ?? backend?.listedAs ?? ofServer;
    return {
      here: isOpenRestaurant(current) ? current : null,
      loyaltyBase: backend?.loyaltyBase ?? "",
      timeZone,
      baseOf,
      tablesOf: (branch) => baseOf(branch, readStored(USE_LOCAL_KEY) === "1") || baseOf(branch, false),
    };
  }, [apiBases, branches, ofServer, timeZone, backend]);
}
