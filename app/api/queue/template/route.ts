import { route } from "@/lib/http/route";
import { askTemplate } from "@/lib/queue/templates/contract";
import { letterTemplate } from "@/lib/queue/templates/reads";

export const POST = route(askTemplate, ({ body }) => letterTemplate(body.phones));
