import { signOut } from "next-auth/react";
import { endToken } from "./queries";
import { forgetSession } from "./session-store";

/** Ends the token, the page's cookie and what this device remembers, then shows the sign-in page. */
export async function logOut(): Promise<void> {
  // A server that does not answer must not keep somebody signed in on this device.
  await endToken().catch(() => undefined);
  await signOut({ redirect: false }).catch(() => undefined);
  forgetSession();
  window.location.assign("/login");
}
