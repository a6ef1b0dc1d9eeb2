import { ahead } from "@/components/ui/ahead";
import { forgetAnswers } from "./kept-answers";
import { endToken } from "./queries";
import { forgetSession } from "./session-store";

/** Ends the token, the page's cookie and what this device remembers, then shows the sign-in page. */
export async function logOut(): Promise<void> {
  // A server that does not answer must not keep somebody signed in on this device.
  await endToken().catch(() => undefined);
  await endCookie().catch(() => undefined);
  forgetSession();
  await forgetAnswers();
  window.location.assign("/login");
}

const loadSignOut = ahead(() => import("next-auth/react"));

async function endCookie(): Promise<void> {
  const { signOut } = await loadSignOut();
  await signOut({ redirect: false });
}
