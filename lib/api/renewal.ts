import { errorOf, textOf } from "./api-error";
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
  if ([400, 401, 403, 404].includes(response.status)) return false; // 404: a server of an older version
  if (!response.ok) throw await errorOf(response);
  const answer = parseJson(await textOf(response));
  return typeof answer === "object" && answer !== null && keep(base, answer);
}

/** Milliseconds. */
const LONGEST = 20_000;

function keep(base: string, answer: object): boolean {
  const { access_token, refresh_token } = answer as Record<string, unknown>;
  if (typeof access_token !== "string") return false;
  try {
    window.localStorage.setItem(keyAt(base, STORAGE_KEYS.token), access_token);
    if (typeof refresh_token === "string") window.localStorage.setItem(keyAt(base, STORAGE_KEYS.refresh), refresh_token);
  } catch {
    // A blocked storage keeps no token: the cookie goes along with the call.
  }
  return true;
}
