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
  loggedOut: "You are logged out on this device.",
  signInComes: "The sign-in page opens by itself when the server answers.",
  notSwitched: "The server does not answer, so nothing was switched. Try again when it does.",
  pageNotLoaded: "This page has not been loaded yet.",
  opensByItself: "It opens by itself when the server answers. Tables that you were recording are kept on this device.",
  staysHere: "The server does not answer, so this page stays. Try again when it does.",
  signInUnanswered: "The server does not answer. You are signed in on this device: Daftar opens by itself when it does.",
  signedInOpens: "You are signed in. Daftar opens as soon as the server sends it.",
  signInOffline: "Offline. Signing in needs the network.",
  signInEnded: "The sign-in on this device was ended: sign in again, and ask the manager if that does not work.",
} as const;
