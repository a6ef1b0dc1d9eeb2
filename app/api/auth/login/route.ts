import { route } from "@/lib/api/route";
import { login } from "@/lib/auth/contract";
import { signIn } from "@/lib/auth/writes";

export const POST = route(login, ({ body, address }) => signIn(body, address));
