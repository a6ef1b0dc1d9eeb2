import { undoChange } from "@/lib/all-data/together/contract";
import { undoGuests } from "@/lib/all-data/together/together";
import { route } from "@/lib/http/route";

export const POST = route(undoChange, ({ body, by, branch }) => undoGuests(branch, body.undo_id, by));
