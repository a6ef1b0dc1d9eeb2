import { route } from "@/lib/api/route";
import { logout } from "@/lib/auth/contract";
import { signOut } from "@/lib/auth/writes";

export const POST = route(logout, async ({ signedIn }) => {
  if (signedIn) await signOut(signedIn.sessionId);
  return { ok: true as const, message: "Logged out." };
});
