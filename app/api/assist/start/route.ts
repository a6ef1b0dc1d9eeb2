import { startAssist } from "@/lib/assist/contract";
import { startSharing } from "@/lib/assist/writes";
import { requireSignedIn } from "@/lib/auth/reads";
import { route } from "@/lib/http/route";

export const POST = route(startAssist, ({ signedIn, branch, by }) => startSharing(requireSignedIn(signedIn), branch.key, by));
