import { route } from "@/lib/api/route";
import { createCustomer } from "@/lib/loyalty/contract";
import { createCustomer as create } from "@/lib/loyalty/writes";

export const POST = route(createCustomer, async ({ body }) => ({ customer: await create(body) }));
