import { exportBirthdaysVcf } from "@/lib/birthdays/contract";
import { exportBirthdays } from "@/lib/guests/export";
import { fileRoute } from "@/lib/http/file-route";

export const GET = fileRoute(exportBirthdaysVcf, ({ branch, query }, signal) => exportBirthdays(branch, query.date, "vcf", signal()));
