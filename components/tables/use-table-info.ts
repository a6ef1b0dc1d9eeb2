import { useState } from "react";
import { usePlaces } from "@/components/app-base/server-of-branch";
import { useStaff } from "@/components/staff/queries";
import { isDestinationFixed, withInfo } from "@/lib/draft-destination";
import { type Draft, dropDraft, isWorthKeeping, keepDraft, NO_TABLE_INFO, newDraft, type TableInfo } from "@/lib/drafts";
import { isBranchKey } from "@/lib/known-branches";
import { partySizeOf } from "@/lib/party-size";
import type { Place } from "./queries";
import { keepLastTeam, keepUseLocal, lastTeam, type Team, usesLocal } from "./remembered-choices";
import { type TableView, viewOfDraft } from "./table-view";

/** A draft whose table info is changed or completed, or null for a new table; and where its ways lead. */
export interface TableInfoProps {
  from: Draft | null;
  /** `from` was filled by another screen and is on this device only once something is typed. */
  isBegun?: boolean;
  onView: (view: TableView) => void;
  onActiveDraft: (id: string | null) => void;
}

/** Table Info while it is written: each change is on this device at once. */
export function useTableInfo({ from, isBegun = false, onView, onActiveDraft }: TableInfoProps) {
  const places = usePlaces();
  const [draft, setDraft] = useState<Draft>(() => (from ? withInfo(from, {}) : newDraft(freshInfo(places.here))));
  const [useLocal, setUseLocal] = useState(usesLocal);
  const [tried, setTried] = useState(false);
  const { info } = draft;
  const base = isDestinationFixed(draft) ? info.api_base : places.baseOf(info.branch, useLocal);
  const missing = missingOf(info, base);

  const change = (changed: Partial<TableInfo>) => {
    const next = withInfo(draft, changed);
    setDraft(next);
    onActiveDraft(next.id);
    if (isWorthKeeping(next)) keepDraft(next);
  };
  const undoAll = () => {
    if (from && !isBegun && isWorthKeeping(from)) keepDraft(from);
    else dropDraft(draft.id);
  };
  return {
    draft,
    base,
    useLocal,
    setUseLocal,
    hasServer: (branch: string) => places.baseOf(branch, useLocal) !== "",
    missing: tried ? missing : NOTHING_MISSING,
    change,
    chooseBranch: (branch: string) => change({ branch, ...(branch === info.branch ? {} : lastTeam(branch)) }),
    /** Back to where it was opened from, with what stood there before. */
    cancel: () => {
      undoAll();
      onView(from && !isBegun && viewOfDraft(from, "page").kind === "select" ? { kind: "select", draft: from } : { kind: "none" });
    },
    /** Another table was meant. */
    openInstead: (name: string) => {
      undoAll();
      onView({ kind: "edit", name, branch: info.branch, draft: null, from: "page" });
    },
    save: () => {
      setTried(true);
      if (missing.any) return;
      const complete = withInfo(draft, { table_number: info.table_number.trim(), api_base: base });
      keepDraft(complete);
      keepLastTeam(info.branch, { hostess: info.hostess, waiter: info.waiter });
      keepUseLocal(useLocal);
      onView({ kind: "select", draft: complete });
    },
  };
}

const NOTHING_MISSING = { table: false, hostess: false, waiter: false, branch: false, fields: false, any: false };

function missingOf(info: TableInfo, base: string) {
  const table = info.table_number.trim() === "";
  const hostess = info.hostess === "";
  const waiter = info.waiter === "";
  const branch = info.branch === "" || base === "";
  const fields = table || hostess || waiter;
  const isWrong = partySizeOf(info.party_size) === "wrong"; // its own line says so from the first digit on
  return { table, hostess, waiter, branch, fields, any: fields || branch || isWrong };
}

function freshInfo(here: string | null): TableInfo {
  const branch = here ?? "";
  const team: Team = branch ? lastTeam(branch) : { hostess: "", waiter: "" };
  return { ...NO_TABLE_INFO, branch, ...team };
}

export function placeAt(base: string, branch: string): Place {
  return { base, branch: isBranchKey(branch) ? branch : null };
}

/** The names to choose from, and whether they are this device's own because the server did not answer. */
export function useTeams(base: string, info: TableInfo) {
  const staff = useStaff(placeAt(base, info.branch));
  const { lists } = staff;
  return {
    note: staff.isOffline ? "offline list" : undefined,
    hostesses: choices(lists.hostesses, info.hostess),
    waiters: choices(lists.waiters, info.waiter),
  };
}

/** Somebody who was taken off the list since then is still shown as chosen, so that it can be seen and changed. */
function choices(list: readonly string[], chosen: string) {
  const all = chosen && !list.includes(chosen) ? [chosen, ...list] : list;
  return all.map((name) => ({ value: name, label: name }));
}
