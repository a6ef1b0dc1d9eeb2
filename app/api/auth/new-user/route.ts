import { route } from "@/lib/api/route";
import { newUser } from "@/lib/auth/contract";
import { createUser } from "@/lib/auth/writes";

export const POST = route(newUser, async ({ body }) => ({ message: "User created", user: await createUser(body) }));
