import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { currentBackend, isPagesServer, keyAt, pagesBase } from "@/lib/api/backends";
import { STORAGE_KEYS } from "@/lib/api/base";
import type { SessionUser } from "@/lib/auth/contract";
import { type GuestField, keyOfField } from "@/lib/guest-fields";
import { can, type Requirement } from "@/lib/permissions";
import { leaveLoggedOut } from "./navigate-away";
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

/** Whether somebody may do everything, in every branch. */
export function useHoldsEverything(): boolean {
  const session = useSession();
  return session.can("everything") && session.user?.branches === null;
}

/** Whether somebody sees a field of guests: of others the server gives nothing, and an empty one would say that there is none. */
export function useMaySee(): (field: GuestField) => boolean {
  const { can } = useSession();
  return (field) => {
    const key = keyOfField(field);
    return key === undefined || can(key);
  };
}

/**
 * Which pages open. They come from the server that gave this one, so another server's rights alone open none: who may not see
 * a page there would be shown no more than the refusal.
 */
export function useMayOpen(): (requirement: Requirement) => boolean {
  const session = useSession();
  const here = useSyncExternalStore(watchSession, readPagesSession, () => null);
  return useCallback((requirement) => session.can(requirement) && (here === null || can(here.permissions, requirement)), [session, here]);
}

/** Who is signed in at the chosen server, where that is another one than the page's; null otherwise. */
export function useSignedInThere(): SessionUser | null {
  const { user } = useSession();
  const here = useSyncExternalStore(watchSession, readPagesSession, () => null);
  return here === null ? null : user;
}

/** The name in the frame: of who is signed in at the chosen server, else of who is signed in here. */
export function usePersonShown(): { user: SessionUser | null; mayLogOut: boolean; isKnown: boolean } {
  const session = useSession();
  const here = useSyncExternalStore(watchSession, readPagesSession, () => null);
  if (session.user || !here?.user)
    return { user: session.user, mayLogOut: session.can("auth_logout"), isKnown: session.status !== "unknown" };
  return { user: here.user, mayLogOut: true, isKnown: true };
}

/** Null where this page speaks to the server that gave it: its rights are those of the session. */
function readPagesSession(): SessionState | null {
  return isPagesServer(currentBackend().base) ? null : readSession(pagesBase());
}

/** Whether something that was opened may stay: from whoever may not see it any more it is taken away. */
export function useStillMay(requirement: Requirement, isOpen: boolean, close: () => void): boolean {
  const may = useSession().can(requirement);
  useEffect(() => {
    if (isOpen && !may) close();
  });
  return isOpen && may;
}

/** The same as `can` of `useSession`, but by this device's word at the first drawing too: whoever asks the server asks this. */
export function mayAsk(requirement: Requirement): boolean {
  const { user, permissions } = readSession();
  return user !== null && can(permissions, requirement);
}

/** Somebody who logs out in one tab is logged out in every tab; where somebody else signs in, every tab becomes theirs. */
export function useMirroredSignIn(): void {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    shown.current = readSession().user?.id ?? null;
    const { base } = currentBackend();
    const follow = (event: StorageEvent) => {
      const tokenWent = event.key === STORAGE_KEYS.token && event.oldValue && !event.newValue;
      if (tokenWent || event.key === null) return void leaveLoggedOut(loginAddress());
      // A sign-in is written in parts, and its last one is who it is.
      if (event.key !== keyAt(base, STORAGE_KEYS.user)) return;
      const now = readSession().user?.id ?? null;
      // What stands on the page was asked for as somebody else, and drafts are kept on the device.
      if (now !== null && shown.current !== null && now !== shown.current) window.location.reload();
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, []);
}

/** The sign-in page, with the way back: the original path and query. */
export function loginAddress(): string {
  const here = window.location.pathname + window.location.search;
  return here === "/" ? "/login" : `/login?redirect=${encodeURIComponent(here)}`;
}
