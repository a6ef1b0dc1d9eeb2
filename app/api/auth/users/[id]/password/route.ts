import { route } from "@/lib/http/route";
import { resetPassword } from "@/lib/users/contract";
import { giveNewPassword } from "@/lib/users/writes";

export const POST = route(resetPassword, ({ params, body, by }) => giveNewPassword(params.id, body.password, by));
