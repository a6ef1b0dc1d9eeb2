import { exportAllData } from "@/lib/all-data/export/contract";
import { exportGuests } from "@/lib/all-data/export/export";
import { fileRoute } from "@/lib/http/file-route";

export const POST = fileRoute(exportAllData, ({ branch, allBranches, body, ...caller }, signal) =>
  exportGuests({ branch, allBranches, caller }, body, signal()),
);
