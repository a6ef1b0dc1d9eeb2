import { exportBirthdaysCsv } from "@/lib/birthdays/contract";
import { exportBirthdays } from "@/lib/guests/export";
import { fileRoute } from "@/lib/http/file-route";

export const GET = fileRoute(exportBirthdaysCsv, ({ branch, query }, signal) => exportBirthdays(branch, query.date, "csv", signal()));
