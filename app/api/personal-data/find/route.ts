import { route } from "@/lib/http/route";
import { findPersonalData } from "@/lib/personal-data/contract";
import { findPersonalDataOf } from "@/lib/personal-data/find";

export const POST = route(findPersonalData, ({ body }) => findPersonalDataOf(body));
