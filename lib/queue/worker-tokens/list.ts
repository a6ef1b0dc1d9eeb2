import type { AnswerOf } from "../../api/endpoint";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { env } from "../../env";
import type { listWorkerTokens } from "./contract";

/** Every token, those that hold first, then the newest first. */
export async function tokensShown(): Promise<AnswerOf<typeof listWorkerTokens>> {
  const { sql } = await hubStore();
  const tokens = statement<[], AnswerOf<typeof listWorkerTokens>["tokens"][number]>(
    sql,
    `SELECT t.id, t.worker, t.made_at, coalesce(m.name, t.made_by) AS made_by, t.revoked_at, coalesce(r.name, t.revoked_by) AS revoked_by
     FROM worker_token t LEFT JOIN user m ON m.id = t.made_by LEFT JOIN user r ON r.id = t.revoked_by
     ORDER BY t.revoked_at IS NOT NULL, t.made_at DESC LIMIT 200`,
  ).all();
  return { tokens, shared: env().WORKER_TOKEN !== undefined };
}
