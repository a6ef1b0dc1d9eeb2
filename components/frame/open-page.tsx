import { usePathname } from "next/navigation";
import { type ReactNode, useSyncExternalStore } from "react";
import { NoPermission } from "@/components/app-base/no-permission";
import { readSession, watchSession } from "@/components/app-base/session-store";
import { pagesBase } from "@/lib/api/backends";
import { can } from "@/lib/permissions";
import { PAGES } from "./navigation";

/** The page, as long as this person may see it: rights that were taken away take it from the screen, too. */
export function OpenPage({ children }: { children: ReactNode }) {
  const path = usePathname();
  const isTaken = useSyncExternalStore(
    watchSession,
    () => isTakenAway(path),
    () => false,
  );
  return isTaken ? <NoPermission /> : children;
}

/** By the word of the server that gives the pages; what this device merely hides is no reason. */
function isTakenAway(path: string): boolean {
  const { user } = readSession(pagesBase());
  const page = PAGES.find(({ href }) => href === path);
  return user !== null && page !== undefined && !can(user.permissions, page.permission);
}
