import { route } from "@/lib/http/route";
import { previewRetention } from "@/lib/retention/contract";
import { previewOf } from "@/lib/retention/due";

export const GET = route(previewRetention, ({ query }) => previewOf(query.months));
