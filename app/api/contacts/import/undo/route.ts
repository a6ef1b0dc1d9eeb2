import { undoImport } from "@/lib/contacts/contract";
import { undoImport as undo } from "@/lib/contacts/import/undo/writes";
import { route } from "@/lib/http/route";

export const POST = route(undoImport, ({ branch, body, by, request }) => undo(branch, body.import_id, by, request.signal));
