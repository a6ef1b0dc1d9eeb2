import { newUser } from "@/lib/auth/contract";
import { createUser } from "@/lib/auth/sign-in";
import { route } from "@/lib/http/route";

export const POST = route(newUser, ({ body, by }) => createUser(body, by));
