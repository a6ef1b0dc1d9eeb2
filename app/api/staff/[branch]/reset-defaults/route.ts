import { route } from "@/lib/http/route";
import { resetStaff } from "@/lib/staff/contract";
import { resetToDefaults } from "@/lib/staff/writes";

export const POST = route(resetStaff, ({ params, by }) => resetToDefaults(params.branch, by));
