import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { whoHolds } from "./reads";
import { authSecret } from "./secret";
import { newClaims, readToken, SIGN_IN_LASTS } from "./tokens";

/** Of the access token that somebody signed in with. */
const pairOf = (user: object) => ("pair" in user && typeof user.pair === "number" ? user.pair : 0);

/**
 * The pages' cookie. `POST /auth/login` has checked the password already; here its token becomes a cookie of the same
 * sign-in, so that logging out ends both.
 */
export function authOptions(): AuthOptions {
  return {
    secret: authSecret(),
    session: { strategy: "jwt", maxAge: SIGN_IN_LASTS },
    jwt: { maxAge: SIGN_IN_LASTS }, // session.maxAge alone leaves the token itself at 30 days
    pages: { signIn: "/login" },
    providers: [
      Credentials({
        credentials: { access_token: {} },
        async authorize(credentials) {
          const token = credentials?.access_token ?? "";
          const claims = (await whoHolds(token, "bearer")) && (await readToken(token));
          return claims ? { id: claims.sid, pair: claims.pair } : null;
        },
      }),
    ],
    callbacks: {
      // At a sign-in alone: what next-auth makes anew by itself says what it said, so that nothing lasts longer by it.
      jwt: ({ token, user }) => (user ? { ...newClaims(user.id, pairOf(user), "refresh") } : token),
    },
    logger: { error: () => {}, warn: () => {}, debug: () => {} }, // its words may hold what was typed; the wrapper logs
  };
}
