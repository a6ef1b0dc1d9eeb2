import { importContacts } from "@/lib/guest-search/contract";
import { route } from "@/lib/http/route";
import { importUpload } from "@/lib/import/import";

export const POST = route(importContacts, ({ branch, query, request, by }) => importUpload(branch, request, query, by));
