import { login } from "@/lib/auth/contract";
import { signIn } from "@/lib/auth/writes";
import { route } from "@/lib/http/route";

export const POST = route(login, ({ body, address, by }) => signIn(body, address, by));
