import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import { STORAGE_KEYS } from "@/lib/api/base";
import type { SessionUser } from "@/lib/auth/contract";
import { can, type Requirement } from "@/lib/permissions";
import { readSession, type SessionState, watchSession } from "./session-store";

/** Who is signed in by the cookie of the page's call: the first drawing, on the server and here, is theirs. */
export const FirstSession = createContext<SessionState | null>(null);

export interface Session {
  /** `unknown` while the server draws a page without the frame: the storage is the browser's. */
  status: "unknown" | "signed-in" | "signed-out";
  user: SessionUser | null;
  permissions: string[];
  can: (requirement: Requirement) => boolean;
}

export function useSession(): Session {
  const first = useContext(FirstSession);
  const state = useSyncExternalStore(watchSession, readSession, () => first);
  return useMemo(() => {
    const permissions = state?.permissions ?? [];
    return {
      status: state === null ? "unknown" : state.user ? "signed-in" : "signed-out",
      user: state?.user ?? null,
      permissions,
      can: (requirement) => Boolean(state?.user) && can(permissions, requirement),
    };
  }, [state]);
}

/** The same as `can` of `useSession`, but by this device's word at the first drawing too: whoever asks the server asks this. */
export function mayAsk(requirement: Requirement): boolean {
  const { user, permissions } = readSession();
  return user !== null && can(permissions, requirement);
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
