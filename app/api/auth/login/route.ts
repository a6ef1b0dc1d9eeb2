import { login } from "@/lib/auth/contract";
import { deviceOf } from "@/lib/auth/device";
import { signIn } from "@/lib/auth/sign-in";
import { route } from "@/lib/http/route";

export const POST = route(login, ({ body, address, request, by }) =>
  signIn(body, { address, device: deviceOf(request.headers.get("user-agent") ?? "") }, by),
);
