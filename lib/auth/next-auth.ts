import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { whoHolds } from "./reads";
import { authSecret } from "./secret";
import { SIGN_IN_LASTS } from "./tokens";

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
          const signedIn = credentials?.access_token ? await whoHolds(credentials.access_token) : null;
          return signedIn ? { id: signedIn.sessionId } : null;
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { sid: user.id } : { sid: token.sid }),
    },
    logger: { error: () => {}, warn: () => {}, debug: () => {} }, // its words may hold what was typed; the wrapper logs
  };
}
