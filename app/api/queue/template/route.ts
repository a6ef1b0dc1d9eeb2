import { route } from "@/lib/http/route";
import { askTemplate } from "@/lib/queue/templates/contract";
import { templateInPlace } from "@/lib/queue/templates/fill";

export const POST = route(askTemplate, ({ body, ...caller }) => templateInPlace(body.kind, body.phones, caller));
