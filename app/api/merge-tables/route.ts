import { mergeTables } from "@/lib/evening/contract";
import { mergeTables as merge } from "@/lib/evening/end-of-day";
import { route } from "@/lib/http/route";

export const POST = route(mergeTables, ({ branch, by, refusal }) => merge(branch, by, refusal));
