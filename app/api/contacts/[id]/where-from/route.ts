import { whereFrom } from "@/lib/guests/contract";
import { originsOf } from "@/lib/guests/where-from";
import { route } from "@/lib/http/route";

export const GET = route(whereFrom, ({ branch, params }) => originsOf(branch, params.id));
