import { refresh } from "@/lib/auth/contract";
import { renewSignIn } from "@/lib/auth/refresh";
import { readCookie, setCookieOf } from "@/lib/auth/tokens";
import { AppError } from "@/lib/errors";
import { route } from "@/lib/http/route";

const NOTHING = "Send the refresh token of the sign-in.";

export const POST = route(refresh, async ({ body, request, address, by, giveCookie }) => {
  const from = { key: request.headers.get("idempotency-key") || null, address };
  if (body?.refresh_token) return renewSignIn(body.refresh_token, from, by);
  const cookie = await readCookie(request.headers);
  if (!cookie) throw new AppError("invalid_request", NOTHING, { issues: [{ path: "refresh_token", message: NOTHING }] });
  const { refresh_token, ...renewed } = await renewSignIn(cookie.token, from, by);
  giveCookie(setCookieOf(cookie.name, refresh_token));
  return renewed;
});
