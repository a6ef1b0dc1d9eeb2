import { endAssist } from "@/lib/assist/contract";
import { endSharing } from "@/lib/assist/sharing";
import { requireSignedIn } from "@/lib/auth/signed-in";
import { route } from "@/lib/http/route";

export const POST = route(endAssist, async ({ params, signedIn }) => endSharing(params.id, requireSignedIn(signedIn).user.id));
