import { useEffect, useState } from "react";
import { mirrorRoles } from "@/components/app-base/session-store";
import { changeFailure, isUnanswered } from "@/components/ui/change-failure";
import { useDialogs } from "@/components/ui/dialogs";
import { toast } from "@/components/ui/toast";
import { EVERYTHING, type Grant, grantsAfterReset, PERMISSION_KEYS, PERMISSIONS, type Permission } from "@/lib/permissions";
import { UNANSWERED_TEXTS } from "@/lib/unanswered-texts";
import { VISIBILITY_TEXTS } from "@/lib/users/visibility-texts";
import { type RoleChange, useChangeRole, useRoles, useUsers } from "./queries";
import { ResetPreview } from "./reset-preview";

type Held = Record<string, string[]>;

/** What somebody wants otherwise than the server has it: `role key` and whether the role shall hold it. */
type Wishes = Record<string, boolean>;

const wishKey = (role: string, key: Permission) => `${role}\n${key}`;
const hasAll = (grants: readonly string[] | undefined) => grants?.includes(EVERYTHING) ?? false;

/** The changes that are not saved; what the server has by itself by now is none any more. */
function useWishes(held: Held) {
  const [wishes, setWishes] = useState<Wishes>({});
  const hasNow = (role: string, key: Permission) => held[role]?.includes(key) ?? false;
  const holds = (role: string, key: Permission) => wishes[wishKey(role, key)] ?? hasNow(role, key);
  const isChanged = (role: string, key: Permission) => holds(role, key) !== hasNow(role, key);
  return {
    holds,
    isChanged,
    changesOf: (role: string) => (hasAll(held[role]) ? [] : PERMISSION_KEYS.filter((key) => isChanged(role, key))),
    wish: (role: string, key: Permission, on: boolean) => setWishes((before) => ({ ...before, [wishKey(role, key)]: on })),
    /** Of one role, or of all. */
    forget: (role?: string) =>
      setWishes((before) =>
        role === undefined ? {} : Object.fromEntries(Object.entries(before).filter(([key]) => !key.startsWith(`${role}\n`))),
      ),
  };
}

/** The saving of a role. @param forget leaves a role's wishes, when they are kept */
function usePut(held: Held, forget: (role: string) => void) {
  const change = useChangeRole();
  const [problem, setProblem] = useState<string | null>(null);
  const [unanswered, setUnanswered] = useState<RoleChange | null>(null);
  const isKept = unanswered !== null && sameGrants(held[unanswered.role], unanswered.permissions);
  // A change without an answer counts as saved once the server shows it.
  useEffect(() => {
    if (!isKept || unanswered === null) return;
    forget(unanswered.role);
    setUnanswered(null);
    setProblem(null);
    mirrorRoles(held);
    toast.success(`Saved: ${unanswered.role}`);
  }, [isKept, unanswered, forget, held]);

  /** @returns whether it is saved */
  const put = async (role: string, permissions: Grant[]): Promise<boolean> => {
    // Once more what nobody answered is the very same call, whatever was read of the role since.
    const isSame = unanswered?.role === role && sameGrants(unanswered.permissions, permissions);
    const sent = isSame ? unanswered : { role, permissions, expected: (held[role] ?? []) as Grant[] };
    try {
      await change.mutateAsync(sent);
      setUnanswered(null);
      forget(role);
      return true;
    } catch (error) {
      setUnanswered(isUnanswered(error) ? sent : null);
      setProblem(changeFailure(error, `${VISIBILITY_TEXTS.notSaved}: ${role}.`, UNANSWERED_TEXTS.boxesShow));
      return false;
    }
  };
  return { put, problem, isSaving: change.isPending, forgetProblem: () => setProblem(null) };
}

/** The roles, and what of them is to change, until it is saved. */
export function useVisibility() {
  const roles = useRoles();
  const users = useUsers();
  const dialogs = useDialogs();
  const held: Held = roles.data?.roles ?? {};
  const wishes = useWishes(held);
  const { put, problem, isSaving, forgetProblem } = usePut(held, wishes.forget);
  const names = Object.keys(held).sort(byRank);

  return {
    roles,
    names,
    ...wishes,
    changes: names.reduce((sum, role) => sum + wishes.changesOf(role).length, 0),
    problem,
    isSaving,
    /** How many people hold a key, by a role or for themselves, once everything here is saved; null as long as nobody knows. */
    peopleWith: (key: Permission): number | null => {
      if (!users.data) return null;
      const gives = (role: string) => hasAll(held[role]) || wishes.holds(role, key);
      return users.data.users.filter((user) => !user.disabled && (user.own_keys.includes(key) || user.roles.some(gives))).length;
    },
    hasEverything: (role: string) => hasAll(held[role]),
    discard: () => {
      wishes.forget();
      forgetProblem();
    },
    save: async () => {
      forgetProblem();
      const changed = names.filter((role) => wishes.changesOf(role).length > 0);
      for (const role of changed) {
        if (
          !(await put(
            role,
            PERMISSION_KEYS.filter((key) => wishes.holds(role, key)),
          ))
        )
          return; // the others wait for Save again
      }
      if (changed.length > 0) toast.success(`Saved: ${changed.join(", ")}`);
    },
    reset: async (role: string) => {
      const effect = effectOfReset(role, held[role] ?? []);
      if (effect.gains.length + effect.loses.length === 0) return dialogs.alert(`${role} holds just what Reset gives.`);
      const question = { title: `Reset ${role}?`, confirmLabel: `Reset ${role}`, cancelLabel: "Keep it as it is", tone: "danger" } as const;
      if (!(await dialogs.confirm({ ...question, body: ResetPreview(effect) }))) return;
      forgetProblem();
      if (await put(role, grantsAfterReset(role))) toast.success(`Reset: ${role}`);
    },
  };
}
export type Visibility = ReturnType<typeof useVisibility>;

function sameGrants(some: readonly string[] = [], others: readonly string[]): boolean {
  return some.toSorted().join() === others.toSorted().join();
}

/** The two roles that everybody knows first. */
function byRank(one: string, other: string): number {
  const rank = (role: string) => ["admin", "staff"].indexOf(role) + 1 || 3;
  return rank(one) - rank(other) || one.localeCompare(other);
}

/** The permissions that a role would gain and lose, in words. */
function effectOfReset(role: string, before: readonly string[]) {
  const after: string[] = grantsAfterReset(role);
  const inWords = (grants: readonly string[]) =>
    grants.map((key) => (key === EVERYTHING ? "Everything" : (PERMISSIONS[key as Permission] ?? key)));
  return {
    gains: inWords(after.filter((key) => !before.includes(key))),
    loses: inWords(before.filter((key) => !after.includes(key))),
  };
}
