import { fileRoute } from "@/lib/http/file-route";
import { exportHistoryCsv } from "@/lib/stats/contract";
import { historyFile } from "@/lib/stats/history-file";

export const GET = fileRoute(exportHistoryCsv, ({ allBranches, branches, query }) => historyFile(allBranches(), query, branches, "csv"));
