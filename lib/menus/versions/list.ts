import type Database from "better-sqlite3";
import { userName } from "../../auth/user-name";
import { type Caller, holds } from "../../caller";
import type { Branch } from "../../db/branch";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { MAY_PUBLISH, type MenuDocument, type MenuVersion, type MenuVersions, type VersionState } from "../../menu-versions/contract";
import { hasVersionFile } from "../../menu-versions/files";
import { menuDay, type VersionRow, versionsOf } from "../../menu-versions/in-force";
import { listMenus } from "../sent";

/** What somebody decided of a menu, and did not take back. */
export interface Decision {
  key: string;
  language: string;
  branch: string;
  version_id: string | null;
  counts_from: string;
  at: string;
  by: string;
}

/** What counts first stands first. */
const DECISIONS = `SELECT "key", language, branch, version_id, counts_from, at, "by" FROM menu_publication
  WHERE branch IN ('', ?) AND withdrawn_at IS NULL ORDER BY counts_from DESC, seq DESC`;

/** The menus of the group and of a branch, for whoever keeps them. */
export async function menuVersions(branch: Branch, caller: Caller): Promise<MenuVersions> {
  const { sql } = await hubStore();
  const today = menuDay();
  const decisions = statement<[string], Decision>(sql, DECISIONS).all(branch.key);
  const menus = byMenu(versionsOf(sql, branch.key)).map((versions) => documentOf(sql, versions, decisions, today));
  const { menus: sendable } = await listMenus(branch);
  return {
    today,
    menus,
    files: sendable.filter(({ version }) => !version).map(({ pdf_path, name }) => ({ pdf_path, name })),
    may_publish: holds(caller, MAY_PUBLISH),
    may_change_group: caller.branches === null,
  };
}

function byMenu(versions: readonly VersionRow[]): VersionRow[][] {
  const menus = new Map<string, VersionRow[]>();
  for (const one of versions) menus.set(placeKey(one), [...(menus.get(placeKey(one)) ?? []), one]);
  return [...menus.values()];
}

const placeKey = ({ key, language, branch }: Pick<VersionRow, "key" | "language" | "branch">) => JSON.stringify([key, language, branch]);

function documentOf(sql: Database.Database, versions: VersionRow[], all: readonly Decision[], today: string): MenuDocument {
  const [first] = versions;
  if (!first) throw new Error("A menu without a version is none.");
  const decisions = all.filter((one) => placeKey(one) === placeKey(first));
  const current = currentOf(decisions, today);
  return {
    ...{ key: first.key, language: first.language, branch: first.branch },
    current,
    previous: previousOf(decisions, versions, current, today),
    versions: versions.map((row) => shownVersion(sql, row, decisions, today)),
  };
}

function currentOf(decisions: readonly Decision[], today: string): string | null {
  return decisions.find(({ counts_from }) => counts_from <= today)?.version_id ?? null;
}

/** Which counted before the one that counts now; before the first upload that was the folder's file. */
function previousOf(decisions: readonly Decision[], versions: readonly VersionRow[], current: string | null, today: string): string | null {
  const earlier = decisions.filter(({ counts_from, version_id }) => counts_from <= today && version_id !== null && version_id !== current);
  const ofFolder = versions.find(({ source, id }) => source === "folder" && id !== current);
  return earlier[0]?.version_id ?? (current === null ? null : (ofFolder?.id ?? null));
}

export function shownVersion(sql: Database.Database, row: VersionRow, decisions: readonly Decision[], today: string): MenuVersion {
  const { key: _, language: __, branch: ___, made_by, changes, ...shown } = row;
  const own = decisions.filter(({ version_id }) => version_id === row.id);
  const planned = own.findLast(({ counts_from }) => counts_from > today);
  const said = currentOf(decisions, today) === row.id ? own.find(({ counts_from }) => counts_from <= today) : (planned ?? own[0]);
  return {
    ...shown,
    changes: changes === null ? [] : (JSON.parse(changes) as MenuVersion["changes"]),
    by: row.source === "folder" ? "" : (userName(sql, made_by) ?? made_by),
    state: stateOf(row, own, currentOf(decisions, today), today),
    counts_from: said?.counts_from ?? null,
    decided: said ? { by: userName(sql, said.by) ?? said.by, at: said.at } : null,
    is_missing: !hasVersionFile(row.sha256),
  };
}

function stateOf({ id, source }: VersionRow, own: readonly Decision[], current: string | null, today: string): VersionState {
  if (current === id) return "current";
  if (own.some(({ counts_from }) => counts_from > today)) return "planned";
  if (own.length > 0) return "earlier";
  return source === "folder" ? "folder" : "draft";
}
