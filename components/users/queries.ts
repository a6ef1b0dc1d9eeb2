"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { backendKey } from "@/components/app-base/backend-key";
import { contractsOf } from "@/components/app-base/contracts";
import { type SendOnce, useSameKey } from "@/components/app-base/idempotency-key";
import { mirrorRoles } from "@/components/app-base/session-store";
import { call } from "@/lib/api/client";
import { isBranchKey } from "@/lib/known-branches";
import type { Grant } from "@/lib/permissions";
import type { UserChange } from "@/lib/users/contract";
import type { NewUserDraft } from "./new-user-draft";

const auth = contractsOf(() => import("@/lib/auth/contract"));
const users = contractsOf(() => import("@/lib/users/contract"));

const usersKey = () => [...backendKey(), "users"];
const rolesKey = () => [...backendKey(), "roles"];
const sessionsKey = (of: string | null) => [...backendKey(), "sign-ins", of];

/** Anew whenever the list is opened: people sign in and out all the time. */
export function useUsers() {
  return useQuery({ queryKey: usersKey(), queryFn: ({ signal }) => call(users.listUsers, { signal }), staleTime: 0 });
}

export function useRoles() {
  return useQuery({ queryKey: rolesKey(), queryFn: ({ signal }) => call(auth.listRoles, { signal }) });
}

/** After a change of people, and when one of them is opened: whoever shows them asks anew. */
export function useReadAnew() {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: usersKey() });
    void client.invalidateQueries({ queryKey: [...backendKey(), "sign-ins"] });
  }, [client]);
}

export function useCreateUser() {
  const refresh = useReadAnew();
  return useMutation({
    mutationFn: ({ draft, idempotencyKey }: { draft: NewUserDraft; idempotencyKey: string }) => {
      const { username, password, role, branches } = draft;
      const body = { username: username.trim(), password, roles: [role], branches: branches?.filter(isBranchKey) ?? null };
      return call(auth.newUser, { body, idempotencyKey });
    },
    onSettled: refresh,
  });
}

export function useChangeUser(id: string) {
  const refresh = useReadAnew();
  return useMutation({ mutationFn: (body: UserChange) => call(users.changeUser, { params: { id }, body }), onSettled: refresh });
}

export function useResetPassword(id: string) {
  const refresh = useReadAnew();
  const sendOnce = useSameKey();
  return useMutation({
    mutationFn: (password: string) =>
      sendOnce([id, password], (idempotencyKey) => call(users.resetPassword, { params: { id }, body: { password }, idempotencyKey })),
    onSettled: refresh,
  });
}

/** @param sendOnce after a lost answer the current password may be the new one already: the same key finds that answer again */
export function useChangePassword(sendOnce: SendOnce) {
  const refresh = useReadAnew();
  return useMutation({
    mutationFn: (body: { current_password: string; password: string }) =>
      sendOnce(body, (idempotencyKey) => call(users.changePassword, { body, idempotencyKey })),
    onSettled: refresh,
  });
}

/** Where somebody is signed in. @param id null for oneself */
export function useSignIns(id: string | null) {
  return useQuery({
    queryKey: sessionsKey(id),
    staleTime: 0,
    queryFn: ({ signal }) => (id === null ? call(users.listOwnSessions, { signal }) : call(users.listSessions, { params: { id }, signal })),
  });
}

export function useEndSignIn() {
  const refresh = useReadAnew();
  return useMutation({ mutationFn: (id: string) => call(users.endSession, { params: { id } }), onSettled: refresh });
}

export interface RoleChange {
  role: string;
  permissions: Grant[];
  /** What it held when it was looked at. */
  expected: Grant[];
}

/** Saves a role; the server's answer then holds for every tab of this device. */
export function useChangeRole() {
  const client = useQueryClient();
  const sendOnce = useSameKey();
  return useMutation({
    mutationFn: ({ role, ...body }: RoleChange) =>
      sendOnce([role, body], (idempotencyKey) => call(auth.changeRole, { params: { role }, body, idempotencyKey })),
    onSuccess: (answer) => {
      client.setQueryData(rolesKey(), answer);
      mirrorRoles(answer.roles);
    },
    // Somebody else may have changed it, or it was done without an answer: what the server has is shown.
    onError: () => void client.invalidateQueries({ queryKey: rolesKey() }),
    onSettled: () => void client.invalidateQueries({ queryKey: [...backendKey(), "me"] }),
  });
}
