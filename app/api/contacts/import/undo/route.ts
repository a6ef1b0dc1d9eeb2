import { route } from "@/lib/http/route";
import { undoImport } from "@/lib/import/contract";
import { undoImport as undo } from "@/lib/import/undo";

export const POST = route(undoImport, ({ branch, body, by, request }) => undo(branch, body, by, request.signal));
