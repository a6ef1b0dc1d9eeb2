import { fileRoute } from "@/lib/http/file-route";
import { exportHistoryXlsx } from "@/lib/stats/contract";
import { historyFile } from "@/lib/stats/history-file";

export const GET = fileRoute(exportHistoryXlsx, ({ allBranches, branches, query }) => historyFile(allBranches(), query, branches, "xlsx"));
