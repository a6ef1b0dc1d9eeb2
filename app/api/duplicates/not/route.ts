import { sayNotSame } from "@/lib/duplicates/contract";
import { sayTheyAreTwo } from "@/lib/duplicates/worklist";
import { route } from "@/lib/http/route";

export const POST = route(sayNotSame, ({ branch, body, by }) => sayTheyAreTwo(branch, body, by));
