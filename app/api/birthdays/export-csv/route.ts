import { exportBirthdaysCsv } from "@/lib/birthday-search/contract";
import { exportBirthdaysAsCsv } from "@/lib/guests/export/reads";
import { fileRoute } from "@/lib/http/file-route";

export const GET = fileRoute(exportBirthdaysCsv, ({ branch, query }) => exportBirthdaysAsCsv(branch, query.date));
