import { fileRoute } from "@/lib/http/file-route";
import { exportPersonalData } from "@/lib/personal-data/contract";
import { exportPersonalDataOf } from "@/lib/personal-data/export";

export const POST = fileRoute(exportPersonalData, ({ body }) => exportPersonalDataOf(body));
