import { route } from "@/lib/http/route";
import { changeUser as change } from "@/lib/users/change";
import { changeUser } from "@/lib/users/contract";

export const PATCH = route(changeUser, ({ params, body, by }) => change(params.id, body, by));
