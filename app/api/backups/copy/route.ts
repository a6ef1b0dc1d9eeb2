import { restoreToCopy } from "@/lib/backups/backups";
import { copyBackup } from "@/lib/backups/contract";
import { route } from "@/lib/http/route";

export const POST = route(copyBackup, ({ body, by }) => restoreToCopy(body, by));
