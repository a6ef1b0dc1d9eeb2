import { fileRoute } from "@/lib/http/file-route";
import { apiDocs } from "@/lib/openapi/contract";
import { showApi } from "@/lib/openapi/describe";

export const GET = fileRoute(apiDocs, async () => showApi());
