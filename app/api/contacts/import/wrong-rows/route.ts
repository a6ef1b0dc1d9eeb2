import { fileRoute } from "@/lib/http/file-route";
import { wrongRows } from "@/lib/import/contract";
import { wrongFile } from "@/lib/import/wrong-file";

export const POST = fileRoute(wrongRows, ({ branch, request, query }) => wrongFile(branch, request, query));
