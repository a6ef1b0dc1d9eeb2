import { route } from "@/lib/http/route";
import { lastImport } from "@/lib/import/contract";
import { lastImport as last } from "@/lib/import/last-import";

export const GET = route(lastImport, ({ branch }) => last(branch));
