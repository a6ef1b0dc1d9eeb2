/** The page's cookie, as next-auth names it; secure contexts get the prefixed name. */
export const COOKIE_NAMES = ["next-auth.session-token", "__Secure-next-auth.session-token"] as const;
