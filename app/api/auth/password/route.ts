import { requireSignedIn } from "@/lib/auth/reads";
import { route } from "@/lib/http/route";
import { changePassword } from "@/lib/users/contract";
import { changeOwnPassword } from "@/lib/users/writes";

export const POST = route(changePassword, ({ body, signedIn, address, by }) =>
  changeOwnPassword(requireSignedIn(signedIn), body, address, by),
);
