import { readdir } from "node:fs/promises";
import path from "node:path";
import type { AnswerOf } from "../api/endpoint";
import { userName } from "../auth/user-name";
import { eveningHours } from "../business-day";
import { now } from "../clock";
import type { Branch } from "../db/branch";
import { dataDir } from "../db/files";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env } from "../env";
import { type InForce, menuDay, menuPathOf, menusInForce } from "../menu-versions/in-force";
import { MENU_OF, menuOf } from "../menu-versions/of-message";
import { menuInWords } from "../menu-versions/words";
import type { TaskKind } from "../queue/contract";
import { COUNTS_SINCE } from "../queue/duplicates/identity";
import { IN_SANDBOX, WORKER_OF } from "../queue/item-sql";
import { type Item, isUnanswered } from "../queue/item-states";
import { sameFor } from "../queue/limits/default-limits";
import { limitsIn } from "../queue/limits/stored-limits";
import { shownPhone } from "../queue/list";
import { canGoAlong } from "../queue/media";
import { menuNow } from "../queue/menu-choice";
import { isOfAnotherBranch, MENUS, menuPath } from "../queue/menu-files";
import { triedAt } from "../queue/next-try/next-try";
import { readQueueSnapshot } from "../queue/next-try/queue-snapshot";
import { standingsOf } from "../queue/next-try/standing";
import { obstacleOf } from "../queue/obstacles/obstacles";
import { pausedAlone } from "../queue/pause/state";
import { whoseGuestSaidNo } from "../queue/recipients/opted-out";
import { officialWays } from "../queue/retry-by-hand/failed";
import { retryingOf } from "../queue/retry-by-hand/may-retry";
import { taskStatusOf } from "../queue/tasks";
import type { listMenus as listMenusCall, MenusSent } from "./contract";

/** More than anybody chooses from; the folder may hold an archive. */
const MOST_MENUS = 100;
/** Folders within folders are looked into this far. */
const DEEPEST = 3;

/** The menus that a branch can send, by name. Another branch's own menu is none of them. */
export async function listMenus(branch: Branch): Promise<AnswerOf<typeof listMenusCall>> {
  const { sql } = await hubStore();
  const versions = menusInForce(sql, branch.key, menuDay());
  const taken = new Set(versions.flatMap((one) => [menuPathOf(one), ...(isOwnMenu(one) ? [`${MENUS}/${branch.key}.pdf`] : [])]));
  const files = (await pdfsIn("", 1)).filter(
    (file) => !isOfAnotherBranch(`${MENUS}/${file}`, branch.key) && !taken.has(`${MENUS}/${file}`),
  );
  const menus = [
    ...versions.map((one) => ({ pdf_path: menuPathOf(one), name: nameOfMenu(one), version: versionShown(one) })),
    ...files.map((file) => ({ pdf_path: `${MENUS}/${file}`, name: file.replace(/\.pdf$/i, "") })),
  ];
  const usual = await menuNow(undefined, branch.key);
  return { menus: menus.slice(0, MOST_MENUS), usual: usual?.pdf_path ?? null };
}

const isOwnMenu = ({ key, language, branch }: InForce) => branch !== "" && key === "menu" && language === "";
const nameOfMenu = ({ key, language }: InForce) => menuInWords({ key, language, branch: "" });
const versionShown = ({ id, name, number, sha256, counts_from }: InForce) => ({ id, name, number, sha256, counts_from });

/** @returns paths below the menus' folder; none where there is no such folder */
async function pdfsIn(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(path.join(dataDir(), MENUS, folder), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
  const found: string[] = [];
  for (const entry of entries.sort((one, other) => one.name.localeCompare(other.name))) {
    const named = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory() && depth < DEEPEST && !entry.name.startsWith(".")) found.push(...(await pdfsIn(named, depth + 1)));
    // What a message could not name, or WhatsApp would not take, is not offered.
    else if (entry.isFile() && menuPath(named) === `${MENUS}/${named}` && canGoAlong(`${MENUS}/${named}`)) found.push(named);
  }
  return found;
}

/** ISO 8601: as long as the same menu does not go to the same guest again, it is told what became of it. */
export async function menusSince(): Promise<string> {
  const { sql } = await hubStore();
  return new Date(now().getTime() - sameFor(limitsIn(sql), "menu")).toISOString();
}

/** What ended since a time was queued after this: a menu waits until its evening is over. It is what the index finds. */
const queuedAfter = (since: string) => new Date(Date.parse(since) - 2 * 24 * 3_600_000).toISOString();

/**
 * What became of the menu of one table: of each guest the newest message.
 * @param seesPhones whether whole numbers may be shown; masked otherwise
 */
export async function menusSent(branch: Branch, table_name: string, seesPhones: boolean): Promise<MenusSent> {
  const hub = await hubStore();
  const { sql } = hub;
  const since = await menusSince();
  const rows = statement<
    [string, string, string, string],
    Item & { kind: TaskKind; worker: string | null; sandbox: number; created_by: string; menu: string | null }
  >(
    sql,
    `SELECT i.*, ${WORKER_OF} AS worker, ${IN_SANDBOX} AS sandbox, task.created_by, ${MENU_OF} AS menu FROM queue_task AS task JOIN queue_item AS i ON i.task_id = task.id
     WHERE task.created_at > ? AND ${COUNTS_SINCE} AND task.kind = 'menu' AND task.branch = ? AND i.table_name = ?
     ORDER BY task.created_at DESC, task.id DESC, i.position`,
  ).all(queuedAfter(since), since, branch.key, table_name);
  const newest = new Map<string, (typeof rows)[number]>();
  for (const row of rows) if (!newest.has(row.digits)) newest.set(row.digits, row);
  const items = [...newest.values()];
  const counts: MenusSent["counts"] = { PENDING: 0, IN_PROGRESS: 0, SENT: 0, FAILED: 0, CANCELLED: 0 };
  const at = now().getTime();
  const times = { hours: eveningHours(env()), quiet: limitsIn(sql).quiet };
  const saidNo = whoseGuestSaidNo(sql, items);
  const official = officialWays(sql, items, at);
  const tasks = [...new Set(items.map(({ task_id }) => task_id))];
  const standing = standingsOf(items, await readQueueSnapshot(hub, at));
  const results = items.map((item) => {
    const status = item.status as MenusSent["results"][number]["status"]; // the store's own word
    counts[status]++;
    const { id, name, delivery, worker } = item;
    const { next, error, undecided, blocked } = standing(item);
    const phone = shownPhone(item.digits, seesPhones);
    const sandbox = item.sandbox === 1;
    const unanswered = isUnanswered(item);
    return {
      id,
      name,
      phone,
      status,
      error,
      undecided,
      delivery,
      worker,
      sandbox,
      unanswered,
      menu: menuOf(item.menu),
      ...next,
      next_try: status === "PENDING" && !blocked ? triedAt(next, item.run_at, at) : null,
      ...retryingOf(item, saidNo.has(id), times, at, official(item)),
    };
  });
  const obstacle = obstacleOf(sql, tasks, at);
  const queued_by = [...new Set(items.map(({ created_by }) => userName(sql, created_by) ?? created_by))];
  const waiting = items.find(({ status }) => status === "PENDING");
  const paused = waiting ? pausedAlone(sql, waiting.task_id) : null;
  return { status: items.length > 0 ? taskStatusOf(counts) : null, counts, results, obstacle, queued_by, paused };
}
