import { mightBeSame } from "@/lib/duplicates/contract";
import { othersWhoMayBe } from "@/lib/duplicates/worklist";
import { route } from "@/lib/http/route";

export const GET = route(mightBeSame, ({ branch, params }) => othersWhoMayBe(branch, params.id));
