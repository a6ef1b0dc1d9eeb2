import { route } from "@/lib/http/route";
import { setOptOut } from "@/lib/queue/recipients/contract";
import { setOptOut as tellOptOut } from "@/lib/queue/recipients/writes";

export const PUT = route(setOptOut, ({ body, by }) => tellOptOut(body, by));
