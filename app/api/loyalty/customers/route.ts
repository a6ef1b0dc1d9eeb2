import { route } from "@/lib/http/route";
import { createCustomer } from "@/lib/loyalty/contract";
import { createCustomer as create } from "@/lib/loyalty/writes";

export const POST = route(createCustomer, ({ body, by }) => create(body, by));
