/** The sentences of the frame, apart from the others: what tells of a crash stands in the first load of every page, and alone. */

/** The frame and the sign-in page (docs/design/spec-shell.md 2, 5 and 8). */
export const FRAME_TEXTS = {
  noPermission: "You don't have permission to view this page.",
  crashed: "App failed to load",
  apiOk: "API OK",
  apiOff: "API OFF",
  logOut: "Log out",
  signIn: "Sign in",
  loginFailed: "Login failed",
  /** Ours. */
  signInEnded: "The sign-in on this device was ended: sign in again, and ask the manager if that does not work.",
} as const;
