import { route } from "@/lib/http/route";
import { searchCustomers } from "@/lib/loyalty/contract";
import { findCustomers } from "@/lib/loyalty/customers";

export const GET = route(searchCustomers, async ({ query, branches }) => ({ results: await findCustomers(query.q, { branches }) }));
