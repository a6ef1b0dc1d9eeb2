import { startAssist } from "@/lib/assist/contract";
import { startSharing } from "@/lib/assist/sharing";
import { requireSignedIn } from "@/lib/auth/signed-in";
import { route } from "@/lib/http/route";

export const POST = route(startAssist, ({ signedIn, branch, by }) => startSharing(requireSignedIn(signedIn), branch.key, by));
