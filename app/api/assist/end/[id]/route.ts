import { endAssist } from "@/lib/assist/contract";
import { endSharing } from "@/lib/assist/writes";
import { requireSignedIn } from "@/lib/auth/reads";
import { route } from "@/lib/http/route";

export const POST = route(endAssist, async ({ params, signedIn }) => endSharing(params.id, requireSignedIn(signedIn).user.id));
