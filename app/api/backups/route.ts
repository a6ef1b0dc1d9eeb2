import { backupsOfAll } from "@/lib/backups/backups";
import { listBackupsOfAll } from "@/lib/backups/contract";
import { route } from "@/lib/http/route";

export const GET = route(listBackupsOfAll, async () => backupsOfAll());
