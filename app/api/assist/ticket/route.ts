import { assistTicket } from "@/lib/assist/contract";
import { giveTicket } from "@/lib/assist/sharing";
import { requireSignedIn } from "@/lib/auth/signed-in";
import { route } from "@/lib/http/route";

export const POST = route(assistTicket, async ({ body, signedIn }) => giveTicket(body.id, body.role, requireSignedIn(signedIn)));
