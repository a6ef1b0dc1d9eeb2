import { refresh } from "@/lib/auth/contract";
import { renewSignIn } from "@/lib/auth/renewal/writes";
import { cookieOf, setCookieOf } from "@/lib/auth/tokens";
import { AppError } from "@/lib/errors";
import { route } from "@/lib/http/route";

const NOTHING = "Send the refresh token of the sign-in.";

export const POST = route(refresh, async ({ body, request, by, giveCookie }) => {
  const key = request.headers.get("idempotency-key");
  if (body?.refresh_token) return renewSignIn(body.refresh_token, key, by);
  const cookie = cookieOf(request.headers);
  if (!cookie) throw new AppError("invalid_request", NOTHING, { issues: [{ path: "refresh_token", message: NOTHING }] });
  const { refresh_token, ...renewed } = await renewSignIn(cookie.token, key, by);
  giveCookie(setCookieOf(cookie.name, refresh_token));
  return renewed;
});
