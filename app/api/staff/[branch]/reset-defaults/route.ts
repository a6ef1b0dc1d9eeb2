import { route } from "@/lib/http/route";
import { resetToDefaults } from "@/lib/staff/change";
import { resetStaff } from "@/lib/staff/contract";

export const POST = route(resetStaff, ({ params, by }) => resetToDefaults(params.branch, by));
