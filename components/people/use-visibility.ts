import { useState } from "react";
import { useDialogs } from "@/components/ui/dialogs";
import { causeOf } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { EVERYTHING, type Grant, grantsAfterReset, PERMISSION_KEYS, PERMISSIONS, type Permission } from "@/lib/permissions";
import { VISIBILITY_TEXTS } from "@/lib/texts";
import { useChangeRole, useRoles } from "./queries";
import { ResetPreview } from "./reset-preview";

/** What somebody wants otherwise than the server has it: `role key` and whether the role shall hold it. */
type Wishes = Record<string, boolean>;

const wishKey = (role: string, key: Permission) => `${role}\n${key}`;

/** The roles, and what of them is to change, until it is saved. */
export function useVisibility() {
  const roles = useRoles();
  const save = useChangeRole();
  const dialogs = useDialogs();
  const [wishes, setWishes] = useState<Wishes>({});
  const [problem, setProblem] = useState<string | null>(null);
  const held = roles.data?.roles ?? {};
  const names = Object.keys(held).sort(byRank);

  const holds = (role: string, key: Permission) => wishes[wishKey(role, key)] ?? held[role]?.includes(key) ?? false;
  const isChanged = (role: string, key: Permission) => holds(role, key) !== (held[role]?.includes(key) ?? false);
  const changesOf = (role: string) => (hasAll(held[role]) ? [] : PERMISSION_KEYS.filter((key) => isChanged(role, key)));
  const changes = names.reduce((sum, role) => sum + changesOf(role).length, 0);

  /** @returns whether it is saved */
  const put = async (role: string, permissions: Grant[]): Promise<boolean> => {
    try {
      await save.mutateAsync({ role, permissions, expected: (held[role] ?? []) as Grant[] });
      setWishes((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !key.startsWith(`${role}\n`))));
      return true;
    } catch (error) {
      setProblem(`${VISIBILITY_TEXTS.notSaved}: ${role}. ${causeOf(error)}`);
      return false;
    }
  };

  return {
    roles,
    names,
    holds,
    isChanged,
    changes,
    problem,
    isSaving: save.isPending,
    hasEverything: (role: string) => hasAll(held[role]),
    wish: (role: string, key: Permission, on: boolean) => setWishes((before) => ({ ...before, [wishKey(role, key)]: on })),
    discard: () => {
      setWishes({});
      setProblem(null);
    },
    save: async () => {
      setProblem(null);
      const changed = names.filter((role) => changesOf(role).length > 0);
      for (const role of changed) {
        if (
          !(await put(
            role,
            PERMISSION_KEYS.filter((key) => holds(role, key)),
          ))
        )
          return;
      }
      if (changed.length > 0) toast.success(`Saved: ${changed.join(", ")}`);
    },
    reset: async (role: string) => {
      const after = grantsAfterReset(role);
      const before = held[role] ?? [];
      const preview = {
        gains: wordsOf(after.filter((key) => !before.includes(key))),
        loses: wordsOf(before.filter((key) => !after.includes(key as Grant))),
      };
      if (preview.gains.length + preview.loses.length === 0) return dialogs.alert(`${role} holds just what Reset gives.`);
      const confirmed = await dialogs.confirm({
        title: `Reset ${role}?`,
        body: ResetPreview(preview),
        confirmLabel: `Reset ${role}`,
        cancelLabel: "Keep it as it is",
        tone: "danger",
      });
      setProblem(null);
      if (confirmed && (await put(role, after))) toast.success(`Reset: ${role}`);
    },
  };
}
export type Visibility = ReturnType<typeof useVisibility>;

const hasAll = (grants: readonly string[] | undefined) => grants?.includes(EVERYTHING) ?? false;

/** The two roles that everybody knows first. */
function byRank(one: string, other: string): number {
  const rank = (role: string) => ["admin", "staff"].indexOf(role) + 1 || 3;
  return rank(one) - rank(other) || one.localeCompare(other);
}

const wordsOf = (grants: readonly string[]) =>
  grants.map((key) => (key === EVERYTHING ? "Everything" : (PERMISSIONS[key as Permission] ?? key)));
