import { contactVcf } from "@/lib/guests/contract";
import { exportContact } from "@/lib/guests/export";
import { fileRoute } from "@/lib/http/file-route";

export const GET = fileRoute(contactVcf, ({ branch, params }) => exportContact(branch, params.id));
