import { logout } from "@/lib/auth/contract";
import { signOut } from "@/lib/auth/sign-in";
import { readCookie, setCookieOf } from "@/lib/auth/tokens";
import { route } from "@/lib/http/route";

export const POST = route(logout, async ({ signedIn, by, request, giveCookie }) => {
  const answer = await signOut(signedIn?.sessionId ?? "", by);
  const cookie = await readCookie(request.headers);
  if (cookie) giveCookie(setCookieOf(cookie.name, null));
  return answer;
});
