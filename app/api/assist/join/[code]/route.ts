import { joinAssist } from "@/lib/assist/contract";
import { joinByCode } from "@/lib/assist/writes";
import { requireSignedIn } from "@/lib/auth/reads";
import { route } from "@/lib/http/route";

export const POST = route(joinAssist, ({ params, signedIn, branch, address, by }) =>
  joinByCode(params.code, { signedIn: requireSignedIn(signedIn), branch: branch.key, address }, by),
);
