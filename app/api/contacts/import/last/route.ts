import { lastImport } from "@/lib/guest-search/contract";
import { route } from "@/lib/http/route";
import { lastImport as last } from "@/lib/import/last-import";

export const GET = route(lastImport, ({ branch }) => last(branch));
