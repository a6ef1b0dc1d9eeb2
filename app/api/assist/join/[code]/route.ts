import { joinAssist } from "@/lib/assist/contract";
import { joinByCode } from "@/lib/assist/sharing";
import { requireSignedIn } from "@/lib/auth/signed-in";
import { route } from "@/lib/http/route";

export const POST = route(joinAssist, ({ params, signedIn, branch, address, by }) =>
  joinByCode(params.code, { signedIn: requireSignedIn(signedIn), branch: branch.key, address }, by),
);
