import { route } from "@/lib/api/route";
import { mergeTables } from "@/lib/evening/contract";
import { mergeTables as merge } from "@/lib/evening/writes";

export const POST = route(mergeTables, ({ branch, receipt }) => merge(branch, receipt));
