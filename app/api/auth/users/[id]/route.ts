import { route } from "@/lib/http/route";
import { changeUser } from "@/lib/users/contract";
import { changeUser as change } from "@/lib/users/writes";

export const PATCH = route(changeUser, ({ params, body, by }) => change(params.id, body, by));
