import { route } from "@/lib/http/route";
import { rebuildBook } from "@/lib/rebuild/contract";
import { rebuildBook as rebuild } from "@/lib/rebuild/writes";

export const POST = route(rebuildBook, ({ branch, by, request }) => rebuild(branch, by, request.signal));
