import { cardOf } from "@/lib/guests/card";
import { guestCard } from "@/lib/guests/contract";
import { route } from "@/lib/http/route";

export const GET = route(guestCard, ({ branch, allBranches, params }) => cardOf(branch, allBranches(), params.id));
