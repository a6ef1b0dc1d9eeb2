import { lastImport } from "@/lib/contacts/contract";
import { lastImport as last } from "@/lib/contacts/import/undo/reads";
import { route } from "@/lib/http/route";

export const GET = route(lastImport, ({ branch }) => last(branch));
