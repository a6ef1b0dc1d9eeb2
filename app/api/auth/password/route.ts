import { requireSignedIn } from "@/lib/auth/signed-in";
import { route } from "@/lib/http/route";
import { changeOwnPassword } from "@/lib/users/change";
import { changePassword } from "@/lib/users/contract";

export const POST = route(changePassword, ({ body, signedIn, by }) => changeOwnPassword(requireSignedIn(signedIn), body, by));
