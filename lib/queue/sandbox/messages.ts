import path from "node:path";
import type { Caller } from "../../caller";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { AppError } from "../../errors";
import type { FileAnswer } from "../../http/file-route";
import { menuFileName } from "../../menu-versions/file-name";
import { MENU_OF, menuOf } from "../../menu-versions/of-message";
import { masked } from "../../phones";
import type { TaskKind } from "../contract";
import { openMedia } from "../media";
import { ofBranches } from "../stats";
import { MAY_ENQUEUE } from "../who-may-send";
import type { UnsentMessage } from "./contract";

interface Row extends Omit<UnsentMessage, "phone" | "file" | "file_name"> {
  digits: string;
  message_kind: string;
  pdf_path: string;
  menu: string | null;
  voucher: string;
}

/** Messages whose last number was the sandbox: nothing of them reached anybody. */
const BY_SANDBOX = `FROM queue_attempt a JOIN queue_item i ON i.id = a.item_id
  WHERE a.account = 'sandbox' AND a.outcome = 'accepted' AND i.account = 'sandbox' AND i.lease_token = a.token`;

/** What the sandbox would have sent, the newest first. @param branches whose; null for every branch's, as below */
export async function sandboxMessages(limit: number, branches: readonly string[] | null): Promise<UnsentMessage[]> {
  const { sql } = await hubStore();
  const { where, values } = ofBranches(branches);
  const rows = statement<(string | number)[], Row>(
    sql,
    `SELECT i.id, i.kind, i.name, i.digits, i.branch, i.text, i.message_kind, i.pdf_path, ${MENU_OF} AS menu, i.voucher, a.worker, a.begun_at AS at
     ${BY_SANDBOX} AND ${where.replace("branch", "i.branch")} ORDER BY a.seq DESC LIMIT ?`,
  ).all(...values, limit);
  return rows.map(({ digits, message_kind, pdf_path, menu, voucher, ...row }) => ({
    ...row,
    phone: masked(digits),
    file: message_kind === "image" || message_kind === "document" ? message_kind : null,
    file_name: menuOf(menu) ? menuFileName(menuOf(menu)?.name ?? "") : path.posix.basename(pdf_path || voucher),
  }));
}

/**
 * The file of such a message: by its id alone, so nobody names a path.
 * @throws AppError `not_found`, also for a message that was really sent, and for one of another branch; `forbidden` for those who
 * may send no message of its kind
 */
export async function openSandboxFile(id: string, caller: Caller): Promise<FileAnswer> {
  const { sql } = await hubStore();
  const { where, values } = ofBranches(caller.branches);
  const known = statement<string[], { kind: TaskKind }>(
    sql,
    `SELECT i.kind ${BY_SANDBOX} AND i.id = ? AND ${where.replace("branch", "i.branch")} LIMIT 1`,
  ).get(id, ...values);
  if (!known) throw new AppError("not_found", "There is no such message in the sandbox.");
  caller.requirePermission(MAY_ENQUEUE[known.kind]);
  return openMedia(id);
}
