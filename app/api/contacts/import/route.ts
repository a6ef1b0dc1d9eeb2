import { route } from "@/lib/api/route";
import { importContacts } from "@/lib/contacts/contract";
import { importUpload } from "@/lib/contacts/writes";

export const POST = route(importContacts, ({ branch, query, request, receipt }) => importUpload(branch, request, query, receipt));
