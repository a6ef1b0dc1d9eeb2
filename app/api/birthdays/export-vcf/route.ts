import { exportBirthdaysVcf } from "@/lib/birthday-search/contract";
import { exportBirthdaysAsVcf } from "@/lib/guests/export/reads";
import { fileRoute } from "@/lib/http/file-route";

export const GET = fileRoute(exportBirthdaysVcf, ({ branch, query }) => exportBirthdaysAsVcf(branch, query.date));
