import { exportBirthdaysCsv } from "@/lib/birthday-search/contract";
import { exportBirthdays } from "@/lib/guests/export/reads";
import { fileRoute } from "@/lib/http/file-route";

export const GET = fileRoute(exportBirthdaysCsv, ({ branch, query }, signal) => exportBirthdays(branch, query.date, "csv", signal()));
