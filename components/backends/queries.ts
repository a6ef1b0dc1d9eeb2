"use client";

import { useQuery } from "@tanstack/react-query";
import { contractsOf } from "@/components/app-base/contracts";
import { storeSession } from "@/components/app-base/session-store";
import { call } from "@/lib/api/client";
import type { SessionUser } from "@/lib/auth/contract";

const auth = contractsOf(() => import("@/lib/auth/contract"));
const checks = contractsOf(() => import("@/lib/health/contract"));

const CHECK_EVERY_MS = 15_000;
/** A server that takes longer is not one that anybody can work with. */
const GIVES_UP_MS = 5_000;

/** Signs in at another server of the list, with that server's own user; the sign-in here is another one and goes on. */
export async function signInAt(base: string, username: string, password: string): Promise<SessionUser> {
  const { access_token, refresh_token, user } = await call(auth.login, { body: { username, password }, base, branch: null });
  storeSession(user, access_token, base, refresh_token);
  return user;
}

export type Reach = "asking" | "ok" | "off";

/** Whether a server of the list answers; asked while somebody looks at the list, and without any token. */
export function useReach(base: string): Reach {
  const { isPending, isError } = useQuery({
    queryKey: [base, null, "reach"],
    queryFn: () => call(checks.health, { base, branch: null, signal: AbortSignal.timeout(GIVES_UP_MS) }),
    retry: false,
    staleTime: 5_000,
    refetchInterval: CHECK_EVERY_MS,
    refetchIntervalInBackground: false,
  });
  return isPending ? "asking" : isError ? "off" : "ok";
}
