import { undoSetCompany } from "@/lib/guests/company/company";
import { undoCompany } from "@/lib/guests/contract";
import { route } from "@/lib/http/route";

export const POST = route(undoCompany, ({ branch, body, by }) => undoSetCompany(branch, body, by));
