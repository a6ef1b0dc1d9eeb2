import { route } from "@/lib/http/route";
import { importContacts } from "@/lib/import/contract";
import { importUpload } from "@/lib/import/import";

export const POST = route(importContacts, ({ branch, query, request, by }) => importUpload(branch, request, query, by));
