import { exportBirthdaysVcf } from "@/lib/birthday-search/contract";
import { exportBirthdays } from "@/lib/guests/export/reads";
import { fileRoute } from "@/lib/http/file-route";

export const GET = fileRoute(exportBirthdaysVcf, ({ branch, query }, signal) => exportBirthdays(branch, query.date, "vcf", signal()));
