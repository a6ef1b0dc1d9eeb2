import { newUser } from "@/lib/auth/contract";
import { route } from "@/lib/http/route";
import { createUser } from "@/lib/users/create";

export const POST = route(newUser, ({ body, by }) => createUser(body, by));
