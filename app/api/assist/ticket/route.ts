import { assistTicket } from "@/lib/assist/contract";
import { giveTicket } from "@/lib/assist/writes";
import { requireSignedIn } from "@/lib/auth/reads";
import { route } from "@/lib/http/route";

export const POST = route(assistTicket, async ({ body, signedIn }) => giveTicket(body.id, body.role, requireSignedIn(signedIn)));
