import { exportCsv } from "@/lib/guests/contract";
import { exportDateAsCsv } from "@/lib/guests/export/reads";
import { fileRoute } from "@/lib/http/file-route";

export const GET = fileRoute(exportCsv, ({ branch, query }) => exportDateAsCsv(branch, query.date));
