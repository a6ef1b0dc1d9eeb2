import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { keepWork, keptWork } from "@/components/app-base/guest-search-work";
import { useMayOpen, useSession } from "@/components/app-base/session";
import type { ListedGuest } from "@/lib/all-data/contract";

/**
 * Opens a guest of the grid: Search Guest, with what finds this guest. Null for whoever may not open it.
 * The one place that knows where a guest is opened.
 */
export function useOpenGuest(): ((guest: ListedGuest) => void) | null {
  const router = useRouter();
  const user = useSession().user?.id ?? "";
  const mayOpen = useMayOpen()("nav_guest_search");
  const open = useCallback(
    ({ name, numbers = [] }: ListedGuest) => {
      // A number finds this very guest; of a masked one there is only the name.
      const digits = numbers.find((number) => number.digits !== "")?.digits;
      keepWork({ ...keptWork(user), user, typed: digits === undefined ? name : `+${digits}` });
      router.push("/guest-search");
    },
    [router, user],
  );
  return mayOpen ? open : null;
}
