import { exportVcf } from "@/lib/guests/contract";
import { exportDateAsVcf } from "@/lib/guests/export/reads";
import { fileRoute } from "@/lib/http/file-route";

export const GET = fileRoute(exportVcf, ({ branch, query }) => exportDateAsVcf(branch, query.date));
