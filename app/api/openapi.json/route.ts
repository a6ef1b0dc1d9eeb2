import { route } from "@/lib/http/route";
import { openApi } from "@/lib/openapi/contract";
import { describeApi } from "@/lib/openapi/describe";

export const GET = route(openApi, async () => describeApi());
