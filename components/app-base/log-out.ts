import { preload } from "@/components/ui/preload";
import { currentBackend, pagesBase } from "@/lib/api/backends";
import { forgetAnswers } from "./kept-answers";
import { leaveLoggedOut } from "./navigate-away";
import { endToken } from "./queries";
import { forgetSession, noteOwnEnd, otherSignIns } from "./session-store";

/**
 * Ends the token, the page's cookie and what this device remembers, then shows the sign-in page. Whoever leaves the device
 * leaves no sign-in at another server behind either: each of them is ended there, with its own token.
 */
export async function logOut(): Promise<void> {
  noteOwnEnd();
  // A server that does not answer must not keep somebody signed in on this device.
  await Promise.all([pagesBase(), ...otherSignIns()].map((base) => endToken(base).catch(() => undefined)));
  await endCookie().catch(() => undefined);
  forgetSession(pagesBase(), true);
  await forgetAnswers();
  await leaveLoggedOut();
}

/** Ends the sign-in at the chosen server alone, then asks for it anew; the one here goes on. */
export async function signOutThere(): Promise<void> {
  const { base } = currentBackend();
  await endToken(base).catch(() => undefined);
  forgetSession(base);
  await forgetAnswers();
  window.location.reload();
}

const loadSignOut = preload(() => import("next-auth/react"));

async function endCookie(): Promise<void> {
  const { signOut } = await loadSignOut();
  await signOut({ redirect: false });
}
