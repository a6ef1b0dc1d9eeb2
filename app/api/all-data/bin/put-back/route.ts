import { putBack } from "@/lib/all-data/together/contract";
import { putGuestBack } from "@/lib/all-data/together/together";
import { route } from "@/lib/http/route";

export const POST = route(putBack, ({ body, by, branch }) => putGuestBack(branch, body.id, by));
