import { route } from "@/lib/http/route";
import { findPersonalData } from "@/lib/personal-data/contract";
import { findPersonalDataOf } from "@/lib/personal-data/reads";

export const POST = route(findPersonalData, ({ body }) => findPersonalDataOf(body));
