import { exportCsv } from "@/lib/guests/contract";
import { exportDate } from "@/lib/guests/export";
import { fileRoute } from "@/lib/http/file-route";

export const GET = fileRoute(exportCsv, ({ branch, query }, signal) => exportDate(branch, query.date, "csv", signal()));
