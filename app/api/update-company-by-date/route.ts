import { setCompany } from "@/lib/guests/company/company";
import { updateCompanyByDate } from "@/lib/guests/contract";
import { route } from "@/lib/http/route";

export const POST = route(updateCompanyByDate, ({ branch, body, by }) => setCompany(branch, body, by));
