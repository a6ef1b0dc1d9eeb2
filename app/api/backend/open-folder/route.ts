import { openFolder } from "@/lib/backend-folder/contract";
import { openOnThisPc } from "@/lib/backend-folder/open";
import { route } from "@/lib/http/route";

export const POST = route(openFolder, openOnThisPc);
