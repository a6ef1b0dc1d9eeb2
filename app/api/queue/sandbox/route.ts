import { route } from "@/lib/http/route";
import { sandboxMessages } from "@/lib/queue/sandbox/contract";
import { sandboxMessages as read } from "@/lib/queue/sandbox/messages";

export const GET = route(sandboxMessages, async ({ query, branches }) => ({ items: await read(query.limit, branches) }));
