import { verify } from "@/lib/backups/backups";
import { verifyBackup } from "@/lib/backups/contract";
import { route } from "@/lib/http/route";

export const POST = route(verifyBackup, ({ body, by }) => verify(body, by));
