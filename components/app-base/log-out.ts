import { endToken } from "./queries";
import { forgetSession } from "./session-store";

/** Ends the token, the page's cookie and what this device remembers, then shows the sign-in page. */
export async function logOut(): Promise<void> {
  // A server that does not answer must not keep somebody signed in on this device.
  await endToken().catch(() => undefined);
  await endCookie().catch(() => undefined);
  forgetSession();
  window.location.assign("/login");
}

async function endCookie(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await signOut({ redirect: false });
}
