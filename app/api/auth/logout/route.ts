import { logout } from "@/lib/auth/contract";
import { signOut } from "@/lib/auth/writes";
import { route } from "@/lib/http/route";

export const POST = route(logout, ({ signedIn, by }) => signOut(signedIn?.sessionId ?? "", by));
