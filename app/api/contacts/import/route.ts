import { importContacts } from "@/lib/contacts/contract";
import { importUpload } from "@/lib/contacts/writes";
import { route } from "@/lib/http/route";

export const POST = route(importContacts, ({ branch, query, request, by }) => importUpload(branch, request, query, by));
