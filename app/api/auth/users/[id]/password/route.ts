import { route } from "@/lib/http/route";
import { giveNewPassword } from "@/lib/users/change";
import { resetPassword } from "@/lib/users/contract";

export const POST = route(resetPassword, ({ params, body, by }) => giveNewPassword(params.id, body.password, by));
