import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { authSecret } from "./secret";
import { whoIsSignedIn } from "./signed-in";
import { newClaims, readToken, SIGN_IN_LASTS } from "./tokens";

/** Of the refresh token that somebody came with. */
const pairOf = (user: object) => ("pair" in user && typeof user.pair === "number" ? user.pair : 0);

/**
 * The pages' cookie. `POST /auth/login` has checked the password already; here its refresh token becomes a cookie, which no
 * script reads. It is of the same sign-in, so that logging out ends both.
 */
export function authOptions(): AuthOptions {
  return {
    secret: authSecret(),
    session: { strategy: "jwt", maxAge: SIGN_IN_LASTS },
    jwt: { maxAge: SIGN_IN_LASTS }, // session.maxAge alone leaves the token itself at 30 days
    pages: { signIn: "/login" },
    providers: [
      Credentials({
        credentials: { refresh_token: {} },
        async authorize(credentials) {
          const claims = await readToken(credentials?.refresh_token ?? "");
          // The newest one alone: an access token, or one that was used, makes nothing that lasts longer than itself.
          const signedIn = claims?.use === "refresh" ? await whoIsSignedIn(claims.sid, claims.pair - 1) : null;
          return claims && signedIn ? { id: claims.sid, pair: claims.pair } : null;
        },
      }),
    ],
    callbacks: {
      // New claims at a sign-in alone: a token that next-auth renews keeps its claims, so no sign-in is prolonged by it.
      jwt: ({ token, user }) => (user ? { ...newClaims(user.id, pairOf(user), "refresh") } : token),
    },
    logger: { error: () => {}, warn: () => {}, debug: () => {} }, // its messages may contain what was typed; the wrapper logs instead
  };
}
