import { ApiError, errorOf, NOBODY_ANSWERED, textOf } from "./api-error";
import { isPagesServer, keyAt, storedAt, tokenAt } from "./backends";
import { STORAGE_KEYS } from "./base";
import { parseJson } from "./error-words";
import { send } from "./send";

/** The renewal that is under way at each server: whoever comes meanwhile waits for it. */
const underWay = new Map<string, Promise<boolean>>();

/**
 * Gets the next access token of a sign-in where the server takes the one that was used no more.
 * @param used the token that was refused; null where the pages' cookie alone went along
 * @returns whether the call may be made again; else the sign-in there is over
 * @throws ApiError when it is not known whether it is: nobody answered, or the server is in trouble
 */
export async function isRenewedAt(base: string, used: string | null): Promise<boolean> {
  const known = tokenAt(base);
  if (known !== null && known !== used) return true; // another tab, or an earlier call, has done it
  // Without the signal of a call: one that gave up must not end the renewal that others wait for.
  const renewal = underWay.get(base) ?? renewAt(base, used).finally(() => underWay.delete(base));
  underWay.set(base, renewal);
  return renewal;
}

async function renewAt(base: string, used: string | null): Promise<boolean> {
  const isOurs = isPagesServer(base);
  const refreshToken = isOurs ? null : storedAt(base, STORAGE_KEYS.refresh);
  if (!isOurs && refreshToken === null) return false;
  const response = await send(`${base}/auth/refresh`, {
    method: "POST",
    headers: {
      Accept: "application/json",
      "Content-Type": "application/json",
      // The same step of all tabs of this device, and of one whose answer was lost: the end of the token is no part of its secret.
      "Idempotency-Key": `renew ${used?.slice(-22) ?? "without a token"}`,
    },
    body: refreshToken === null ? undefined : JSON.stringify({ refresh_token: refreshToken }),
    cache: "no-store",
    credentials: isOurs ? "same-origin" : "omit",
    signal: AbortSignal.timeout(LONGEST),
  });
  const refusal = response.ok ? null : await errorOf(response);
  if (refusal && ENDS.includes(refusal.code)) return false;
  if (refusal && refusal.code !== "") throw refusal;
  const answer = refusal ? null : parseJson(await textOf(response));
  const { access_token, refresh_token } = typeof answer === "object" && answer !== null ? (answer as Record<string, unknown>) : {};
  // The page of a hotspot, or a proxy's: nobody of ours has answered, so nobody has said that it is over.
  if (typeof access_token !== "string") throw new ApiError(0, "", "network", NOBODY_ANSWERED);
  // Somebody else may have signed in meanwhile: what is theirs stays.
  if (tokenAt(base) === used) keep(base, access_token, refresh_token);
  return true;
}

/** The server's own words for a sign-in that is over; the last of one of an older version. */
const ENDS = ["unauthenticated", "invalid_request", "cross_site", "not_found"];

/** Milliseconds. */
const LONGEST = 20_000;

function keep(base: string, access_token: string, refresh_token: unknown): void {
  try {
    window.localStorage.setItem(keyAt(base, STORAGE_KEYS.token), access_token);
    if (typeof refresh_token === "string") window.localStorage.setItem(keyAt(base, STORAGE_KEYS.refresh), refresh_token);
  } catch {
    // A blocked storage keeps no token: the cookie goes along with the call.
  }
}
