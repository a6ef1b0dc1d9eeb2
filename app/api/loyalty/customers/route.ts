import { route } from "@/lib/http/route";
import { createCustomer as create } from "@/lib/loyalty/award";
import { createCustomer } from "@/lib/loyalty/contract";

export const POST = route(createCustomer, ({ body, by, ...caller }) => create(body, caller, by));
