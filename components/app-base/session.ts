import { useEffect, useSyncExternalStore } from "react";
import { STORAGE_KEYS } from "@/lib/api/base";
import type { SessionUser } from "@/lib/auth/contract";
import { can, type Requirement } from "@/lib/permissions";
import { readSession, watchSession } from "./session-store";

export interface Session {
  /** `unknown` while the server renders: the storage is the browser's. */
  status: "unknown" | "signed-in" | "signed-out";
  user: SessionUser | null;
  permissions: string[];
  can: (requirement: Requirement) => boolean;
}

export function useSession(): Session {
  const state = useSyncExternalStore(watchSession, readSession, () => null);
  const permissions = state?.permissions ?? [];
  return {
    status: state === null ? "unknown" : state.user ? "signed-in" : "signed-out",
    user: state?.user ?? null,
    permissions,
    can: (requirement) => Boolean(state?.user) && can(permissions, requirement),
  };
}

/** Somebody who logs out in one tab is logged out in every tab. */
export function useMirroredLogout(): void {
  useEffect(() => {
    const leave = (event: StorageEvent) => {
      const tokenWent = event.key === STORAGE_KEYS.token && event.oldValue && !event.newValue;
      if (tokenWent || event.key === null) window.location.assign(loginAddress());
    };
    window.addEventListener("storage", leave);
    return () => window.removeEventListener("storage", leave);
  }, []);
}

/** The sign-in page, with the way back: the original path and query. */
export function loginAddress(): string {
  const here = window.location.pathname + window.location.search;
  return here === "/" ? "/login" : `/login?redirect=${encodeURIComponent(here)}`;
}
