import { route } from "@/lib/http/route";
import { listStaff } from "@/lib/staff/contract";
import { staffOf } from "@/lib/staff/list";

export const GET = route(listStaff, ({ params }) => staffOf(params.branch));
